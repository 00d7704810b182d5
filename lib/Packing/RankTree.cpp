//===- RankTree.cpp - First item of an order that fits --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A k-d tree (Bentley 1975, "Multidimensional binary search trees used for
// associative searching"). Each node stores the least rank below it and the
// bounding box of its items. A search visits the better child first and prunes
// nodes that are not better than the best item so far. A removed item loses its
// rank; the tree keeps its shape.
//
//===----------------------------------------------------------------------===//

#include "RankTree.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::packing;

RankTree::RankTree(const Items &items) {
  constexpr int32_t wantedLeafSize = 8;
  while (numLeaves * wantedLeafSize < items.numItems)
    numLeaves *= 2;
  leafSize = std::max(1, (items.numItems + numLeaves - 1) / numLeaves);
  entries.reserve(items.numItems);
  for (int32_t i = 0; i < items.numItems; ++i)
    entries.push_back({items.begin[i], items.end[i], noRank, i});
  build(0, numLeaves, /*byBegin=*/true);
  leafOf.resize(items.numItems);
  for (int32_t i = 0; i < items.numItems; ++i)
    leafOf[entries[i].item] = i / leafSize;
  nodes.resize(2 * static_cast<size_t>(numLeaves));
}

/// Orders the entries of the leaves [from, to), alternating between start and
/// end.
void RankTree::build(int32_t from, int32_t to, bool byBegin) {
  const int32_t count = static_cast<int32_t>(entries.size());
  const int32_t begin = std::min(from * leafSize, count);
  const int32_t end = std::min(to * leafSize, count);
  const int32_t half = (from + to) / 2;
  if (to - from < 2 || half * leafSize >= end)
    return to - from < 2 ? void() : build(from, half, byBegin);
  std::nth_element(entries.begin() + begin, entries.begin() + half * leafSize,
                   entries.begin() + end, [&](const Entry &a, const Entry &b) {
                     return byBegin ? a.begin < b.begin : a.end < b.end;
                   });
  build(from, half, !byBegin);
  build(half, to, !byBegin);
}

void RankTree::refreshLeaf(int32_t leaf) {
  const int32_t count = static_cast<int32_t>(entries.size());
  Node fresh = {noRank, noRank, -1, noRank, -1};
  for (int32_t i = std::min(leaf * leafSize, count),
               to = std::min((leaf + 1) * leafSize, count);
       i < to; ++i) {
    const Entry &entry = entries[i];
    if (entry.rank == noRank)
      continue;
    fresh.least = std::min(fresh.least, entry.rank);
    fresh.minBegin = std::min(fresh.minBegin, entry.begin);
    fresh.maxBegin = std::max(fresh.maxBegin, entry.begin);
    fresh.minEnd = std::min(fresh.minEnd, entry.end);
    fresh.maxEnd = std::max(fresh.maxEnd, entry.end);
  }
  nodes[numLeaves + leaf] = fresh;
}

void RankTree::join(size_t node) {
  const Node &a = nodes[2 * node], &b = nodes[2 * node + 1];
  nodes[node] = {std::min(a.least, b.least), std::min(a.minBegin, b.minBegin),
                 std::max(a.maxBegin, b.maxBegin), std::min(a.minEnd, b.minEnd),
                 std::max(a.maxEnd, b.maxEnd)};
}

void RankTree::reset(std::span<const int32_t> rankOf) {
  for (Entry &entry : entries)
    entry.rank = rankOf[entry.item];
  for (int32_t leaf = 0; leaf < numLeaves; ++leaf)
    refreshLeaf(leaf);
  for (size_t node = numLeaves; --node > 0;)
    join(node);
}

void RankTree::erase(int32_t item) {
  const int32_t leaf = leafOf[item];
  int32_t i = leaf * leafSize;
  while (entries[i].item != item)
    ++i;
  entries[i].rank = noRank;
  refreshLeaf(leaf);
  for (size_t node = (numLeaves + leaf) / 2; node > 0; node /= 2)
    join(node);
}

/// \p mayFit(node): true if an entry below the node may fit.
template <typename Fits, typename MayFit>
int32_t RankTree::find(Fits fits, MayFit mayFit) const {
  int32_t best = noRank, found = -1;
  size_t stack[64]; // One per level and one more: the tree has at most 31.
  size_t depth = 0;
  stack[depth++] = 1;
  while (depth) {
    const size_t index = stack[--depth];
    const Node &node = nodes[index];
    if (node.least >= best || !mayFit(node))
      continue;
    if (index < static_cast<size_t>(numLeaves)) {
      // The better child on top.
      const bool isFirst = nodes[2 * index].least < nodes[2 * index + 1].least;
      stack[depth++] = 2 * index + isFirst;
      stack[depth++] = 2 * index + !isFirst;
      continue;
    }
    const int32_t from = static_cast<int32_t>(index - numLeaves) * leafSize;
    const int32_t to =
        std::min(from + leafSize, static_cast<int32_t>(entries.size()));
    for (int32_t i = from; i < to; ++i) {
      const Entry &entry = entries[i];
      if (entry.rank >= best || !fits(entry))
        continue;
      best = entry.rank;
      found = entry.item;
    }
  }
  return found;
}

int32_t RankTree::findFirst(int32_t begin, int32_t end) const {
  return find(
      [=](const Entry &e) { return e.begin >= begin && e.end <= end; },
      [=](const Node &n) { return n.maxBegin >= begin && n.minEnd <= end; });
}

int32_t RankTree::findFirst(int32_t begin, int32_t end, int32_t at) const {
  return find(
      [=](const Entry &e) {
        return e.begin >= begin && e.begin <= at && e.end > at && e.end <= end;
      },
      [=](const Node &n) {
        return n.maxBegin >= begin && n.minBegin <= at && n.maxEnd > at &&
               n.minEnd <= end;
      });
}
