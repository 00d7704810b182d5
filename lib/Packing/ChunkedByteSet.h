//===- ChunkedByteSet.h - Bytes in use, in many intervals -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_CHUNKEDBYTESET_H
#define MEMPLACE_LIB_PACKING_CHUNKEDBYTESET_H

#include "PackItems.h"

#include <algorithm>

namespace memplace::packing {

/// Allocated bytes.
struct ByteInterval {
  Offset first;
  Offset last; // After the last byte.
};

/// Returns the index of the first of \p parts, from \p from on, with an end at
/// \p end or above. The parts are sorted, and the result is usually among the
/// next few.
template <typename Part>
size_t leap(std::span<const Part> parts, size_t from, Offset end) {
  size_t step = 1, high = from;
  for (; high < parts.size() && parts[high].last < end; step *= 2) {
    from = high + 1;
    high += step;
  }
  const auto near = parts.subspan(from, std::min(high, parts.size()) - from);
  const auto found = std::lower_bound(
      near.begin(), near.end(), end,
      [](const Part &part, Offset at) { return part.last < at; });
  return from + static_cast<size_t>(found - near.begin());
}

/// Sorted intervals that neither overlap nor touch. Each chunk of intervals,
/// and each group of chunks, stores its largest gap: a search for a large gap
/// skips many small gaps at once, and an insertion moves few intervals. Takes
/// about 20 to 30 bytes per interval.
class ChunkedByteSet {
public:
  using Interval = ByteInterval;
  /// Position of a search; searches go upwards.
  struct Cursor {
    size_t chunk = 0;
    size_t index = 0; // Into the chunk.
  };

  /// \p intervals must be sorted, and must neither overlap nor touch.
  explicit ChunkedByteSet(std::span<const Interval> intervals);
  void add(Offset first, Offset last);
  /// Returns the lowest gap, not before \p cursor, with room for \p size bytes
  /// at \p offset or above. The topmost gap ends at `infiniteOffset`.
  Interval findGap(Offset offset, int64_t size, Cursor &cursor) const;
  Offset top() const { return chunks.back().last; }

private:
  /// Never empty. A gap belongs to the interval above it.
  struct Chunk {
    std::vector<Interval> intervals;
    Offset last = 0;           // Of the last interval.
    int64_t maxGap = 0;        // Bytes.
    int64_t maxGapOfGroup = 0; // Only in the first chunk of a group.
  };
  static constexpr size_t chunkSize = 64; // Intervals, at most.
  static constexpr size_t groupSize = 32; // Chunks.

  Offset endBefore(size_t chunk) const {
    return chunk ? chunks[chunk - 1].last : 0;
  }
  Offset endBefore(Cursor at) const {
    return at.index ? chunks[at.chunk].intervals[at.index - 1].last
                    : endBefore(at.chunk);
  }
  void refreshChunk(size_t chunk);
  void refreshGroup(size_t chunk);
  void refreshFrom(size_t chunk, size_t numFresh);
  void shrink(size_t chunk, int64_t gap);
  void insert(Cursor at, Interval interval);
  void join(Cursor at, Interval interval);
  void joinChunks(size_t chunk);
  size_t skipChunks(size_t chunk, int64_t size) const;
  void leap(Offset end, Cursor &cursor) const;

  std::vector<Chunk> chunks; // Never empty.
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_CHUNKEDBYTESET_H
