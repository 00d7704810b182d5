//===- ReviserTest.cpp - Revising parts of episodes -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/SelfPlay/Reviser.h"

#include "../Results.h"
#include "../TestProblem.h"
#include "agent/SelfPlay/Player.h"
#include "memplace/Verify/Verify.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memplace;
using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::makeLayers;
using memplace::testing::valueOf;

namespace {

constexpr double scale = rewardPercent;

class ReviserTest : public ::testing::TestWithParam<ModelKind> {
protected:
  void SetUp() override {
    Network::setThreads(1);
    NetworkConfig config = configForGame(GetParam());
    config.width = 16;
    config.towerChannels = 2;
    network = valueOf(Network::create(config, 1, "cpu"));
    options.kind = GetParam();
    options.search.numSimulations = 1;
    for (size_t i = 0; i < 3; ++i)
      games.push_back(std::move(*Game::create(problem)));
  }

  /// Plays the first game by an untrained network.
  void playFirst() {
    Player player(*network, options, 5);
    std::vector<Episode> episodes =
        valueOf(player.play(std::span(games).first(1), [] { return true; }));
  }

  static bool always() { return true; }

  std::unique_ptr<Network> network;
  PlayOptions options;
  const Problem problem = makeLayers(20);
  std::vector<Game> games;
};

} // namespace

TEST_P(ReviserTest, isNeverSlowerAndBecomesFaster) {
  playFirst();
  const double first = games[0].makespan();
  Reviser reviser(*network, options, scale, 7, games[0]);
  EXPECT_EQ(reviser.makespan(), first);
  double best = first;
  int32_t numRevised = 0;
  ASSERT_EQ(errorOf(reviser.play(games, 200, always,
                                 [&](const Game &game) {
                                   ++numRevised;
                                   ASSERT_TRUE(game.isOver());
                                   const auto violation =
                                       verify(problem, game.solution());
                                   ASSERT_FALSE(violation)
                                       << violation->message;
                                   best = std::min(best, game.makespan());
                                 })),
            "");
  EXPECT_EQ(numRevised, 200);
  EXPECT_EQ(reviser.makespan(), best);
  EXPECT_LT(best, first);
  // The same number of whole episodes finds less.
  double bestWhole = first;
  Player player(*network, options, 6);
  for (int32_t round = 0; round < 67; ++round) {
    for (Game &game : games)
      while (game.numDecisions() > 0)
        game.undo();
    std::vector<Episode> episodes = valueOf(player.play(games, always));
    for (const Episode &episode : episodes)
      bestWhole = std::min(bestWhole, episode.makespan);
  }
  EXPECT_LT(best, bestWhole);
}

TEST_P(ReviserTest, restoresTheBestFromAnyState) {
  playFirst();
  Reviser reviser(*network, options, scale, 7, games[0]);
  ASSERT_EQ(errorOf(reviser.play(games, 30, always, [](const Game &) {})), "");
  GameStep step;
  for (Game &game : games) { // At the end, at the start, in the middle.
    while (&game != games.data() && game.numDecisions() > 0)
      game.undo();
    if (&game == &games[2])
      ASSERT_TRUE(game.apply(dropAction, step));
    reviser.restore(game);
    EXPECT_TRUE(game.isOver());
    EXPECT_EQ(game.makespan(), reviser.makespan());
    EXPECT_EQ(game.digest(), games[0].digest());
  }
}

TEST_P(ReviserTest, theSeedDeterminesTheRevisions) {
  playFirst();
  const auto revise = [&](uint64_t seed) {
    std::vector<Game> own;
    for (size_t i = 0; i < 3; ++i)
      own.push_back(std::move(*Game::create(problem)));
    Reviser reviser(*network, options, scale, seed, games[0]);
    std::vector<double> seconds;
    EXPECT_EQ(errorOf(reviser.play(own, 20, always,
                                   [&](const Game &game) {
                                     seconds.push_back(game.makespan());
                                   })),
              "");
    return seconds;
  };
  EXPECT_EQ(revise(1), revise(1));
  EXPECT_NE(revise(1), revise(2));
}

TEST_P(ReviserTest, stopsOnRequest) {
  playFirst();
  Reviser reviser(*network, options, scale, 7, games[0]);
  int32_t numAsked = 0, numRevised = 0;
  ASSERT_EQ(errorOf(reviser.play(
                games, 1000, [&] { return ++numAsked < 20; },
                [&](const Game &) { ++numRevised; })),
            "");
  EXPECT_EQ(numAsked, 20);
  EXPECT_GT(numRevised, 0);
  EXPECT_LT(numRevised, 60);
  // Revising continues with games in the middle of a window.
  ASSERT_EQ(errorOf(reviser.play(games, 5, always,
                                 [&](const Game &) { --numRevised; })),
            "");
}

TEST_P(ReviserTest, continuesFromAnOfferedGame) {
  for (Game &game :
       games) // All buffers at home in the first game: the slowest.
    for (GameStep step; !game.isOver();)
      if (&game == games.data() || (!game.apply(noCopyAction, step) &&
                                    !game.apply(firstCopyAction, step)))
        ASSERT_TRUE(game.apply(dropAction, step));
  ASSERT_LT(games[1].makespan(), games[0].makespan());
  Reviser reviser(*network, options, scale, 7, games[0]);
  reviser.offer(games[1]);
  EXPECT_EQ(reviser.makespan(), games[1].makespan());
  Game all = std::move(*Game::create(problem));
  for (GameStep step; !all.isOver();)
    ASSERT_TRUE(all.apply(dropAction, step));
  reviser.offer(all);
  EXPECT_EQ(reviser.makespan(), games[1].makespan());
}

TEST_P(ReviserTest, isStuckAfterManyVainEpisodes) {
  playFirst();
  Reviser reviser(*network, options, scale, 7, games[0]);
  double best = reviser.makespan();
  size_t numWithoutImprovement = 0;
  EXPECT_FALSE(reviser.isStuck());
  ASSERT_EQ(errorOf(reviser.play(
                games, 100000, [&] { return !reviser.isStuck(); },
                [&](const Game &) {
                  numWithoutImprovement =
                      reviser.makespan() < best ? 0 : numWithoutImprovement + 1;
                  best = reviser.makespan();
                })),
            "");
  EXPECT_TRUE(reviser.isStuck());
  // In that round the game of each slot may have ended.
  EXPECT_GE(numWithoutImprovement, 500 + 2 * games[0].getUnits().size());
  EXPECT_LT(numWithoutImprovement,
            500 + 2 * games[0].getUnits().size() + games.size());
}

INSTANTIATE_TEST_SUITE_P(Models, ReviserTest,
                         ::testing::Values(ModelKind::Exact,
                                           ModelKind::Learned),
                         [](const auto &info) {
                           return info.param == ModelKind::Exact ? "exact"
                                                                 : "learned";
                         });
