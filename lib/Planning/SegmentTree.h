//===- SegmentTree.h - Nodes that make up a range ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_SEGMENTTREE_H
#define MEMPLACE_LIB_PLANNING_SEGMENTTREE_H

#include "memplace/Problem/Problem.h"

namespace memplace::planning {

/// Calls \p visit with each of the O(log n) nodes that make up the range
/// \p leaves of a segment tree with \p numLeaves, a power of two. Node 1 is the
/// root, node i has the children 2i and 2i + 1, leaf k is node numLeaves + k.
template <typename Visit>
void forEachNode(int64_t numLeaves, LiveRange leaves, Visit visit) {
  size_t left = leaves.begin + numLeaves, right = leaves.end + numLeaves;
  for (; left < right; left /= 2, right /= 2) {
    if (left % 2 == 1)
      visit(left++);
    if (right % 2 == 1)
      visit(--right);
  }
}

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_SEGMENTTREE_H
