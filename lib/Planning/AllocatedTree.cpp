//===- AllocatedTree.cpp - Bytes allocated during ranges of steps ---------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AllocatedTree.h"

#include "SegmentTree.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::planning;

// Step numSteps counts too: a live-out residency may last through it.
AllocatedTree::AllocatedTree(int64_t capacity, Step numSteps)
    : capacity(capacity) {
  while (numLeaves < numSteps + 1)
    numLeaves *= 2;
  nodes.resize(2 * numLeaves);
  for (Node &node : nodes)
    node.largestGap = capacity;
}

static bool isLower(const ByteRange &a, const ByteRange &b) {
  return a.begin < b.begin;
}

/// Adds \p bytes to the sorted \p ranges, which never touch. Returns false if
/// the bytes were there already.
static bool addTo(std::vector<ByteRange> &ranges, ByteRange bytes) {
  const auto first = std::partition_point(
      ranges.begin(), ranges.end(),
      [&](const ByteRange &other) { return other.end < bytes.begin; });
  auto last = first;
  while (last != ranges.end() && last->begin <= bytes.end)
    ++last;
  if (first == last) {
    ranges.insert(first, bytes);
    return true;
  }
  if (first->begin <= bytes.begin && bytes.end <= first->end)
    return false;
  first->begin = std::min(first->begin, bytes.begin);
  first->end = std::max(std::prev(last)->end, bytes.end);
  ranges.erase(first + 1, last);
  return true;
}

void AllocatedTree::add(LiveRange range, ByteRange bytes) {
  forEachNode(numLeaves, range, [&](size_t node) {
    std::vector<ByteRange> &list = nodes[node].whole;
    list.insert(std::lower_bound(list.begin(), list.end(), bytes, isLower),
                bytes);
    // Ancestors of a node contain all bytes of the node.
    while (node > 0 && !nodes[node].isStale && addTo(nodes[node].any, bytes))
      node /= 2;
  });
}

void AllocatedTree::remove(LiveRange range, ByteRange bytes) {
  forEachNode(numLeaves, range, [&](size_t node) {
    std::vector<ByteRange> &list = nodes[node].whole;
    auto place = std::lower_bound(list.begin(), list.end(), bytes, isLower);
    assert(place != list.end() && place->begin == bytes.begin &&
           place->end == bytes.end && "only what was added is removed");
    list.erase(place);
    // Ancestors of a stale node are stale, too.
    for (; node > 0 && !nodes[node].isStale; node /= 2)
      nodes[node].isStale = true;
  });
}

/// Sets \p both to the union of the sorted \p a and \p b; ranges of the union
/// never touch.
static void unite(const std::vector<ByteRange> &a,
                  const std::vector<ByteRange> &b,
                  std::vector<ByteRange> &both) {
  both.resize(a.size() + b.size());
  // Branch-free: the outcome of the comparison is unpredictable.
  const ByteRange *nextOfA = a.data(), *endOfA = nextOfA + a.size();
  const ByteRange *nextOfB = b.data(), *endOfB = nextOfB + b.size();
  size_t count = 0;
  Offset end = -1;
  const auto append = [&](const ByteRange &bytes) {
    const bool isApart = bytes.begin > end;
    count += isApart;
    ByteRange &last = both[count - 1];
    end = std::max(end, bytes.end);
    last = {isApart ? bytes.begin : last.begin, end};
  };
  while (nextOfA != endOfA && nextOfB != endOfB) {
    const bool isA = nextOfA->begin < nextOfB->begin;
    append(isA ? *nextOfA : *nextOfB);
    nextOfA += isA;
    nextOfB += !isA;
  }
  for (; nextOfA != endOfA; ++nextOfA)
    append(*nextOfA);
  for (; nextOfB != endOfB; ++nextOfB)
    append(*nextOfB);
  both.resize(count);
}

void AllocatedTree::refresh(size_t node) {
  Node &here = nodes[node];
  if (!here.isStale)
    return;
  here.isStale = false;
  if (node < static_cast<size_t>(numLeaves)) {
    refresh(2 * node);
    refresh(2 * node + 1);
    const std::vector<ByteRange> &left = nodes[2 * node].any;
    const std::vector<ByteRange> &right = nodes[2 * node + 1].any;
    if (here.whole.empty()) {
      unite(left, right, here.any);
    } else {
      unite(left, right, scratch);
      unite(scratch, here.whole, here.any);
    }
  } else {
    unite(here.whole, {}, here.any);
  }
  here.largestGap = 0;
  Offset end = 0;
  for (const ByteRange &bytes : here.any) {
    here.largestGap = std::max(here.largestGap, bytes.begin - end);
    end = bytes.end;
  }
  here.largestGap = std::max(here.largestGap, capacity - end);
}

/// Returns the first of [\p next, \p last) with an end after \p offset, by
/// exponential search.
static const ByteRange *firstEndingAfter(Offset offset, const ByteRange *next,
                                         const ByteRange *last) {
  int64_t reach = 1;
  while (reach <= last - next && next[reach - 1].end <= offset) {
    next += reach;
    reach *= 2;
  }
  return std::partition_point(
      next, next + std::min<int64_t>(reach - 1, last - next),
      [&](const ByteRange &bytes) { return bytes.end <= offset; });
}

/// Subtracts the sorted, disjoint \p taken from the \p gaps, and drops gaps
/// smaller than \p size bytes.
static void subtract(const std::vector<ByteRange> &taken, int64_t size,
                     std::vector<ByteRange> &gaps,
                     std::vector<ByteRange> &scratch) {
  if (taken.empty())
    return;
  scratch.clear();
  const ByteRange *next = taken.data(), *last = next + taken.size();
  for (const ByteRange &gap : gaps) {
    next = firstEndingAfter(gap.begin, next, last);
    Offset free = gap.begin;
    for (const ByteRange *it = next; it != last && it->begin < gap.end; ++it) {
      if (it->begin - free >= size)
        scratch.push_back({free, it->begin});
      free = it->end;
    }
    if (gap.end - free >= size)
      scratch.push_back({free, gap.end});
  }
  gaps.swap(scratch);
}

bool AllocatedTree::keepFree(LiveRange range, int64_t size,
                             std::vector<ByteRange> &gaps) {
  return keepFree(1, {0, numLeaves}, range, size, gaps);
}

bool AllocatedTree::keepFree(size_t node, LiveRange covered, LiveRange range,
                             int64_t size, std::vector<ByteRange> &gaps) {
  const Node &here = nodes[node];
  if (range.covers(covered)) {
    refresh(node);
    if (here.largestGap < size)
      return false;
    subtract(here.any, size, gaps, scratch);
    return !gaps.empty();
  }
  subtract(here.whole, size, gaps, scratch);
  if (gaps.empty())
    return false;
  const Step middle = covered.begin + (covered.end - covered.begin) / 2;
  if (range.begin < middle &&
      !keepFree(2 * node, {covered.begin, middle}, range, size, gaps))
    return false;
  return range.end <= middle ||
         keepFree(2 * node + 1, {middle, covered.end}, range, size, gaps);
}
