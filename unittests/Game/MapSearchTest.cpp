//===- MapSearchTest.cpp - Plain ways to find a good map ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Game/MapSearch.h"

#include "../agent/TestProblem.h"

#include "gtest/gtest.h"

using namespace memplace;

namespace {

/// Six layers that run again and again: 2^12 maps. Behind the compute of every
/// other one its operands may hide, which no order of tensors sees.
Problem layers() {
  Problem problem = memplace::testing::makeLayers(6);
  problem.isCyclic = true;
  for (size_t t = 1; t < problem.ops.size(); t += 2)
    problem.ops[t].computePs = 5000000000000;
  return problem;
}

MapGame makeGame(const Problem &problem) {
  Result<MapGame> game = MapGame::create(problem);
  EXPECT_TRUE(bool(game)) << game.error();
  return std::move(*game);
}

/// The best of all maps, seconds.
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

TEST(MapSearchTest,
     LocalSearchAndThePopulationComeCloseToTheOptimumOfSmallNets) {
  int numBetterThanNative = 0, numOptimal = 0;
  for (int64_t capacity : {300, 360, 420, 480, 540}) {
    SCOPED_TRACE(capacity);
    Problem problem = layers();
    problem.target.tiers[0].capacity = capacity;
    MapGame game = makeGame(problem);
    const double optimum = findOptimum(game);
    numBetterThanNative += optimum < game.nativeSeconds() * (1 - 1e-9);

    MapTrials local(game, 2000, {}), population(game, 2000, {});
    MapRandom random(1);
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

  // A pass takes four maps for each of six nodes.
  EXPECT_EQ((trials.getNumTried() - 1) % 24, 0);
  EXPECT_LT(trials.getNumTried(), 24 * 12);
  TierMap home = game.homeMap();
  EXPECT_LT(trials.getBestSeconds(), game.evaluate(home).seconds);
}

TEST(MapSearchTest, StopsWhenAskedAndWhenTheBudgetIsUsed) {
  const Problem problem = layers();
  MapGame game = makeGame(problem);
  MapRandom random(1);
  int numAsked = 0;

  MapTrials stopped(game, 1000, [&](double, double) { return ++numAsked < 5; });
  tryRandomMaps(stopped, random);
  MapTrials limited(game, 7, {});
  tryRandomMaps(limited, random);

  EXPECT_EQ(stopped.getNumTried(), 4);
  EXPECT_EQ(limited.getNumTried(), 7);
}

TEST(MapSearchTest, WithoutATensorThereIsNothingToTry) {
  Problem problem = layers();
  problem.buffers.clear();
  problem.ops.resize(1);
  problem.ops[0].accesses.clear();
  MapGame game = makeGame(problem);
  MapTrials trials(game, 10, {});
  MapRandom random(1);

  tryNeighbourMaps(trials, random);
  tryGreedyMaps(trials);

  EXPECT_TRUE(trials.getBest().empty());
}

} // namespace
