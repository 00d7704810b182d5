//===- RankTree.h - First item of an order that fits ------------*- C++ -*-===//
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

/// Items in a k-d tree by start and end, with the least rank in each subtree.
/// Finds the first item in rank with a live range inside [begin, end) in at
/// most O(sqrt n) steps, typically a few dozen, and removes an item in O(log
/// n). Takes about 24 bytes per item.
class RankTree {
public:
  explicit RankTree(const Items &items);

  /// Restarts with all items; \p rankOf is by item, all different.
  void reset(std::span<const int32_t> rankOf);
  /// Returns the first item in rank that is live in section \p at and only in
  /// [\p begin, \p end), or -1.
  int32_t findFirst(int32_t begin, int32_t end, int32_t at) const;
  /// Returns the first item in rank that is live only in [\p begin, \p end), or
  /// -1.
  int32_t findFirst(int32_t begin, int32_t end) const;
  void erase(int32_t item);

private:
  /// Summary of the remaining items. All bounds are on sections.
  struct Node {
    int32_t least; // Rank.
    int32_t minBegin;
    int32_t maxBegin;
    int32_t minEnd;
    int32_t maxEnd;
  };
  /// In the order of the leaves, to read a leaf contiguously.
  struct Entry {
    int32_t begin;
    int32_t end;
    int32_t rank; // `noRank`: removed.
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
  // Node i has the children 2i and 2i + 1; 1 is the root.
  std::vector<Node> nodes;
  int32_t numLeaves = 1; // A power of two.
  int32_t leafSize = 1;
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_RANKTREE_H
