//===- Arena.cpp - Allocated bytes of one tier ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arena.h"

#include "SegmentTree.h"

#include <algorithm>
#include <cassert>
#include <tuple>

using namespace memplace;
using namespace memplace::planning;

// Step numSteps() counts too: a live-out residency may last through it.
Arena::Arena(int64_t capacity, Step numSteps)
    : free(capacity, numSteps),
      stepsPerBlock(std::max<Step>(4, numSteps / 256)) {
  while (numLeaves <= blockOf(numSteps))
    numLeaves *= 2;
  nodes.resize(2 * numLeaves);
}

void Arena::take(LiveRange range, Offset offset, int64_t size, BufferId owner) {
  free.take(range, offset, size);
  int32_t index = static_cast<int32_t>(rectangles.size());
  if (unused.empty()) {
    rectangles.emplace_back();
  } else {
    index = unused.back();
    unused.pop_back();
  }
  rectangles[index] = {range, offset, offset + size, owner, numTaken++};
  forEachNode(numLeaves, blocksOf(range),
              [&](size_t node) { nodes[node].push_back(index); });
}

void Arena::release(LiveRange range, Offset offset, int64_t size) {
  free.release(range, offset, size);
  // All nodes of the rectangle list it, so search the shortest list.
  const std::vector<int32_t> *shortest = nullptr;
  forEachNode(numLeaves, blocksOf(range), [&](size_t node) {
    if (!shortest || nodes[node].size() < shortest->size())
      shortest = &nodes[node];
  });
  const auto isIt = [&](int32_t index) {
    const Rectangle &other = rectangles[index];
    return other.begin == offset && other.range == range &&
           other.end == offset + size;
  };
  const auto place = std::find_if(shortest->begin(), shortest->end(), isIt);
  assert(place != shortest->end() && "the rectangle is not allocated");
  const int32_t index = *place;
  unused.push_back(index);
  forEachNode(numLeaves, blocksOf(range), [&](size_t node) {
    std::vector<int32_t> &list = nodes[node];
    *std::find(list.begin(), list.end(), index) = list.back();
    list.pop_back();
  });
}

/// Adds to `found` the rectangles listed by \p node and its descendants for
/// \p blocks and allocated during \p range. Each rectangle is added only by the
/// node that covers its first block within \p blocks.
void Arena::findBelow(size_t node, LiveRange covered, LiveRange blocks,
                      LiveRange range) const {
  for (int32_t index : nodes[node]) {
    const Rectangle &other = rectangles[index];
    const int64_t block = std::max(blocks.begin, blockOf(other.range.begin));
    if (covered.contains(block) && other.range.overlaps(range))
      found.push_back({block, other.begin, other.number, index});
  }
  if (covered.end - covered.begin == 1)
    return;
  const int64_t middle = covered.begin + (covered.end - covered.begin) / 2;
  if (blocks.begin < middle)
    findBelow(2 * node, {covered.begin, middle}, blocks, range);
  if (blocks.end > middle)
    findBelow(2 * node + 1, {middle, covered.end}, blocks, range);
}

/// Returns the rectangles allocated during \p range, in the order of
/// `findTaken`.
const std::vector<Arena::Found> &Arena::findRectangles(LiveRange range) const {
  found.clear();
  if (range.begin < range.end)
    findBelow(1, {0, numLeaves}, blocksOf(range), range);
  std::sort(found.begin(), found.end(), [](const Found &a, const Found &b) {
    return std::tie(a.block, a.begin, a.number) <
           std::tie(b.block, b.begin, b.number);
  });
  return found;
}

void Arena::findTaken(LiveRange range, std::vector<Taken> &taken) const {
  for (const Found &one : findRectangles(range)) {
    const Rectangle &other = rectangles[one.index];
    taken.push_back({other.range, other.begin, other.end, other.owner});
  }
}

void Arena::findOwners(LiveRange range, std::vector<BufferId> &owners) const {
  for (const Found &one : findRectangles(range))
    owners.push_back(rectangles[one.index].owner);
}
