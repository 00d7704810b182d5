//===- FreeSpace.cpp - Where there is room among what is placed -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FreeSpace.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::packing;

void ByteSet::add(Offset first, Offset last) {
  // All that it overlaps or touches becomes one interval.
  auto from = std::lower_bound(
      intervals.begin(), intervals.end(), first,
      [](const Interval &interval, Offset at) { return interval.last < at; });
  if (from == intervals.end() || from->first > last) {
    intervals.insert(from, {first, last});
    return;
  }
  auto to = from;
  Offset end = last;
  for (; to != intervals.end() && to->first <= last; ++to)
    end = std::max(end, to->last);
  from->first = std::min(from->first, first);
  from->last = end;
  intervals.erase(from + 1, to);
}

size_t ByteSet::findAbove(Offset offset, size_t from) const {
  // Most often it is one of the next few.
  size_t step = 1, low = from;
  while (low < intervals.size() && intervals[low].last <= offset) {
    from = low + 1;
    low += step;
    step *= 2;
  }
  const size_t high = std::min(low, intervals.size());
  return static_cast<size_t>(
      std::lower_bound(intervals.begin() + from, intervals.begin() + high,
                       offset,
                       [](const Interval &interval, Offset at) {
                         return interval.last <= at;
                       }) -
      intervals.begin());
}

FreeSpace::FreeSpace(const Items &items) {
  while (width < items.numSections)
    width *= 2;
  all.resize(2 * static_cast<size_t>(width));
  any.resize(2 * static_cast<size_t>(width));
  double length = 1;
  for (int32_t i = 0; i < items.numItems; ++i)
    length += items.end[i] - items.begin[i];
  // So that an item is written to about so many of the lowest joint nodes.
  constexpr double most = 16;
  const double joint = most * items.numItems / length * items.numSections;
  numJoint = 1;
  while (numJoint < static_cast<size_t>(width) &&
         static_cast<double>(2 * numJoint) <= joint)
    numJoint *= 2;
}

void FreeSpace::write(size_t node, int32_t from, int32_t to, const Piece &piece,
                      Offset offset) {
  if (piece.end <= from || to <= piece.begin)
    return;
  const bool isAll = piece.begin <= from && to <= piece.end;
  any[node].add(offset + piece.first, offset + piece.last);
  if (isAll && node >= numJoint) {
    all[node].add(offset + piece.first, offset + piece.last);
    return;
  }
  if (to - from == 1)
    return;
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
  const ByteSet &bytes = isAll ? any[node] : all[node];
  if (bytes.size() > 0)
    sources.push_back({&bytes, piece.first, piece.last, 0});
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
}

Offset FreeSpace::top() const {
  Offset top = 0;
  for (const Source &source : sources)
    top = std::max(top, source.bytes->top() - source.first);
  return top;
}

FreeSpace::Room FreeSpace::findRoom(Offset offset, int64_t alignment,
                                    Offset &start) {
  start = offset;
  offset = alignUp(offset, alignment);
  size_t numFree = 0; // Sources in a row that leave room at `offset`.
  for (size_t i = 0; numFree < sources.size();
       i = i + 1 < sources.size() ? i + 1 : 0) {
    if (offset == unreachable)
      return {unreachable, unreachable};
    Source &source = sources[i];
    source.next =
        source.bytes->findAbove(plus(offset, source.first), source.next);
    if (source.next == source.bytes->size() ||
        (*source.bytes)[source.next].first >= plus(offset, source.last)) {
      ++numFree;
      continue;
    }
    start = (*source.bytes)[source.next].last - source.first;
    offset = alignUp(start, alignment);
    numFree = 0;
  }
  Offset last = unreachable;
  for (const Source &source : sources)
    if (source.next < source.bytes->size())
      last = std::min(last, (*source.bytes)[source.next].first - source.last);
  return {offset, last};
}
