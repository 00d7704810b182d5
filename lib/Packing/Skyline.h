//===- Skyline.h - Packing from the bottom up -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_SKYLINE_H
#define MEMPLACE_LIB_PACKING_SKYLINE_H

#include "Budget.h"
#include "RankTree.h"
#include "Tops.h"

namespace memplace::packing {

/// Rule for the item in the lowest valley.
enum class SkylineRule {
  First,    // The first item of the order that fits between its walls.
  Tightest, // The first among items live at the tightest section.
};

/// Packs from the bottom: places into the lowest valley of the skyline the
/// first item of an order that fits between its walls, or fills the valley up
/// to its lower wall. Near-linear; keeps no graph of conflicts.
class Skyline {
public:
  /// \p items must have no fixed offsets.
  explicit Skyline(const Items &items);

  /// Packs in the order \p rankOf (by item, all different), as long as the peak
  /// is at most \p limit. Returns the peak, or `infiniteOffset`; `offsets` is
  /// then -1 for unpacked items. Also stops once the time of \p budget, which
  /// may be null, is over.
  int64_t pack(std::span<const int32_t> rankOf, int64_t limit, SkylineRule rule,
               Budget *budget);

  /// By item, of the last `pack`.
  std::vector<Offset> offsets;

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
  bool raise(int32_t begin, int64_t limit);
  int32_t choose(int32_t begin, int32_t end) const;

  const Items &items;
  RankTree tree;
  SkylineRule rule = SkylineRule::First;
  Tops tops; // Placed plus unplaced bytes: a lower bound of the final top.
  // Segments of the skyline are identified by their first section.
  std::vector<int64_t> floorAt; // -1: no segment begins here.
  std::vector<int32_t> endAt;
  std::vector<int32_t> beginOfEnd; // By the section after the segment.
  std::vector<Valley> heap;        // Some entries are out of date.
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_SKYLINE_H
