//===- MapGameTest.cpp - Whole-life maps ----------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Game/MapGame.h"

#include "../Solver/RandomProblems.h"
#include "../Support/Builder.h"
#include "memplace/Planning/Plan.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memplace;
using namespace memplace::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace {

MapGame makeGame(const Problem &problem) {
  Result<MapGame> game = MapGame::create(problem);
  EXPECT_TRUE(bool(game)) << game.error();
  return std::move(*game);
}

/// Weights of 600 and 500 bytes, a result of 16: the fast tier has 1024. It is
/// run again and again.
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

TierMap randomMap(const MapGame &game, std::mt19937_64 &engine) {
  TierMap map;
  for (const MapTensor &tensor : game.getTensors())
    map.push_back(tensor.choices[engine() % tensor.choices.size()]);
  return map;
}

TEST(MapGameTest, AWeightThatStaysCostsNoCopy) {
  const Problem problem = twoWeights();
  MapGame game = makeGame(problem);
  ASSERT_EQ(game.getTensors().size(), 3u);
  EXPECT_TRUE(game.getTensors()[0].isWeight);
  EXPECT_FALSE(game.getTensors()[2].isWeight);

  TierMap map = {fast, slow, fast};
  const MapScore score = game.evaluate(map);

  EXPECT_FALSE(score.isRectified());
  // 600 bytes and twice 16 at 1000 bytes a second, 500 at 100.
  EXPECT_NEAR(score.seconds, 0.6 + 5 + 0.032, 1e-9);
  EXPECT_TRUE(game.solution(map).transfers.empty());
  EXPECT_NEAR(score.reward, 5 * game.nativeSeconds() / score.seconds, 1e-9);
}

TEST(MapGameTest, WhatHasNoRoomMovesToTheNextSlowerTier) {
  const Problem problem = twoWeights();
  MapGame game = makeGame(problem);

  TierMap map = {fast, fast, fast};
  const MapScore score = game.evaluate(map);

  // Both save as much for each byte, so that the first one stays.
  EXPECT_THAT(map, ElementsAre(fast, slow, fast));
  EXPECT_EQ(score.movedBytes, 500);
  EXPECT_NEAR(score.reward, -500.0 / 1116, 1e-12);
}

TEST(MapGameTest, OneByteLessAndBothWeightsFit) {
  Problem problem = twoWeights();
  problem.buffers[0].size = 504; // 504 + 504 (aligned to 8) + 16 are 1024.
  MapGame game = makeGame(problem);

  TierMap map = {fast, fast, fast};

  EXPECT_FALSE(game.evaluate(map).isRectified());
  problem.buffers[0].size = 505;
  MapGame tight = makeGame(problem);
  EXPECT_TRUE(tight.evaluate(map).isRectified());
}

TEST(MapGameTest, InAProgramThatRunsOnceAWeightIsCopied) {
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

TEST(MapGameTest, SaysWhyThereIsNoPlacement) {
  Problem problem =
      makeProblem({makeBuffer("huge", {0, 1}, 200000)}, {{writes(0)}});

  const Result<MapGame> game = MapGame::create(problem);

  ASSERT_FALSE(game);
  EXPECT_THAT(game.error(), HasSubstr("'huge' of 200000 bytes"));
}

// Loops, forced accesses, read-only tiers, cyclic ones: each map of each
// problem becomes a legal placement with the makespan that it says, and what
// was rectified is left as it is.
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
    std::mt19937_64 engine(seed);
    for (int i = 0; i < 8; ++i) {
      TierMap map = i == 0 ? game->fastestMap() : randomMap(*game, engine);
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

} // namespace
