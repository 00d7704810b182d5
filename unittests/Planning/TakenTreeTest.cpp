//===- TakenTreeTest.cpp - Bytes taken during ranges of steps -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Planning/TakenTree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace memplace;
using namespace memplace::planning;

namespace {

/// Which bytes of \p capacity are taken at some step of \p range.
std::vector<bool> takenIn(TakenTree &tree, LiveRange range, int64_t capacity) {
  std::vector<TakenBytes> pieces;
  tree.collect(range, /*size=*/0, pieces);
  std::vector<bool> taken(capacity);
  for (const TakenBytes &piece : pieces)
    std::fill(taken.begin() + piece.begin, taken.begin() + piece.end, true);
  return taken;
}

TEST(TakenTreeTest, SaysWhenThereIsAStepWithoutRoom) {
  TakenTree tree(16, 10);
  tree.add({2, 5}, {4, 8});
  std::vector<TakenBytes> taken;

  EXPECT_TRUE(tree.collect({0, 11}, 8, taken)) << "above the taken bytes";
  EXPECT_FALSE(tree.collect({2, 4}, 9, taken));
  taken.clear();
  EXPECT_TRUE(tree.collect({5, 11}, 16, taken));
  EXPECT_TRUE(taken.empty());
}

// Against a table of steps and bytes.
TEST(TakenTreeTest, KnowsWhatIsTakenAfterAnyChanges) {
  constexpr int64_t capacity = 24;
  constexpr Step numSteps = 13; // No power of two.
  TakenTree tree(capacity, numSteps);
  std::vector<std::vector<bool>> table(numSteps + 1,
                                       std::vector<bool>(capacity));
  std::vector<std::pair<LiveRange, TakenBytes>> added;
  std::mt19937 random(7);
  const auto below = [&](int64_t count) { return int64_t(random() % count); };
  for (int change = 0; change < 2000; ++change) {
    const Step begin = below(numSteps + 1);
    const LiveRange range = {begin, begin + 1 + below(numSteps + 1 - begin)};
    const Offset low = below(capacity);
    const TakenBytes bytes = {low, low + 1 + below(capacity - low)};
    bool isFree = true;
    for (Step step = range.begin; step < range.end; ++step)
      for (Offset at = bytes.begin; at < bytes.end; ++at)
        isFree &= !table[step][at];
    const auto mark = [&](LiveRange steps, TakenBytes which, bool isTaken) {
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
    std::vector<bool> expected(capacity);
    for (Step step = range.begin; step < range.end; ++step)
      for (Offset at = 0; at < capacity; ++at)
        expected[at] = expected[at] || table[step][at];
    ASSERT_EQ(takenIn(tree, range, capacity), expected) << change;
  }
}

// The search for an offset looks at one piece instead of two.
TEST(TakenTreeTest, WhatTouchesIsOnePiece) {
  TakenTree tree(40, 3);
  tree.add({0, 4}, {0, 10});
  tree.add({0, 4}, {10, 20});
  std::vector<TakenBytes> taken;

  tree.collect({0, 4}, 1, taken);

  ASSERT_EQ(taken.size(), 1u);
  EXPECT_EQ(taken[0].begin, 0);
  EXPECT_EQ(taken[0].end, 20);
}

TEST(TakenTreeTest, SaysWhenAllGapsAreTooSmall) {
  TakenTree tree(100, 3);
  tree.add({0, 4}, {10, 20});
  tree.add({0, 4}, {30, 100});
  std::vector<TakenBytes> taken;

  EXPECT_TRUE(tree.collect({0, 4}, 10, taken));
  EXPECT_FALSE(tree.collect({0, 4}, 11, taken));
}

} // namespace
