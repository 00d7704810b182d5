//===- MapGameTest.cpp - The game of whole-life maps ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Game/MapGame.h"

#include "../../../lib/Planning/Plan.h"
#include "../../Solver/RandomProblems.h"
#include "../../Support/SmallProblems.h"
#include "MakeMapGame.h"
#include "memplace/Bounds/LowerBound.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <iomanip>
#include <sstream>

using namespace memplace;
using namespace memplace::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

/// Weights of 600 and 500 bytes and a result of 16 bytes; the fast tier has
/// 1024 bytes. The problem is cyclic.
Problem twoWeights() {
  Problem problem =
      makeProblem({makeLiveIn("v", {0, 2}), makeLiveIn("w", {0, 2}),
                   makeBuffer("a", {0, 2})},
                  {{reads(0, 600), writes(2)}, {reads(1, 500), reads(2)}});
  problem.buffers[0].size = 600;
  problem.buffers[1].size = 500;
  problem.isCyclic = true;
  return problem;
}

TierMap randomMap(const MapGame &game, TestRandom &random) {
  TierMap map;
  for (const MapTensor &tensor : game.getTensors())
    map.push_back(random.pick(tensor.choices));
  return map;
}

TEST(MapGameTest, AResidentWeightCostsNoCopy) {
  const Problem problem = twoWeights();
  MapGame game = makeGame(problem);
  ASSERT_EQ(game.getTensors().size(), 3u);
  EXPECT_TRUE(game.getTensors()[0].isWeight);
  EXPECT_FALSE(game.getTensors()[2].isWeight);

  TierMap map = {fast, slow, fast};
  const MapScore score = game.evaluate(map);

  EXPECT_FALSE(score.isRectified());
  // 600 and two times 16 bytes at 1000 B/s, 500 bytes at 100 B/s.
  EXPECT_NEAR(score.seconds, 0.6 + 5 + 0.032, 1e-9);
  EXPECT_TRUE(game.solution(map).transfers.empty());
  EXPECT_NEAR(score.reward, 5 * game.nativeSeconds() / score.seconds, 1e-9);
}

TEST(MapGameTest, ATensorWithoutRoomMovesToTheNextSlowerTier) {
  const Problem problem = twoWeights();
  MapGame game = makeGame(problem);

  TierMap map = {fast, fast, fast};
  const MapScore score = game.evaluate(map);

  // Both save as much per byte, so the first weight stays.
  EXPECT_THAT(map, ElementsAre(fast, slow, fast));
  EXPECT_EQ(score.movedBytes, 500);
  EXPECT_NEAR(score.reward, -500.0 / 1116, 1e-12);
}

TEST(MapGameTest, BothWeightsFitWithOneByteLess) {
  Problem problem = twoWeights();
  problem.buffers[0].size = 504; // 504 + 504 (aligned to 8) + 16 are 1024.
  MapGame game = makeGame(problem);

  TierMap map = {fast, fast, fast};

  EXPECT_FALSE(game.evaluate(map).isRectified());
  problem.buffers[0].size = 505;
  MapGame tight = makeGame(problem);
  EXPECT_TRUE(tight.evaluate(map).isRectified());
}

// In order of savings, a, b and c would reach up to 640 bytes and leave no room
// for the weight.
TEST(MapGameTest, AMapThatFitsIsNotRectified) {
  Problem problem =
      makeProblem({makeBuffer("a", {0, 2}, 128), makeBuffer("b", {1, 4}, 256),
                   makeBuffer("c", {3, 5}, 256), makeLiveIn("w", {0, 5})},
                  {{writes(0, 128)},
                   {reads(0, 128), reads(0, 128), writes(1, 256)},
                   {reads(1, 256), reads(1, 256)},
                   {reads(1, 256), writes(2, 256)},
                   {reads(2, 256), reads(3, 512)}});
  problem.buffers[3].size = 512;
  problem.isCyclic = true;
  MapGame game = makeGame(problem);

  TierMap map(4, fast);

  EXPECT_FALSE(game.evaluate(map).isRectified());
  EXPECT_FALSE(verify(problem, game.solution(map)));
}

// Both buffers save as much, but compute hides all savings of the first.
TEST(MapGameTest, ATensorHiddenByComputeMakesRoom) {
  Problem problem = twoWeights();
  problem.ops[0].computePs = 10'000'000'000'000;
  MapGame game = makeGame(problem);
  EXPECT_NEAR(game.gainOf(0).seconds, 0, 1e-9);
  EXPECT_NEAR(game.gainOf(1).seconds, 5 - 0.5, 1e-9);

  TierMap map = {fast, fast, fast};
  game.evaluate(map);

  EXPECT_THAT(map, ElementsAre(slow, fast, fast));
}

