//===- ChunkedByteSet.cpp - Allocated bytes, many intervals ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A list of chunks of sorted intervals: two levels of a B+ tree in arrays. A
// change moves the intervals of one chunk and, rarely, the list of chunks. A
// search for a gap skips chunks, and groups of chunks, without a sufficiently
// large gap.
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

/// Updates maxima after a gap of \p gap bytes in \p chunk has shrunk.
void ChunkedByteSet::shrink(size_t chunk, int64_t gap) {
  const int64_t maxGap = chunks[chunk].maxGap;
  if (gap < maxGap)
    return;
  refreshChunk(chunk);
  if (maxGap == chunks[chunk / groupSize * groupSize].maxGapOfGroup)
    refreshGroup(chunk);
}

/// Updates maxima after insertion or removal of chunks from \p chunk on;
/// \p numFresh chunks are out of date.
void ChunkedByteSet::refreshFrom(size_t chunk, size_t numFresh) {
  for (size_t i = chunk; i < std::min(chunk + numFresh, chunks.size()); ++i)
    refreshChunk(i);
  for (size_t i = chunk / groupSize * groupSize; i < chunks.size();
       i += groupSize)
    refreshGroup(i);
}

void ChunkedByteSet::add(Offset first, Offset last) {
  assert(first < last && "no interval is empty");
  // The first interval with an end at `first` or above.
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

/// Inserts an interval that touches no other.
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

/// Merges all overlapping or touching intervals, from \p at on.
void ChunkedByteSet::join(Cursor at, Interval interval) {
  Chunk &chunk = chunks[at.chunk];
  std::vector<Interval> &intervals = chunk.intervals;
  Interval &joint = intervals[at.index];
  int64_t gap = 0; // The largest shrinking gap.
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

/// Merges the new last interval of \p chunk with intervals of later chunks.
void ChunkedByteSet::joinChunks(size_t chunk) {
  Interval &joint = chunks[chunk].intervals.back();
  size_t above = chunk + 1;
  if (above == chunks.size() ||
      chunks[above].intervals.front().first > joint.last) {
    // No merge: all chunks remain, and a single gap above has shrunk.
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
    // One interval with a higher end remains, unless it has just been merged.
    intervals.erase(intervals.begin(), intervals.begin() + to);
    above += intervals.empty();
  }
  chunks.erase(chunks.begin() + chunk + 1, chunks.begin() + above);
  refreshFrom(chunk, 2);
}

/// Returns the first chunk at \p chunk or above with a gap of \p size bytes, or
/// the number of chunks.
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

/// Moves \p cursor up to the first interval with an end at \p end or above.
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
  return {top(), infiniteOffset};
}
