//===- Skyline.cpp - Packing from the bottom up ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The best-fit heuristic of strip packing (Burke, Kendall and Whitwell 2004, "A
// new placement heuristic for the orthogonal stock-cutting problem"; skylines
// as in Wei, Oon, Zhu and Lim 2011, "A skyline heuristic for the 2D rectangular
// packing and strip packing problems"), with one difference: an item's place in
// time is given, and only its offset is chosen. A valley takes the first item
// of the order that lives inside the valley, found by `RankTree`. `Tightest`,
// our own rule, prefers items live at the tightest section of the valley, i.e.
// where placed and unplaced bytes leave the least room (`Tops`), and stops as
// soon as these bytes exceed the limit.
//
// Each step places an item or fills a valley up to its lower wall, and joins
// segments, so there are O(n) steps and segments.
//
//===----------------------------------------------------------------------===//

#include "Skyline.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::packing;

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
  if (rule == SkylineRule::Tightest)
    tops.reset(loadsOf(items));
  floorAt[0] = 0;
  endAt[0] = items.numSections;
  beginOfEnd[items.numSections] = 0;
  push(0);
}

/// Splits the segment [\p begin, ...) at \p at, unless a segment already begins
/// there.
void Skyline::split(int32_t begin, int32_t at) {
  if (at == begin || at == endAt[begin])
    return;
  floorAt[at] = floorAt[begin];
  endAt[at] = endAt[begin];
  beginOfEnd[endAt[at]] = at;
  endAt[begin] = at;
  beginOfEnd[at] = begin;
}

/// Joins equal neighbours from the segment before \p begin to the segment after
/// \p end.
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
  if (plus(offset, items.size[item]) > limit)
    return false;
  offsets[item] = offset;
  const int32_t valleyEnd = endAt[valley];
  int32_t segment = valley;
  const int64_t waste = offset - floorAt[valley];
  items.forEachPiece(item, [&](Piece piece) {
    if (waste + piece.first > 0 && rule == SkylineRule::Tightest)
      tops.raise(piece.begin, piece.end, waste + piece.first);
    split(segment, piece.begin);
    split(piece.begin, piece.end);
    floorAt[piece.begin] = offset + piece.last;
    segment = piece.end;
  });
  joinNeighbours(valley, valleyEnd);
  tree.erase(item);
  return true;
}

/// Fills the valley up to its lower wall. Returns false if the unplaced items
/// do not fit on top.
bool Skyline::raise(int32_t begin, int64_t limit) {
  const int32_t end = endAt[begin];
  int64_t wall = infiniteOffset;
  if (begin > 0)
    wall = floorAt[beginOfEnd[begin]];
  if (end < items.numSections)
    wall = std::min(wall, floorAt[end]);
  assert(wall != infiniteOffset && "what is left fits if there is no wall");
  if (rule == SkylineRule::Tightest) {
    tops.raise(begin, end, wall - floorAt[begin]);
    if (tops.highest(begin, end).bytes > limit)
      return false;
  }
  floorAt[begin] = wall;
  joinNeighbours(begin, end);
  return true;
}

/// Returns the item for the valley, or -1.
int32_t Skyline::choose(int32_t begin, int32_t end) const {
  if (rule == SkylineRule::Tightest) {
    const int32_t at = tops.highest(begin, end).section;
    if (int32_t item = tree.findFirst(begin, end, at); item >= 0)
      return item;
  }
  return tree.findFirst(begin, end);
}

int64_t Skyline::pack(std::span<const int32_t> rankOf, int64_t limit,
                      SkylineRule newRule, Budget *budget) {
  if (items.numItems == 0)
    return 0;
  rule = newRule;
  start();
  tree.reset(rankOf);
  constexpr int32_t interval = 256; // Items between two checks of the clock.
  int64_t peak = 0;
  for (int32_t left = items.numItems; left > 0;) {
    assert(!heap.empty() && "every segment is in the heap");
    Valley valley = heap.front();
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    heap.pop_back();
    if (floorAt[valley.begin] != valley.floor)
      continue;
    const int32_t item = choose(valley.begin, endAt[valley.begin]);
    if (item < 0) {
      if (!raise(valley.begin, limit))
        return infiniteOffset;
      continue;
    }
    if (!place(item, valley.begin, limit) ||
        (budget && left % interval == 0 && budget->isTimedOut()))
      return infiniteOffset;
    peak = std::max(peak, offsets[item] + items.size[item]);
    --left;
  }
  return peak;
}