TEST(MapGameTest, CopiesAWeightOfAProgramThatRunsOnce) {
  Problem problem = twoWeights();
  problem.isCyclic = false;
  MapGame game = makeGame(problem);

  TierMap map = {slow, fast, slow};
  const MapScore score = game.evaluate(map);

  EXPECT_FALSE(score.isRectified());
  EXPECT_EQ(game.solution(map).transfers.size(), 1u);
}

TEST(MapGameTest, TheNativeMapIsLegalAndNoSlowerThanHome) {
  const Problem problem = twoWeights();
  MapGame game = makeGame(problem);
  TierMap native = game.nativeMap();
  TierMap home = game.homeMap();

  EXPECT_THAT(native, ElementsAre(fast, slow, fast));
  EXPECT_EQ(game.evaluate(native).reward, MapGame::rewardScale);
  EXPECT_GT(game.evaluate(home).seconds, game.nativeSeconds());
}

TEST(MapGameTest, AProblemWithoutAChoiceHasAnEmptyMap) {
  Problem problem = makeProblem({makeBuffer("a", {0, 1}, 2000)}, {{writes(0)}});
  MapGame game = makeGame(problem);
  TierMap map;

  EXPECT_EQ(game.getTensors().size(), 0u);
  EXPECT_FALSE(game.evaluate(map).isRectified());
  EXPECT_FALSE(verify(problem, game.solution(map)));
}

TEST(MapGameTest, ReportsWhyThereIsNoPlacement) {
  Problem problem =
      makeProblem({makeBuffer("huge", {0, 1}, 200000)}, {{writes(0)}});

  const Result<MapGame> game = MapGame::create(problem);

  ASSERT_FALSE(game);
  EXPECT_THAT(game.error(), HasSubstr("'huge' of 200000 bytes"));
}

// Loops, forced accesses, read-only tiers, cyclic problems: each map of each
// problem becomes a legal placement with the reported makespan, and a rectified
// map is not rectified again.
TEST(MapGameTest, EachMapOfAnyProblemBecomesALegalPlacement) {
  int numRectified = 0, numCopying = 0;
  for (uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = memplace::testing::makeVariedProblem(seed);
    if (seed % 2 != 0)
      problem = memplace::testing::makeCyclic(problem);
    Result<MapGame> game = MapGame::create(problem);
    if (!game)
      continue; // Forced accesses may leave no placement.
    TestRandom random(seed);
    for (int i = 0; i < 8; ++i) {
      TierMap map = i == 0 ? game->fastestMap() : randomMap(*game, random);
      const MapScore score = game->evaluate(map);
      const Solution solution = game->solution(map);
      const std::optional<Violation> violation = verify(problem, solution);
      ASSERT_FALSE(violation) << violation->message;
      EXPECT_NEAR(score.seconds, makespan(problem, solution),
                  1e-9 * score.seconds);
      EXPECT_EQ(score.isRectified(), score.reward < 0);
      numRectified += score.isRectified();
      numCopying += !solution.transfers.empty();
      const TierMap rectified = map;
      const MapScore again = game->evaluate(map);
      EXPECT_EQ(map, rectified);
      EXPECT_FALSE(again.isRectified());
      EXPECT_NEAR(again.seconds, score.seconds, 1e-12 * score.seconds);
    }
  }
  EXPECT_GT(numRectified, 100);
  EXPECT_GT(numCopying, 100);
}

/// Expects each tensor of \p solution in its tier of \p map.
void expectPlacedAsIn(const TierMap &map, const MapGame &game,
                      const Solution &solution) {
  for (size_t k = 0; k < map.size(); ++k) {
    const BufferId buffer = game.getTensors()[k].buffer;
    EXPECT_TRUE(std::any_of(
        solution.residencies.begin(), solution.residencies.end(),
        [&](const Residency &residency) {
          return residency.buffer == buffer && residency.tier == map[k];
        }))
        << "tensor " << k;
  }
}

// Home has exactly as many bytes as are live at once, so a map may leave holes
// at home too small for any buffer.
TEST(MapGameTest, AMapWithoutAnyPackingPlacesAllBuffersAtHome) {
  int numHome = 0, numOther = 0;
  for (uint64_t seed = 0; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    Problem problem = memplace::testing::makeVariedProblem(seed);
    if (seed % 2 != 0)
      problem = memplace::testing::makeCyclic(problem);
    problem.target.tiers[problem.target.defaultTier].capacity =
        std::max<int64_t>(64, lowerBoundOnPeak(problem));
    Result<MapGame> game = MapGame::create(problem);
    if (!game)
      continue;
    TestRandom random(seed);
    for (int i = 0; i < 6; ++i) {
      const TierMap asked = randomMap(*game, random);
      TierMap map = asked;
      const MapScore score = game->evaluate(map);
      const Solution solution = game->solution(asked);
      EXPECT_FALSE(verify(problem, solution));
      EXPECT_NEAR(score.seconds, makespan(problem, solution),
                  1e-9 * score.seconds);
      EXPECT_EQ(score.isRectified(), map != asked);
      expectPlacedAsIn(map, *game, solution);
      TierMap again = map;
      EXPECT_FALSE(game->evaluate(again).isRectified());
      numHome += map == game->homeMap() && map != asked;
      numOther += map != game->homeMap();
    }
  }
  EXPECT_GT(numHome, 10);
  EXPECT_GT(numOther, 50);
}

