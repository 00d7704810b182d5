//===- TakenTree.cpp - Bytes taken during ranges of steps -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Planning/TakenTree.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::planning;

static bool isLower(const ByteRange &a, const ByteRange &b) {
  return a.begin < b.begin;
}

// Step numSteps is one: a live-out residency may last through it.
TakenTree::TakenTree(int64_t capacity, Step numSteps) : capacity(capacity) {
  while (numLeaves < numSteps + 1)
    numLeaves *= 2;
  nodes.resize(2 * numLeaves);
  for (Node &node : nodes)
    node.largestGap = capacity;
}

void TakenTree::add(LiveRange range, ByteRange bytes) {
  change(1, {0, numLeaves}, range, bytes, /*isAdded=*/true);
}

void TakenTree::remove(LiveRange range, ByteRange bytes) {
  change(1, {0, numLeaves}, range, bytes, /*isAdded=*/false);
}

void TakenTree::change(size_t node, LiveRange covered, LiveRange range,
                       ByteRange bytes, bool isAdded) {
  nodes[node].isStale = true;
  if (range.covers(covered)) {
    std::vector<ByteRange> &list = nodes[node].whole;
    auto place = std::lower_bound(list.begin(), list.end(), bytes, isLower);
    if (isAdded) {
      list.insert(place, bytes);
      return;
    }
    assert(place != list.end() && place->begin == bytes.begin &&
           place->end == bytes.end && "only what was added is removed");
    list.erase(place);
    return;
  }
  const Step middle = covered.begin + (covered.end - covered.begin) / 2;
  if (range.begin < middle)
    change(2 * node, {covered.begin, middle}, range, bytes, isAdded);
  if (range.end > middle)
    change(2 * node + 1, {middle, covered.end}, range, bytes, isAdded);
}

void TakenTree::refresh(size_t node) {
  Node &here = nodes[node];
  if (!here.isStale)
    return;
  here.isStale = false;
  const std::vector<ByteRange> *merged = &here.whole;
  if (node < static_cast<size_t>(numLeaves)) {
    refresh(2 * node);
    refresh(2 * node + 1);
    const std::vector<ByteRange> &left = nodes[2 * node].any;
    const std::vector<ByteRange> &right = nodes[2 * node + 1].any;
    here.any.resize(left.size() + right.size());
    std::merge(left.begin(), left.end(), right.begin(), right.end(),
               here.any.begin(), isLower);
    scratch.resize(here.any.size() + here.whole.size());
    std::merge(here.any.begin(), here.any.end(), here.whole.begin(),
               here.whole.end(), scratch.begin(), isLower);
    merged = &scratch;
  }
  here.any.clear();
  here.largestGap = 0;
  Offset end = 0;
  for (const ByteRange &bytes : *merged) {
    if (!here.any.empty() && bytes.begin <= end) {
      end = std::max(end, bytes.end);
      here.any.back().end = end;
      continue;
    }
    here.largestGap = std::max(here.largestGap, bytes.begin - end);
    end = bytes.end;
    here.any.push_back(bytes);
  }
  here.largestGap = std::max(here.largestGap, capacity - end);
}

/// Takes \p taken (lowest first, none in another) out of the \p gaps, of which
/// those of less than \p size bytes are dropped.
static void takeOut(const std::vector<ByteRange> &taken, int64_t size,
                    std::vector<ByteRange> &gaps,
                    std::vector<ByteRange> &scratch) {
  scratch.clear();
  auto next = taken.begin();
  for (const ByteRange &gap : gaps) {
    next = std::partition_point(next, taken.end(), [&](const ByteRange &bytes) {
      return bytes.end <= gap.begin;
    });
    Offset free = gap.begin;
    for (auto it = next; it != taken.end() && it->begin < gap.end; ++it) {
      if (it->begin - free >= size)
        scratch.push_back({free, it->begin});
      free = it->end;
    }
    if (gap.end - free >= size)
      scratch.push_back({free, gap.end});
  }
  gaps.swap(scratch);
}

bool TakenTree::keepFree(LiveRange range, int64_t size,
                         std::vector<ByteRange> &gaps) {
  return keepFree(1, {0, numLeaves}, range, size, gaps);
}

bool TakenTree::keepFree(size_t node, LiveRange covered, LiveRange range,
                         int64_t size, std::vector<ByteRange> &gaps) {
  if (range.covers(covered)) {
    refresh(node);
    if (nodes[node].largestGap < size)
      return false;
    takeOut(nodes[node].any, size, gaps, scratch);
    return !gaps.empty();
  }
  takeOut(nodes[node].whole, size, gaps, scratch);
  if (gaps.empty())
    return false;
  const Step middle = covered.begin + (covered.end - covered.begin) / 2;
  if (range.begin < middle &&
      !keepFree(2 * node, {covered.begin, middle}, range, size, gaps))
    return false;
  return range.end <= middle ||
         keepFree(2 * node + 1, {middle, covered.end}, range, size, gaps);
}
