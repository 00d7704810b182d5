//===- FeaturesTest.cpp - Observations of the game ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Game/Features.h"

#include "../../Solver/RandomProblems.h"
#include "memplace/IO/JSON.h"
#include "memplace/Target/Catalogue.h"

#include "gtest/gtest.h"

#include <cmath>
#include <map>

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

TEST(FeaturesTest, equalStatesHaveEqualObservations) {
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

// Features of the actions agree with the game's legal actions.
TEST(FeaturesTest, observationsIncludeTheLegalActions) {
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

// A copy of the current buffer appears in the picture at its steps and bytes.
TEST(FeaturesTest, thePictureShowsOccupiedBytes) {
  Problem problem;
  problem.name = "picture";
  problem.target.name = "t";
  problem.target.tiers = {{"fast", 320, 1, 1000, 1000},
                          {"slow", 10000, 1, 100, 100}};
  problem.target.defaultTier = 1;
  problem.target.channels = {{"in", 1, 0, 1000, 0}, {"out", 0, 1, 1000, 0}};
  problem.target.flopsPerSecond = {{"default", 1}};
  problem.buffers = {{"a", 80, 1, {0, 5}}, {"b", 10, 1, {0, 5}}};
  problem.ops = {
      {"A", 0, {{0, AccessMode::Write, 80}}},
      {"B", 0, {{0, AccessMode::Read, 80}}},
      {"C", 0, {{0, AccessMode::Read, 80}, {1, AccessMode::Write, 10}}},
      {"D", 0, {}},
      {"E", 0, {{0, AccessMode::Read, 80}}}};
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
      // The next use is one step after the next step.
      EXPECT_EQ(pixel(1, at, column), column < 8 ? 0.5F : 0);
      EXPECT_EQ(pixel(2, at, column),
                0); // Another buffer than the current one.
    }
}

// The picture shows the fastest tier that may hold the buffer and has room; one
// feature names the tier.
TEST(FeaturesTest, thePictureShowsATierThatHoldsTheBuffer) {
  const auto tierFor = [](int64_t size, std::vector<TierId> tiers) {
    Problem problem;
    problem.name = "tiers";
    problem.target.name = "t";
    problem.target.tiers = {{"fast", 100, 1, 1000, 1000},
                            {"middle", 200, 1, 500, 500},
                            {"slow", 10000, 1, 100, 100}};
    problem.target.defaultTier = 2;
    problem.target.channels = {{"in", 2, 0, 1000, 0}, {"back", 0, 2, 1000, 0}};
    problem.target.flopsPerSecond = {{"default", 1}};
    problem.buffers = {{"a", size, 1, {0, 1}}};
    problem.buffers[0].tiers = std::move(tiers);
    problem.ops = {{"A", 0, {{0, AccessMode::Write, 10}}}};
    Game game = std::move(*Game::create(problem));
    return look(game)[Observation::pictureSize + 23] * 4;
  };
  EXPECT_EQ(tierFor(100, {}), 0);
  EXPECT_EQ(tierFor(101, {}), 1);
  EXPECT_EQ(tierFor(100, {1, 2}), 1);
  // Without such a tier, the fastest.
  EXPECT_EQ(tierFor(201, {}), 0);
}

// The relaxation's shares of the use are observed, and a relaxation may be
// shared by games.
TEST(FeaturesTest, observationsIncludeTheRelaxation) {
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

/// A problem of benchmarks/problems, and sums over the observations of a game
/// of random actions, each number with its own weight. The last number is the
/// final makespan in microseconds.
struct KnownGame {
  const char *problem;
  double picture, use, rows, actions, ahead;
  double makespan;
};

class KnownGameTest : public ::testing::TestWithParam<KnownGame> {};

// A network depends on the features of its training: changed features need a
// new network.
TEST_P(KnownGameTest, observationsEqualTheRecordedSums) {
  Result<Problem> problem =
      readProblem(std::string(MEMPLACE_SOURCE_DIR) + "/benchmarks/problems/" +
                      GetParam().problem + ".problem.json.gz",
                  findBuiltinTarget);
  ASSERT_TRUE(problem) << problem.error();
  Game game = std::move(*Game::create(*problem));
  const size_t use = Observation::pictureSize;
  const size_t rows = use + Observation::useSize;
  const size_t actions = rows + 3 * Observation::rows;
  const size_t ahead =
      Observation::size - Observation::ahead * Observation::aheadSize;
  std::map<size_t, double> sums; // By the first number of each part.
  std::mt19937_64 engine(7);
  while (!game.isOver()) {
    const std::vector<float> seen = look(game);
    size_t part = 0;
    for (size_t i = 0; i < seen.size(); ++i) {
      if (i == use || i == rows || i == actions || i == ahead)
        part = i;
      const size_t weight = (i * 7919 + game.position() * 104729) % 1009;
      sums[part] += seen[i] * static_cast<double>(weight) / 1009;
    }
    GameStep step;
    if (!game.apply(static_cast<GameAction>(engine() % game.numActions()),
                    step))
      game.apply(dropAction, step);
  }
  auto expectAlmostEqual = [](double sum, double known) {
    EXPECT_NEAR(sum, known, 1e-6 * std::abs(known));
  };
  expectAlmostEqual(sums[0], GetParam().picture);
  expectAlmostEqual(sums[use], GetParam().use);
  expectAlmostEqual(sums[rows], GetParam().rows);
  expectAlmostEqual(sums[actions], GetParam().actions);
  expectAlmostEqual(sums[ahead], GetParam().ahead);
  expectAlmostEqual(game.makespan() * 1e6, GetParam().makespan);
}

INSTANTIATE_TEST_SUITE_P(
    , KnownGameTest,
    ::testing::Values(
        KnownGame{"kinds/lstm", 4446.242933, 444.1949683, 50.33052294,
                  93.42287126, 3021.079754, 14319.92562},
        KnownGame{"kinds/mlp_train", 5073.744953, 586.6078526, 325.8368592,
                  124.8332179, 4245.660409, 3691.592246},
        KnownGame{"kinds/transformer_rolled", 4159.621382, 230.3124986,
                  127.6087019, 51.2628143, 1650.468751, 61799.5131},
        KnownGame{"kinds/transformer_train_rolled", 25947.83828, 1574.549134,
                  402.415195, 344.7183401, 11887.28859, 23900.47783},
        KnownGame{"tpu/gpt2_block_b1.cmem8M", 2974.003589, 385.5596461,
                  814.9771458, 89.87896268, 2534.594822, 589.0862966}));
