//===- ByteSet.h - Allocated bytes as intervals -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_BYTESET_H
#define MEMPLACE_LIB_PACKING_BYTESET_H

#include "ChunkedByteSet.h"

#include <array>
#include <deque>
#include <memory>

namespace memplace::packing {

/// Memory for the intervals of many byte sets. Freed with the pool.
class IntervalPool {
public:
  /// Returns 2^ \p log2 uninitialised intervals.
  ByteInterval *take(unsigned log2);
  /// Releases intervals for reuse.
  void giveBack(ByteInterval *intervals, unsigned log2) {
    unused[log2].push_back(intervals);
  }
  ChunkedByteSet *makeChunked(std::span<const ByteInterval> intervals) {
    return &chunked.emplace_back(intervals);
  }

private:
  std::array<std::vector<ByteInterval *>, 16> unused; // By log2.
  std::vector<std::unique_ptr<ByteInterval[]>> slabs;
  size_t slabSize = 0;  // Intervals in the last slab.
  size_t numOfSlab = 0; // Used intervals of the last slab.
  std::deque<ChunkedByteSet> chunked;
};

/// Allocated bytes, as intervals that neither overlap nor touch: a single array
/// for few intervals, the usual case, and chunks otherwise. Takes 16 bytes if
/// empty, then 16 to 32 bytes per interval. All memory comes from one pool,
/// which must live as long.
class ByteSet {
public:
  using Interval = ByteInterval;
  using Cursor = ChunkedByteSet::Cursor;

  void add(Offset first, Offset last, IntervalPool &pool);
  /// Returns the lowest gap, not before \p cursor, with room for \p size bytes
  /// at \p offset or above. The topmost gap ends at `infiniteOffset`.
  Interval findGap(Offset offset, int64_t size, Cursor &cursor) const;
  /// Approximate number of bytes added; bytes added twice count twice.
  float numAdded() const { return added; }
  bool isEmpty() const { return count == 0 && !isChunked; }
  Offset top() const {
    return isChunked ? chunked->top() : count ? few[count - 1].last : 0;
  }

private:
  /// Largest log2 of the array. Up to about this size, moving intervals is
  /// faster than a search in chunks.
  static constexpr unsigned log2Most = 13;

  void insert(size_t index, Interval interval, IntervalPool &pool);

  union {
    Interval *few = nullptr;
    ChunkedByteSet *chunked;
  };
  float added = 0;
  uint16_t count = 0; // Intervals in `few`.
  uint8_t log2 = 0;   // Log2 of the array's size, if there is an array.
  bool isChunked = false;
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_BYTESET_H
