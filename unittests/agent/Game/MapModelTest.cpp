//===- MapModelTest.cpp - The relaxation and its rounding -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Game/MapGame.h"

#include "../../Support/SmallProblems.h"
#include "MakeMapGame.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <numeric>

using namespace memplace;
using namespace memplace::test;
using ::testing::ElementsAre;

namespace {

/// Weights of these sizes in a cyclic problem, each read by its own op. The
/// fast tier has 1024 bytes.
Problem weightsOf(const std::vector<int64_t> &sizes) {
  std::vector<Buffer> buffers;
  std::vector<std::vector<Access>> ops;
  const auto numSteps = static_cast<Step>(sizes.size());
  for (size_t i = 0; i < sizes.size(); ++i) {
    buffers.push_back(makeLiveIn("w" + std::to_string(i), {0, numSteps}));
    buffers.back().size = sizes[i];
    ops.push_back({reads(static_cast<BufferId>(i), sizes[i])});
  }
  Problem problem = makeProblem(std::move(buffers), std::move(ops));
  problem.isCyclic = true;
  return problem;
}

TEST(MapModelTest, TensorsWithRoomAreInTheFastestTier) {
  const Problem problem = weightsOf({400, 600});
  const RelaxedMaps relaxed = makeGame(problem).relaxed();

  EXPECT_THAT(relaxed.map, ElementsAre(fast, fast));
  for (const std::vector<double> &shares : relaxed.shares)
    EXPECT_NEAR(shares[0], 1, 0.01);
}

// Of 600 + 500 + 400 bytes, equal otherwise, 600 + 400 fill the fast tier best.
// The shares add up to 1024 bytes there.
TEST(MapModelTest, FillsTheFastestTier) {
  const Problem problem = weightsOf({500, 600, 400});
  const RelaxedMaps relaxed = makeGame(problem).relaxed();

  EXPECT_THAT(relaxed.map, ElementsAre(slow, fast, fast));
  double bytes = 0;
  for (size_t k : {0, 1, 2})
    bytes +=
        relaxed.shares[k][0] * static_cast<double>(problem.buffers[k].size);
  EXPECT_NEAR(bytes, 1024, 20);
}

TEST(MapModelTest, TensorsHiddenByComputeStaySlow) {
  Problem problem = weightsOf({800, 700});
  problem.ops[0].computePs = 8'000'000'000'000; // As long as the slow tier.
  const RelaxedMaps relaxed = makeGame(problem).relaxed();

  EXPECT_THAT(relaxed.map, ElementsAre(slow, fast));
}

// Compute hides each operand alone, but not both together, so one must be fast.
// An order by individual gains cannot see this.
TEST(MapModelTest, CountsTheJointCostOfAnOpsTensors) {
  Problem problem = weightsOf({500, 500, 500});
  problem.ops[1].accesses.push_back(reads(0, 500));
  problem.ops[0].accesses.clear();
  problem.ops[1].computePs = 5'500'000'000'000;
  const RelaxedMaps relaxed = makeGame(problem).relaxed();

  EXPECT_EQ(std::count(relaxed.map.begin(), relaxed.map.begin() + 2, fast), 1);
  EXPECT_EQ(relaxed.map[2], fast);
}

// Copying a buffer that is read once takes as long as reading the buffer, and
// no op hides the copy.
TEST(MapModelTest, ABufferStaysSlowIfNoOpHidesItsCopy) {
  Problem problem = weightsOf({400, 400});
  problem.isCyclic = false;
  const RelaxedMaps relaxed = makeGame(problem).relaxed();

  EXPECT_EQ(relaxed.map[0], slow);
  EXPECT_NEAR(relaxed.copySeconds[0], 4, 1e-9);
}

/// Op 0 writes 400 bytes that must be home at the end. An op of 8 s, twice as
/// long as the copy, runs before or after op 0.
Problem resultBesideALongOp(bool isAfter) {
  Problem problem = makeProblem({makeLiveOut("r", {0, 2})}, {{}, {}});
  problem.buffers[0].size = 400;
  problem.ops[isAfter ? 1 : 0].accesses = {writes(0, 400)};
  problem.ops[isAfter ? 0 : 1].computePs = 8'000'000'000'000;
  return problem;
}

TEST(MapModelTest, LaterOpsHideWriteBacks) {
  const Problem problem = resultBesideALongOp(/*isAfter=*/false);
  MapGame game = makeGame(problem);
  const RelaxedMaps relaxed = game.relaxed();

  EXPECT_THAT(relaxed.map, ElementsAre(fast));
  EXPECT_GT(relaxed.shares[0][0], 0.95);
  EXPECT_NEAR(relaxed.copySeconds[0], 4, 1e-9); // No copy in.
  TierMap map = relaxed.map;
  EXPECT_LT(game.evaluate(map).seconds, 9);
}

TEST(MapModelTest, EarlierOpsHideNoWriteBacks) {
  const RelaxedMaps relaxed =
      makeGame(resultBesideALongOp(/*isAfter=*/true)).relaxed();

  EXPECT_THAT(relaxed.map, ElementsAre(slow));
  EXPECT_LT(relaxed.shares[0][0], 0.05);
}

// Updated: both directions, 4 s each.
TEST(MapModelTest, AnUpdatedBufferIsCopiedInAndBack) {
  Problem problem = resultBesideALongOp(/*isAfter=*/false);
  problem.buffers[0].liveIn = true;
  problem.ops[0].accesses = {updates(0, 400)};
  EXPECT_NEAR(makeGame(problem).relaxed().copySeconds[0], 8, 1e-9);
  problem.ops[0].accesses = {reads(0, 400)};
  EXPECT_NEAR(makeGame(problem).relaxed().copySeconds[0], 4, 1e-9);
}

struct Family {
  const char *name;
  Traits traits;
  bool beatsNative = true; // In more problems than the reverse.
};

class RelaxedMapsTest : public ::testing::TestWithParam<Family> {};

TEST_P(RelaxedMapsTest, SharesAddUpAndTheMapIsLegal) {
  int numBetter = 0, numWorse = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = makeSmallProblem(seed, GetParam().traits);
    Result<MapGame> game = MapGame::create(problem);
    if (!game)
      continue; // Forced accesses may leave no placement.
    const RelaxedMaps relaxed = game->relaxed();
    const std::span<const MapTensor> tensors = game->getTensors();
    ASSERT_EQ(relaxed.map.size(), tensors.size());
    ASSERT_EQ(relaxed.shares.size(), tensors.size());
    for (size_t k = 0; k < tensors.size(); ++k) {
      const std::vector<double> &shares = relaxed.shares[k];
      EXPECT_EQ(shares.size(), tensors[k].choices.size());
      EXPECT_NEAR(std::accumulate(shares.begin(), shares.end(), 0.0), 1, 1e-9);
      EXPECT_GE(*std::min_element(shares.begin(), shares.end()), 0);
      EXPECT_THAT(tensors[k].choices, ::testing::Contains(relaxed.map[k]));
    }
    const RelaxedMaps again = game->relaxed();
    EXPECT_EQ(again.map, relaxed.map);
    EXPECT_EQ(again.shares, relaxed.shares);
    TierMap map = relaxed.map;
    const double seconds = game->evaluate(map).seconds;
    numBetter += seconds < game->nativeSeconds() * (1 - 1e-9);
    numWorse += seconds > game->nativeSeconds() * (1 + 1e-9);
  }
  if (GetParam().beatsNative)
    EXPECT_GE(numBetter, numWorse);
}

