//===- ItemOverlaps.cpp - Items that overlap in time ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ItemOverlaps.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

using namespace memplace;
using namespace memplace::packing;

ItemOverlaps::ItemOverlaps(const Items &items) {
  listSections(items);
  listNeighbours(items);
  findTwins(items);
}

bool ItemOverlaps::isAffordable(const Items &items) {
  constexpr int64_t maxEntries = 10'000'000;
  int64_t entries = 0;
  for (int32_t i = 0; i < items.numItems; ++i)
    entries += items.end[i] - items.begin[i];
  if (entries > maxEntries)
    return false;
  // Overlapping pairs: an item begins during the life of another.
  std::vector<int32_t> begins(items.begin);
  std::sort(begins.begin(), begins.end());
  for (int32_t i = 0; i < items.numItems; ++i)
    entries += std::lower_bound(begins.begin(), begins.end(), items.end[i]) -
               std::lower_bound(begins.begin(), begins.end(), items.begin[i]);
  return entries <= maxEntries;
}

void ItemOverlaps::listSections(const Items &items) {
  sectionAt.assign(static_cast<size_t>(items.numSections) + 1, 0);
  auto count = [&](Piece piece) {
    for (int32_t s = piece.begin; s < piece.end; ++s)
      ++sectionAt[s + 1];
  };
  for (int32_t i = 0; i < items.numItems; ++i)
    items.forEachPiece(i, count);
  std::partial_sum(sectionAt.begin(), sectionAt.end(), sectionAt.begin());
  sectionItems.resize(sectionAt.back());
  std::vector<int32_t> next = sectionAt;
  for (int32_t i = 0; i < items.numItems; ++i)
    items.forEachPiece(i, [&](Piece piece) {
      areSomeShorter |= piece.last != items.size[i];
      for (int32_t s = piece.begin; s < piece.end; ++s)
        sectionItems[next[s]++] = {i, piece.last};
    });
}

void ItemOverlaps::listNeighbours(const Items &items) {
  std::vector<int32_t> seenBy(items.numItems, -1);
  neighbourAt.push_back(0);
  for (int32_t i = 0; i < items.numItems; ++i) {
    seenBy[i] = i;
    items.forEachPiece(i, [&](Piece piece) {
      for (const SectionItem &at : itemsOf(piece.begin, piece.end))
        if (std::exchange(seenBy[at.item], i) != i)
          neighbours.push_back(at.item);
    });
    neighbourAt.push_back(static_cast<int32_t>(neighbours.size()));
  }
}

void ItemOverlaps::findTwins(const Items &items) {
  using Likeness = std::tuple<int32_t, int32_t, int64_t, int64_t>;
  std::map<Likeness, int32_t> last;
  nextTwin.assign(items.numItems, -1);
  for (int32_t i = 0; i < items.numItems; ++i) {
    if (items.fixedOf(i) >= 0 ||
        (!items.pieceAt.empty() && items.pieceAt[i + 1] - items.pieceAt[i] > 1))
      continue;
    auto [at, isNew] = last.try_emplace(
        {items.begin[i], items.end[i], items.size[i], items.alignmentOf(i)}, i);
    if (!isNew)
      nextTwin[std::exchange(at->second, i)] = i;
  }
}
