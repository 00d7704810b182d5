//===- Arena.cpp - Bytes taken in one tier ----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Planning/Arena.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::planning;

// Step numSteps() is one: a live-out residency may last through it.
Arena::Arena(int64_t capacity, Step numSteps)
    : free(capacity, numSteps),
      stepsPerBlock(std::max<Step>(4, numSteps / 256)),
      blocks(numSteps / stepsPerBlock + 2) {}

void Arena::take(LiveRange range, Offset offset, int64_t size, BufferId owner) {
  free.take(range, offset, size);
  int32_t index = static_cast<int32_t>(rectangles.size());
  if (unused.empty()) {
    rectangles.emplace_back();
  } else {
    index = unused.back();
    unused.pop_back();
  }
  rectangles[index] = {range, offset, offset + size, owner};
  for (int64_t block = blockOf(range.begin); block <= blockOf(range.end - 1);
       ++block) {
    std::vector<int32_t> &list = blocks[block];
    list.insert(std::upper_bound(list.begin(), list.end(), offset,
                                 [&](Offset at, int32_t other) {
                                   return at < rectangles[other].begin;
                                 }),
                index);
  }
}

void Arena::release(LiveRange range, Offset offset, int64_t size) {
  free.release(range, offset, size);
  const auto isLower = [&](int32_t other, Offset at) {
    return rectangles[other].begin < at;
  };
  const auto isIt = [&](int32_t index) {
    const Rectangle &other = rectangles[index];
    return other.range == range && other.begin == offset &&
           other.end == offset + size;
  };
  const std::vector<int32_t> &first = blocks[blockOf(range.begin)];
  const auto found = std::find_if(
      std::lower_bound(first.begin(), first.end(), offset, isLower),
      first.end(), isIt);
  assert(found != first.end() && "only what was taken is given back");
  const int32_t index = *found;
  unused.push_back(index);
  for (int64_t block = blockOf(range.begin); block <= blockOf(range.end - 1);
       ++block) {
    std::vector<int32_t> &list = blocks[block];
    list.erase(
        std::find(std::lower_bound(list.begin(), list.end(), offset, isLower),
                  list.end(), index));
  }
}

void Arena::findTaken(LiveRange range, std::vector<Taken> &taken) const {
  const int64_t firstBlock = blockOf(range.begin);
  for (int64_t block = firstBlock; block <= blockOf(range.end - 1); ++block) {
    // Each counts once, in the first of these blocks that it is in.
    const Step from = block == firstBlock ? 0 : block * stepsPerBlock;
    for (int32_t index : blocks[block]) {
      const Rectangle &other = rectangles[index];
      if (other.range.begin >= from && other.range.overlaps(range))
        taken.push_back({other.range, other.begin, other.end, other.owner});
    }
  }
}

void Arena::findOwners(LiveRange range, std::vector<BufferId> &owners) const {
  for (int64_t block = blockOf(range.begin); block <= blockOf(range.end - 1);
       ++block)
    for (int32_t index : blocks[block])
      if (rectangles[index].range.overlaps(range))
        owners.push_back(rectangles[index].owner);
}
