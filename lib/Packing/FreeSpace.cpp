//===- FreeSpace.cpp - Free space among placed items ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A segment tree over sections like `planning::AllocatedTree`, but without
// removal of items, which allows nodes to share items live throughout. Our own
// method: a search goes up through offsets and asks each node of the item's
// time in turn for its next gap, until all nodes agree.
//
//===----------------------------------------------------------------------===//

#include "FreeSpace.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::packing;

FreeSpace::FreeSpace(const Items &items) {
  while (width < items.numSections)
    width *= 2;
  inner.resize(width);
  leaves.resize(width);
  double length = 1;
  for (int32_t i = 0; i < items.numItems; ++i)
    length += items.end[i] - items.begin[i];
  // Limits the writes per item to about this many of the lowest joint nodes.
  constexpr double maxJoint = 16;
  const double joint = maxJoint * items.numItems / length * items.numSections;
  numJoint = 1;
  while (numJoint < static_cast<size_t>(width) &&
         static_cast<double>(2 * numJoint) <= joint)
    numJoint *= 2;
}

void FreeSpace::write(size_t node, int32_t from, int32_t to, const Piece &piece,
                      Offset offset) {
  if (piece.end <= from || to <= piece.begin)
    return;
  const Offset first = offset + piece.first, last = offset + piece.last;
  if (to - from == 1) {
    leaves[from].add(first, last, pool);
    return;
  }
  inner[node].any.add(first, last, pool);
  const bool isAll = piece.begin <= from && to <= piece.end;
  if (isAll && node >= numJoint) {
    inner[node].all.add(first, last, pool);
    return;
  }
  const int32_t half = from + (to - from) / 2;
  write(2 * node, from, half, piece, offset);
  write(2 * node + 1, half, to, piece, offset);
}

void FreeSpace::use(const Piece &piece, Offset offset) {
  write(1, 0, width, piece, offset);
}

void FreeSpace::read(size_t node, int32_t from, int32_t to,
                     const Piece &piece) {
  if (piece.end <= from || to <= piece.begin)
    return;
  const bool isAll = piece.begin <= from && to <= piece.end;
  const ByteSet &bytes = to - from == 1 ? leaves[from]
                         : isAll        ? inner[node].any
                                        : inner[node].all;
  if (!bytes.isEmpty())
    sources.push_back({&bytes, piece.first, piece.last});
  if (isAll)
    return;
  const int32_t half = from + (to - from) / 2;
  read(2 * node, from, half, piece);
  read(2 * node + 1, half, to, piece);
}

void FreeSpace::startSearch(std::span<const Piece> pieces) {
  sources.clear();
  for (const Piece &piece : pieces)
    read(1, 0, width, piece);
  // The fullest sets advance the search most.
  std::sort(sources.begin(), sources.end(),
            [](const Source &a, const Source &b) {
              return a.bytes->numAdded() > b.bytes->numAdded();
            });
}

Offset FreeSpace::top() const {
  Offset top = 0;
  for (const Source &source : sources)
    top = std::max(top, source.bytes->top() - source.first);
  return top;
}

FreeSpace::Room FreeSpace::findRoom(Offset offset, int64_t alignment,
                                    Offset &start) {
  offset = alignUp(offset, alignment);
  for (size_t i = 0; i < sources.size();) {
    Source &source = sources[i];
    if (offset <= source.highest) {
      ++i;
      continue;
    }
    if (offset == infiniteOffset)
      return {infiniteOffset, infiniteOffset};
    const ByteSet::Interval gap = source.bytes->findGap(
        plus(offset, source.first), source.last - source.first, source.at);
    source.lowest = gap.first - source.first;
    source.highest =
        gap.last == infiniteOffset ? infiniteOffset : gap.last - source.last;
    if (source.lowest > offset) {
      offset = alignUp(source.lowest, alignment);
      i = 0;
    }
  }
  start = 0;
  Offset last = infiniteOffset;
  for (const Source &source : sources) {
    start = std::max(start, source.lowest);
    last = std::min(last, source.highest);
  }
  return {offset, last};
}