TEST(MapGameTest, ATensorAsLargeAsATierMayBeThere) {
  Problem problem = twoWeights();
  problem.buffers[0].size = 1024;
  EXPECT_EQ(makeGame(problem).getTensors()[0].buffer, 0);
  EXPECT_THAT(makeGame(problem).getTensors()[0].choices,
              ElementsAre(fast, slow));
  // With one more byte the buffer has no choice of tiers.
  problem.buffers[0].size = 1025;
  EXPECT_EQ(makeGame(problem).getTensors()[0].buffer, 1);
}

// There is no decision, but the buffer must be copied to fast.
TEST(MapGameTest, ForcedCopiesTakeTheirTime) {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 2})}, {{}, {reads(0, 16)}});
  problem.ops[1].accesses[0].tiers = {fast};
  MapGame game = makeGame(problem);
  TierMap none;

  EXPECT_TRUE(game.getTensors().empty());
  EXPECT_NEAR(game.evaluate(none).seconds, 0.16 + 0.016, 1e-9);
  EXPECT_NEAR(makespan(problem, game.solution(none)), 0.16 + 0.016, 1e-9);
}

TEST(MapGameTest, CreationStopsOnRequest) {
  const Problem problem = twoWeights();
  int numAsked = 0;

  const Result<MapGame> game =
      MapGame::create(problem, [&] { return ++numAsked < 3; });

  ASSERT_FALSE(game);
  EXPECT_EQ(game.error(), "stopped before the game was set up");
  EXPECT_EQ(numAsked, 3);
  EXPECT_TRUE(MapGame::create(problem, [&] { return ++numAsked < 7; }));
}

// Everything at home takes the same time, so the native map stays as it is.
TEST(MapGameTest, AProblemThatTakesNoTimeHasTheNativeReward) {
  Problem problem = twoWeights();
  for (Op &op : problem.ops) {
    op.computePs = 0;
    for (Access &access : op.accesses)
      access.bytes = 0;
  }
  MapGame game = makeGame(problem);
  TierMap home = game.homeMap();

  EXPECT_EQ(game.evaluate(home).reward, MapGame::rewardScale);
  EXPECT_EQ(game.nativeSeconds(), 0);
  EXPECT_THAT(game.nativeMap(), ElementsAre(fast, slow, fast));
}

// Tensors take their places in the order of savings over the square root of
// their sizes. Savings per byte would give the opposite order.
TEST(MapGameTest, TheNativeMapOrdersBySavingsOverTheRootOfTheSize) {
  Problem problem = twoWeights();
  problem.buffers[0].size =
      576; // 9 s saved: 0.375 for the root, 1/64 per byte.
  problem.buffers[1].size = 100; // 3.6 s: 0.36 for the root, 0.036 per byte.
  problem.ops[0].accesses[0].bytes = 1000;
  problem.ops[1].accesses[0].bytes = 400;
  problem.target.tiers[fast].capacity = 592;
  EXPECT_THAT(makeGame(problem).nativeMap(), ElementsAre(fast, slow, fast));
  problem.ops[1].accesses[0].bytes = 440; // 3.96 s: 0.396 for the root.
  EXPECT_THAT(makeGame(problem).nativeMap(), ElementsAre(slow, fast, fast));
}

// A buffer of a read-only home tier is overwritten at once. All maps write the
// buffer in fast, without a copy.
TEST(MapGameTest, AccessesForcedElsewhereTakeTheirTimeThere) {
  Problem problem = twoWeights();
  problem.buffers.push_back(makeLiveIn("c", {0, 2}));
  problem.buffers[3].home = rom;
  problem.buffers[3].external = false;
  problem.ops[1].accesses.push_back(writes(3, 100));
  MapGame game = makeGame(problem);
  TierMap home = game.homeMap();

  // 600, 500 and two times 16 bytes at home; 100 in fast.
  EXPECT_NEAR(game.evaluate(home).seconds, 11 + 0.32 + 0.1, 1e-9);
  EXPECT_NEAR(makespan(problem, game.solution(home)), 11 + 0.32 + 0.1, 1e-9);
}

/// Sums over games on problems of one kind and over some maps of each: the
/// makespans and bytes of the rectified maps, and the offsets of their
/// residencies, each with its own weight.
struct MapSums {
  double native = 0, saved = 0, choices = 0;
  double seconds = 0, moved = 0, reward = 0, offsets = 0;
};

