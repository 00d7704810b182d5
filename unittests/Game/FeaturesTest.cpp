//===- FeaturesTest.cpp - What a player sees ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Game/Features.h"

#include "../Solver/RandomProblems.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace memplace;

static Problem randomProblem(uint64_t seed) {
  memplace::testing::RandomOptions options;
  options.hasLoops = seed % 2;
  return memplace::testing::RandomProblem(seed, options).make();
}

static std::vector<float> look(Game &game) {
  std::vector<float> seen(Observation::size);
  observe(game, seen);
  return seen;
}

TEST(FeaturesTest, numbersAreSmallAndFinite) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    Result<Game> game = Game::create(randomProblem(seed));
    if (!game)
      continue;
    std::mt19937_64 engine(seed);
    while (!game->isOver()) {
      for (float number : look(*game)) {
        ASSERT_TRUE(std::isfinite(number));
        ASSERT_LE(std::abs(number), 1.5F) << "seed " << seed;
      }
      GameStep step;
      if (!game->apply(static_cast<GameAction>(engine() % game->numActions()),
                       step))
        game->apply(dropAction, step);
    }
  }
}

TEST(FeaturesTest, theSameStateLooksTheSame) {
  Game game = std::move(*Game::create(randomProblem(5)));
  std::mt19937_64 engine(1);
  std::vector<std::vector<float>> seen;
  while (!game.isOver()) {
    seen.push_back(look(game));
    GameStep step;
    if (!game.apply(static_cast<GameAction>(engine() % game.numActions()),
                    step))
      game.apply(dropAction, step);
  }
  while (game.numDecisions() > 0) {
    game.undo();
    EXPECT_EQ(look(game), seen.back());
    seen.pop_back();
  }
}

// What the actions' numbers say is what the game says.
TEST(FeaturesTest, legalActionsAreSeen) {
  Game game = std::move(*Game::create(randomProblem(3)));
  GameStep step;
  int numIllegal = 0;
  while (!game.isOver()) {
    const std::vector<float> seen = look(game);
    const size_t first =
        Observation::pictureSize + Observation::useSize + 3 * Observation::rows;
    for (size_t a = 0; a < Observation::actions; ++a) {
      const bool isLegal =
          a < static_cast<size_t>(game.numActions()) && game.legalActions()[a];
      EXPECT_EQ(seen[first + a], isLegal ? 1 : 0);
      numIllegal += !isLegal;
    }
    ASSERT_TRUE(game.apply(dropAction, step));
  }
  EXPECT_GT(numIllegal, 10);
}

// A copy of the current buffer shows in the picture at its steps and bytes.
TEST(FeaturesTest, whatIsTakenShowsInThePicture) {
  Problem problem;
  problem.name = "picture";
  problem.target.name = "t";
  problem.target.tiers = {{"fast", 320, 1, 1000, 1000},
                          {"slow", 10000, 1, 100, 100}};
  problem.target.defaultTier = 1;
  problem.target.channels = {{"in", 1, 0, 1000, 0}, {"out", 0, 1, 1000, 0}};
  problem.target.flopsPerSecond = {{"default", 1}};
  problem.buffers = {{"a", 80, 1, {0, 3}}, {"b", 10, 1, {0, 3}}};
  problem.ops = {
      {"A", 0, {{0, AccessMode::Write, 80}}},
      {"B", 0, {{0, AccessMode::Read, 80}}},
      {"C", 0, {{0, AccessMode::Read, 80}, {1, AccessMode::Write, 10}}}};
  ASSERT_FALSE(check(problem));
  Game game = std::move(*Game::create(problem));
  GameStep step;
  ASSERT_TRUE(game.apply(firstCopyAction, step));
  ASSERT_TRUE(game.apply(noCopyAction, step));
  ASSERT_TRUE(game.apply(noCopyAction, step)); // `a` is fast all the time.
  ASSERT_EQ(game.getUnits()[game.position()].buffer, 1);
  const std::vector<float> seen = look(game);
  const auto pixel = [&](int64_t channel, Step at, int64_t column) {
    const int64_t row = at - 2 + Observation::rowsBefore; // Now is step 2.
    return seen[static_cast<size_t>(
        (channel * Observation::rows + row) * Observation::columns + column)];
  };
  for (Step at = 0; at < 3; ++at)
    for (int64_t column = 0; column < Observation::columns; ++column) {
      EXPECT_EQ(pixel(0, at, column), column < 8 ? 1 : 0);
      EXPECT_EQ(pixel(2, at, column), 0); // Not of the buffer that is decided.
    }
}

// What the relaxation says of the use is seen, and can be shared.
TEST(FeaturesTest, theRelaxationIsSeen) {
  const Problem problem = randomProblem(6);
  Game game = std::move(*Game::create(problem));
  Game other = std::move(*Game::create(problem));
  other.share(game.relaxation());
  EXPECT_EQ(other.relaxation(), game.relaxation());
  const RelaxedPlacement &relaxed = *game.relaxation();
  const size_t at = Observation::pictureSize + Observation::useSize - 6;
  GameStep step;
  float largest = 0;
  while (!game.isOver()) {
    const UseUnit &unit = game.getUnits()[game.position()];
    const std::vector<Access> &accesses = problem.ops[unit.step].accesses;
    size_t k = 0;
    while (accesses[k].buffer != unit.buffer)
      ++k;
    const std::vector<float> seen = look(game);
    EXPECT_EQ(seen[at], relaxed.served[unit.step][k]);
    EXPECT_EQ(seen[at + 1], relaxed.kept[unit.step][k]);
    largest = std::max(largest, seen[at]);
    EXPECT_EQ(seen, look(other));
    ASSERT_TRUE(game.apply(dropAction, step));
    ASSERT_TRUE(other.apply(dropAction, step));
  }
  EXPECT_GT(largest, 0.5F);
}
