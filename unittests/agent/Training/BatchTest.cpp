//===- BatchTest.cpp - Training batches from episodes ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Training/Batch.h"

#include "../Results.h"
#include "../TestProblem.h"
#include "agent/Game/Features.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memplace;
using namespace memplace::agent;
using ::testing::ElementsAre;

/// An episode that always drops, with rewards 1, 2, 3, ...
static Episode dropAll(const Game &game) {
  Episode episode;
  episode.problem = game.getProblem().name;
  const size_t moves = game.getUnits().size();
  for (size_t move = 0; move < moves; ++move) {
    episode.actions.push_back(dropAction);
    for (int64_t a = 0; a < Observation::actions; ++a)
      episode.policies.push_back(a < 2 ? 0.5F : 0);
    episode.values.push_back(100);
    episode.rewards.push_back(static_cast<float>(move + 1));
  }
  return episode;
}

class BatchTest : public ::testing::Test {
protected:
  Game game = std::move(*Game::create(memplace::testing::makeLayers(3)));
  Episode episode = dropAll(game);
};

TEST_F(BatchTest, returnsAreSumsOfLaterRewards) {
  const size_t moves = episode.numMoves();
  EXPECT_EQ(returnFrom(episode, moves - 1, 0), static_cast<float>(moves));
  EXPECT_EQ(returnFrom(episode, moves - 2, 0),
            static_cast<float>(2 * moves - 1));
  // Two rewards, then the value of the search.
  EXPECT_EQ(returnFrom(episode, 0, 2), 1 + 2 + 100);
  EXPECT_EQ(returnFrom(episode, moves - 2, 2),
            static_cast<float>(2 * moves - 1));
}

TEST_F(BatchTest, observationsAreThoseOfTheReplayedGame) {
  TrainingBatch batch;
  const std::vector<size_t> moves = {0, 2, 2};
  addToBatch(episode, game, moves, {}, 0.5F, batch);
  EXPECT_EQ(batch.batch, 3);
  EXPECT_EQ(game.numDecisions(), 0U);
  EXPECT_THAT(batch.weights, ElementsAre(0.5F, 0.5F, 0.5F));
  GameStep step;
  game.apply(dropAction, step);
  game.apply(dropAction, step);
  std::vector<float> seen(Observation::size);
  observe(game, seen);
  EXPECT_TRUE(std::equal(seen.begin(), seen.end(),
                         batch.observations.begin() + Observation::size));
  EXPECT_TRUE(std::equal(seen.begin(), seen.end(),
                         batch.observations.begin() + 2 * Observation::size));
}

TEST_F(BatchTest, theBestEpisodesAreImitated) {
  TrainingBatch batch;
  TargetOptions options;
  options.imitation = 0.5;
  const std::vector<size_t> moves = {1};
  addToBatch(episode, game, moves, options, 1, batch);
  EXPECT_THAT(batch.policies, ElementsAre(0.75F, 0.25F, 0, 0, 0, 0));
}

TEST_F(BatchTest, unrolledStepsEndWithTheGame) {
  TrainingBatch batch;
  batch.steps = 2;
  TargetOptions options;
  options.unroll = 2;
  const size_t last = episode.numMoves() - 1;
  const std::vector<size_t> moves = {last};
  addToBatch(episode, game, moves, options, 1, batch);
  EXPECT_THAT(batch.hasPolicy, ElementsAre(1, 0, 0));
  EXPECT_THAT(batch.values, ElementsAre(static_cast<float>(last + 1), 0, 0));
  EXPECT_THAT(batch.rewards, ElementsAre(static_cast<float>(last + 1), 0));
}

TEST_F(BatchTest, anEpisodeOfAnotherProblemIsLeftOut) {
  Game other = std::move(*Game::create(memplace::testing::makeLayers(2)));
  TrainingBatch batch;
  const std::vector<size_t> moves = {0, episode.numMoves() - 1};
  addToBatch(episode, other, moves, {}, 1, batch);
  EXPECT_EQ(batch.batch, 1);
  EXPECT_EQ(other.numDecisions(), 0U);
}

TEST_F(BatchTest, valuesAndRewardsAreScaled) {
  TrainingBatch batch;
  batch.steps = 1;
  TargetOptions options;
  options.unroll = 1;
  options.scale = 3;
  const size_t last = episode.numMoves() - 1;
  const std::vector<size_t> moves = {last};
  addToBatch(episode, game, moves, options, 1, batch);
  EXPECT_THAT(batch.values, ElementsAre(3 * static_cast<float>(last + 1), 0));
  EXPECT_THAT(batch.rewards, ElementsAre(3 * static_cast<float>(last + 1)));
}
