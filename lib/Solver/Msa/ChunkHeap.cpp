//===- ChunkHeap.cpp - Allocated chunks of one tier -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chunks of steps and bytes with removal: an interval tree (Cormen, Leiserson,
// Rivest and Stein, "Introduction to Algorithms") on a treap (Seidel and Aragon
// 1996, "Randomized search trees"; random numbers by Marsaglia 2003, "Xorshift
// RNGs"). Best fit visits the chunks that overlap in time. A segment tree of
// the bytes taken at each step quickly rejects ranges without enough room.
//
//===----------------------------------------------------------------------===//

#include "ChunkHeap.h"

#include <algorithm>
#include <cassert>
#include <limits>

using namespace memplace;
using namespace memplace::solver::msa;

ChunkHeap::ChunkHeap(int64_t capacity, Step numSteps)
    : capacity(capacity), numLeaves(1) {
  while (numLeaves < numSteps + 1)
    numLeaves *= 2;
  max.resize(2 * numLeaves);
  added.resize(2 * numLeaves);
}

//===----------------------------------------------------------------------===//
// Treap.
//===----------------------------------------------------------------------===//

bool ChunkHeap::isBefore(ChunkId a, ChunkId b) const {
  return std::pair(chunks[a].range.begin, a) <
         std::pair(chunks[b].range.begin, b);
}

void ChunkHeap::update(ChunkId node) {
  Chunk &chunk = chunks[node];
  chunk.maxEnd = chunk.range.end;
  for (ChunkId child : {chunk.left, chunk.right})
    if (child >= 0)
      chunk.maxEnd = std::max(chunk.maxEnd, chunks[child].maxEnd);
}

// Moves nodes before `key` to the left, all other nodes to the right.
void ChunkHeap::split(ChunkId node, ChunkId key, ChunkId &left,
                      ChunkId &right) {
  if (node < 0) {
    left = right = -1;
    return;
  }
  if (isBefore(node, key)) {
    split(chunks[node].right, key, chunks[node].right, right);
    left = node;
  } else {
    split(chunks[node].left, key, left, chunks[node].left);
    right = node;
  }
  update(node);
}

ChunkId ChunkHeap::merge(ChunkId left, ChunkId right) {
  if (left < 0 || right < 0)
    return left < 0 ? right : left;
  if (chunks[left].priority > chunks[right].priority) {
    chunks[left].right = merge(chunks[left].right, right);
    update(left);
    return left;
  }
  chunks[right].left = merge(left, chunks[right].left);
  update(right);
  return right;
}

template <typename Function>
void ChunkHeap::forEachOverlap(ChunkId node, LiveRange range,
                               Function function) const {
  while (node >= 0 && chunks[node].maxEnd > range.begin) {
    const Chunk &chunk = chunks[node];
    forEachOverlap(chunk.left, range, function);
    if (chunk.range.begin >= range.end)
      return;
    if (chunk.range.end > range.begin)
      function(chunk);
    node = chunk.right;
  }
}

ChunkId ChunkHeap::take(LiveRange range, Offset offset, int64_t size) {
  assert(0 <= range.begin && range.begin < range.end && offset >= 0 &&
         "a chunk has steps, and a place");
  ChunkId id;
  if (unused.empty()) {
    id = static_cast<ChunkId>(chunks.size());
    chunks.emplace_back();
  } else {
    id = unused.back();
    unused.pop_back();
  }
  // xorshift; the shape of the tree does not affect results.
  random ^= random << 13;
  random ^= random >> 17;
  random ^= random << 5;
  chunks[id] = {range, offset, size, random, range.end, -1, -1};
  ChunkId left, right;
  split(root, id, left, right);
  root = merge(merge(left, id), right);
  addLoad(1, 0, numLeaves, range, size);
  return id;
}

