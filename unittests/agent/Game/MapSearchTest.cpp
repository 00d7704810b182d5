//===- MapSearchTest.cpp - Baseline searches for a good map ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Game/MapSearch.h"

#include "../TestProblem.h"
#include "MakeMapGame.h"

#include "gtest/gtest.h"

#include <cmath>
#include <map>

using namespace memplace;
using memplace::test::makeGame;

namespace {

/// Six layers of a cyclic problem: 2^12 maps. The compute of every other layer
/// may hide its operands; no order of tensors accounts for this.
Problem layers(int32_t numLayers = 6) {
  Problem problem = memplace::testing::makeLayers(numLayers);
  problem.isCyclic = true;
  for (size_t t = 1; t < problem.ops.size(); t += 2)
    problem.ops[t].computePs = 5000000000000;
  return problem;
}

/// Returns the makespan of the best of all maps, seconds.
double findOptimum(MapGame &game) {
  double best = game.nativeSeconds();
  const std::span<const MapTensor> tensors = game.getTensors();
  std::vector<size_t> digits(tensors.size(), 0);
  while (true) {
    TierMap map;
    for (size_t k = 0; k < tensors.size(); ++k)
      map.push_back(tensors[k].choices[digits[k]]);
    best = std::min(best, game.evaluate(map).seconds);
    size_t k = 0;
    for (; k < digits.size() && ++digits[k] == tensors[k].choices.size(); ++k)
      digits[k] = 0;
    if (k == digits.size())
      return best;
  }
}

TEST(MapSearchTest, LocalSearchAndThePopulationFindNearlyOptimalMaps) {
  int numBetterThanNative = 0, numOptimal = 0;
  for (int64_t capacity : {300, 360, 420, 480, 540}) {
    SCOPED_TRACE(capacity);
    Problem problem = layers();
    problem.target.tiers[0].capacity = capacity;
    MapGame game = makeGame(problem);
    const double optimum = findOptimum(game);
    numBetterThanNative += optimum < game.nativeSeconds() * (1 - 1e-9);

    MapTrials local(game, 2000, {}), population(game, 2000, {});
    Random random(1);
    tryNeighbourMaps(local, random);
    tryKeyMaps(population, random);

    EXPECT_LE(local.getBestSeconds(), 1.02 * optimum);
    numOptimal += local.getBestSeconds() < optimum * (1 + 1e-9);
    EXPECT_LE(population.getBestSeconds(), 1.02 * optimum);
    EXPECT_EQ(local.getNumTried(), 2000);
    EXPECT_EQ(population.getNumTried(), 2000);
  }
  EXPECT_GT(numBetterThanNative, 1);
  EXPECT_GE(numOptimal, 4);
}

TEST(MapSearchTest, GreedyEndsWhenAPassChangesNothing) {
  const Problem problem = layers();
  MapGame game = makeGame(problem);

  MapTrials trials(game, 100000, {});
  tryGreedyMaps(trials);

  // A pass tries four maps for each of six nodes.
  EXPECT_EQ((trials.getNumTried() - 1) % 24, 0);
  EXPECT_LT(trials.getNumTried(), 24 * 12);
  TierMap home = game.homeMap();
  EXPECT_LT(trials.getBestSeconds(), game.evaluate(home).seconds);
}

TEST(MapSearchTest, StopsWhenAskedAndWhenTheBudgetIsUsed) {
  const Problem problem = layers();
  MapGame game = makeGame(problem);
  Random random(1);
  int numAsked = 0;

  MapTrials stopped(game, 1000, [&](double, double) { return ++numAsked < 5; });
  tryRandomMaps(stopped, random);
  MapTrials limited(game, 7, {});
  tryRandomMaps(limited, random);

  EXPECT_EQ(stopped.getNumTried(), 4);
  EXPECT_EQ(limited.getNumTried(), 7);
}

// 0.3 % of the native makespan at first, 0 at the end of the budget. Without a
// budget, the threshold falls to 0 over each 5000 maps.
TEST(MapSearchTest, TheThresholdFallsWithTheBudget) {
  const Problem problem = layers();
  MapGame game = makeGame(problem);
  const double first = 0.003 * game.nativeSeconds();
  TierMap home = game.homeMap();

  MapTrials trials(game, 4, {});
  EXPECT_NEAR(trials.threshold(), first, 1e-12);
  trials.evaluate(home);
  EXPECT_NEAR(trials.threshold(), first * 0.75, 1e-12);
  MapTrials endless(game, int64_t(1) << 40, {});
  for (int i = 0; i < 2; ++i)
    endless.evaluate(home);
  EXPECT_NEAR(endless.threshold(), first * (1 - 2.0 / 5000), 1e-12);
  for (int i = 2; i < 5001; ++i)
    endless.evaluate(home);
  EXPECT_NEAR(endless.threshold(), first * (1 - 1.0 / 5000), 1e-12);
}

TEST(MapSearchTest, KeepsTheFirstOfEqualMaps) {
  // Compute hides both results.
  Problem problem = memplace::testing::makeLayers(1);
  problem.isCyclic = true;
  problem.ops[0].computePs = 50'000'000'000'000;
  MapGame game = makeGame(problem);
  MapTrials trials(game, 10, {});
  TierMap home = game.homeMap();

  trials.evaluate(home);

  EXPECT_NE(game.nativeMap(), home);
  EXPECT_EQ(trials.getBestSeconds(), game.evaluate(home).seconds);
  EXPECT_EQ(trials.getBest(), game.nativeMap());
}

/// Two weights bound to tiers \p v and \p w, read by one op, and the op's
/// result.
Problem twoWeightsOfOneOp(std::vector<TierId> v, std::vector<TierId> w) {
  Problem problem = memplace::testing::makeLayers(1);
  problem.isCyclic = true;
  problem.target.tiers.insert(
      problem.target.tiers.begin() + 1,
      {{"second", 300, 1, 5e2, 5e2}, {"third", 3000, 1, 2e2, 2e2}});
  problem.target.defaultTier = 3;
  problem.target.channels.clear();
  for (TierId from = 0; from < 4; ++from)
    for (TierId to = 0; to < 4; ++to)
      if (from != to)
        problem.target.channels.push_back(
            {std::to_string(from) + std::to_string(to), from, to, 1e3, 0});
  problem.buffers.push_back(problem.buffers[0]);
  problem.buffers[2].name = "v";
  problem.ops[0].accesses.push_back({2, AccessMode::Read, 100});
  problem.buffers[0].tiers = std::move(v);
  problem.buffers[0].home = problem.buffers[0].tiers.back();
  problem.buffers[2].tiers = std::move(w);
  problem.buffers[2].home = problem.buffers[2].tiers.back();
  return problem;
}

TEST(MapSearchTest, GreedyGivesWeightsOfOneOpACommonTier) {
  const Problem problem = twoWeightsOfOneOp({0, 1, 3}, {1, 2, 3});
  MapGame game = makeGame(problem);

  MapTrials trials(game, 1000, {});
  tryGreedyMaps(trials);

  // Everything at home, then two rounds of two tiers for the weights times four
  // for the result.
  EXPECT_EQ(trials.getNumTried(), 1 + 2 * 2 * 4);
}

TEST(MapSearchTest, GreedyDecidesResultsWhereWeightsHaveNoTierInCommon) {
  const Problem problem = twoWeightsOfOneOp({0, 1}, {2, 3});
  MapGame game = makeGame(problem);

  MapTrials trials(game, 1000, {});
  tryGreedyMaps(trials);

  EXPECT_EQ(trials.getNumTried(), 1 + 2 * 4);
}

/// The course of searches on a game of some layers: the sum of the best
/// makespans after each map, seconds, and the number of maps tried.
struct Course {
  double sum = 0;
  int64_t numTried = 0;
};

template <typename Search>
Course courseOf(Problem problem, int64_t capacity, int64_t budget,
                Search search) {
  problem.target.tiers[0].capacity = capacity;
  MapGame game = makeGame(problem);
  Course course;
  MapTrials trials(game, budget, [&](double best, double) {
    course.sum += best;
    return true;
  });
  search(trials);
  course.sum += trials.getBestSeconds();
  course.numTried = trials.getNumTried();
  return course;
}

// A changed search changes these numbers; enter better numbers here.
TEST(MapSearchTest, SearchesFollowTheRecordedCourse) {
  double neighbours = 0, keys = 0;
  for (int64_t capacity : {300, 400, 500}) {
    Random random(7);
    neighbours += courseOf(layers(16), capacity, 400, [&](MapTrials &trials) {
                    tryNeighbourMaps(trials, random);
                  }).sum;
    keys += courseOf(layers(16), capacity, 400, [&](MapTrials &trials) {
              tryKeyMaps(trials, random);
            }).sum;
  }
  EXPECT_NEAR(neighbours, 58280.52, 1e-5);
  EXPECT_NEAR(keys, 58634.22, 1e-5);

  const Course greedy = courseOf(layers(), 420, 10000, tryGreedyMaps);
  EXPECT_NEAR(greedy.sum, 865, 1e-6);
  EXPECT_EQ(greedy.numTried, 49);
}

TEST(MapSearchTest, GreedyStopsWithinAPassWhenTheBudgetIsUsed) {
  for (int64_t budget : {1, 2, 30}) {
    const Course course = courseOf(layers(), 420, budget, tryGreedyMaps);
    EXPECT_EQ(course.numTried, budget);
  }
}

TEST(MapSearchTest, AGameWithoutTensorsHasAnEmptyBestMap) {
  Problem problem = layers();
  problem.buffers.clear();
  problem.ops.resize(1);
  problem.ops[0].accesses.clear();
  MapGame game = makeGame(problem);
  MapTrials trials(game, 10, {});
  Random random(1);

  tryNeighbourMaps(trials, random);
  tryGreedyMaps(trials);

  EXPECT_TRUE(trials.getBest().empty());
}

//===----------------------------------------------------------------------===//
// Trials with a clock
//===----------------------------------------------------------------------===//

/// Returns bytes times steps of all residencies in tier 0.
double fastBytesOf(const Problem &problem, const Solution &solution) {
  double sum = 0;
  for (const Residency &residency : solution.residencies)
    if (residency.tier == 0)
      sum += static_cast<double>(problem.buffers[residency.buffer].size);
  return sum;
}

// On this machine the fast tier is as slow as the slow tier, so the model is
// wrong.
TEST(MapTrialsTest, AClockReplacesTheModel) {
  const Problem problem = layers();
  MapGame game = makeGame(problem);
  MapTrials trials(game, 2000, {}, [&](const Solution &solution) {
    return std::optional(1e-3 + 1e-6 * fastBytesOf(problem, solution));
  });
  EXPECT_GT(fastBytesOf(problem, game.solution(game.nativeMap())), 0);
  Random random(1);

  tryNeighbourMaps(trials, random);
  trials.measureFinalists();

  EXPECT_EQ(fastBytesOf(problem, game.solution(trials.getBest())), 0);
  EXPECT_LT(trials.getBestSeconds(), game.nativeSeconds());
}

TEST(MapTrialsTest, TheNativeMapHasTheSameRewardByAnyClock) {
  const Problem problem = layers();
  MapGame game = makeGame(problem);
  MapTrials trials(game, 1, {},
                   [](const Solution &) { return std::optional(17.0); });
  TierMap map = game.nativeMap();

  const std::optional<MapScore> score = trials.evaluate(map);

  ASSERT_TRUE(score);
  EXPECT_DOUBLE_EQ(score->reward, MapGame::rewardScale);
  EXPECT_DOUBLE_EQ(score->seconds, game.nativeSeconds());
}

// One map in eight is measured at half its time by chance. Single measurements
// would let such a map win; repeated measurements do not.
TEST(MapTrialsTest, CandidatesForTheBestMapAreMeasuredAgain) {
  const Problem problem = layers();
  int numFooled = 0;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    MapGame game = makeGame(problem);
    std::map<double, bool> isKnown;
    Random luck(seed);
    const auto truth = [&](const Solution &solution) {
      return 1 + 1e-3 * fastBytesOf(problem, solution);
    };
    MapTrials trials(game, 60, {}, [&](const Solution &solution) {
      const double seconds = truth(solution);
      const bool isFirst = isKnown.insert({seconds, true}).second;
      return std::optional(isFirst && luck.chance(0.125) ? seconds / 2
                                                         : seconds);
    });
    double least = 1e9;
    Random random(seed);
    TierMap map;
    do {
      map = randomMap(game, random);
      TierMap rectified = map;
      game.evaluate(rectified);
      least = std::min(least, truth(game.solution(rectified)));
    } while (trials.evaluate(map));
    numFooled += truth(game.solution(trials.getBest())) > least;

    trials.measureFinalists();

    EXPECT_LE(truth(game.solution(trials.getBest())), least * 1.01) << seed;
  }
  EXPECT_GT(numFooled, 0);
}

TEST(MapTrialsTest, AClockWithoutAResultEndsTheTrials) {
  const Problem problem = layers();
  MapGame game = makeGame(problem);
  int left = 3;
  MapTrials trials(game, 100, {}, [&](const Solution &) {
    return left-- > 0 ? std::optional(1.0) : std::nullopt;
  });
  Random random(1);

  tryRandomMaps(trials, random);
  trials.measureFinalists();

  EXPECT_TRUE(trials.isOver());
  EXPECT_EQ(trials.getNumTried(), 3); // The last map was not measured.
}

} // namespace
