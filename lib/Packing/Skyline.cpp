//===- Skyline.cpp - Packing from the bottom up ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Skyline.h"

#include <algorithm>
#include <numeric>

using namespace memplace;
using namespace memplace::packing;

constexpr int32_t noRank = std::numeric_limits<int32_t>::max();

//===----------------------------------------------------------------------===//
// RankTree
//===----------------------------------------------------------------------===//

RankTree::RankTree(const Items &items) : items(items) {
  constexpr int32_t wantedLeafSize = 8;
  while (numLeaves * wantedLeafSize < items.numItems)
    numLeaves *= 2;
  leafSize = std::max(1, (items.numItems + numLeaves - 1) / numLeaves);
  itemAt.resize(items.numItems);
  std::iota(itemAt.begin(), itemAt.end(), 0);
  leafOf.resize(items.numItems);
  build(0, numLeaves, /*byBegin=*/true);
  for (int32_t i = 0; i < items.numItems; ++i)
    leafOf[itemAt[i]] = i / leafSize;
}

/// Orders the items of the leaves [from, to), alternating between begin and
/// end.
void RankTree::build(int32_t from, int32_t to, bool byBegin) {
  int32_t begin = std::min(from * leafSize, items.numItems);
  int32_t end = std::min(to * leafSize, items.numItems);
  int32_t half = (from + to) / 2;
  if (to - from < 2 || half * leafSize >= end)
    return to - from < 2 ? void() : build(from, half, byBegin);
  const std::vector<int32_t> &key = byBegin ? items.begin : items.end;
  std::nth_element(itemAt.begin() + begin, itemAt.begin() + half * leafSize,
                   itemAt.begin() + end,
                   [&](int32_t a, int32_t b) { return key[a] < key[b]; });
  build(from, half, !byBegin);
  build(half, to, !byBegin);
}

void RankTree::refreshLeaf(size_t node, int32_t from, int32_t to) {
  Node fresh = {noRank, -1, noRank};
  for (int32_t i = from; i < to; ++i) {
    int32_t item = itemAt[i];
    if (isGone[item])
      continue;
    fresh.least = std::min(fresh.least, rankOf[item]);
    fresh.maxBegin = std::max(fresh.maxBegin, items.begin[item]);
    fresh.minEnd = std::min(fresh.minEnd, items.end[item]);
  }
  nodes[node] = fresh;
}

void RankTree::join(size_t node) {
  const Node &a = nodes[2 * node], &b = nodes[2 * node + 1];
  nodes[node] = {std::min(a.least, b.least), std::max(a.maxBegin, b.maxBegin),
                 std::min(a.minEnd, b.minEnd)};
}

void RankTree::reset(std::span<const int32_t> newRankOf) {
  rankOf = newRankOf;
  isGone.assign(items.numItems, false);
  nodes.resize(2 * static_cast<size_t>(numLeaves));
  for (int32_t leaf = 0; leaf < numLeaves; ++leaf)
    refreshLeaf(numLeaves + leaf, std::min(leaf * leafSize, items.numItems),
                std::min((leaf + 1) * leafSize, items.numItems));
  for (size_t node = numLeaves; --node > 0;)
    join(node);
}

void RankTree::erase(int32_t item) {
  isGone[item] = true;
  int32_t leaf = leafOf[item];
  refreshLeaf(numLeaves + leaf, leaf * leafSize,
              std::min((leaf + 1) * leafSize, items.numItems));
  for (size_t node = (numLeaves + leaf) / 2; node > 0; node /= 2)
    join(node);
}

