//===- AllocatedTreeTest.cpp - Occupied bytes by range of steps -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/AllocatedTree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace memplace;
using namespace memplace::planning;

namespace {

using Ranges = std::vector<std::pair<Offset, Offset>>;

/// Returns the bytes free during \p range, in intervals of at least \p size.
Ranges freeIn(AllocatedTree &tree, LiveRange range, int64_t size,
              std::vector<ByteRange> gaps) {
  const bool isAny = tree.keepFree(range, size, gaps);
  Ranges free;
  if (isAny)
    for (auto [begin, end] : gaps)
      free.emplace_back(begin, end);
  EXPECT_EQ(isAny, !free.empty());
  return free;
}

TEST(AllocatedTreeTest, ReturnsNothingIfAStepHasNoRoom) {
  AllocatedTree tree(16, 10);
  tree.add({2, 5}, {4, 8});

  EXPECT_EQ(freeIn(tree, {0, 11}, 8, {{0, 16}}), (Ranges{{8, 16}}));
  EXPECT_EQ(freeIn(tree, {2, 4}, 9, {{0, 16}}), Ranges{});
  EXPECT_EQ(freeIn(tree, {5, 11}, 16, {{0, 16}}), (Ranges{{0, 16}}));
}

TEST(AllocatedTreeTest, StaysWithinTheGivenGaps) {
  AllocatedTree tree(100, 3);
  tree.add({0, 2}, {10, 50});
  tree.add({2, 4}, {70, 80});

  EXPECT_EQ(freeIn(tree, {0, 4}, 1, {{0, 20}, {30, 40}, {45, 75}, {90, 95}}),
            (Ranges{{0, 10}, {50, 70}, {90, 95}}));
  EXPECT_EQ(freeIn(tree, {0, 4}, 10, {{0, 20}, {30, 40}, {45, 75}, {90, 95}}),
            (Ranges{{0, 10}, {50, 70}}));
  EXPECT_EQ(freeIn(tree, {0, 4}, 1, {{15, 20}, {72, 79}}), Ranges{});
}

// Compared with a table of steps and bytes.
TEST(AllocatedTreeTest, EqualsATableAfterAnyChanges) {
  constexpr int64_t capacity = 24;
  constexpr Step numSteps = 13; // Not a power of two.
  AllocatedTree tree(capacity, numSteps);
  std::vector<std::vector<bool>> table(numSteps + 1,
                                       std::vector<bool>(capacity));
  std::vector<std::pair<LiveRange, ByteRange>> added;
  std::mt19937 random(7);
  const auto below = [&](int64_t count) { return int64_t(random() % count); };
  for (int change = 0; change < 2000; ++change) {
    const Step begin = below(numSteps + 1);
    const LiveRange range = {begin, begin + 1 + below(numSteps + 1 - begin)};
    const Offset low = below(capacity);
    const ByteRange bytes = {low, low + 1 + below(capacity - low)};
    bool isFree = true;
    for (Step step = range.begin; step < range.end; ++step)
      for (Offset at = bytes.begin; at < bytes.end; ++at)
        isFree &= !table[step][at];
    const auto mark = [&](LiveRange steps, ByteRange which, bool isTaken) {
      for (Step step = steps.begin; step < steps.end; ++step)
        std::fill(table[step].begin() + which.begin,
                  table[step].begin() + which.end, isTaken);
    };
    if (isFree) {
      tree.add(range, bytes);
      added.push_back({range, bytes});
      mark(range, bytes, true);
    } else if (!added.empty()) {
      const size_t which = below(static_cast<int64_t>(added.size()));
      tree.remove(added[which].first, added[which].second);
      mark(added[which].first, added[which].second, false);
      added.erase(added.begin() + static_cast<std::ptrdiff_t>(which));
    }
    const int64_t size = 1 + below(4);
    Ranges expected;
    for (Offset at = 0, begin = 0; at <= capacity; ++at) {
      bool isTaken = at == capacity;
      for (Step step = range.begin; step < range.end && !isTaken; ++step)
        isTaken = table[step][at];
      if (isTaken && at - begin >= size)
        expected.emplace_back(begin, at);
      if (isTaken)
        begin = at + 1;
    }
    ASSERT_EQ(freeIn(tree, range, size, {{0, capacity}}), expected) << change;
  }
}

TEST(AllocatedTreeTest, ReturnsNothingIfAllGapsAreTooSmall) {
  AllocatedTree tree(100, 3);
  tree.add({0, 4}, {10, 20});
  tree.add({0, 4}, {30, 100});

  EXPECT_EQ(freeIn(tree, {0, 4}, 10, {{0, 100}}), (Ranges{{0, 10}, {20, 30}}));
  EXPECT_EQ(freeIn(tree, {0, 4}, 11, {{0, 100}}), Ranges{});
}

} // namespace
