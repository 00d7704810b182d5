//===- SubgradientTest.cpp - Subgradient ascent of a dual function --------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Bounds/Subgradient.h"

#include <cmath>
#include <gtest/gtest.h>

using namespace memplace;

namespace {

/// 50 - |x - 3| - 10 |y - 1|, whose maximum is 50, at (3, 1).
class Roof : public DualFunction {
public:
  std::vector<PriceBlock> blocks() override {
    return {{{&x, 1}, {&up[0], 1}, {&down[0], 1}, {&units[0], 1}, min, max},
            {{&y, 1}, {&up[1], 1}, {&down[1], 1}, {&units[1], 1}}};
  }
  double evaluate() override {
    ++numEvaluations;
    return 50 - std::abs(x - 3) - 10 * std::abs(y - 1);
  }
  void findSlopes() override {
    up[0] = x < 3 ? 1 : 0;
    down[0] = x > 3 ? 1 : 0;
    up[1] = y < 1 ? 10 : 0;
    down[1] = y > 1 ? 10 : 0;
  }
  void project() override { y = std::min(y, maxY); }
  bool shouldContinue(int64_t iteration) override {
    return iteration < numAllowed;
  }
  void noteIteration() override { ++numIterations; }
  double beginRound(int64_t round, double bound) override {
    rounds.push_back(round);
    startsOfRounds.push_back(bound);
    return bound;
  }

  double x = 0, y = 0;
  double min = 0, max = std::numeric_limits<double>::infinity();
  double maxY = 100;
  double up[2] = {}, down[2] = {}, units[2] = {1, 0.1};
  int64_t numAllowed = INT64_MAX;
  int64_t numEvaluations = 0, numIterations = 0;
  std::vector<int64_t> rounds;
  std::vector<double> startsOfRounds;
};

double maximize(Roof &roof, const AscentOptions &options) {
  SubgradientAscent ascent(roof, options);
  ascent.tryStart();
  return ascent.run();
}

TEST(SubgradientTest, FindsTheMaximumAndLeavesItsPrices) {
  Roof roof;

  const double best = maximize(roof, {.iterations = 1000, .maxFall = 0.1});

  EXPECT_GT(best, 50 - 1e-3);
  EXPECT_LE(best, 50);
  EXPECT_EQ(roof.evaluate(), best);
}

TEST(SubgradientTest, ATargetThatCanBeReachedEndsIt) {
  Roof roof;

  const double best = maximize(
      roof, {.iterations = 100000, .target = 50, .targetTolerance = 1e-3});

  EXPECT_GE(best, 50 * (1 - 1e-3));
  EXPECT_LT(roof.numIterations, 1000);
}

// One step from (0, 1) with slope 1: Polyak's is as long as the rise.
TEST(SubgradientTest, TheFirstStepReachesTheTargetOfALinearFunction) {
  Roof roof;
  roof.y = 1;

  EXPECT_EQ(maximize(roof, {.iterations = 2, .target = 49}), 49);

  EXPECT_EQ(roof.x, 2);
  EXPECT_EQ(roof.numIterations, 2);
}

TEST(SubgradientTest, PricesStayWithinTheirLimits) {
  Roof roof;
  roof.max = 2;
  roof.maxY = 0.5;
  EXPECT_GT(maximize(roof, {.iterations = 1000}), 44 - 1e-6);
  EXPECT_EQ(roof.x, 2);
  EXPECT_EQ(roof.y, 0.5);

  Roof other;
  other.x = 5;
  other.min = 4;
  EXPECT_GT(maximize(other, {.iterations = 1000, .maxFall = 0.1}), 49 - 1e-3);
  EXPECT_EQ(other.x, 4);
}

TEST(SubgradientTest, WhereAllSlopesEndItEnds) {
  Roof roof;
  roof.max = 2;
  roof.x = 2;
  roof.y = 1;

  EXPECT_EQ(maximize(roof, {.iterations = 1000}), 49);

  EXPECT_EQ(roof.numIterations, 1);
}

TEST(SubgradientTest, BeginsWithTheBestStart) {
  Roof roof;
  SubgradientAscent ascent(roof, {.iterations = 0});
  for (double x : {1.0, 2.5, 9.0}) {
    roof.x = x;
    ascent.tryStart();
  }

  EXPECT_EQ(ascent.run(), 39.5);

  EXPECT_EQ(roof.x, 2.5);
}

TEST(SubgradientTest, KeepsABoundThatWasKnownBefore) {
  Roof roof;
  SubgradientAscent ascent(roof, {.iterations = 10}, /*known=*/70);
  ascent.tryStart();

  EXPECT_EQ(ascent.run(), 70);
}

TEST(SubgradientTest, EndsAtWhatIsEnough) {
  Roof roof;
  EXPECT_GE(maximize(roof, {.iterations = 1000, .enough = 46}), 46);
  EXPECT_LT(roof.numIterations, 1000);

  Roof there;
  there.x = 3;
  there.y = 1;
  maximize(there, {.iterations = 1000, .enough = 50});
  EXPECT_EQ(there.numIterations, 0);
}

TEST(SubgradientTest, AsksBeforeEachIteration) {
  Roof roof;
  roof.numAllowed = 3;

  maximize(roof, {.iterations = 1000});

  EXPECT_EQ(roof.numIterations, 3);
  EXPECT_EQ(roof.numEvaluations, 1 + 3);
}

TEST(SubgradientTest, RoundsBeginAtTheBestPrices) {
  Roof roof;

  maximize(roof, {.iterations = 25, .roundLength = 10});

  EXPECT_EQ(roof.rounds, (std::vector<int64_t>{0, 1, 2}));
  EXPECT_EQ(roof.startsOfRounds[0], 37);
  EXPECT_GT(roof.startsOfRounds[1], 37);
  EXPECT_GE(roof.startsOfRounds[2], roof.startsOfRounds[1]);
}

// With long units the steps jump to and fro over the roof. What falls too
// deep goes back to the best prices.
TEST(SubgradientTest, GoesBackAfterADeepFall) {
  Roof roof;
  roof.units[1] = 1e4;
  roof.x = 3;
  roof.y = 0.9;
  AscentOptions options = {.iterations = 2, .minRise = 1, .maxFall = 1};

  EXPECT_EQ(maximize(roof, options), 49);

  EXPECT_EQ(roof.y, 0.9);
}

} // namespace