INSTANTIATE_TEST_SUITE_P(
    , RelaxedMapsTest,
    ::testing::Values(
        Family{"once", {.hasChannels = true, .isTight = true}},
        Family{"cyclic",
               {.isCyclic = true, .hasChannels = true, .isTight = true}},
        Family{"loops",
               {.isCyclic = true, .hasLoops = true, .hasChannels = true}},
        Family{"mixed",
               {.hasMiddleTier = true,
                .hasRom = true,
                .isSlow = true,
                .hasChannels = true,
                .isTight = true},
               false},
        // Memory times of tiers combine by maximum, but count as sums.
        Family{"max",
               {.hasMiddleTier = true,
                .isMax = true,
                .hasChannels = true,
                .isTight = true},
               false}),
    [](const auto &info) { return std::string(info.param.name); });

// Three fast tiers, each half as fast as the tier before, with room for one
// weight of 1000 bytes each.
TEST(MapModelTest, FillsFastTiersForAnyNumberOfChoices) {
  Problem problem = weightsOf({1000, 1000, 1000, 1000, 100});
  std::vector<Tier> &tiers = problem.target.tiers;
  for (int i = 1; i <= 2; ++i) {
    Tier middle = tiers[fast];
    middle.name = "middle" + std::to_string(i);
    middle.readBytesPerSecond /= i == 1 ? 2 : 4;
    middle.writeBytesPerSecond /= i == 1 ? 2 : 4;
    tiers.push_back(middle);
    const auto tier = static_cast<TierId>(tiers.size() - 1);
    problem.target.channels.push_back({middle.name, slow, tier, 100, 0});
  }
  problem.buffers[4].tiers = {fast, slow};
  MapGame game = makeGame(problem);
  ASSERT_GE(game.getTensors()[0].choices.size(), 4U);
  ASSERT_EQ(game.getTensors()[4].choices.size(), 2U);
  const RelaxedMaps relaxed = game.relaxed();

  std::vector<double> fills(tiers.size(), 0);
  for (size_t k = 0; k < relaxed.shares.size(); ++k) {
    const std::vector<TierId> &choices = game.getTensors()[k].choices;
    double sum = 0;
    for (size_t c = 0; c < choices.size(); ++c) {
      EXPECT_GE(relaxed.shares[k][c], 0);
      sum += relaxed.shares[k][c];
      fills[choices[c]] +=
          relaxed.shares[k][c] * static_cast<double>(problem.buffers[k].size);
    }
    EXPECT_NEAR(sum, 1, 1e-9);
  }
  for (size_t tier : {size_t(fast), tiers.size() - 2, tiers.size() - 1})
    EXPECT_NEAR(fills[tier], 1024, 50) << tiers[tier].name;
}

TEST(MapModelTest, AProblemWithoutAChoiceHasAnEmptyMap) {
  Problem problem = weightsOf({400});
  problem.ops[0].accesses.clear();
  EXPECT_TRUE(makeGame(problem).relaxed().map.empty());
}

} // namespace
