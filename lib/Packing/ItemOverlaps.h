//===- ItemOverlaps.h - Items that overlap in time --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_ITEMOVERLAPS_H
#define MEMPLACE_LIB_PACKING_ITEMOVERLAPS_H

#include "PackItems.h"

#include <span>
#include <vector>

namespace memplace::packing {

/// Index of fixed items for repeated look-ups: items of a section, items with
/// an overlap in time, and identical items.
class ItemOverlaps {
public:
  struct SectionItem {
    int32_t item;
    int64_t last; ///< Of its piece there: above its last byte.
  };

  explicit ItemOverlaps(const Items &items);

  /// Returns true if the index fits in a few hundred MB.
  static bool isAffordable(const Items &items);

  /// Returns the items of the sections [begin, end), section by section.
  std::span<const SectionItem> itemsOf(int32_t begin, int32_t end) const {
    return {sectionItems.data() + sectionAt[begin],
            sectionItems.data() + sectionAt[end]};
  }
  /// Returns the other items with bytes in a section of \p item.
  std::span<const int32_t> neighboursOf(int32_t item) const {
    return {neighbours.data() + neighbourAt[item],
            neighbours.data() + neighbourAt[item + 1]};
  }
  /// Returns the next item identical to \p item, for items of a single piece;
  /// or -1.
  int32_t nextTwinOf(int32_t item) const { return nextTwin[item]; }
  /// Returns true if some piece ends below its item's size.
  bool hasShorterPieces() const { return areSomeShorter; }

private:
  void listSections(const Items &items);
  void listNeighbours(const Items &items);
  void findTwins(const Items &items);

  std::vector<int32_t> sectionAt; // By section: the first of `sectionItems`.
  std::vector<SectionItem> sectionItems;
  std::vector<int32_t> neighbourAt; // By item: the first of `neighbours`.
  std::vector<int32_t> neighbours;
  std::vector<int32_t> nextTwin; // By item.
  bool areSomeShorter = false;
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_ITEMOVERLAPS_H
