//===- KnapsackTest.cpp - The knapsack against exhaustive search ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Bounds/Knapsack.h"

#include "Support/TestRandom.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <limits>

using namespace memplace;
using namespace memplace::test;

namespace {

constexpr int64_t anyNumberOfNodes = 1'000'000;
constexpr double rounding = 1e-9;

/// Returns the gain from savings \p saved, as Knapsack.h defines gains.
double gainOf(const Knapsack &knapsack, double saved) {
  const double more = std::min(saved, knapsack.end) - knapsack.limit;
  if (saved <= knapsack.limit || knapsack.slope == 0)
    return std::min(saved, knapsack.limit);
  return knapsack.limit + knapsack.slope * more;
}

/// Returns the value of \p choice, or a value below all others if \p choice
/// does not fit.
double valueOf(const Knapsack &knapsack, const std::vector<Taken> &choice) {
  int64_t room = knapsack.capacity;
  double value = 0;
  double saved = 0;
  for (size_t k = 0; k < choice.size(); ++k) {
    const KnapsackItem &item = knapsack.items[k];
    room -= choice[k] == Taken::No ? 0 : item.size;
    value += choice[k] == Taken::Held ? item.held : 0;
    value += choice[k] == Taken::Used ? item.used : 0;
    saved += choice[k] == Taken::Used ? item.saving : 0;
  }
  return room < 0 ? -std::numeric_limits<double>::infinity()
                  : value + gainOf(knapsack, saved);
}

/// Returns the largest value of all choices.
double bestValue(const Knapsack &knapsack) {
  const size_t count = knapsack.items.size();
  size_t numChoices = 1;
  for (size_t k = 0; k < count; ++k)
    numChoices *= 3;
  double best = 0;
  std::vector<Taken> choice(count);
  for (size_t index = 0; index < numChoices; ++index) {
    size_t rest = index;
    for (Taken &taken : choice) {
      taken = static_cast<Taken>(rest % 3);
      rest /= 3;
    }
    best = std::max(best, valueOf(knapsack, choice));
  }
  return best;
}

/// Small whole numbers, so that ties and exact fits are frequent.
Knapsack makeKnapsack(uint64_t seed) {
  TestRandom random(seed);
  Knapsack knapsack;
  knapsack.capacity = random.in(0, 20);
  knapsack.slope = static_cast<double>(random.in(0, 4)) / 4;
  knapsack.limit = static_cast<double>(random.in(0, 12));
  knapsack.end = knapsack.limit + static_cast<double>(random.in(0, 12));
  const int64_t count = random.in(0, 7);
  for (int64_t k = 0; k < count; ++k) {
    KnapsackItem item;
    item.size = random.in(1, 12);
    item.held = static_cast<double>(random.in(0, 4));
    item.used = item.held - static_cast<double>(random.in(-1, 5));
    item.saving = static_cast<double>(random.in(0, 9));
    knapsack.items.push_back(item);
  }
  return knapsack;
}

Knapsack makeKnapsack(int64_t capacity, double limit,
                      std::vector<KnapsackItem> items) {
  Knapsack knapsack;
  knapsack.capacity = capacity;
  knapsack.limit = limit;
  knapsack.items = std::move(items);
  return knapsack;
}

TEST(KnapsackTest, FindsTheBestOfAllChoices) {
  for (uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    Knapsack knapsack = makeKnapsack(seed);
    const double value = knapsack.solve(anyNumberOfNodes);
    EXPECT_NEAR(value, bestValue(knapsack), rounding);
    EXPECT_NEAR(valueOf(knapsack, knapsack.choice()), value, rounding);
  }
}

// The bound covers branches left unsearched, and the choice returned fits.
TEST(KnapsackTest, IsABoundWithAnyNodeLimit) {
  double tooMuch = 0;
  double missed = 0;
  for (int64_t nodeLimit : {0, 1, 3})
    for (uint64_t seed = 0; seed < 200; ++seed) {
      SCOPED_TRACE(seed);
      Knapsack knapsack = makeKnapsack(seed);
      const double best = bestValue(knapsack);
      const double bound = knapsack.solve(nodeLimit);
      const double found = valueOf(knapsack, knapsack.choice());
      EXPECT_LE(knapsack.nodes(), nodeLimit);
      EXPECT_GE(bound, best - rounding);
      EXPECT_LE(found, best + rounding);
      EXPECT_GE(found, 0);
      tooMuch += bound - best;
      missed += best - found;
    }
  // Sums over all cases of the excess of the bounds and of the deficit of the
  // first choices. Smaller is better; enter smaller numbers here.
  EXPECT_NEAR(tooMuch, 305.5804473, 1e-6);
  EXPECT_NEAR(missed, 148.25, 1e-6);
}

// A looser bound or a worse first choice would visit more nodes.
TEST(KnapsackTest, SearchesFewNodes) {
  int64_t numNodes = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    Knapsack knapsack = makeKnapsack(seed);
    knapsack.solve(anyNumberOfNodes);
    numNodes += knapsack.nodes();
  }
  // Measured number of nodes. Fewer is better; enter smaller numbers here.
  EXPECT_EQ(numNodes, 1123);
}

TEST(KnapsackTest, TakesNothingWithoutRoomAndItemsThatJustFit) {
  Knapsack knapsack = makeKnapsack(10, 100, {{4, 0, 0, 3}, {6, 0, 0, 2}});
  EXPECT_EQ(knapsack.solve(anyNumberOfNodes), 5);
  knapsack.capacity = 9;
  EXPECT_EQ(knapsack.solve(anyNumberOfNodes), 3);
  EXPECT_EQ(knapsack.choice(), (std::vector<Taken>{Taken::Used, Taken::No}));
  knapsack.capacity = 3;
  EXPECT_EQ(knapsack.solve(anyNumberOfNodes), 0);
  EXPECT_EQ(knapsack.choice(), (std::vector<Taken>{Taken::No, Taken::No}));
}

// The first item, and two fifths of the second.
TEST(KnapsackTest, FillsTheRestWithAFractionWithoutBranching) {
  Knapsack knapsack = makeKnapsack(5, 100, {{3, 0, 0, 6}, {5, 0, 0, 5}});
  EXPECT_EQ(knapsack.solve(0), 6 + 2);
  EXPECT_EQ(knapsack.nodes(), 0);
}

TEST(KnapsackTest, BranchesOnAtMostTheMaximumNumberOfItems) {
  Knapsack knapsack =
      makeKnapsack(256, 1e9, std::vector<KnapsackItem>(256, {2, 0, 0, 1}));
  knapsack.capacity = 257;
  EXPECT_EQ(knapsack.solve(256), 128.5);
  EXPECT_GT(knapsack.nodes(), 0);
  knapsack.items.push_back({2, 0, 0, 1});
  EXPECT_EQ(knapsack.solve(anyNumberOfNodes), 128.5);
  EXPECT_EQ(knapsack.nodes(), 0);
}

} // namespace
