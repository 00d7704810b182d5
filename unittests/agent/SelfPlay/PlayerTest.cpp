//===- PlayerTest.cpp - Playing episodes with search ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/SelfPlay/Player.h"

#include "../Results.h"
#include "../TestProblem.h"
#include "memplace/Verify/Verify.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <numeric>

using namespace memplace;
using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::makeLayers;
using memplace::testing::valueOf;

static std::unique_ptr<Network> makeNetwork(ModelKind kind, uint64_t seed = 1) {
  NetworkConfig config = configForGame(kind);
  config.width = 16;
  config.towerChannels = 2;
  return valueOf(Network::create(config, seed, "cpu"));
}

static std::vector<Game> makeGames(size_t count) {
  std::vector<Game> games;
  for (size_t i = 0; i < count; ++i) {
    const Problem problem = makeLayers(static_cast<int32_t>(5 + i));
    EXPECT_FALSE(check(problem));
    games.push_back(std::move(*Game::create(problem)));
  }
  return games;
}

static PlayOptions optionsFor(ModelKind kind) {
  PlayOptions options;
  options.kind = kind;
  options.search.numSimulations = 6;
  return options;
}

class PlayerTest : public ::testing::TestWithParam<ModelKind> {
protected:
  void SetUp() override { Network::setThreads(1); }
};

TEST_P(PlayerTest, playsGamesToTheirEnds) {
  const auto network = makeNetwork(GetParam());
  Player player(*network, optionsFor(GetParam()), 3);
  std::vector<Game> games = makeGames(4);
  std::vector<Episode> episodes =
      valueOf(player.play(games, [] { return true; }));
  for (size_t i = 0; i < games.size(); ++i) {
    EXPECT_TRUE(games[i].isOver());
    EXPECT_FALSE(verify(games[i].getProblem(), games[i].solution()));
    const Episode &episode = episodes[i];
    ASSERT_EQ(episode.numMoves(), games[i].numDecisions());
    EXPECT_EQ(episode.makespan, games[i].makespan());
    EXPECT_NEAR(
        std::accumulate(episode.rewards.begin(), episode.rewards.end(), 0.0),
        rewardPercent * episode.improvement(), 1e-3);
    for (size_t move = 0; move < episode.numMoves(); ++move)
      EXPECT_NEAR(
          std::accumulate(&episode.policies[move * Observation::actions],
                          &episode.policies[(move + 1) * Observation::actions],
                          0.0F),
          1, 1e-4);
  }
  EXPECT_GT(player.numSimulations(), 0);
  EXPECT_GE(player.numEvaluated(), player.numBatches());
}

TEST_P(PlayerTest, theSeedDeterminesTheGames) {
  const auto network = makeNetwork(GetParam());
  const auto actionsOf = [&](uint64_t seed) {
    Player player(*network, optionsFor(GetParam()), seed);
    std::vector<Game> games = makeGames(3);
    std::vector<Episode> episodes =
        valueOf(player.play(games, [] { return true; }));
    std::vector<uint8_t> actions;
    for (const Episode &episode : episodes)
      actions.insert(actions.end(), episode.actions.begin(),
                     episode.actions.end());
    return actions;
  };
  EXPECT_EQ(actionsOf(1), actionsOf(1));
  EXPECT_NE(actionsOf(1), actionsOf(2));
}

TEST_P(PlayerTest, stopsOnRequest) {
  const auto network = makeNetwork(GetParam());
  Player player(*network, optionsFor(GetParam()), 3);
  std::vector<Game> games = makeGames(3); // The shortest ends first.
  size_t rounds = 0;
  const size_t maxRounds = games[0].getUnits().size();
  std::vector<Episode> episodes =
      valueOf(player.play(games, [&] { return rounds++ < maxRounds; }));
  EXPECT_FALSE(episodes[0].isEmpty());
  EXPECT_TRUE(episodes[2].isEmpty());
}

TEST_P(PlayerTest, reportsFinishedEpisodes) {
  const auto network = makeNetwork(GetParam());
  Player player(*network, optionsFor(GetParam()), 3);
  std::vector<Game> games = makeGames(3);
  std::vector<size_t> over;
  std::vector<Episode> episodes = valueOf(player.play(
      games, [] { return true; }, {},
      [&](size_t i) {
        EXPECT_TRUE(games[i].isOver());
        over.push_back(i);
      }));
  EXPECT_THAT(over, ::testing::ElementsAre(0, 1, 2)); // The shortest first.
}

TEST_P(PlayerTest, withoutNoiseTheSeedDoesNotMatter) {
  const auto network = makeNetwork(GetParam());
  for (const auto kind :
       {SearchOptions::Kind::Gumbel, SearchOptions::Kind::Puct}) {
    PlayOptions options = optionsFor(GetParam());
    options.search.kind = kind;
    std::vector<uint8_t> actions;
    for (uint64_t seed : {1, 2}) {
      Player player(*network, withoutNoise(options), seed);
      std::vector<Game> games = makeGames(1);
      std::vector<Episode> episodes =
          valueOf(player.play(games, [] { return true; }));
      if (seed == 2)
        EXPECT_EQ(episodes[0].actions, actions);
      actions = episodes[0].actions;
    }
  }
}

