//===- ChunkHeap.h - Allocated chunks of one tier ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_MSA_CHUNKHEAP_H
#define MEMPLACE_LIB_SOLVER_MSA_CHUNKHEAP_H

#include "memplace/Problem/Problem.h"

namespace memplace::solver::msa {

/// Index of a chunk in its heap; reused after the chunk's removal.
using ChunkId = int32_t;

/// Allocated chunks (steps × bytes) of one tier. Boundary numSteps() counts as
/// a step, through which a live-out buffer may last. A change takes O(log
/// chunks + log steps); a look-up takes additional time for each chunk that
/// overlaps in time.
class ChunkHeap {
public:
  ChunkHeap(int64_t capacity, Step numSteps);

  ChunkId take(LiveRange range, Offset offset, int64_t size);
  void release(ChunkId chunk);

  /// Returns an offset with \p size free bytes during \p range: in the smallest
  /// gap, or the lowest among equals (best fit), or the lowest of all (first
  /// fit). For best fit, the gap on top counts as the largest.
  std::optional<Offset> find(LiveRange range, int64_t size, int64_t alignment,
                             bool isBestFit) const;

  /// Returns the end of the steps, from range.begin to at most range.end,
  /// during which the bytes from \p offset on are free.
  Step freeUntil(LiveRange range, Offset offset, int64_t size) const;

  /// Returns the earliest step from which on, up to \p end, at most capacity -
  /// size bytes are taken at each step; \p end if no such step exists.
  Step roomFrom(Step end, int64_t size) const;

  int64_t getCapacity() const { return capacity; }

private:
  /// A node of a treap by (range.begin, id); maxEnd is the latest end in its
  /// subtree.
  struct Chunk {
    LiveRange range;
    Offset offset = 0;
    int64_t size = 0;
    uint32_t priority = 0;
    Step maxEnd = 0;
    ChunkId left = -1, right = -1;
  };
  bool isBefore(ChunkId a, ChunkId b) const;
  void update(ChunkId node);
  void split(ChunkId node, ChunkId key, ChunkId &left, ChunkId &right);
  ChunkId merge(ChunkId left, ChunkId right);
  template <typename Function>
  void forEachOverlap(ChunkId node, LiveRange range, Function function) const;
  void addLoad(size_t node, Step begin, Step end, LiveRange range,
               int64_t amount);
  int64_t maxLoad(size_t node, Step begin, Step end, LiveRange range) const;
  Step lastAbove(size_t node, Step begin, Step end, Step before,
                 int64_t limit) const;

  int64_t capacity;
  Step numLeaves; // A power of two.
  std::vector<Chunk> chunks;
  std::vector<ChunkId> unused;
  ChunkId root = -1;
  uint32_t random = 2463534242;
  // Segment tree over the steps with the bytes taken: maximum in the node's
  // steps, without the amounts added at ancestors.
  std::vector<int64_t> max, added;
  mutable std::vector<std::pair<Offset, Offset>> scratch;
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_CHUNKHEAP_H
