//===- RankTree.h - Which item of an order fits in a valley -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_RANKTREE_H
#define MEMPLACE_LIB_PACKING_RANKTREE_H

#include "PackItems.h"

namespace memplace::packing {

/// Items in a k-d tree by begin and end, with the least rank in each subtree:
/// answers "the first in rank whose live range is inside [begin, end)" in at
/// most O(sqrt n) steps, typically a few dozen, and forgets an item in
/// O(log n). About 24 bytes an item.
class RankTree {
public:
  explicit RankTree(const Items &items);

  /// Starts anew: all items are there; \p rankOf is by item, all different.
  void reset(std::span<const int32_t> rankOf);
  /// The first in rank that is live in section \p at and only in
  /// [\p begin, \p end), or -1.
  int32_t findFirst(int32_t begin, int32_t end, int32_t at) const;
  /// Likewise, wherever in [\p begin, \p end) it is live.
  int32_t findFirst(int32_t begin, int32_t end) const;
  void erase(int32_t item);

private:
  /// What is still there. All bounds are on sections.
  struct Node {
    int32_t least; // Rank.
    int32_t minBegin;
    int32_t maxBegin;
    int32_t minEnd;
    int32_t maxEnd;
  };
  /// In the order of the leaves, so that a leaf is read at once.
  struct Entry {
    int32_t begin;
    int32_t end;
    int32_t rank; // `noRank`: gone.
    int32_t item;
  };
  static constexpr int32_t noRank = std::numeric_limits<int32_t>::max();

  void build(int32_t from, int32_t to, bool byBegin);
  void refreshLeaf(int32_t leaf);
  void join(size_t node);
  template <typename Fits, typename MayFit>
  int32_t find(Fits fits, MayFit mayFit) const;

  std::vector<Entry> entries;
  std::vector<int32_t> leafOf; // By item.
  std::vector<Node> nodes;     // Node i has children 2i and 2i + 1; 1 the root.
  int32_t numLeaves = 1;       // A power of two.
  int32_t leafSize = 1;
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_RANKTREE_H