struct MapFamily {
  const char *name;
  Traits traits;
  MapSums sums;
};

void PrintTo(const MapFamily &family, std::ostream *out) {
  *out << family.name;
}

void add(const Problem &problem, MapGame &game, TierMap map, MapSums &sums) {
  const MapScore score = game.evaluate(map);
  sums.seconds += score.seconds;
  sums.moved += static_cast<double>(score.movedBytes);
  sums.reward += score.reward;
  const Solution solution = game.solution(map);
  EXPECT_FALSE(verify(problem, solution));
  EXPECT_NEAR(score.seconds, makespan(problem, solution), 1e-9 * score.seconds);
  for (size_t r = 0; r < solution.residencies.size(); ++r)
    sums.offsets += static_cast<double>(
        (r % 7 + 1) * solution.residencies[r].offset.value_or(1));
}

std::string shown(const MapSums &sums) {
  std::ostringstream out;
  out << std::setprecision(10) << "{" << sums.native << ", " << sums.saved
      << ", " << sums.choices << ", " << sums.seconds << ", " << sums.moved
      << ", " << sums.reward << ", " << sums.offsets << "}";
  return out.str();
}

class KnownMapsTest : public ::testing::TestWithParam<MapFamily> {};

// Trained networks depend on these rewards. A failing test prints its line with
// the new numbers.
TEST_P(KnownMapsTest, RectifiedMapsEqualTheRecordedSums) {
  MapSums sums;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = makeSmallProblem(seed, GetParam().traits);
    ASSERT_FALSE(check(problem)) << seed << check(problem)->message;
    Result<MapGame> game = MapGame::create(problem);
    if (!game)
      continue; // Forced accesses may leave no placement.
    sums.native += game->nativeSeconds();
    const std::span<const MapTensor> tensors = game->getTensors();
    for (size_t k = 0; k < tensors.size(); ++k) {
      sums.saved += game->secondsSaved(static_cast<TensorId>(k));
      for (TierId tier : tensors[k].choices)
        sums.choices += static_cast<double>((k + 1) * (tier + 1));
    }
    add(problem, *game, game->nativeMap(), sums);
    add(problem, *game, game->fastestMap(), sums);
    TestRandom random(seed);
    for (int i = 0; i < 4; ++i)
      add(problem, *game, randomMap(*game, random), sums);
  }
  const auto isAlmost = [](double found, double recorded) {
    return std::abs(found - recorded) <= 1e-8 * std::abs(recorded) + 1e-9;
  };
  const MapSums &recorded = GetParam().sums;
  EXPECT_TRUE(isAlmost(sums.native, recorded.native) &&
              isAlmost(sums.saved, recorded.saved) &&
              isAlmost(sums.choices, recorded.choices) &&
              isAlmost(sums.seconds, recorded.seconds) &&
              isAlmost(sums.moved, recorded.moved) &&
              isAlmost(sums.reward, recorded.reward) &&
              isAlmost(sums.offsets, recorded.offsets))
      << "found " << shown(sums) << "\nrecorded " << shown(recorded);
}

INSTANTIATE_TEST_SUITE_P(
    , KnownMapsTest,
    ::testing::Values(
        MapFamily{
            "once",
            {.hasChannels = true, .isTight = true},
            {109.44475, 132.676, 888, 760.39525, 3011, 552.7172024, 44649}},
        MapFamily{
            "cyclic",
            {.isCyclic = true, .hasChannels = true, .isTight = true},
            {108.01225, 132.676, 888, 749.59325, 3079, 546.2714253, 49993}},
        MapFamily{
            "long",
            {.isCyclic = true,
             .hasChannels = true,
             .isTight = true,
             .maxSteps = 40},
            {331.9625, 443.517, 1059, 2407.41675, 4809, 441.069808, 55825}},
        MapFamily{
            "loops",
            {.isCyclic = true, .hasLoops = true, .hasChannels = true},
            {251.19475, 322.672, 852, 1864.0515, 3719, 490.369073, 55437}},
        MapFamily{"mixed",
                  {.hasMiddleTier = true,
                   .hasRom = true,
                   .isMax = true,
                   .isSlow = true,
                   .isNarrow = true,
                   .hasOwnedFast = true,
                   .hasChannels = true,
                   .isTight = true},
                  {166.539125, 162.3486667, 655, 1336.378292, 467, 657.4798462,
                   20916}},
        MapFamily{"mixedCyclic",
                  {.hasMiddleTier = true,
                   .hasRom = true,
                   .isCyclic = true,
                   .isSlow = true,
                   .isNarrow = true,
                   .hasChannels = true,
                   .isTight = true},
                  {218.2598333, 173.2065, 801, 1533.659958, 369, 735.0546843,
                   20815}}));

} // namespace
