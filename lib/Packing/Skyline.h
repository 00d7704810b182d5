//===- Skyline.h - Packing from the bottom up -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_SKYLINE_H
#define MEMPLACE_LIB_PACKING_SKYLINE_H

#include "Items.h"

namespace memplace::packing {

/// Items in a k-d tree by begin and end, with the least rank in each subtree:
/// answers "the first in rank whose live range is inside [begin, end)" in at
/// most O(sqrt n) steps, typically a few dozen, and forgets an item in
/// O(log n). About 8 bytes an item.
class RankTree {
public:
  explicit RankTree(const Items &items);

  /// Starts anew: all items are there; \p rankOf is by item, all different.
  void reset(std::span<const int32_t> rankOf);
  /// The item, or -1.
  int32_t findFirst(int32_t begin, int32_t end) const;
  void erase(int32_t item);

private:
  struct Node {
    int32_t least;    // Rank.
    int32_t maxBegin; // Of what is still there.
    int32_t minEnd;
  };
  void build(int32_t from, int32_t to, bool byBegin);
  void refreshLeaf(size_t node, int32_t from, int32_t to);
  void join(size_t node);

  const Items &items;
  std::span<const int32_t> rankOf;
  std::vector<int32_t> itemAt; // In the order of the leaves.
  std::vector<int32_t> leafOf; // By item.
  std::vector<Node> nodes;     // Node i has children 2i and 2i + 1; 1 the root.
  std::vector<bool> isGone;    // By item.
  int32_t numLeaves = 1;       // A power of two.
  int32_t leafSize = 1;
};

/// Packs from the bottom: takes the lowest valley of the skyline, puts in it
/// the first item of an order that fits between its walls, or fills it up to
/// the lower wall. Near-linear; keeps no graph of conflicts.
class Skyline {
public:
  /// \p items must have no fixed offsets.
  explicit Skyline(const Items &items);

  /// Packs in the order \p rankOf (by item, all different), as far as the peak
  /// stays at most \p limit. Returns the peak, or `unreachable`; `offsets` is
  /// then -1 for what was not packed.
  int64_t pack(std::span<const int32_t> rankOf, int64_t limit);

  /// By item, of the last `pack`.
  std::vector<Offset> offsets;
  /// The item that did not fit below the limit, if one did not.
  int32_t culprit = -1;

private:
  struct Valley {
    int64_t floor;
    int32_t begin;
    bool operator>(const Valley &other) const {
      return floor != other.floor ? floor > other.floor : begin > other.begin;
    }
  };
  void start();
  void split(int32_t begin, int32_t at);
  void joinNeighbours(int32_t begin, int32_t end);
  void push(int32_t begin);
  bool place(int32_t item, int32_t valley, int64_t limit);
  void raise(int32_t begin);

  const Items &items;
  RankTree tree;
  // A segment of the skyline is known by its first section.
  std::vector<int64_t> floorAt; // -1: no segment begins here.
  std::vector<int32_t> endAt;
  std::vector<int32_t> beginOfEnd; // By the section after the segment.
  std::vector<Valley> heap;        // Some are out of date.
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_SKYLINE_H