TEST_P(PlayerTest, reanalysesAlongTheSameActions) {
  const auto network = makeNetwork(GetParam());
  std::vector<Game> games = makeGames(2);
  const std::function<bool()> always = [] { return true; };
  Player player(*network, optionsFor(GetParam()), 3);
  std::vector<Episode> episodes = valueOf(player.play(games, always));
  const std::vector<Episode> old = episodes;

  const auto newer = makeNetwork(GetParam(), 2);
  const auto searchAgain = [&](const Network &with) {
    episodes = old;
    games = makeGames(2);
    Player again(with, withoutNoise(optionsFor(GetParam())), 4);
    episodes = valueOf(again.reanalyse(games, episodes, always));
    return episodes;
  };
  const std::vector<Episode> other = searchAgain(*newer),
                             same = searchAgain(*newer);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(other[i].actions, old[i].actions);
    EXPECT_EQ(other[i].rewards, old[i].rewards);
    EXPECT_EQ(other[i].makespan, old[i].makespan);
    EXPECT_NE(other[i].policies, old[i].policies);
    EXPECT_NE(other[i].values, old[i].values);
    EXPECT_EQ(other[i].policies, same[i].policies);
    EXPECT_EQ(other[i].values, same[i].values);
  }
}

TEST_P(PlayerTest, episodesOfOtherGamesAreNotReanalysed) {
  const auto network = makeNetwork(GetParam());
  std::vector<Game> games = makeGames(2);
  const std::function<bool()> always = [] { return true; };
  Player player(*network, optionsFor(GetParam()), 3);
  std::vector<Episode> episodes = valueOf(player.play(games, always));
  episodes[0].actions.resize(2);
  episodes[0].actions[1] = 9; // No action of this game.
  episodes[1].actions.pop_back();
  games = makeGames(2);
  episodes = valueOf(player.reanalyse(games, episodes, always));
  EXPECT_TRUE(episodes[0].isEmpty());
  EXPECT_TRUE(episodes[1].isEmpty());
}

INSTANTIATE_TEST_SUITE_P(Kinds, PlayerTest,
                         ::testing::Values(ModelKind::Exact,
                                           ModelKind::Learned),
                         [](const auto &info) {
                           return info.param == ModelKind::Exact ? "Exact"
                                                                 : "Learned";
                         });

// The results that the search sees for a path equal those of playing the path.
TEST(GameModelTest, exactEvaluationsEqualTheGames) {
  const auto network = makeNetwork(ModelKind::Exact);
  std::vector<Game> games = makeGames(1);
  GameModel model({&games[0]}, *network, ModelKind::Exact);
  const uint64_t before = games[0].digest();
  const std::vector<Action> path = {firstCopyAction, dropAction,
                                    firstCopyAction};
  const std::vector<Expansion> expansions = {{0, 2, path.back(), 3, path}};
  std::vector<Evaluation> evaluations(1);
  std::vector<float> logits(Observation::actions);
  model.evaluate(expansions, evaluations, logits);
  const std::optional<uint64_t> key = model.stateKey(expansions[0]);
  EXPECT_EQ(games[0].digest(), before);

  GameStep step;
  for (Action action : path)
    ASSERT_TRUE(games[0].apply(action, step));
  EXPECT_FLOAT_EQ(evaluations[0].reward,
                  static_cast<float>(rewardPercent * step.reward));
  EXPECT_EQ(key, games[0].hash());
  for (size_t a = 0; a < Observation::actions; ++a)
    EXPECT_EQ(logits[a] != illegalLogit,
              a < games[0].legalActions().size() && games[0].legalActions()[a]);
}

TEST(GameModelTest, rewardsAreScaledByTheIncumbent) {
  EXPECT_DOUBLE_EQ(rewardScaleAgainst(10, 5), incumbentReturn / 0.5);
  EXPECT_DOUBLE_EQ(rewardScaleAgainst(10, 9), incumbentReturn / 0.1);
  // An incumbent that saves no time, or is worse than the baseline.
  EXPECT_DOUBLE_EQ(rewardScaleAgainst(10, 10), incumbentReturn / 0.02);
  EXPECT_DOUBLE_EQ(rewardScaleAgainst(10, 12), incumbentReturn / 0.02);

  const auto network = makeNetwork(ModelKind::Exact);
  std::vector<Game> games = makeGames(1);
  const std::vector<Action> path = {firstCopyAction};
  const std::vector<Expansion> expansions = {{0, 0, path.back(), 1, path}};
  std::vector<Evaluation> plain(1), scaled(1);
  std::vector<float> logits(Observation::actions);
  GameModel(std::vector<Game *>{&games[0]}, *network, ModelKind::Exact)
      .evaluate(expansions, plain, logits);
  GameModel(std::vector<Game *>{&games[0]}, *network, ModelKind::Exact,
            {3 * rewardPercent})
      .evaluate(expansions, scaled, logits);
  EXPECT_NE(plain[0].reward, 0);
  EXPECT_FLOAT_EQ(scaled[0].reward, 3 * plain[0].reward);
  EXPECT_EQ(scaled[0].value, plain[0].value); // A value of the network.
}

TEST(GameModelTest, networksForOtherObservationsAreRefused) {
  NetworkConfig config = configForGame(ModelKind::Exact);
  EXPECT_EQ(errorOf(checkNetworkForGame(config, ModelKind::Exact)), "");
  EXPECT_THAT(errorOf(checkNetworkForGame(config, ModelKind::Learned)),
              ::testing::HasSubstr("no dynamics"));
  config.observationVersion = 99;
  EXPECT_THAT(errorOf(checkNetworkForGame(config, ModelKind::Exact)),
              ::testing::HasSubstr("version 99"));
  config = configForGame(ModelKind::Exact);
  config.vectorSize = 3;
  EXPECT_THAT(errorOf(checkNetworkForGame(config, ModelKind::Exact)),
              ::testing::HasSubstr("numbers for 6 actions"));
}
