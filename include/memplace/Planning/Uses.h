//===- Uses.h - Who uses a buffer, in which loops ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_USES_H
#define MEMPLACE_PLANNING_USES_H

#include "memplace/Problem/Problem.h"

namespace memplace::planning {

/// Index into Uses::loops; `noLoop` means the whole program.
using LoopId = int32_t;
inline constexpr LoopId noLoop = -1;

/// All accesses of one op to one buffer.
struct AccessGroup {
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

/// What every solver looks up again and again. Keeps a reference to the
/// problem.
class Uses {
public:
  explicit Uses(const Problem &problem);

  const Problem &problem;
  std::vector<int64_t> trips;                   // By step.
  std::vector<LoopNode> loops;                  // Outer loops first.
  std::vector<std::vector<AccessGroup>> groups; // By buffer, in step order.

  /// Whether \p loop runs once or not at all, as an arm of a branch does.
  bool isArm(LoopId loop) const {
    return loop != noLoop && loops[loop].maySkip &&
           loopTrips[loop + 1] == loopTrips[loops[loop].parent + 1];
  }
  bool hasArms() const;

  /// Innermost loop around \p step; `noLoop` at numSteps().
  LoopId loopOf(Step step) const { return innermost[step]; }
  /// The steps of a loop's body, or of the program.
  LiveRange rangeOf(LoopId loop) const {
    return loop == noLoop ? LiveRange{0, problem.numSteps()}
                          : loops[loop].range;
  }
  LoopId parentOf(LoopId loop) const { return loops[loop].parent; }
  /// How often something at the level of \p loop runs.
  int64_t tripsOf(LoopId loop) const { return loopTrips[loop + 1]; }
  bool isWithin(LoopId inner, LoopId outer) const;

  /// The innermost loop of which each trip has its own contents of the buffer:
  /// its live range lies strictly inside. Loops within this one that overlap
  /// the live range are those that rule R10 constrains.
  LoopId rootOf(BufferId buffer) const { return roots[buffer]; }

  /// Whether an access group leaves other contents than it found. The first
  /// access of a buffer that is not live-in makes them, in any mode (R6).
  bool definesContents(BufferId buffer, int32_t group) const {
    return groups[buffer][group].writes ||
           (group == 0 && !problem.buffers[buffer].liveIn);
  }

  /// Whether an invocation may leave the buffer in a faster tier for the next
  /// one: in a cyclic problem it is only read, and lives all the time.
  bool mayGoAround(BufferId buffer) const { return goesAround[buffer]; }

  /// The outermost loop strictly inside \p level that contains \p step, or
  /// `noLoop` if the step is at that level itself.
  LoopId childAt(LoopId level, Step step) const;

  /// Whether something issued at boundary \p step runs once per trip of
  /// \p level and not in a loop inside of it.
  bool isStartAt(LoopId level, Step step) const {
    return loopOf(step) == level;
  }
  /// Whether a transfer of \p level may be awaited at boundary \p step.
  bool isDoneAt(LoopId level, Step step) const;

private:
  void buildLoops();
  void buildGroups();
  void findGoingAround();

  std::vector<LoopId> innermost;  // Size: numSteps() + 1.
  std::vector<int64_t> loopTrips; // [0] is the program's.
  std::vector<LoopId> roots;
  std::vector<bool> goesAround; // By buffer.
};

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_USES_H
