//===- GameTest.cpp - Every rule of Game.h, on many problems --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Game/Game.h"

#include "../../../lib/Planning/Placement.h"
#include "../../Solver/RandomProblems.h"
#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Target/Catalogue.h"
#include "memplace/Verify/Verify.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <filesystem>
#include <set>

using namespace memplace;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

static Game startGame(const Problem &problem) {
  Result<Game> game = Game::create(problem);
  EXPECT_TRUE(bool(game)) << game.error();
  return std::move(*game);
}

static void expectLegal(const Problem &problem, const Game &game) {
  const std::optional<Violation> violation = verify(problem, game.solution());
  ASSERT_FALSE(violation) << violation->message;
}

/// Plays random legal actions to the end, or at most \p maxMoves actions.
static void playRandomly(Game &game, std::mt19937_64 &engine,
                         size_t maxMoves = SIZE_MAX) {
  for (size_t i = 0; i < maxMoves && !game.isOver(); ++i) {
    GameAction action = dropAction;
    do
      action = static_cast<GameAction>(engine() % game.numActions());
    while (!game.legalActions()[action]);
    GameStep step;
    ASSERT_TRUE(game.apply(action, step));
  }
}

//===----------------------------------------------------------------------===//
// An example by hand
//===----------------------------------------------------------------------===//

/// Two tiers of 100 and 1000 B/s with channels at least as fast. Op 0 writes
/// `a`, ops 1 and 3 read `a`, and op 2 reads the weights `w`.
static Problem handProblem() {
  constexpr const char *text = R"({
    "format": "memplace-problem", "version": 1, "name": "hand",
    "target": {"format": "memplace-target", "version": 1, "name": "toy",
     "tiers": [
      {"name": "fast", "capacity": 100, "alignment": 1,
       "read_bytes_per_second": 1000, "write_bytes_per_second": 1000},
      {"name": "slow", "capacity": 10000, "alignment": 1,
       "read_bytes_per_second": 100, "write_bytes_per_second": 100}],
     "default_tier": "slow",
     "channels": [
      {"name": "in", "from": "slow", "to": "fast",
       "bytes_per_second": 1000, "latency_ps": 0},
      {"name": "out", "from": "fast", "to": "slow",
       "bytes_per_second": 1000, "latency_ps": 0}],
     "combine": "sum",
     "compute": {"flops_per_second": {"default": 1}, "launch_ps": 0}},
    "buffers": [
     {"name": "a", "size": 60, "begin": 0, "end": 4},
     {"name": "w", "size": 50, "begin": 0, "end": 4, "live_in": true}],
    "ops": [
     {"name": "A", "compute_ps": 0,
      "accesses": [{"buffer": 0, "mode": "write", "bytes": 60}]},
     {"name": "B", "compute_ps": 5000000000000,
      "accesses": [{"buffer": 0, "mode": "read", "bytes": 60}]},
     {"name": "C", "compute_ps": 0,
      "accesses": [{"buffer": 1, "mode": "read", "bytes": 50}]},
     {"name": "D", "compute_ps": 0,
      "accesses": [{"buffer": 0, "mode": "read", "bytes": 60}]}],
    "loops": []})";
  Result<Problem> problem = parseProblem(text, "hand", findBuiltinTarget);
  EXPECT_TRUE(bool(problem)) << problem.error();
  return *problem;
}

