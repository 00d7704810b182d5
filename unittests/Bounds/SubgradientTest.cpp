//===- SubgradientTest.cpp - Subgradient ascent of a dual function --------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Bounds/Subgradient.h"

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
    ++numAsked;
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
  int64_t numEvaluations = 0, numIterations = 0, numAsked = 0;
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

TEST(SubgradientTest, AReachableTargetEndsTheAscent) {
  Roof roof;

  const double best = maximize(
      roof, {.iterations = 100000, .target = 50, .targetTolerance = 1e-3});

  EXPECT_GE(best, 50 * (1 - 1e-3));
  EXPECT_LT(roof.numIterations, 1000);
}

// One step from (0, 1) with slope 1: Polyak's step is as long as the rise.
TEST(SubgradientTest, TheFirstStepReachesTheTargetOfALinearFunction) {
  Roof roof;
  roof.y = 1;

  EXPECT_EQ(maximize(roof, {.iterations = 9, .target = 49}), 49);

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

TEST(SubgradientTest, EndsIfAllSlopesAreZero) {
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

TEST(SubgradientTest, KeepsTheFirstOfEqualStarts) {
  Roof roof;
  SubgradientAscent ascent(roof, {.iterations = 0});
  for (double x : {2.5, 3.5}) {
    roof.x = x;
    ascent.tryStart();
  }

  EXPECT_EQ(ascent.run(), 39.5);

  EXPECT_EQ(roof.x, 2.5);
}

TEST(SubgradientTest, KeepsAKnownBound) {
  Roof roof;
  SubgradientAscent ascent(roof, {.iterations = 10}, /*known=*/70);
  ascent.tryStart();

  EXPECT_EQ(ascent.run(), 70);
}

TEST(SubgradientTest, EndsAtAnEnoughBound) {
  Roof roof;
  EXPECT_GE(maximize(roof, {.iterations = 1000, .enough = 46}), 46);
  EXPECT_LT(roof.numIterations, 1000);

  Roof there;
  there.x = 3;
  there.y = 1;
  maximize(there, {.iterations = 1000, .enough = 50});
  EXPECT_EQ(there.numIterations, 0);
}

TEST(SubgradientTest, AsksToContinueBeforeEachIteration) {
  Roof roof;
  roof.numAllowed = 3;

  maximize(roof, {.iterations = 1000});

  EXPECT_EQ(roof.numIterations, 3);
  EXPECT_EQ(roof.numEvaluations, 1 + 3);
  EXPECT_EQ(roof.numAsked, 4);
}

TEST(SubgradientTest, RoundsBeginAtTheBestPrices) {
  Roof roof;

  maximize(roof, {.iterations = 25, .roundLength = 10});

  EXPECT_EQ(roof.rounds, (std::vector<int64_t>{0, 1, 2}));
  EXPECT_EQ(roof.startsOfRounds[0], 37);
  EXPECT_GT(roof.startsOfRounds[1], 37);
  EXPECT_GE(roof.startsOfRounds[2], roof.startsOfRounds[1]);
}

// Long units let the steps oscillate across the roof. After a deep fall the
// ascent returns to the best prices.
TEST(SubgradientTest, GoesBackAfterADeepFall) {
  Roof roof;
  roof.units[1] = 1e4;
  roof.x = 3;
  roof.y = 0.9;
  AscentOptions options = {.iterations = 2, .minRise = 1, .maxFall = 1};

  EXPECT_EQ(maximize(roof, options), 49);

  EXPECT_EQ(roof.y, 0.9);
}

/// One price with slope 1, and bounds independent of the price: each evaluation
/// takes the next bound of a list. The prices show the length of each step.
class Script : public DualFunction {
public:
  explicit Script(std::vector<double> bounds) : bounds(std::move(bounds)) {}

  std::vector<PriceBlock> blocks() override {
    return {{{&price, 1}, {&demand, 1}, {&supply, 1}, {&unit, 1}}};
  }
  double evaluate() override {
    prices.push_back(price);
    return bounds.at(prices.size() - 1);
  }

  /// Expects evaluations at the prices \p expected, the start included.
  void expectPrices(const std::vector<double> &expected) const {
    ASSERT_EQ(prices.size(), expected.size());
    for (size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(prices[i], expected[i], 1e-9 * expected[i]) << i;
  }

  std::vector<double> bounds;
  std::vector<double> prices; // By evaluation.
  double price = 0;
  double demand = 1, supply = 0, unit = 1;
};

/// Runs \p script to its end, and returns the best bound.
double play(Script &script, AscentOptions options) {
  options.iterations = static_cast<int64_t>(script.bounds.size()) - 1;
  SubgradientAscent ascent(script, options);
  ascent.tryStart();
  return ascent.run();
}

TEST(SubgradientTest, AStepIsAsLongAsTheRemainingRise) {
  Script script({10, 10, 40, 90});

  EXPECT_EQ(play(script, {.target = 100}), 90);

  script.expectPrices({0, 0, 90, 90 + 60});
  EXPECT_EQ(script.price, 90 + 60);
}

// The slope has a unit, and the price has a unit.
TEST(SubgradientTest, UnitsOfPricesScaleSteps) {
  Script script({10, 10, 40});
  script.unit = 3;

  play(script, {.target = 100});

  // 90 in total: 90 / 3^2 of a direction of 3, in units of 3.
  script.expectPrices({0, 0, 90});
}

// Without a target, steps aim at 5 % above the best bound.
TEST(SubgradientTest, WithoutATargetStepsAimAboveTheBestBound) {
  Script script({100, 100, 80, 200, 200});

  play(script, {});

  script.expectPrices({0, 0, 5, 5 + 25, 5 + 25 + 10});
}

TEST(SubgradientTest, StepsGetShorterWithoutARiseForSomeTime) {
  // Two iterations without a rise, and two more.
  Script script({10, 10, 10, 10, 10, 10});

  play(script, {.target = 20, .patience = 2});

  script.expectPrices({0, 0, 10, 17, 24, 28.9});
}

// A rise below 1e-6 of the bound is kept, but does not count as a rise; nor
// does a rise from 0 to 0.
TEST(SubgradientTest, ASmallRiseDoesNotKeepStepsLong) {
  Script script({1000, 1000, 1000.0005, 1000.002, 1000.003});

  EXPECT_EQ(play(script, {.target = 2000, .patience = 2}), 1000.003);

  // The second step is shorter. Then the bound rises, and the length stays.
  const double second = 1000 + 0.7 * 999.9995;
  const double third = second + 0.7 * 999.998;
  script.expectPrices({0, 0, 1000, second, third});

  Script flat({0, 0, 0});
  play(flat, {.target = 10, .patience = 1});
  flat.expectPrices({0, 0, 7});
}

TEST(SubgradientTest, KeepsTheFirstOfEqualPrices) {
  Script script({10, 50, 50, 20});

  EXPECT_EQ(play(script, {.target = 100}), 50);

  script.expectPrices({0, 0, 50, 100});
  EXPECT_EQ(script.price, 0);
}

// The limit is 1 times the expected rise of 5: a fall to 95 is allowed, a
// deeper fall is not. The ascent then restarts at the best prices with half the
// length.
TEST(SubgradientTest, AFallIsTooDeepBelowALimit) {
  Script script({100, 100, 95, 95});
  play(script, {.maxFall = 1});
  script.expectPrices({0, 0, 5, 5 + 10});

  Script deep({100, 100, 94.9, 100, 100});
  play(deep, {.maxFall = 1});
  deep.expectPrices({0, 0, 5, 0, 2.5});
  // A limit of three times the expected rise.
  Script deeper({100, 100, 85.1, 84.9, 100});
  play(deeper, {.maxFall = 3});
  deeper.expectPrices({0, 0, 5, 5 + 19.9, 0});
}

// The bound is within 1 % of the target, so the remaining step would be tiny.
TEST(SubgradientTest, AStepAimsAtAMinimumRise) {
  Script script({100, 100, 100});

  play(script, {.target = 100.5, .minRise = 0.02});

  script.expectPrices({0, 0, 2});
}

TEST(SubgradientTest, ATargetIsReachedWithinItsTolerance) {
  Script script({10, 10, 89, 90, 91});

  EXPECT_EQ(play(script, {.target = 100, .targetTolerance = 0.1}), 90);

  EXPECT_EQ(script.prices.size(), 4u);
}

} // namespace