void ChunkHeap::release(ChunkId id) {
  addLoad(1, 0, numLeaves, chunks[id].range, -chunks[id].size);
  // Visit the ancestors of the node; their maxEnd may decrease.
  std::vector<ChunkId> path;
  ChunkId node = root;
  while (node != id) {
    path.push_back(node);
    node = isBefore(id, node) ? chunks[node].left : chunks[node].right;
  }
  const ChunkId rest = merge(chunks[id].left, chunks[id].right);
  if (path.empty())
    root = rest;
  else if (chunks[path.back()].left == id)
    chunks[path.back()].left = rest;
  else
    chunks[path.back()].right = rest;
  for (size_t i = path.size(); i-- > 0;)
    update(path[i]);
  unused.push_back(id);
}

//===----------------------------------------------------------------------===//
// Load by step.
//===----------------------------------------------------------------------===//

void ChunkHeap::addLoad(size_t node, Step begin, Step end, LiveRange range,
                        int64_t amount) {
  if (range.end <= begin || end <= range.begin)
    return;
  if (range.begin <= begin && end <= range.end) {
    max[node] += amount;
    added[node] += amount;
    return;
  }
  const Step middle = (begin + end) / 2;
  addLoad(2 * node, begin, middle, range, amount);
  addLoad(2 * node + 1, middle, end, range, amount);
  max[node] = added[node] + std::max(max[2 * node], max[2 * node + 1]);
}

int64_t ChunkHeap::maxLoad(size_t node, Step begin, Step end,
                           LiveRange range) const {
  if (range.end <= begin || end <= range.begin)
    return 0;
  if (range.begin <= begin && end <= range.end)
    return max[node];
  const Step middle = (begin + end) / 2;
  return added[node] + std::max(maxLoad(2 * node, begin, middle, range),
                                maxLoad(2 * node + 1, middle, end, range));
}

// Returns the last step before `before` with more than `limit` bytes, or -1.
Step ChunkHeap::lastAbove(size_t node, Step begin, Step end, Step before,
                          int64_t limit) const {
  if (begin >= before || max[node] <= limit)
    return -1;
  if (end - begin == 1)
    return begin;
  const Step middle = (begin + end) / 2;
  limit -= added[node];
  const Step right = lastAbove(2 * node + 1, middle, end, before, limit);
  return right >= 0 ? right : lastAbove(2 * node, begin, middle, before, limit);
}

Step ChunkHeap::roomFrom(Step end, int64_t size) const {
  return lastAbove(1, 0, numLeaves, end, capacity - size) + 1;
}

//===----------------------------------------------------------------------===//
// Look-ups.
//===----------------------------------------------------------------------===//

std::optional<Offset> ChunkHeap::find(LiveRange range, int64_t size,
                                      int64_t alignment, bool isBestFit) const {
  // Most look-ups in a full tier end here.
  if (size > capacity || maxLoad(1, 0, numLeaves, range) > capacity - size)
    return std::nullopt;
  scratch.clear();
  forEachOverlap(root, range, [&](const Chunk &chunk) {
    scratch.push_back({chunk.offset, chunk.offset + chunk.size});
  });
  std::sort(scratch.begin(), scratch.end());
  scratch.push_back({capacity, capacity});

  std::optional<Offset> best;
  // The top gap counts as unbounded, so it is used last.
  constexpr int64_t unbounded = std::numeric_limits<int64_t>::max();
  int64_t smallestGap = unbounded;
  Offset free = 0; // A multiple of the alignment.
  for (auto [begin, end] : scratch) {
    if (free <= begin && size <= begin - free) {
      if (!isBestFit)
        return free;
      const int64_t gap = begin == capacity ? unbounded : begin - free;
      if (!best || gap < smallestGap) {
        smallestGap = gap;
        best = free;
      }
    }
    if (end <= free)
      continue;
    const int64_t beyond = end & (alignment - 1);
    const int64_t padding = beyond == 0 ? 0 : alignment - beyond;
    if (padding > capacity - end)
      break;
    free = end + padding;
  }
  return best;
}

Step ChunkHeap::freeUntil(LiveRange range, Offset offset, int64_t size) const {
  Step until = range.end;
  forEachOverlap(root, range, [&](const Chunk &chunk) {
    if (chunk.offset < offset + size && offset < chunk.offset + chunk.size)
      until = std::min(until, std::max(chunk.range.begin, range.begin));
  });
  return until;
}
