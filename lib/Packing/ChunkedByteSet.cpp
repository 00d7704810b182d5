//===- ChunkedByteSet.cpp - Bytes in use, in many intervals --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of chunks of sorted intervals, two levels of a B+ tree in arrays: a
// change moves the intervals of one chunk, and now and then the list of chunks.
// A search for a gap passes by chunks, and groups of chunks, whose largest gap
// is too small.
//
//===----------------------------------------------------------------------===//

#include "ChunkedByteSet.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::packing;

ChunkedByteSet::ChunkedByteSet(std::span<const Interval> intervals) {
  while (!intervals.empty()) {
    const auto some =
        intervals.first(std::min(chunkSize / 2, intervals.size()));
    chunks.emplace_back().intervals.assign(some.begin(), some.end());
    intervals = intervals.subspan(some.size());
  }
  refreshFrom(0, chunks.size());
}

void ChunkedByteSet::refreshChunk(size_t index) {
  Chunk &chunk = chunks[index];
  Offset end = endBefore(index);
  chunk.maxGap = 0;
  for (const Interval &interval : chunk.intervals) {
    chunk.maxGap = std::max(chunk.maxGap, interval.first - end);
    end = interval.last;
  }
  chunk.last = end;
}

void ChunkedByteSet::refreshGroup(size_t chunk) {
  const size_t from = chunk / groupSize * groupSize;
  const size_t to = std::min(from + groupSize, chunks.size());
  int64_t maxGap = 0;
  for (size_t i = from; i < to; ++i)
    maxGap = std::max(maxGap, chunks[i].maxGap);
  chunks[from].maxGapOfGroup = maxGap;
}

/// A gap of \p gap bytes in \p chunk has got smaller.
void ChunkedByteSet::shrink(size_t chunk, int64_t gap) {
  const int64_t maxGap = chunks[chunk].maxGap;
  if (gap < maxGap)
    return;
  refreshChunk(chunk);
  if (maxGap == chunks[chunk / groupSize * groupSize].maxGapOfGroup)
    refreshGroup(chunk);
}

/// Chunks from \p chunk on have come or gone, \p numFresh of them are not up to
/// date.
void ChunkedByteSet::refreshFrom(size_t chunk, size_t numFresh) {
  for (size_t i = chunk; i < std::min(chunk + numFresh, chunks.size()); ++i)
    refreshChunk(i);
  for (size_t i = chunk / groupSize * groupSize; i < chunks.size();
       i += groupSize)
    refreshGroup(i);
}

void ChunkedByteSet::add(Offset first, Offset last) {
  assert(first < last && "no interval is empty");
  // The first interval that ends there or above.
  Cursor at;
  at.chunk =
      static_cast<size_t>(std::lower_bound(chunks.begin(), chunks.end(), first,
                                           [](const Chunk &chunk, Offset at) {
                                             return chunk.last < at;
                                           }) -
                          chunks.begin());
  if (at.chunk == chunks.size()) {
    at = {chunks.size() - 1, chunks.back().intervals.size()};
    return insert(at, {first, last});
  }
  const std::vector<Interval> &intervals = chunks[at.chunk].intervals;
  at.index = static_cast<size_t>(
      std::lower_bound(intervals.begin(), intervals.end(), first,
                       [](const Interval &interval, Offset at) {
                         return interval.last < at;
                       }) -
      intervals.begin());
  if (intervals[at.index].first > last)
    insert(at, {first, last});
  else
    join(at, {first, last});
}

/// Of what it touches there is nothing.
void ChunkedByteSet::insert(Cursor at, Interval interval) {
  Chunk &chunk = chunks[at.chunk];
  std::vector<Interval> &intervals = chunk.intervals;
  const Offset before = endBefore(at);
  const bool isTop = at.index == intervals.size();
  const int64_t gap = isTop ? chunk.maxGap : intervals[at.index].first - before;
  intervals.insert(intervals.begin() + at.index, interval);
  if (intervals.size() > chunkSize) {
    Chunk upper;
    upper.intervals.assign(intervals.begin() + chunkSize / 2, intervals.end());
    intervals.resize(chunkSize / 2);
    chunks.insert(chunks.begin() + at.chunk + 1, std::move(upper));
    return refreshFrom(at.chunk, 2);
  }
  if (isTop) {
    chunk.last = interval.last;
    chunk.maxGap = std::max(chunk.maxGap, interval.first - before);
    Chunk &first = chunks[at.chunk / groupSize * groupSize];
    first.maxGapOfGroup = std::max(first.maxGapOfGroup, chunk.maxGap);
    return;
  }
  shrink(at.chunk, gap);
}

