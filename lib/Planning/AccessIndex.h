//===- AccessIndex.h - Index of the accesses of each buffer -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_ACCESSINDEX_H
#define MEMPLACE_LIB_PLANNING_ACCESSINDEX_H

#include "memplace/Problem/Problem.h"

namespace memplace::planning {

/// Index into AccessIndex::loops; `noLoop` is the whole program.
using LoopId = int32_t;
inline constexpr LoopId noLoop = -1;

/// A use: all accesses of an op to a buffer.
struct BufferUse {
  Step step = 0;
  bool reads = false;
  bool writes = false;
  std::vector<int32_t> accesses; // Indices into Op::accesses.
};

/// A loop in the tree of loops.
struct LoopNode {
  LiveRange range;
  LoopId parent = noLoop;
  bool maySkip = false;
};

/// Access index: uses of each buffer, loops and trip counts, computed once for
/// all solvers. Keeps a reference to the problem.
class AccessIndex {
public:
  explicit AccessIndex(const Problem &problem);

  const Problem &problem;
  std::vector<int64_t> trips;                   // By step.
  std::vector<LoopNode> loops;                  // Outer loops first.
  std::vector<std::vector<BufferUse>> byBuffer; // By buffer, in step order.

  /// Returns true if \p loop runs once or not at all, like an arm of a branch.
  bool isArm(LoopId loop) const {
    return loop != noLoop && loops[loop].maySkip &&
           loopTrips[loop + 1] == loopTrips[loops[loop].parent + 1];
  }
  bool hasArms() const;

  /// Returns the innermost loop around \p step; `noLoop` at numSteps().
  LoopId loopOf(Step step) const { return innermost[step]; }
  /// Returns the steps of a loop's body, or of the program.
  LiveRange rangeOf(LoopId loop) const {
    return loop == noLoop ? LiveRange{0, problem.numSteps()}
                          : loops[loop].range;
  }
  LoopId parentOf(LoopId loop) const { return loops[loop].parent; }
  /// Returns the trip count of a step directly at the level of \p loop.
  int64_t tripsOf(LoopId loop) const { return loopTrips[loop + 1]; }
  bool isWithin(LoopId inner, LoopId outer) const;

  /// Returns the innermost loop strictly around the buffer's live range: each
  /// trip of this loop has its own contents of the buffer. Rule R10 constrains
  /// the loops inside this loop with steps of the live range.
  LoopId rootOf(BufferId buffer) const { return roots[buffer]; }

  /// Returns the first use of \p buffer at \p step or later; the number of uses
  /// if there is none.
  int32_t firstUseSince(BufferId buffer, Step step) const;

  /// Returns true if a use changes the contents. The first access of a buffer
  /// without live-in contents defines the contents in any mode (R6).
  bool definesContents(BufferId buffer, int32_t use) const {
    return byBuffer[buffer][use].writes ||
           (use == 0 && !problem.buffers[buffer].liveIn);
  }

  /// Returns true if a stay may wrap around into the next invocation: in a
  /// cyclic problem, for a read-only buffer with a live range up to the end.
  bool mayWrapAround(BufferId buffer) const { return wrapsAround[buffer]; }

  /// Returns the outermost loop strictly inside \p level around \p step, or
  /// `noLoop` if the step is directly at \p level.
  LoopId childAt(LoopId level, Step step) const;

  /// Returns true if a transfer of \p level may be issued at boundary \p step:
  /// the boundary belongs to \p level, not to a loop inside.
  bool mayStartAt(LoopId level, Step step) const {
    return loopOf(step) == level;
  }
  /// Returns true if a transfer of \p level may be awaited at boundary \p step.
  bool mayBeAwaitedAt(LoopId level, Step step) const;

private:
  void buildLoops();
  void buildUses();
  void findWrappingBuffers();

  std::vector<LoopId> innermost;  // Size: numSteps() + 1.
  std::vector<int64_t> loopTrips; // Element 0 is the program's.
  std::vector<LoopId> roots;
  std::vector<bool> wrapsAround; // By buffer.
};

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_ACCESSINDEX_H
