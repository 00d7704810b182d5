//===- TakenTree.h - Bytes taken during ranges of steps ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_TAKENTREE_H
#define MEMPLACE_PLANNING_TAKENTREE_H

#include "memplace/Problem/Problem.h"

namespace memplace::planning {

/// Bytes of a tier, [begin, end).
struct ByteRange {
  Offset begin = 0;
  Offset end = 0;
};

/// Which bytes are taken at any step of a range: a segment tree over steps
/// (Bentley 1977, unpublished, on Klee's rectangle problems). Each rectangle is
/// in the O(log n) nodes that make up its steps, and each node keeps the union
/// of what is taken anywhere below it: what is added, at once; after something
/// was removed, when it is asked. So a change costs O(log n) nodes and a
/// look-up as many, however long the range and however many rectangles lie in
/// it; the cost of a node is the number of gaps that are large enough, which is
/// small where memory is full, and of what is taken in them.
class TakenTree {
public:
  TakenTree(int64_t capacity, Step numSteps);

  /// Rectangles that share a step must not share a byte.
  void add(LiveRange range, ByteRange bytes);
  /// Takes back what `add` added with the same arguments.
  void remove(LiveRange range, ByteRange bytes);

  /// Keeps of the \p gaps (lowest first, none in another) what is free at each
  /// step of \p range, without pieces of less than \p size bytes. False: that
  /// is nothing.
  bool keepFree(LiveRange range, int64_t size, std::vector<ByteRange> &gaps);

private:
  struct Node {
    std::vector<ByteRange> whole; // During all of its steps; lowest first.
    std::vector<ByteRange> any;   // The union over its steps; lowest first.
    int64_t largestGap = 0;       // At most so many bytes lie between them.
    bool isStale = false;         // `any` and `largestGap` are out of date.
  };

  bool keepFree(size_t node, LiveRange covered, LiveRange range, int64_t size,
                std::vector<ByteRange> &gaps);
  void refresh(size_t node);

  int64_t capacity;
  Step numLeaves = 1;      // One for each step; a power of two.
  std::vector<Node> nodes; // Node i has the children 2i and 2i + 1; 1 is all.
  std::vector<ByteRange> scratch;
};

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_TAKENTREE_H
