//===- Arena.h - Bytes taken in one tier ------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_ARENA_H
#define MEMPLACE_PLANNING_ARENA_H

#include "memplace/Planning/FreeBytes.h"

namespace memplace::planning {

/// The rectangles (steps x bytes) taken in one tier, and what is free. For who
/// is where, steps are cut into blocks, over which a segment tree lists them:
/// each in the O(log n) nodes that make up its blocks.
class Arena {
public:
  using Fit = FreeBytes::Fit;

  Arena(int64_t capacity, Step numSteps);

  const FreeBytes &getFree() const { return free; }
  /// See FreeBytes.
  std::optional<Offset> find(LiveRange range, int64_t size, int64_t alignment,
                             Fit fit, LiveRange earlier = {0, 0},
                             std::optional<Offset> wish = {}) const {
    return free.find(range, size, alignment, fit, earlier, wish);
  }
  int64_t loadAt(Step step) const { return free.loadAt(step); }
  bool hasBytes(LiveRange range, int64_t size) const {
    return free.hasBytes(range, size);
  }

  void take(LiveRange range, Offset offset, int64_t size, BufferId owner = -1);

  /// Gives back what `take` took with the same arguments.
  void release(LiveRange range, Offset offset, int64_t size);

  /// What somebody has taken.
  struct Taken {
    LiveRange range;
    Offset begin = 0, end = 0; // Bytes.
    BufferId owner = -1;
  };
  /// Adds to \p taken what is taken during \p range, each once: what is taken
  /// in an earlier block first, then lower offsets, then what was taken first.
  void findTaken(LiveRange range, std::vector<Taken> &taken) const;

  /// Adds to \p owners those who took something during \p range, in the order
  /// of `findTaken`, some perhaps more than once.
  void findOwners(LiveRange range, std::vector<BufferId> &owners) const;

private:
  struct Rectangle {
    LiveRange range;
    Offset begin = 0;
    Offset end = 0;
    BufferId owner = -1;
    int64_t number = 0; // Of those taken, ever.
  };
  // A rectangle that was found, and what it is ordered by.
  struct Found {
    int64_t block = 0; // The first of those looked at that it is in.
    Offset begin = 0;
    int64_t number = 0;
    int32_t index = 0;
  };
  int64_t blockOf(Step step) const { return step / stepsPerBlock; }
  LiveRange blocksOf(LiveRange range) const {
    return {blockOf(range.begin), blockOf(range.end - 1) + 1};
  }
  void findBelow(size_t node, LiveRange covered, LiveRange blocks,
                 LiveRange range) const;
  const std::vector<Found> &findRectangles(LiveRange range) const;

  FreeBytes free;
  Step stepsPerBlock;
  std::vector<Rectangle> rectangles;
  std::vector<int32_t> unused; // Indices into rectangles, to take again.
  int64_t numTaken = 0;        // Rectangles, ever.
  int64_t numLeaves = 1;       // One for each block; a power of two.
  // Indices into rectangles, in no order. Node i has the children 2i and
  // 2i + 1; 1 is all.
  std::vector<std::vector<int32_t>> nodes;
  mutable std::vector<Found> found; // Scratch.
};

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_ARENA_H