int32_t RankTree::findFirst(int32_t begin, int32_t end) const {
  int32_t best = noRank, found = -1;
  size_t stack[64]; // One per level and one more: the tree has at most 31.
  size_t depth = 0;
  stack[depth++] = 1;
  while (depth) {
    size_t index = stack[--depth];
    const Node &node = nodes[index];
    if (node.least >= best || node.maxBegin < begin || node.minEnd > end)
      continue;
    if (index < static_cast<size_t>(numLeaves)) {
      // The better child on top.
      bool isFirst = nodes[2 * index].least < nodes[2 * index + 1].least;
      stack[depth++] = 2 * index + isFirst;
      stack[depth++] = 2 * index + !isFirst;
      continue;
    }
    int32_t from = static_cast<int32_t>(index - numLeaves) * leafSize;
    int32_t to = std::min(from + leafSize, items.numItems);
    for (int32_t i = from; i < to; ++i) {
      int32_t item = itemAt[i];
      if (isGone[item] || items.begin[item] < begin || items.end[item] > end ||
          rankOf[item] >= best)
        continue;
      best = rankOf[item];
      found = item;
    }
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Skyline
//===----------------------------------------------------------------------===//

Skyline::Skyline(const Items &items) : items(items), tree(items) {
  assert(items.fixed.empty() && "a skyline cannot pass a fixed offset");
}

void Skyline::push(int32_t begin) {
  heap.push_back({floorAt[begin], begin});
  std::push_heap(heap.begin(), heap.end(), std::greater<>());
}

void Skyline::start() {
  offsets.assign(items.numItems, -1);
  floorAt.assign(items.numSections, -1);
  endAt.resize(items.numSections);
  beginOfEnd.resize(static_cast<size_t>(items.numSections) + 1);
  heap.clear();
  floorAt[0] = 0;
  endAt[0] = items.numSections;
  beginOfEnd[items.numSections] = 0;
  push(0);
}

/// Makes a segment begin at \p at, which is in the segment that begins at
/// \p begin, or its end.
void Skyline::split(int32_t begin, int32_t at) {
  if (at == begin || at == endAt[begin])
    return;
  floorAt[at] = floorAt[begin];
  endAt[at] = endAt[begin];
  beginOfEnd[endAt[at]] = at;
  endAt[begin] = at;
  beginOfEnd[at] = begin;
}

/// Joins equal neighbours from the segment that begins at \p begin up to the
/// one that ends at \p end, and both their neighbours.
void Skyline::joinNeighbours(int32_t begin, int32_t end) {
  int32_t at = begin > 0 ? beginOfEnd[begin] : begin;
  while (at < items.numSections && at <= end) {
    int32_t next = endAt[at];
    if (next < items.numSections && floorAt[next] == floorAt[at]) {
      endAt[at] = endAt[next];
      beginOfEnd[endAt[at]] = at;
      floorAt[next] = -1;
      continue;
    }
    // The others are in the heap already.
    if (begin <= at && at < end)
      push(at);
    at = next;
  }
}

bool Skyline::place(int32_t item, int32_t valley, int64_t limit) {
  Offset offset = alignUp(floorAt[valley], items.alignmentOf(item));
  if (offset == unreachable || plus(offset, items.size[item]) > limit)
    return false;
  offsets[item] = offset;
  const int32_t valleyEnd = endAt[valley];
  int32_t segment = valley;
  items.forEachPiece(item, [&](Piece piece) {
    split(segment, piece.begin);
    split(piece.begin, piece.end);
    floorAt[piece.begin] = offset + piece.last;
    segment = piece.end;
  });
  joinNeighbours(valley, valleyEnd);
  tree.erase(item);
  return true;
}

/// Fills the valley up to its lower wall.
void Skyline::raise(int32_t begin) {
  const int32_t end = endAt[begin];
  int64_t wall = unreachable;
  if (begin > 0)
    wall = floorAt[beginOfEnd[begin]];
  if (end < items.numSections)
    wall = std::min(wall, floorAt[end]);
  assert(wall != unreachable && "what is left fits if there is no wall");
  floorAt[begin] = wall;
  joinNeighbours(begin, end);
}

int64_t Skyline::pack(std::span<const int32_t> rankOf, int64_t limit) {
  if (items.numItems == 0)
    return 0;
  start();
  tree.reset(rankOf);
  int64_t peak = 0;
  for (int32_t left = items.numItems; left > 0;) {
    assert(!heap.empty() && "every segment is in the heap");
    Valley valley = heap.front();
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    heap.pop_back();
    if (floorAt[valley.begin] != valley.floor)
      continue;
    int32_t item = tree.findFirst(valley.begin, endAt[valley.begin]);
    if (item < 0) {
      raise(valley.begin);
      continue;
    }
    if (!place(item, valley.begin, limit)) {
      culprit = item;
      return unreachable;
    }
    peak = std::max(peak, offsets[item] + items.size[item]);
    --left;
  }
  return peak;
}
