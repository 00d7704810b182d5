//===- FreeBytes.cpp - Free bytes of one tier -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets by first fit or best fit (Knuth, The Art of Computer Programming,
// volume 1, on dynamic storage allocation), for rectangles of steps x bytes in
// any order. A look-up takes the lowest or the smallest gap free at each step
// of the range and large enough after alignment. Total bytes allocated at each
// step are tracked, too: most look-ups in a full tier end without a search of
// the tree. With s steps in the range, n in the program and g such gaps, a
// look-up takes s + g log n searches for the allocated ranges in a gap.
// Existing rectangles are never moved.
//
//===----------------------------------------------------------------------===//

#include "FreeBytes.h"

#include <algorithm>
#include <cassert>
#include <limits>

using namespace memplace;
using namespace memplace::planning;

// Step numSteps() counts too: a live-out residency may last through it.
FreeBytes::FreeBytes(int64_t capacity, Step numSteps)
    : capacity(capacity), load(numSteps + 1), tree(capacity, numSteps) {}

bool FreeBytes::hasBytes(LiveRange range, int64_t size) const {
  if (size > capacity)
    return false;
  for (Step step = range.begin; step < range.end; ++step)
    if (load[step] > capacity - size)
      return false;
  return true;
}

std::optional<Offset>
FreeBytes::find(LiveRange range, int64_t size, int64_t alignment, Fit fit,
                LiveRange secondRange,
                std::optional<Offset> preferredOffset) const {
  // Most look-ups in a full tier end here.
  if (!hasBytes(range, size) || !hasBytes(secondRange, size))
    return std::nullopt;
  gaps.assign(1, {0, capacity});
  if (!tree.keepFree(range, size, gaps))
    return std::nullopt;
  if (secondRange.begin < secondRange.end &&
      !tree.keepFree(secondRange, size, gaps))
    return std::nullopt;

  if (preferredOffset &&
      std::any_of(gaps.begin(), gaps.end(), [&](const ByteRange &gap) {
        return gap.begin <= *preferredOffset &&
               *preferredOffset <= gap.end - size;
      }))
    return preferredOffset;
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

void FreeBytes::take(LiveRange range, Offset offset, int64_t size) {
  assert(range.begin < range.end && offset >= 0 && size <= capacity - offset &&
         "the allocation exceeds the tier");
  tree.add(range, {offset, offset + size});
  for (Step step = range.begin; step < range.end; ++step)
    load[step] += size;
}

void FreeBytes::release(LiveRange range, Offset offset, int64_t size) {
  tree.remove(range, {offset, offset + size});
  for (Step step = range.begin; step < range.end; ++step)
    load[step] -= size;
}
