//===- TraceTest.cpp - A placement replayed as a game ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Game/Trace.h"

#include "../../Solver/RandomProblems.h"
#include "memplace/Verify/Verify.h"

#include "gtest/gtest.h"

using namespace memplace;

static Problem servableProblem(uint64_t seed) {
  memplace::testing::RandomOptions options;
  options.hasLoops = seed % 3 == 0;
  Problem problem = memplace::testing::RandomProblem(seed, options).make();
  // A use that its stay must not serve would look like a dropped use.
  for (Op &op : problem.ops)
    for (Access &access : op.accesses)
      access.tiers.clear();
  return problem;
}

// Replaying the game's own placement gives the same placement.
TEST(TraceTest, playsItsOwnPlacementsAgain) {
  int numPlayed = 0;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Problem problem = servableProblem(seed);
    Result<Game> game = Game::create(problem);
    if (!game)
      continue;
    std::mt19937_64 engine(seed);
    while (!game->isOver()) {
      GameStep step;
      if (!game->apply(static_cast<GameAction>(engine() % game->numActions()),
                       step))
        game->apply(dropAction, step);
    }
    const Solution solution = game->solution();
    Game again = std::move(*Game::create(problem));
    const std::vector<GameAction> actions = playTrace(again, solution);
    EXPECT_TRUE(again.isOver());
    EXPECT_EQ(actions.size(), again.numDecisions());
    EXPECT_FALSE(verify(problem, again.solution()));
    // A copy in a loop also serves uses in the loop that were dropped before.
    if (problem.loops.empty())
      EXPECT_EQ(again.hash(), game->hash());
    ++numPlayed;
  }
  EXPECT_GT(numPlayed, 40);
}

TEST(TraceTest, aPlacementAtHomeReplaysAsDrops) {
  const Problem problem = servableProblem(1);
  Game game = std::move(*Game::create(problem));
  const Solution solution = game.solution();
  for (GameAction action : playTrace(game, solution))
    EXPECT_EQ(action, dropAction);
  EXPECT_EQ(game.makespan(), game.baseline());
}