TEST(GameTest, playsAHandExample) {
  Game game = startGame(handProblem());
  // All buffers at home: 0.6 + 5 + 0.5 + 0.6.
  EXPECT_NEAR(game.baseline(), 6.7, 1e-12);
  ASSERT_EQ(game.getUnits().size(), 4U);
  EXPECT_EQ(game.numActions(), 3);

  // `a` is written in the fast tier in 0.06 s but must be home for B. B waits
  // 0.6 s for the write-back.
  EXPECT_THAT(game.legalActions(), ElementsAre(true, false, true));
  GameStep step;
  ASSERT_TRUE(game.apply(firstCopyAction, step));
  EXPECT_NEAR(step.reward, (0.54 - 0.6) / 6.7, 1e-9);
  EXPECT_EQ(step.lastUse, 0);

  // `a` stays for B, which is compute-bound, and is written back meanwhile. `a`
  // cannot return for B at the boundary of its own write-back.
  EXPECT_THAT(game.legalActions(), ElementsAre(true, true, false));
  ASSERT_TRUE(game.apply(noCopyAction, step));
  EXPECT_NEAR(step.reward, 0.6 / 6.7, 1e-9);
  EXPECT_EQ(game.solution().transfers.size(), 1U);

  // The 50 bytes of the weights do not fit beside the 60 bytes of `a` while B
  // runs. They can arrive after B, and C waits for the transfer.
  EXPECT_EQ(game.getUnits()[game.position()].buffer, 1);
  EXPECT_THAT(game.legalActions(), ElementsAre(true, false, true));
  EXPECT_NEAR(game.actionRewards()[firstCopyAction], (0.45 - 0.5) / 6.7, 1e-9);
  ASSERT_TRUE(game.apply(dropAction, step));
  EXPECT_EQ(step.reward, 0);

  // `a` stays until D, so that no write-back is needed.
  EXPECT_THAT(game.legalActions(), ElementsAre(true, true, true));
  ASSERT_TRUE(game.apply(noCopyAction, step));
  EXPECT_NEAR(step.reward, 0.54 / 6.7, 1e-9);
  EXPECT_TRUE(game.isOver());
  EXPECT_NEAR(game.makespan(), 0.06 + 5 + 0.5 + 0.06, 1e-12);
  EXPECT_NEAR(game.finalReward(), 0, 1e-9);
  EXPECT_TRUE(game.solution().transfers.empty());
}

TEST(GameTest, aPrefetchHidesBehindTheOpsBefore) {
  Game game = startGame(handProblem());
  GameStep step;
  ASSERT_TRUE(game.apply(dropAction, step));
  ASSERT_TRUE(game.apply(dropAction, step));
  ASSERT_TRUE(game.apply(firstCopyAction, step)); // The weights.
  EXPECT_NEAR(step.reward, 0.45 / 6.7, 1e-9);
  ASSERT_TRUE(game.apply(dropAction, step));
  ASSERT_TRUE(game.isOver());
  EXPECT_NEAR(game.makespan(), 6.7 - 0.45, 1e-9);
  const Solution solution = game.solution();
  ASSERT_EQ(solution.transfers.size(), 1U);
  EXPECT_EQ(solution.transfers[0].start, 1);
  EXPECT_EQ(solution.transfers[0].done, 2);
}

TEST(GameTest, illegalActionsChangeNothing) {
  Game game = startGame(handProblem());
  const uint64_t before = game.digest();
  GameStep step;
  EXPECT_FALSE(game.apply(noCopyAction, step));
  EXPECT_FALSE(game.apply(-1, step));
  EXPECT_FALSE(game.apply(game.numActions(), step));
  EXPECT_FALSE(game.apply(9, step)); // As in an episode of another target.
  EXPECT_EQ(game.digest(), before);
  EXPECT_EQ(game.position(), 0U);
  EXPECT_EQ(game.numDecisions(), 0U);
}

TEST(GameTest, digestsTellStatesApart) {
  Game game = startGame(handProblem());
  std::set<uint64_t> digests = {game.digest()};
  GameStep step;
  ASSERT_TRUE(game.apply(dropAction, step));
  digests.insert(game.digest());
  game.undo();
  ASSERT_TRUE(game.apply(firstCopyAction, step));
  digests.insert(game.digest());
  ASSERT_TRUE(game.apply(noCopyAction, step));
  digests.insert(game.digest());
  EXPECT_EQ(digests.size(), 4U);
}

TEST(GameTest, listsThePlansOfPlacedBuffers) {
  Game game = startGame(handProblem());
  GameStep step;
  ASSERT_TRUE(game.apply(firstCopyAction, step));
  const std::vector<planning::PlacedBuffer> placed = game.placed();
  ASSERT_EQ(placed.size(), 2U);
  // `a` is at home and in fast, with a copy; the weights are at home.
  EXPECT_EQ(placed[0].plan.stays.size(), 2U);
  EXPECT_EQ(placed[0].plan.transfers.size(), 1U);
  EXPECT_THAT(placed[0].plan.serving, ElementsAre(1, 0, 0));
  EXPECT_EQ(placed[1].plan.stays.size(), 1U);
  EXPECT_THAT(placed[1].plan.serving, ElementsAre(0));
}

