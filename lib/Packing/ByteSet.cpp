//===- ByteSet.cpp - Allocated bytes as intervals -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A single array of sorted intervals while there are few: moving some hundred
// bytes is faster than any tree. Larger sets use `ChunkedByteSet`.
//
//===----------------------------------------------------------------------===//

#include "ByteSet.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::packing;

ByteInterval *IntervalPool::take(unsigned log2) {
  std::vector<ByteInterval *> &fitting = unused[log2];
  if (!fitting.empty()) {
    ByteInterval *intervals = fitting.back();
    fitting.pop_back();
    return intervals;
  }
  const size_t count = static_cast<size_t>(1) << log2;
  if (numOfSlab + count > slabSize) {
    constexpr size_t minSlab = 64, maxSlab = 16384;
    slabSize = std::max(std::clamp(2 * slabSize, minSlab, maxSlab), count);
    slabs.push_back(std::make_unique_for_overwrite<ByteInterval[]>(slabSize));
    numOfSlab = 0;
  }
  numOfSlab += count;
  return slabs.back().get() + numOfSlab - count;
}

void ByteSet::add(Offset first, Offset last, IntervalPool &pool) {
  added += static_cast<float>(last - first);
  if (isChunked)
    return chunked->add(first, last);
  // All overlapping or touching intervals become one.
  Interval *const end = few + count;
  Interval *const from = std::lower_bound(
      few, end, first,
      [](const Interval &interval, Offset at) { return interval.last < at; });
  if (from == end || from->first > last)
    return insert(static_cast<size_t>(from - few), {first, last}, pool);
  Interval *to = from;
  Offset top = last;
  for (; to != end && to->first <= last; ++to)
    top = std::max(top, to->last);
  from->first = std::min(from->first, first);
  from->last = top;
  std::copy(to, end, from + 1);
  count -= static_cast<uint16_t>(to - from - 1);
}

/// Inserts before the interval at \p index.
void ByteSet::insert(size_t index, Interval interval, IntervalPool &pool) {
  if (count == 0 && !few) {
    few = pool.take(0);
  } else if (count == static_cast<size_t>(1) << log2) {
    if (log2 == log2Most) {
      ChunkedByteSet *many = pool.makeChunked({few, count});
      pool.giveBack(few, log2);
      chunked = many;
      isChunked = true;
      return chunked->add(interval.first, interval.last);
    }
    Interval *more = pool.take(log2 + 1u);
    std::copy(few, few + index, more);
    std::copy(few + index, few + count, more + index + 1);
    pool.giveBack(few, log2);
    few = more;
    ++log2;
    few[index] = interval;
    ++count;
    return;
  }
  std::copy_backward(few + index, few + count, few + count + 1);
  few[index] = interval;
  ++count;
}

ByteSet::Interval ByteSet::findGap(Offset offset, int64_t size,
                                   Cursor &cursor) const {
  if (isChunked)
    return chunked->findGap(offset, size, cursor);
  const Offset end = plus(offset, size);
  const std::span<const Interval> intervals(few, count);
  size_t &index = cursor.index;
  index = leap(intervals, index, end);
  Offset before = index ? intervals[index - 1].last : 0;
  for (; index < intervals.size(); ++index) {
    const Interval &next = intervals[index];
    if (next.first - before >= size && next.first >= end)
      return {before, next.first};
    before = next.last;
  }
  return {before, infiniteOffset};
}
