//===- BanksTest.cpp - Packing into memories of different cost ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Packing/BankBound.h"
#include "../../lib/Packing/BankPlan.h"
#include "../../lib/Packing/BankSearch.h"
#include "../../lib/Packing/BankSweep.h"
#include "Oracle.h"

#include "memplace/Packing/Banks.h"

#include "gmock/gmock.h"

using namespace memplace;
using testing::HasSubstr;

namespace {

/// A packing problem whose arenas have costs.
struct BankCase {
  PackingProblem problem;
  BankCosts costs;
};

/// Draws up to six buffers and three banks, each of 1 to 6 bytes or unlimited.
BankCase drawBanks(uint64_t seed) {
  std::mt19937_64 random(seed);
  const int numBanks = 1 + static_cast<int>(random() % 3);
  BankCase drawn;
  drawn.problem =
      makeRandomPacking(seed, {.numBuffers = 1 + static_cast<int>(random() % 6),
                               .numSteps = 6,
                               .largestSize = 4,
                               .hasAlignment = true});
  drawn.problem.arenas.clear();
  for (int bank = 0; bank < numBanks; ++bank) {
    drawn.problem.arenas.push_back({std::to_string(bank), {}});
    if (random() % 3)
      drawn.problem.arenas.back().capacity = 1 + random() % 6;
    drawn.costs.perByte.push_back(static_cast<double>(random() % 5) / 2);
  }
  for (PackingBuffer &buffer : drawn.problem.buffers) {
    drawn.costs.accessed.push_back(static_cast<int64_t>(random() % 20));
    if (random() % 4 == 0)
      drawn.problem.makeTraits(buffer).arenas = {
          static_cast<int32_t>(random() % numBanks)};
  }
  return drawn;
}

/// Returns the least cost by trying all banks and offsets, or nothing if there
/// is no packing. In an unlimited bank, each buffer has bytes of its own.
std::optional<double> leastCostByBruteForce(const BankCase &drawn) {
  PackingProblem sofar = drawn.problem;
  sofar.buffers.clear();
  Packing packing;
  std::optional<double> least;
  std::function<void(double)> extend = [&](double cost) {
    if (least && cost >= *least)
      return;
    const size_t i = sofar.buffers.size();
    if (i == drawn.problem.buffers.size()) {
      least = cost;
      return;
    }
    const PackingBuffer &buffer = drawn.problem.buffers[i];
    sofar.buffers.push_back(buffer);
    for (size_t bank = 0; bank < sofar.arenas.size(); ++bank) {
      const std::optional<int64_t> capacity = sofar.arenas[bank].capacity;
      const Offset first = capacity ? 0 : 12 * static_cast<Offset>(i);
      const Offset last = capacity ? *capacity - buffer.size : first;
      for (Offset offset = first; offset <= last; ++offset) {
        packing.offsets.push_back(offset);
        packing.arenas.push_back(static_cast<int32_t>(bank));
        if (!verifyPacking(sofar, packing))
          extend(cost + static_cast<double>(drawn.costs.accessed[i]) *
                            drawn.costs.perByte[bank]);
        packing.offsets.pop_back();
        packing.arenas.pop_back();
      }
    }
    sofar.buffers.pop_back();
  };
  extend(0);
  return least;
}

/// Returns a problem with \p numBuffers buffers, two small banks and a large
/// one.
BankCase drawManyBuffers(int numBuffers) {
  std::mt19937_64 random(numBuffers);
  BankCase drawn;
  drawn.problem = makeRandomPacking(
      3,
      {.numBuffers = numBuffers, .numSteps = numBuffers, .largestSize = 1000});
  for (const PackingBuffer &buffer : drawn.problem.buffers)
    drawn.costs.accessed.push_back(buffer.size *
                                   (1 + static_cast<int64_t>(random() % 8)));
  const int64_t load = lowerBoundOnPeak(drawn.problem);
  drawn.problem.arenas = {{"0", load / 8}, {"1", load / 4}, {"2", {}}};
  drawn.costs.perByte = {1, 3, 10};
  return drawn;
}

TEST(BanksTest, FindsTheLeastCostOfSmallProblems) {
  int numPacked = 0;
  for (uint64_t seed = 0; seed < 600; ++seed) {
    const BankCase drawn = drawBanks(seed);
    ASSERT_EQ(check(drawn.problem), std::nullopt) << seed;
    const BankResult result = packBanks(drawn.problem, drawn.costs);
    const std::optional<double> least = leastCostByBruteForce(drawn);
    ASSERT_EQ(result.packing.has_value(), least.has_value()) << seed;
    if (!least) {
      EXPECT_EQ(result.status, PackStatus::Infeasible) << seed;
      continue;
    }
    ++numPacked;
    EXPECT_EQ(verifyPacking(drawn.problem, *result.packing), std::nullopt);
    EXPECT_EQ(result.status, PackStatus::Optimal) << seed;
    EXPECT_DOUBLE_EQ(result.cost, *least) << seed;
    EXPECT_DOUBLE_EQ(result.cost, costOf(drawn.costs, *result.packing));
  }
  EXPECT_GT(numPacked, 200);
  EXPECT_LT(numPacked, 600);
}

TEST(BanksTest, NamesTheLeastCapacityOfATooSmallBank) {
  PackingProblem problem;
  for (const char *id : {"a", "b"})
    problem.buffers.push_back({.id = id, .range = {0, 1}, .size = 8});
  problem.arenas = {{"0", 12}};
  const BankResult loaded = packBanks(problem, {{1, 1}, {1}});
  EXPECT_EQ(loaded.status, PackStatus::Infeasible);
  EXPECT_THAT(loaded.message,
              HasSubstr("The least possible capacity is 16 bytes"));
  problem.arenas = {{"0", 7}};
  EXPECT_THAT(packBanks(problem, {{1, 1}, {1}}).message,
              HasSubstr("a capacity of at least 8 bytes is needed"));
}

TEST(BanksTest, NamesTheLeastCapacityThatCanBePacked) {
  // Nine bytes are live at most, but alignment leaves a byte unused.
  PackingProblem problem;
  problem.buffers = {{.id = "a", .range = {0, 2}, .size = 1},
                     {.id = "b", .range = {0, 1}, .size = 4, .alignment = 4},
                     {.id = "c", .range = {0, 2}, .size = 4, .alignment = 4}};
  problem.arenas = {{"0", 8}};
  const BankResult result = packBanks(problem, {{1, 1, 1}, {1}});
  EXPECT_EQ(result.status, PackStatus::Infeasible);
  EXPECT_THAT(result.message, HasSubstr("least possible capacity"));
}

TEST(BanksTest, PrefersLowPeaksAmongEqualCosts) {
  PackingProblem problem = makeFullPacking(7, 8, 32);
  const BankCosts costs = {std::vector<int64_t>(problem.buffers.size(), 1),
                           {1}};
  const BankResult result = packBanks(problem, costs);
  ASSERT_TRUE(result.packing);
  EXPECT_EQ(peaksOf(problem, *result.packing)[0], pack(problem).peak);
}

TEST(BanksTest, EqualSeedsGiveEqualPackings) {
  const BankCase drawn = drawManyBuffers(80);
  const PackLimits limits = {.nodes = 100'000, .seed = 5};
  const BankResult first = packBanks(drawn.problem, drawn.costs, limits);
  const BankResult second = packBanks(drawn.problem, drawn.costs, limits);
  ASSERT_TRUE(first.packing);
  EXPECT_EQ(*first.packing, *second.packing);
}

TEST(BanksTest, StaysNearTheBoundWithManyBuffers) {
  const BankCase drawn = drawManyBuffers(150);
  const BankResult result =
      packBanks(drawn.problem, drawn.costs, {.nodes = 100'000});
  ASSERT_TRUE(result.packing);
  EXPECT_EQ(verifyPacking(drawn.problem, *result.packing), std::nullopt);
  EXPECT_LE(result.bound, result.cost);
  EXPECT_LT(result.cost, 1.10 * result.bound);
}

TEST(BanksTest, ProvesTheLeastCostOfFortyBuffers) {
  const BankCase drawn = drawManyBuffers(40);
  const BankResult result =
      packBanks(drawn.problem, drawn.costs, {.nodes = 2'000'000});
  EXPECT_EQ(result.status, PackStatus::Optimal);
  EXPECT_EQ(result.bound, result.cost);
}

TEST(BanksTest, PacksNoBuffersAtNoCost) {
  const BankResult result = packBanks(PackingProblem{}, {{}, {1}});
  EXPECT_EQ(result.status, PackStatus::Optimal);
  EXPECT_EQ(result.cost, 0);
}

TEST(BanksTest, ReturnsAPackingAfterTheDeadline) {
  const BankCase drawn = drawManyBuffers(200);
  const BankResult result =
      packBanks(drawn.problem, drawn.costs,
                {.timeLimit = std::chrono::duration<double>(1e-9)});
  ASSERT_TRUE(result.packing);
  EXPECT_EQ(verifyPacking(drawn.problem, *result.packing), std::nullopt);
}

TEST(BankPackerTest, PacksNothingAfterTheDeadlineButQuickly) {
  const BankCase drawn = drawManyBuffers(200);
  const packing::BankModel model =
      packing::makeBankModel(drawn.problem, drawn.costs);
  packing::BankSearch search(model, 0);
  search.startGreedily(packing::BankBound(model), model.capacity);
  std::atomic<bool> isCancelled = false;
  packing::Budget budget({.nodes = 1'000'000, .cancel = &isCancelled});
  packing::BankPacker packer(model, budget);
  EXPECT_TRUE(std::isfinite(packer.packNearly(search.banks()).cost));
  const int64_t nodes = budget.nodesUsed();
  EXPECT_GT(nodes, 0);
  isCancelled = true;
  EXPECT_FALSE(std::isfinite(packer.packNearly(search.banks()).cost));
  packing::BankPlan quick = packer.packQuickly(search.banks());
  ASSERT_TRUE(std::isfinite(quick.cost));
  EXPECT_EQ(verifyPacking(drawn.problem, {quick.offsets, quick.banks}),
            std::nullopt);
  const std::vector<Offset> before = quick.offsets;
  packer.lowerPeaks(quick);
  EXPECT_EQ(quick.offsets, before);
  EXPECT_EQ(budget.nodesUsed(), nodes);
}

TEST(BankPackerTest, MovesItemsAboveTheCapacityToALaterBank) {
  PackingProblem problem;
  problem.buffers = {{.id = "a", .range = {0, 2}, .size = 6},
                     {.id = "b", .range = {1, 3}, .size = 6},
                     {.id = "c", .range = {2, 4}, .size = 4}};
  problem.arenas = {{"0", {}}, {"1", 10}};
  const packing::BankModel model =
      packing::makeBankModel(problem, {{1, 1, 1}, {10, 1}});
  packing::Budget budget({});
  packing::BankPacker packer(model, budget);
  const packing::BankPlan plan =
      packer.packQuickly(std::vector<int32_t>{1, 1, packing::noBank});
  EXPECT_EQ(verifyPacking(problem, {plan.offsets, plan.banks}), std::nullopt);
  EXPECT_EQ(plan.cost, 12);

  // Without a later bank there is no plan.
  problem.arenas = {{"0", 6}, {"1", 5}};
  const packing::BankModel small =
      packing::makeBankModel(problem, {{1, 1, 1}, {10, 1}});
  EXPECT_FALSE(std::isfinite(packing::BankPacker(small, budget)
                                 .packQuickly(std::vector<int32_t>{0, 0, 0})
                                 .cost));
}

TEST(BankPackerTest, MovesItemsWithoutAPlaceBelowInfinityToALaterBank) {
  constexpr int64_t size = int64_t(1) << 62;
  PackingProblem problem;
  problem.buffers = {{.id = "a", .range = {0, 1}, .size = size},
                     {.id = "b", .range = {0, 1}, .size = size}};
  problem.arenas = {{"0", {}}, {"1", {}}};
  const BankResult result = packBanks(problem, {{1, 1}, {1, 2}}, {});
  ASSERT_TRUE(result.packing);
  EXPECT_EQ(verifyPacking(problem, *result.packing), std::nullopt);
  EXPECT_NE(result.packing->arenas[0], result.packing->arenas[1]);
}

TEST(BanksTest, GreedyFillsTheFastestBankWithTheLargestBuffer) {
  PackingProblem problem;
  problem.buffers = {{.id = "a", .range = {0, 1}, .size = 4},
                     {.id = "b", .range = {0, 1}, .size = 8},
                     {.id = "c", .range = {1, 2}, .size = 8}};
  problem.arenas = {{"0", {}}, {"1", 8}};
  const BankCosts costs = {{100, 1, 1}, {10, 1}};
  const BankResult greedy = packBanksGreedily(problem, costs);
  ASSERT_TRUE(greedy.packing);
  EXPECT_EQ(greedy.packing->arenas, (std::vector<int32_t>{0, 1, 1}));
  EXPECT_EQ(greedy.cost, 1002);
  EXPECT_EQ(packBanks(problem, costs).cost, 111);
  problem.arenas = {{"0", 7}, {"1", 8}};
  problem.buffers[0].size = 8;
  EXPECT_FALSE(packBanksGreedily(problem, costs).packing);
}

TEST(BanksTest, GreedyIsLegalOnRandomProblems) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const BankCase drawn = drawBanks(seed);
    const BankResult greedy = packBanksGreedily(drawn.problem, drawn.costs);
    if (!greedy.packing)
      continue;
    EXPECT_EQ(verifyPacking(drawn.problem, *greedy.packing), std::nullopt);
    EXPECT_GE(greedy.cost * (1 + 1e-9),
              packBanks(drawn.problem, drawn.costs).cost);
  }
}

TEST(BankBoundTest, StaysBelowTheLeastCost) {
  for (uint64_t seed = 0; seed < 200; ++seed) {
    const BankCase drawn = drawBanks(seed);
    const std::optional<double> least = leastCostByBruteForce(drawn);
    if (!least)
      continue;
    const packing::BankModel model =
        packing::makeBankModel(drawn.problem, drawn.costs);
    packing::Budget budget({});
    packing::BankBound bound(model);
    const double before = bound.value();
    bound.improve(*least, 300, budget);
    EXPECT_LE(bound.value(), *least + 1e-9) << seed;
    EXPECT_GE(bound.value(), before) << seed;
  }
}

/// Returns buffers like tensors of a network with shortcuts: few live together.
BankCase makeNetwork(int numBuffers) {
  std::mt19937_64 random(1);
  BankCase network;
  for (int i = 0; i < numBuffers; ++i) {
    const auto length = static_cast<Step>(i % 5 == 0 ? 7 : 2);
    network.problem.buffers.push_back(
        {std::to_string(i), {i, i + length}, 16 + int64_t(random() % 64), 1});
    network.costs.accessed.push_back(static_cast<int64_t>(random() % 1000));
  }
  network.problem.arenas = {{"fast", 100}, {"slow", {}}};
  network.costs.perByte = {0, 1};
  return network;
}

TEST(BankSweepTest, FindsTheLeastCostByLiveBytes) {
  int numFound = 0;
  for (uint64_t seed = 0; seed < 300; ++seed) {
    const BankCase drawn = drawBanks(seed);
    const packing::BankModel model =
        packing::makeBankModel(drawn.problem, drawn.costs);
    packing::Budget budget({});
    if (packing::shortageOf(model, drawn.problem, budget))
      continue;
    const packing::BankBound bound(model);
    const packing::SweepResult swept =
        packing::sweepBanks(model, bound, 1e9, 1000, budget);
    ASSERT_TRUE(swept.isComplete);
    const BankResult best = packBanks(drawn.problem, drawn.costs, {});
    EXPECT_LE(swept.cost, best.packing ? best.cost + 1e-9 : 1e9) << seed;
    if (swept.banks.empty())
      continue;
    ++numFound;
    EXPECT_NEAR(model.costOf(swept.banks), swept.cost, 1e-9) << seed;
    packing::BankLoads loads(model, model.capacity);
    for (int32_t item = 0; item < model.items.numItems; ++item) {
      EXPECT_TRUE(loads.hasRoom(item, swept.banks[item])) << seed;
      loads.add(item, swept.banks[item]);
    }
  }
  EXPECT_GT(numFound, 100);
}

TEST(BankSweepTest, StopsAtItsLimits) {
  const BankCase network = makeNetwork(60);
  const packing::BankModel model =
      packing::makeBankModel(network.problem, network.costs);
  const packing::BankBound bound(model);
  packing::Budget budget({}), few({.nodes = 10});
  const packing::SweepResult best =
      packing::sweepBanks(model, bound, 1e9, 1000, budget);
  ASSERT_TRUE(best.isComplete);
  EXPECT_FALSE(packing::sweepBanks(model, bound, 1e9, 2, budget).isComplete);
  EXPECT_FALSE(packing::sweepBanks(model, bound, 1e9, 1000, few).isComplete);
  // Nothing is cheaper than the best.
  const packing::SweepResult none =
      packing::sweepBanks(model, bound, best.cost, 1000, budget);
  EXPECT_TRUE(none.isComplete);
  EXPECT_TRUE(none.banks.empty());
}

TEST(BanksTest, ProvesTheLeastCostOfALongNetwork) {
  const BankCase network = makeNetwork(500);
  const BankResult result =
      packBanks(network.problem, network.costs, {.nodes = 500'000});
  ASSERT_TRUE(result.packing);
  EXPECT_EQ(result.status, PackStatus::Optimal);
}

TEST(LoadTreeTest, ReturnsTheLargestLoadOfARange) {
  constexpr int32_t numSections = 13;
  packing::LoadTree tree(numSections);
  std::vector<int64_t> loads(numSections);
  std::mt19937_64 random(1);
  for (int i = 0; i < 500; ++i) {
    const auto begin = static_cast<int32_t>(random() % numSections);
    const auto end =
        begin + 1 + static_cast<int32_t>(random() % (numSections - begin));
    const int64_t bytes = static_cast<int64_t>(random() % 21) - 10;
    tree.add(begin, end, bytes);
    for (int32_t section = begin; section < end; ++section)
      loads[section] += bytes;
    for (int32_t first = 0; first < numSections; ++first)
      for (int32_t last = first + 1; last <= numSections; ++last)
        ASSERT_EQ(
            tree.largest(first, last),
            *std::max_element(loads.begin() + first, loads.begin() + last));
  }
}

TEST(BankSearchTest, KeepsLiveBytesWithinTheCapacity) {
  const BankCase drawn = drawManyBuffers(60);
  const packing::BankModel model =
      packing::makeBankModel(drawn.problem, drawn.costs);
  packing::BankSearch search(model, 0);
  search.startGreedily(packing::BankBound(model), model.capacity);
  const double greedy = model.costOf(search.banks());
  packing::Budget budget({});
  ASSERT_TRUE(search.prepare(1'000'000));
  search.improve(5000, budget);
  EXPECT_LT(model.costOf(search.banks()), greedy);
  for (int32_t bank = 0; bank < model.numBanks(); ++bank) {
    packing::LoadTree load(model.items.numSections);
    for (int32_t item = 0; item < model.items.numItems; ++item)
      if (search.banks()[item] == bank)
        load.add(model.items.begin[item], model.items.end[item],
                 model.items.size[item]);
    EXPECT_LE(load.largest(0, model.items.numSections), model.capacity[bank]);
  }
}

TEST(BankSearchTest, RejectsAListWithTooManyPairs) {
  const BankCase drawn = drawManyBuffers(60);
  const packing::BankModel model =
      packing::makeBankModel(drawn.problem, drawn.costs);
  EXPECT_FALSE(packing::BankSearch(model, 0).prepare(10));
}

} // namespace