/// All that it overlaps or touches, from \p at on, becomes one interval.
void ChunkedByteSet::join(Cursor at, Interval interval) {
  Chunk &chunk = chunks[at.chunk];
  std::vector<Interval> &intervals = chunk.intervals;
  Interval &joint = intervals[at.index];
  int64_t gap = 0; // The largest that gets smaller.
  if (interval.first < joint.first) {
    gap = joint.first - endBefore(at);
    joint.first = interval.first;
  }
  size_t to = at.index + 1;
  for (; to < intervals.size() && joint.last < interval.last; ++to) {
    gap = std::max(gap, intervals[to].first - joint.last);
    if (intervals[to].first > interval.last)
      break;
    joint.last = intervals[to].last;
  }
  const bool reachesEnd = to == intervals.size() && joint.last < interval.last;
  joint.last = std::max(joint.last, interval.last);
  intervals.erase(intervals.begin() + at.index + 1, intervals.begin() + to);
  if (reachesEnd)
    return joinChunks(at.chunk);
  shrink(at.chunk, gap);
}

/// The last interval of \p chunk is new, and may reach into those above.
void ChunkedByteSet::joinChunks(size_t chunk) {
  Interval &joint = chunks[chunk].intervals.back();
  size_t above = chunk + 1;
  if (above == chunks.size() ||
      chunks[above].intervals.front().first > joint.last) {
    // None of them: all chunks stay, and only one gap above is smaller.
    for (size_t i = chunk; i < std::min(above + 1, chunks.size()); ++i) {
      refreshChunk(i);
      refreshGroup(i);
    }
    return;
  }
  for (; above < chunks.size() && chunks[above].last <= joint.last; ++above)
    ;
  if (above < chunks.size()) {
    std::vector<Interval> &intervals = chunks[above].intervals;
    size_t to = 0;
    for (; to < intervals.size() && intervals[to].first <= joint.last; ++to)
      joint.last = std::max(joint.last, intervals[to].last);
    // There is one more that ends above it, unless it has just been joined.
    intervals.erase(intervals.begin(), intervals.begin() + to);
    above += intervals.empty();
  }
  chunks.erase(chunks.begin() + chunk + 1, chunks.begin() + above);
  refreshFrom(chunk, 2);
}

/// The first chunk at \p chunk or above that has a gap of \p size bytes, or the
/// number of chunks.
size_t ChunkedByteSet::skipChunks(size_t chunk, int64_t size) const {
  while (chunk < chunks.size()) {
    if (chunk % groupSize == 0 && chunks[chunk].maxGapOfGroup < size) {
      chunk += groupSize;
      continue;
    }
    if (chunks[chunk].maxGap >= size)
      return chunk;
    ++chunk;
  }
  return chunks.size();
}

/// Moves \p cursor up to the first interval that ends at \p end or above.
void ChunkedByteSet::leap(Offset end, Cursor &cursor) const {
  const size_t chunk =
      packing::leap(std::span<const Chunk>(chunks), cursor.chunk, end);
  if (chunk != cursor.chunk)
    cursor = {chunk, 0};
  if (chunk != chunks.size())
    cursor.index = packing::leap(
        std::span<const Interval>(chunks[chunk].intervals), cursor.index, end);
}

ChunkedByteSet::Interval ChunkedByteSet::findGap(Offset offset, int64_t size,
                                                 Cursor &cursor) const {
  const Offset end = plus(offset, size);
  leap(end, cursor);
  while (cursor.chunk < chunks.size()) {
    const Chunk &chunk = chunks[cursor.chunk];
    if (chunk.maxGap >= size) {
      Offset before = endBefore(cursor);
      for (; cursor.index < chunk.intervals.size(); ++cursor.index) {
        const Interval &next = chunk.intervals[cursor.index];
        if (next.first - before >= size && next.first >= end)
          return {before, next.first};
        before = next.last;
      }
    }
    cursor.chunk = skipChunks(cursor.chunk + 1, size);
    cursor.index = 0;
  }
  return {top(), unreachable};
}
