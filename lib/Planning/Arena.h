//===- Arena.h - Allocated bytes of one tier --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_ARENA_H
#define MEMPLACE_LIB_PLANNING_ARENA_H

#include "FreeBytes.h"

namespace memplace::planning {

/// Allocated rectangles (steps x bytes) of one tier, their owners, and the free
/// bytes. To find owners, a segment tree over blocks of consecutive steps lists
/// each rectangle in the O(log n) nodes that make up its blocks.
class Arena {
public:
  using Fit = FreeBytes::Fit;

  Arena(int64_t capacity, Step numSteps);

  const FreeBytes &getFree() const { return free; }
  /// See FreeBytes::find.
  std::optional<Offset> find(LiveRange range, int64_t size, int64_t alignment,
                             Fit fit, LiveRange secondRange = {0, 0},
                             std::optional<Offset> preferredOffset = {}) const {
    return free.find(range, size, alignment, fit, secondRange, preferredOffset);
  }
  int64_t loadAt(Step step) const { return free.loadAt(step); }
  bool hasBytes(LiveRange range, int64_t size) const {
    return free.hasBytes(range, size);
  }

  void take(LiveRange range, Offset offset, int64_t size, BufferId owner = -1);

  /// Releases a rectangle; the arguments must be those of its `take`.
  void release(LiveRange range, Offset offset, int64_t size);

  /// An allocated rectangle.
  struct Taken {
    LiveRange range;
    Offset begin = 0, end = 0; // Bytes.
    BufferId owner = -1;
  };
  /// Appends each rectangle allocated during \p range once to \p taken. Order:
  /// earlier block first, then lower offset, then earlier allocation.
  void findTaken(LiveRange range, std::vector<Taken> &taken) const;

  /// Appends the owners of all rectangles allocated during \p range to \p
  /// owners, in the order of `findTaken`. An owner may appear several times.
  void findOwners(LiveRange range, std::vector<BufferId> &owners) const;

private:
  struct Rectangle {
    LiveRange range;
    Offset begin = 0;
    Offset end = 0;
    BufferId owner = -1;
    int64_t number = 0; // Count of earlier allocations.
  };
  // A rectangle found by a look-up, with its sort key.
  struct Found {
    // First block of the look-up that contains the rectangle.
    int64_t block = 0;
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
  std::vector<int32_t> unused; // Free indices into `rectangles`.
  int64_t numTaken = 0;  // Allocations so far, including released rectangles.
  int64_t numLeaves = 1; // One for each block; a power of two.
  // Indices into `rectangles` by node, unordered. Node i has the children 2i
  // and 2i + 1; node 1 is the root.
  std::vector<std::vector<int32_t>> nodes;
  mutable std::vector<Found> found; // Scratch.
};

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_ARENA_H
