//===- AllocatedTree.h - Bytes allocated during ranges of steps -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_ALLOCATEDTREE_H
#define MEMPLACE_LIB_PLANNING_ALLOCATEDTREE_H

#include "memplace/Problem/Problem.h"

namespace memplace::planning {

/// Bytes of a tier, [begin, end).
struct ByteRange {
  Offset begin = 0;
  Offset end = 0;
};

/// Bytes allocated at any step of a range: a segment tree over steps (Bentley
/// 1977, unpublished, on Klee's rectangle problems). Each rectangle is listed
/// in the O(log n) nodes of its steps, and each node keeps the union of the
/// bytes allocated anywhere below. Additions update the union at once; removals
/// mark the union stale, and the next look-up recomputes the union. A change
/// and a look-up each cost O(log n) nodes, however long the range and however
/// many rectangles lie in the range. The cost of a node is the number of
/// sufficiently large gaps, small in a full memory, plus the number of
/// allocated ranges in these gaps.
class AllocatedTree {
public:
  AllocatedTree(int64_t capacity, Step numSteps);

  /// Adds a rectangle. Rectangles that share a step must not share a byte.
  void add(LiveRange range, ByteRange bytes);
  /// Removes a rectangle; the arguments must be the same as for `add`.
  void remove(LiveRange range, ByteRange bytes);

  /// Restricts \p gaps (sorted, disjoint) to the bytes free at each step of
  /// \p range, without gaps smaller than \p size bytes. Returns false if no gap
  /// remains.
  bool keepFree(LiveRange range, int64_t size, std::vector<ByteRange> &gaps);

private:
  struct Node {
    // Allocated during all steps of the node; sorted.
    std::vector<ByteRange> whole;
    std::vector<ByteRange> any; // Union over its steps; sorted.
    int64_t largestGap = 0;     // Upper bound of the free bytes in a row.
    bool isStale = false;       // `any` and `largestGap` are out of date.
  };

  bool keepFree(size_t node, LiveRange covered, LiveRange range, int64_t size,
                std::vector<ByteRange> &gaps);
  void refresh(size_t node);

  int64_t capacity;
  Step numLeaves = 1; // One for each step; a power of two.
  // Node i has the children 2i and 2i + 1; node 1 is the root.
  std::vector<Node> nodes;
  std::vector<ByteRange> scratch;
};

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_ALLOCATEDTREE_H
