//===- ChunkHeap.h - Bytes taken in one tier, with removal ------*- C++ -*-===//
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

/// Index of a chunk in its heap; may be used again after it was removed.
using ChunkId = int32_t;

/// The chunks (steps × bytes) taken in one tier. Boundary numSteps() counts as
/// a step, through which a live-out buffer may last. Changes take O(log
/// chunks + log steps), look-ups that plus the chunks that overlap in time.
class ChunkHeap {
public:
  ChunkHeap(int64_t capacity, Step numSteps);

  ChunkId take(LiveRange range, Offset offset, int64_t size);
  void release(ChunkId chunk);

  /// Offset at which \p size bytes are free during \p range: in the smallest
  /// gap, of equals the lowest (best fit), or the lowest (first fit).
  std::optional<Offset> find(LiveRange range, int64_t size, int64_t alignment,
                             bool isBestFit) const;

  /// Up to which step the bytes from \p offset on are free, from range.begin
  /// to at most range.end.
  Step freeUntil(LiveRange range, Offset offset, int64_t size) const;

  /// The earliest step from which on, up to \p end, at most capacity - size
  /// bytes are taken at each step; \p end if there is none.
  Step roomFrom(Step end, int64_t size) const;

  int64_t getCapacity() const { return capacity; }

private:
  /// A node of a treap by (range.begin, id); maxEnd is that of its subtree.
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
  // Bytes taken, a tree over the steps: the most in a node's steps, without
  // what was added to all steps of a node above it.
  std::vector<int64_t> max, added;
  mutable std::vector<std::pair<Offset, Offset>> scratch;
};

} // namespace memplace::solver::msa

#endif // MEMPLACE_LIB_SOLVER_MSA_CHUNKHEAP_H