// C reads `w`, and only fast may serve C. D also reads `w`, and any tier may
// serve D.
TEST(GameTest, usesDecidedByRulesAreSkipped) {
  Problem problem = handProblem();
  problem.ops[2].accesses[0].tiers = {0};
  problem.ops[3].accesses.push_back({1, AccessMode::Read, 50});
  Game game = startGame(problem);
  std::vector<Step> steps;
  for (const UseUnit &unit : game.getUnits())
    steps.push_back(unit.step);
  EXPECT_THAT(steps, ElementsAre(0, 1, 3, 3));
}

// 300,000 accesses in total, within 20 to 300 iterations.
TEST(GameTest, theRelaxationOfManyAccessesHasFewerIterations) {
  const auto iterationsFor = [](size_t numReads) {
    Problem problem = handProblem();
    for (size_t k = 0; k < numReads; ++k)
      problem.ops[3].accesses.push_back({1, AccessMode::Read, 1});
    Game game = startGame(problem);
    int64_t count = 0;
    game.relaxation([&] { return ++count > 0; });
    return count;
  };
  EXPECT_EQ(iterationsFor(0), 300);
  EXPECT_EQ(iterationsFor(2995), 300'000 / 3000);
  EXPECT_EQ(iterationsFor(20'000), 20);
}

TEST(GameTest, aProblemWithoutAPlacementIsAnError) {
  Problem problem = handProblem();
  problem.target.tiers[1].capacity = 30;
  problem.target.tiers[0].capacity = 30;
  problem.buffers[1].external = false;
  Result<Game> game = Game::create(problem);
  ASSERT_FALSE(bool(game));
  EXPECT_THAT(game.error(), HasSubstr("larger than every tier"));
}

//===----------------------------------------------------------------------===//
// Properties on random problems
//===----------------------------------------------------------------------===//

static memplace::testing::RandomOptions optionsFor(uint64_t seed) {
  memplace::testing::RandomOptions options;
  options.hasLoops = seed % 3 != 0;
  options.hasForcedAccesses = seed % 5 == 4;
  options.isCyclic = seed % 7 == 6;
  options.numSteps = 4 + static_cast<int>(seed % 20);
  return options;
}

TEST(GameConformanceTest, everyStateIsALegalPlacement) {
  int numCopies = 0, numStays = 0;
  for (uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Problem problem =
        memplace::testing::RandomProblem(seed, optionsFor(seed)).make();
    Result<Game> game = Game::create(problem);
    if (!game)
      continue;
    std::mt19937_64 engine(seed);
    while (!game->isOver()) {
      playRandomly(*game, engine, 1);
      const GameAction last = game->decision(game->numDecisions() - 1).action;
      numCopies += last >= firstCopyAction;
      numStays += last == noCopyAction;
      expectLegal(problem, *game);
    }
    EXPECT_NEAR(game->rewardSoFar() + game->finalReward(),
                1 - game->makespan() / game->baseline(), 1e-9);
  }
  EXPECT_GT(numCopies, 300);
  EXPECT_GT(numStays, 60);
}

TEST(GameConformanceTest, undoRestoresEverything) {
  for (uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Problem problem =
        memplace::testing::RandomProblem(seed, optionsFor(seed)).make();
    Result<Game> game = Game::create(problem);
    if (!game)
      continue;
    std::mt19937_64 engine(seed);
    std::vector<uint64_t> digests, hashes;
    while (true) {
      digests.push_back(game->digest());
      hashes.push_back(game->hash());
      if (game->isOver())
        break;
      playRandomly(*game, engine, 1);
    }
    // Undoes and redoes, and finally undoes all actions.
    while (game->numDecisions() > 0) {
      digests.pop_back();
      hashes.pop_back();
      game->undo();
      ASSERT_EQ(game->digest(), digests.back());
      ASSERT_EQ(game->hash(), hashes.back());
      if (engine() % 4 == 0) {
        const size_t count = game->numDecisions();
        playRandomly(*game, engine, 3);
        while (game->numDecisions() > count)
          game->undo();
        ASSERT_EQ(game->digest(), digests.back());
      }
    }
  }
}

TEST(GameConformanceTest, theSameActionsLeadToTheSameState) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const Problem problem =
        memplace::testing::RandomProblem(seed, optionsFor(seed)).make();
    Result<Game> first = Game::create(problem);
    Result<Game> second = Game::create(problem);
    if (!first)
      continue;
    std::mt19937_64 engine(seed);
    while (!first->isOver()) {
      // Actions tried and undone by the other game make no difference.
      playRandomly(*second, engine, engine() % 3);
      while (second->numDecisions() > first->numDecisions())
        second->undo();
      playRandomly(*first, engine, 1);
      GameStep step;
      ASSERT_TRUE(second->apply(
          first->decision(first->numDecisions() - 1).action, step));
      ASSERT_EQ(first->hash(), second->hash());
      ASSERT_EQ(first->digest(), second->digest());
    }
  }
}

TEST(GameConformanceTest, announcedRewardsAndLegalActionsHold) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const Problem problem =
        memplace::testing::RandomProblem(seed, optionsFor(seed)).make();
    Result<Game> game = Game::create(problem);
    if (!game)
      continue;
    std::mt19937_64 engine(seed);
    double sum = 0;
    while (!game->isOver()) {
      const std::vector<double> announced = game->actionRewards();
      const std::vector<bool> legal = game->legalActions();
      EXPECT_TRUE(legal[dropAction]);
      const GameAction action =
          static_cast<GameAction>(engine() % game->numActions());
      GameStep step;
      ASSERT_EQ(game->apply(action, step), legal[action]);
      if (!legal[action])
        ASSERT_TRUE(game->apply(dropAction, step));
      else
        ASSERT_DOUBLE_EQ(step.reward, announced[action]);
      sum += step.reward;
      ASSERT_NEAR(game->rewardSoFar(), sum, 1e-9);
    }
  }
}

