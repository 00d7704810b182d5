//===- Arena.cpp - Bytes taken in one tier ----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arena.h"

#include <algorithm>
#include <limits>

using namespace memplace;
using namespace memplace::solver;

// Step numSteps() is one: a live-out residency may last through it.
Arena::Arena(int64_t capacity, Step numSteps)
    : capacity(capacity), stepsPerBlock(std::max<Step>(4, numSteps / 256)),
      blocks(numSteps / stepsPerBlock + 2) {}

std::optional<Offset> Arena::find(LiveRange range, int64_t size,
                                  int64_t alignment, Fit fit) const {
  if (size > capacity)
    return std::nullopt;
  ++lookup;
  scratch.clear();
  for (int64_t block = blockOf(range.begin); block <= blockOf(range.end - 1);
       ++block)
    for (Handle handle : blocks[block]) {
      const Rectangle &other = rectangles[handle];
      if (seen[handle] == lookup || !other.range.overlaps(range))
        continue;
      seen[handle] = lookup;
      scratch.push_back({other.begin, other.end});
    }
  std::sort(scratch.begin(), scratch.end());
  scratch.push_back({capacity, capacity});

  std::optional<Offset> best;
  int64_t smallestGap = std::numeric_limits<int64_t>::max();
  Offset free = 0; // A multiple of the alignment.
  for (auto [begin, end] : scratch) {
    if (free <= begin && size <= begin - free) {
      if (fit == Fit::First)
        return free;
      if (begin - free < smallestGap) {
        smallestGap = begin - free;
        best = free;
      }
    }
    if (end <= free)
      continue;
    int64_t beyond = end & (alignment - 1);
    int64_t padding = beyond == 0 ? 0 : alignment - beyond;
    if (padding > capacity - end)
      break;
    free = end + padding;
  }
  return best;
}

Arena::Handle Arena::take(LiveRange range, Offset offset, int64_t size) {
  Handle handle;
  if (unused.empty()) {
    handle = static_cast<Handle>(rectangles.size());
    rectangles.emplace_back();
    seen.push_back(0);
  } else {
    handle = unused.back();
    unused.pop_back();
  }
  rectangles[handle] = {range, offset, offset + size};
  for (int64_t block = blockOf(range.begin); block <= blockOf(range.end - 1);
       ++block)
    blocks[block].push_back(handle);
  return handle;
}

void Arena::release(Handle handle) {
  LiveRange range = rectangles[handle].range;
  for (int64_t block = blockOf(range.begin); block <= blockOf(range.end - 1);
       ++block)
    std::erase(blocks[block], handle);
  unused.push_back(handle);
}
