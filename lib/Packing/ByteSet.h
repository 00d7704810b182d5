//===- ByteSet.h - Bytes in use, and the gaps between them ------*- C++ -*-===//
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

/// What many byte sets keep their intervals in. Freed with the pool.
class IntervalPool {
public:
  /// 2^ \p log2 intervals, not initialised.
  ByteInterval *take(unsigned log2);
  /// They may be taken again.
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
  size_t numOfSlab = 0; // Of these taken.
  std::deque<ChunkedByteSet> chunked;
};

/// Bytes in use, as intervals that neither overlap nor touch: in one array
/// while they are few, as they most often are, and in chunks from then on. 16
/// bytes if empty, then 16 to 32 an interval. All of them in one pool, which
/// must live as long.
class ByteSet {
public:
  using Interval = ByteInterval;
  using Cursor = ChunkedByteSet::Cursor;

  void add(Offset first, Offset last, IntervalPool &pool);
  /// The lowest gap with room for \p size bytes at \p offset or above, not
  /// before \p cursor. The last one ends `unreachable`.
  Interval findGap(Offset offset, int64_t size, Cursor &cursor) const;
  /// About how many bytes were added, counting twice those added twice.
  float numAdded() const { return added; }
  bool isEmpty() const { return count == 0 && !isChunked; }
  Offset top() const {
    return isChunked ? chunked->top() : count ? few[count - 1].last : 0;
  }

private:
  /// Of the intervals in one array. To move them is quicker than to find one in
  /// chunks, up to about here.
  static constexpr unsigned log2Most = 13;

  void insert(size_t index, Interval interval, IntervalPool &pool);

  union {
    Interval *few = nullptr;
    ChunkedByteSet *chunked;
  };
  float added = 0;
  uint16_t count = 0; // Of the few.
  uint8_t log2 = 0;   // There is room for so many, if there are any.
  bool isChunked = false;
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_BYTESET_H
