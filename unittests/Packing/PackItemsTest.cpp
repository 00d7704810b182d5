//===- PackItemsTest.cpp - Items, their bounds and common divisors --------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Packing/PackItems.h"
#include "../../lib/Packing/Exact.h"
#include "../../lib/Packing/LocalSearch.h"
#include "ItemsOf.h"
#include "Oracle.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::packing;

namespace {

PackingProblem problemOf(std::vector<PackingBuffer> buffers) {
  PackingProblem problem;
  problem.buffers = std::move(buffers);
  return problem;
}

/// Adds a buffer with a fixed offset, so that items are not plain.
PackingProblem withFixed(PackingProblem problem, PackingBuffer buffer,
                         Offset offset) {
  problem.makeTraits(buffer).offset = offset;
  problem.buffers.push_back(buffer);
  return problem;
}

TEST(PackItemsTest, ASectionStartsAtTheFirstStartAfterAnEnd) {
  const PackingProblem plain =
      problemOf({{.id = "a", .range = {0, 3}, .size = 1},
                 {.id = "b", .range = {1, 4}, .size = 1},
                 {.id = "c", .range = {3, 9}, .size = 1}});
  for (const PackingProblem &problem :
       {plain, withFixed(plain, {.id = "d", .range = {5, 6}, .size = 1}, 8)}) {
    const Items items = itemsOf(problem);
    EXPECT_EQ(items.begin[0], 0);
    EXPECT_EQ(items.end[0], 1);
    EXPECT_EQ(items.begin[1], 0);
    EXPECT_EQ(items.end[1], 2);
    EXPECT_EQ(items.begin[2], 1);
    EXPECT_EQ(items.numSections, std::ssize(problem.buffers) - 1);
  }
}

TEST(PackItemsTest, DefaultTraitsAreLeftEmpty) {
  const PackingBuffer a = {.id = "a", .range = {0, 3}, .size = 4};
  PackingBuffer aligned = a;
  aligned.alignment = 2;
  EXPECT_TRUE(itemsOf(problemOf({a})).alignment.empty());
  EXPECT_EQ(itemsOf(problemOf({a, aligned})).alignment,
            (std::vector<int64_t>{1, 2}));

  const Items fixed = itemsOf(withFixed(problemOf({}), a, 0));

  EXPECT_EQ(fixed.fixed, std::vector<Offset>{0});
  EXPECT_TRUE(fixed.alignment.empty());
  EXPECT_TRUE(fixed.pieceAt.empty());
  EXPECT_FALSE(fixed.isSimple());
}

// A gap at the start or beside another gap leaves no empty piece; a window
// becomes a piece.
TEST(PackItemsTest, GapsCutAnItemIntoPieces) {
  PackingProblem problem = problemOf({{.id = "a", .range = {0, 9}, .size = 8},
                                      {.id = "b", .range = {0, 9}, .size = 8}});
  problem.makeTraits(problem.buffers[0]).gaps = {
      {{0, 2}, 0, 0}, {{4, 5}, 0, 0}, {{5, 6}, 3, 7}};
  problem.makeTraits(problem.buffers[1]).gaps = {{{0, 9}, 2, 4}};

  const Items items = itemsOf(problem);

  EXPECT_EQ(items.pieceAt, (std::vector<int32_t>{0, 3, 4}));
  EXPECT_TRUE(items.hasWindows);
  EXPECT_EQ(items.pieces[1].first, 3);
  EXPECT_EQ(items.pieces[1].last, 7);
  const Items window =
      itemsOf(problemOf({{.id = "c", .range = {0, 9}, .size = 8}}));
  EXPECT_TRUE(window.pieceAt.empty());
  problem.buffers.erase(problem.buffers.begin());
  EXPECT_EQ(itemsOf(problem).pieceAt, (std::vector<int32_t>{0, 1}));
}

// Each buffer but the topmost takes 8 bytes: 24, and the topmost needs only 5.
TEST(PackItemsTest, ACommonAlignmentRaisesTheBound) {
  const auto boundOf = [](std::vector<int64_t> sizes, int64_t alignment) {
    PackingProblem problem;
    for (int64_t size : sizes)
      problem.buffers.push_back({.id = std::to_string(size),
                                 .range = {0, 1},
                                 .size = size,
                                 .alignment = alignment});
    return lowerBoundOnPeak(problem);
  };
  EXPECT_EQ(boundOf({5, 6, 8}, 8), 21);
  EXPECT_EQ(boundOf({5, 6, 7}, 1), 18);
  EXPECT_EQ(boundOf({8, 16}, 8), 24);
  EXPECT_EQ(boundOf({6, 5, 7}, 2), 19);
}

// In the second step, a buffer of 6 bytes is topmost.
TEST(PackItemsTest, ACommonAlignmentRaisesTheBoundOfEachStep) {
  PackingProblem problem;
  auto add = [&](LiveRange range, int64_t size) {
    problem.buffers.push_back({.id = std::to_string(problem.buffers.size()),
                               .range = range,
                               .size = size,
                               .alignment = 8});
  };
  add({0, 1}, 1);
  add({1, 2}, 6);
  add({1, 3}, 6);
  add({3, 5}, 1);
  EXPECT_EQ(lowerBoundOnPeak(problem), 14);
  add({1, 2}, 3);
  EXPECT_EQ(lowerBoundOnPeak(problem), 19);
}

TEST(PackItemsTest, AFixedOffsetRaisesTheBound) {
  const PackingProblem low =
      problemOf({{.id = "a", .range = {0, 1}, .size = 5}});
  EXPECT_EQ(lowerBoundOnPeak(
                withFixed(low, {.id = "b", .range = {4, 5}, .size = 4}, 8)),
            12);
  EXPECT_EQ(lowerBoundOnPeak(
                withFixed(low, {.id = "b", .range = {4, 5}, .size = 4}, 0)),
            5);
}

// Offsets need only be multiples of the common divisor.
TEST(PackItemsTest, OffsetsAreMultiplesOfTheCommonDivisorOfSizes) {
  const auto unitOf = [](std::vector<PackingBuffer> buffers) {
    return granularity(itemsOf(problemOf(std::move(buffers))));
  };
  EXPECT_EQ(unitOf({}), 1);
  const PackingBuffer a = {.id = "a", .range = {0, 1}, .size = 12};
  PackingBuffer b = {.id = "b", .range = {0, 1}, .size = 8};
  EXPECT_EQ(unitOf({a, b}), 4);
  b.alignment = 2;
  EXPECT_EQ(unitOf({a, b}), 2);

  EXPECT_EQ(granularity(itemsOf(withFixed(problemOf({a}), a, 18))), 6);
  EXPECT_EQ(granularity(itemsOf(withFixed(problemOf({a}), a, 0))), 12);
}

/// Makes items that live in the given sections.
Items itemsAt(const std::vector<std::pair<int32_t, int32_t>> &sections) {
  Items items;
  for (auto [begin, end] : sections) {
    items.begin.push_back(begin);
    items.end.push_back(end);
    items.size.push_back(1);
    ++items.numItems;
    items.numSections = std::max(items.numSections, end);
  }
  return items;
}

// Ten million entries in total, items by section and overlapping pairs.
TEST(PackItemsTest, ExactSearchIsLimitedToTablesThatFitInMemory) {
  EXPECT_TRUE(ItemOverlaps::isAffordable(itemsAt({{5, 10'000'004}})));
  EXPECT_FALSE(ItemOverlaps::isAffordable(itemsAt({{5, 10'000'005}})));
  EXPECT_FALSE(ItemOverlaps::isAffordable(itemsAt({{5, 10'000'006}})));
  using Sections = std::vector<std::pair<int32_t, int32_t>>;
  EXPECT_TRUE(ItemOverlaps::isAffordable(itemsAt(Sections(3161, {0, 1}))));
  EXPECT_FALSE(ItemOverlaps::isAffordable(itemsAt(Sections(3162, {0, 1}))));
}

// Both items prefer offset 0; only the free item may move.
TEST(ExactSearchTest, AFixedItemHasNoTwin) {
  const PackingBuffer a = {.id = "a", .range = {0, 1}, .size = 2};
  for (Offset offset : {0, 2}) {
    const Items items = itemsOf(withFixed(problemOf({a, a}), a, offset));
    for (int which = 0; which < ExactSearch::numOrders; ++which) {
      Budget budget({.nodes = 1000});
      ExactSearch search(items);
      EXPECT_EQ(search.run(6, which, 100, budget), Verdict::Found);
      EXPECT_EQ(search.offsets()[2], offset);
      EXPECT_EQ(search.run(5, which, 100, budget), Verdict::Impossible);
    }
  }
}

TEST(ExactSearchTest, AFixedItemAboveTheCapacityIsImpossible) {
  const PackingBuffer a = {.id = "a", .range = {0, 1}, .size = 2};
  const Items items = itemsOf(withFixed(problemOf({}), a, 8));
  ExactSearch search(items);
  Budget budget({.nodes = 1000});

  EXPECT_EQ(search.run(10, 0, 100, budget), Verdict::Found);
  EXPECT_EQ(search.run(9, 0, 100, budget), Verdict::Impossible);
}

/// Returns the nodes that two decisions about \p numLong long-lived items
/// spend, beside an item in each of 1000 steps.
int64_t nodesOfTwoDecisions(int numLong) {
  PackingProblem problem;
  for (int i = 0; i < numLong; ++i)
    problem.buffers.push_back(
        {.id = "long" + std::to_string(i), .range = {0, 1000}, .size = 2});
  for (Step step = 0; step < 1000; ++step)
    problem.buffers.push_back({.id = "short" + std::to_string(step),
                               .range = {step, step + 1},
                               .size = 1 + step % 7});
  const Items items = itemsOf(problem);
  ExactSearch search(items);
  Budget budget({.nodes = 100'000});
  EXPECT_EQ(search.run(1000, 0, 2, budget), Verdict::Spent);
  return budget.nodesUsed();
}

TEST(ExactSearchTest, DecisionsAmongManyItemsSpendMoreNodes) {
  EXPECT_EQ(nodesOfTwoDecisions(2), 2);
  EXPECT_GT(nodesOfTwoDecisions(100), 50);
}

TEST(LocalSearchTest, StopsAtItsGoal) {
  const Items items =
      itemsOf(problemOf({{.id = "a", .range = {0, 1}, .size = 2}}));
  Workspace workspace(items);
  OrderSearch search(workspace);
  Budget budget({.nodes = 1000});
  PartResult result;
  result.peak = 5;

  search.run(5, 3, budget, result);
  EXPECT_EQ(budget.nodesUsed(), 0);
  search.run(4, 3, budget, result);

  EXPECT_EQ(budget.nodesUsed(), 1);
  EXPECT_EQ(result.peak, 2);
}

} // namespace
