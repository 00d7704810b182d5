//===- Arena.cpp - Bytes taken in one tier ----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets by first fit or best fit (Knuth, The Art of Computer Programming,
// volume 1, on dynamic storage allocation), for rectangles of steps x bytes
// that come in any order: a look-up takes the lowest or the smallest of the
// gaps that are free at each step of the range and large enough once aligned.
// What is taken at each step is added up by the way, so that most look-ups in a
// full tier end without asking the tree. With s steps in the range, n in the
// program and g such gaps a look-up takes s + g log n searches for what begins
// in them. Left out: to move what is there already.
//===----------------------------------------------------------------------===//

#include "memplace/Planning/Arena.h"

#include <algorithm>
#include <cassert>
#include <limits>

using namespace memplace;
using namespace memplace::planning;

// Step numSteps() is one: a live-out residency may last through it.
Arena::Arena(int64_t capacity, Step numSteps)
    : capacity(capacity), stepsPerBlock(std::max<Step>(4, numSteps / 256)),
      load(numSteps + 1), blocks(numSteps / stepsPerBlock + 2),
      tree(capacity, numSteps) {}

bool Arena::hasBytes(LiveRange range, int64_t size) const {
  if (size > capacity)
    return false;
  for (Step step = range.begin; step < range.end; ++step)
    if (load[step] > capacity - size)
      return false;
  return true;
}

std::optional<Offset> Arena::find(LiveRange range, int64_t size,
                                  int64_t alignment, Fit fit,
                                  LiveRange earlier) const {
  // Most look-ups in a full tier end here.
  if (!hasBytes(range, size) || !hasBytes(earlier, size))
    return std::nullopt;
  gaps.assign(1, {0, capacity});
  if (!tree.keepFree(range, size, gaps))
    return std::nullopt;
  if (earlier.begin < earlier.end && !tree.keepFree(earlier, size, gaps))
    return std::nullopt;

  std::optional<Offset> best;
  int64_t smallest = std::numeric_limits<int64_t>::max();
  for (auto [begin, end] : gaps) {
    const int64_t beyond = begin & (alignment - 1);
    const int64_t padding = beyond == 0 ? 0 : alignment - beyond;
    if (padding > end - begin - size)
      continue;
    const Offset free = begin + padding;
    if (fit == Fit::First)
      return free;
    if (end - free < smallest) {
      smallest = end - free;
      best = free;
    }
  }
  return best;
}

void Arena::take(LiveRange range, Offset offset, int64_t size, BufferId owner) {
  assert(range.begin < range.end && offset >= 0 && size <= capacity - offset &&
         "what is taken lies in the tier");
  int32_t index = static_cast<int32_t>(rectangles.size());
  if (unused.empty()) {
    rectangles.emplace_back();
  } else {
    index = unused.back();
    unused.pop_back();
  }
  rectangles[index] = {range, offset, offset + size, owner};
  tree.add(range, {offset, offset + size});
  for (Step step = range.begin; step < range.end; ++step)
    load[step] += size;
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
  auto isIt = [&](int32_t index) {
    const Rectangle &other = rectangles[index];
    return other.range == range && other.begin == offset &&
           other.end == offset + size;
  };
  const std::vector<int32_t> &first = blocks[blockOf(range.begin)];
  const auto found = std::find_if(first.begin(), first.end(), isIt);
  assert(found != first.end() && "only what was taken is given back");
  const int32_t index = *found;
  unused.push_back(index);
  tree.remove(range, {offset, offset + size});
  for (Step step = range.begin; step < range.end; ++step)
    load[step] -= size;
  for (int64_t block = blockOf(range.begin); block <= blockOf(range.end - 1);
       ++block) {
    std::vector<int32_t> &list = blocks[block];
    list.erase(std::find(list.begin(), list.end(), index));
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
