//===- EvolutionTest.cpp - EGRL on one problem ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Egrl/Evolution.h"

#include "../Results.h"
#include "../TestProblem.h"
#include "agent/Network/Network.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memplace;
using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;
using ::testing::HasSubstr;

namespace {

/// Layers of a cyclic problem; the fast tier holds some layers.
Problem layers(int32_t count) {
  Problem problem = memplace::testing::makeLayers(count);
  problem.isCyclic = true;
  for (size_t t = 1; t < problem.ops.size(); t += 2)
    problem.ops[t].computePs = 5000000000000;
  return problem;
}

std::unique_ptr<GraphNetwork> makeSmallNetwork() {
  Network::setThreads(1);
  GraphConfig config;
  config.width = 8;
  config.attention = 2;
  return valueOf(GraphNetwork::create(config, 1));
}

MapTask makeTask(const Problem &problem) {
  return valueOf(MapTask::create(problem, 3, {}));
}

/// Returns the best makespan of \p budget maps, seconds.
double search(const Problem &problem, const EgrlOptions &options,
              int64_t budget) {
  const auto network = makeSmallNetwork();
  Evolution evolution(makeTask(problem), options, 1);
  MapTrials trials(evolution.getTask().getGame(), budget, {});
  while (!trials.isOver())
    valueOf(evolution.runGeneration(trials, *network));
  EXPECT_EQ(trials.getNumTried(), budget);
  return trials.getBestSeconds();
}

// A smoke test: random maps get the same number of trials.
TEST(EvolutionTest, BeatsRandomMaps) {
  constexpr int64_t budget = 100;
  const Problem problem = layers(16);
  MapTask task = makeTask(problem);
  Random random(1);
  double best = 1e300;
  for (int64_t i = 0; i < budget; ++i) {
    TierMap map = randomMap(task.getGame(), random);
    best = std::min(best, task.getGame().evaluate(map).seconds);
  }

  EXPECT_LT(search(problem, {}, budget), best * (1 - 1e-6));
}

TEST(EvolutionTest, EachAblationSearches) {
  const Problem problem = layers(4);
  const double native = makeTask(problem).getGame().nativeSeconds();
  std::vector<EgrlOptions> ablations(6);
  ablations[1].hasPopulation = false;
  ablations[2].learns = false;
  ablations[3].hasBoltzmann = false;
  ablations[4].migrates = false;
  ablations[5].keepsRectified = false;
  for (EgrlOptions &options : ablations) {
    options.gradientSteps = 1;
    EXPECT_LE(search(problem, options, 60), native);
  }
}

TEST(EvolutionTest, IsDeterministicForASeed) {
  const Problem problem = layers(10);

  EXPECT_EQ(search(problem, {}, 60), search(problem, {}, 60));
}

TEST(EvolutionTest, ContinuesFromAPrintedState) {
  const Problem problem = layers(8);
  const auto network = makeSmallNetwork();
  Evolution first(makeTask(problem), {}, 1);
  MapTrials some(first.getTask().getGame(), 100, {});
  while (!some.isOver())
    valueOf(first.runGeneration(some, *network));

  Evolution second(makeTask(problem), {}, 2);
  EXPECT_EQ(errorOf(second.restore(first.print())), "");

  EXPECT_EQ(second.print(), first.print());
  MapTrials more(second.getTask().getGame(), 50, {});
  valueOf(second.runGeneration(more, *network));
  EXPECT_NE(second.print(), first.print());
}

TEST(EvolutionTest, RefusesTheStateOfAnotherProblem) {
  const Problem problem = layers(8), other = layers(6);
  const auto network = makeSmallNetwork();
  Evolution evolution(makeTask(problem), {}, 1);
  MapTrials trials(evolution.getTask().getGame(), 60, {});
  valueOf(evolution.runGeneration(trials, *network));
  const std::string state = evolution.print();

  Evolution stranger(makeTask(other), {}, 1);
  EXPECT_THAT(errorOf(stranger.restore(state)),
              HasSubstr("not of problem 'layers1'"));
  EXPECT_THAT(errorOf(stranger.restore(state.substr(0, state.size() / 2))),
              HasSubstr("damaged"));
  EXPECT_THAT(errorOf(stranger.restore("{}")), HasSubstr("damaged"));
}

TEST(EvolutionTest, AProblemOfOneNodeOrWithoutWeightsIsSearched) {
  Problem one = layers(1);
  Problem without = layers(4);
  for (Buffer &buffer : without.buffers)
    if (buffer.liveIn)
      buffer.tiers = {1}; // No decision about weights.

  EXPECT_GT(search(one, {}, 20), 0);
  EXPECT_GT(search(without, {}, 60), 0);
}

TEST(EvolutionTest, RefusesATargetWithTooManyTiers) {
  const Problem problem = layers(2);

  EXPECT_THAT(errorOf(MapTask::create(problem, 1, {})),
              HasSubstr("at most 1 tiers, this one has 2"));
}

TEST(EvolutionTest, RefusesOptionsThatSearchNothing) {
  EgrlOptions options;
  EXPECT_FALSE(check(options));
  options.elites = options.population;
  EXPECT_THAT(errorOf(check(options)), HasSubstr("not all must survive"));
  options = {};
  options.learns = options.hasPopulation = false;
  EXPECT_THAT(errorOf(check(options)),
              HasSubstr("needs a population, learning, or both"));
}

TEST(ChromosomeTest, DrawsTheMapOfItsPriors) {
  const Problem problem = layers(6);
  const MapTask task = makeTask(problem);
  Random random(1);
  const TierMap map = randomMap(task.getGame(), random);
  const BoltzmannGenes genes = genesOfMap(task, map);

  int numEqual = 0;
  for (int i = 0; i < 100; ++i)
    numEqual += drawMap(task, genes, random) == map;

  EXPECT_GE(numEqual, 95);
}

TEST(ChromosomeTest, AMutationChangesAFewPriors) {
  const Problem problem = layers(20);
  const MapTask task = makeTask(problem);
  Random random(1);
  const BoltzmannGenes before =
      genesOfMap(task, randomMap(task.getGame(), random));
  double numChanged = 0;
  for (int i = 0; i < 200; ++i) {
    BoltzmannGenes genes = before;
    mutateGenes(task, {}, {}, random, genes);
    for (size_t k = 0; k < genes.priors.size(); ++k)
      numChanged += genes.priors[k] != before.priors[k];
  }

  EXPECT_GT(numChanged / 200, 0.5);
  EXPECT_LT(numChanged / 200, 3);
}

} // namespace