TEST(GameConformanceTest, hashesOfDifferentGamesDiffer) {
  const Problem problem =
      memplace::testing::RandomProblem(3, optionsFor(3)).make();
  Game game = startGame(problem);
  std::mt19937_64 engine(1);
  std::set<std::vector<GameAction>> played;
  std::set<uint64_t> hashes;
  for (int32_t episode = 0; episode < 300; ++episode) {
    std::vector<GameAction> actions;
    while (!game.isOver()) {
      playRandomly(game, engine, 1);
      actions.push_back(game.decision(game.numDecisions() - 1).action);
    }
    played.insert(actions);
    hashes.insert(game.hash());
    while (game.numDecisions() > 0)
      game.undo();
  }
  EXPECT_GT(played.size(), 100U);
  EXPECT_EQ(hashes.size(), played.size());
}

// A random playout of every shipped problem ends in a placement that passes
// `verify`.
TEST(GameConformanceTest, shippedProblemsArePlayedToTheEnd) {
  int numPlayed = 0;
  for (const auto &file : std::filesystem::recursive_directory_iterator(
           MEMPLACE_SOURCE_DIR "/benchmarks/problems")) {
    if (file.path().string().find(".problem.json") == std::string::npos)
      continue;
    SCOPED_TRACE(file.path().string());
    Result<Problem> problem =
        readProblem(file.path().string(), findBuiltinTarget);
    ASSERT_TRUE(bool(problem)) << problem.error();
    Game game = startGame(*problem);
    std::mt19937_64 engine(7);
    const uint64_t before = game.digest();
    playRandomly(game, engine);
    expectLegal(*problem, game);
    EXPECT_NEAR(game.rewardSoFar() + game.finalReward(),
                1 - game.makespan() / game.baseline(), 1e-9);
    while (game.numDecisions() > 0)
      game.undo();
    EXPECT_EQ(game.digest(), before);
    ++numPlayed;
  }
  // TPU problems, other kinds, problems of whole-life maps, problems with
  // pieces, and problems to schedule.
  EXPECT_EQ(numPlayed, 100 + 15 + 10 + 13 + 56);
}
