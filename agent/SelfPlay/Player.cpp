//===- Player.cpp - Plays episodes with search ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Player.h"

#include <numeric>

using namespace memplace;
using namespace memplace::agent;

/// Notes a move down and makes it.
static void makeMove(Game &game, const Decision &decision, Episode &episode) {
  episode.actions.push_back(static_cast<uint8_t>(decision.action));
  episode.policies.insert(episode.policies.end(), decision.policy.begin(),
                          decision.policy.end());
  episode.values.push_back(decision.value);
  GameStep step;
  game.apply(decision.action, step);
  double reward = step.reward;
  if (game.isOver()) {
    reward += game.finalReward();
    episode.makespan = game.makespan();
    episode.baseline = game.baseline();
  }
  episode.rewards.push_back(static_cast<float>(reward * rewardScale));
}

std::string Player::play(std::span<Game> games,
                         const std::function<bool()> &goesOn,
                         std::vector<Episode> &episodes) {
  episodes.assign(games.size(), Episode());
  std::vector<Game *> pointers;
  std::vector<int32_t> active;
  for (size_t i = 0; i < games.size(); ++i) {
    pointers.push_back(&games[i]);
    active.push_back(static_cast<int32_t>(i));
    episodes[i].problem = games[i].getProblem().name;
  }
  GameModel model(pointers, network, options.kind);
  Search search(model, options.search, seed++);
  search.begin(model.roots(active));
  while (!active.empty() && goesOn()) {
    search.run();
    if (!model.error().empty())
      return model.error();
    simulations +=
        options.search.numSimulations * static_cast<int64_t>(active.size());
    std::vector<int32_t> goingOn, restarted;
    for (int32_t i : active) {
      const Decision decision = search.decide(i);
      makeMove(games[i], decision, episodes[i]);
      if (games[i].isOver()) {
        search.setActive(i, false);
        continue;
      }
      goingOn.push_back(i);
      // A learned model does not know what is legal: it sees each new state.
      if (options.kind == ModelKind::Learned ||
          !search.descend(i, decision.action))
        restarted.push_back(i);
    }
    if (!restarted.empty()) {
      const std::vector<RootState> roots = model.roots(restarted);
      for (size_t k = 0; k < restarted.size(); ++k)
        search.restart(restarted[k], roots[k]);
    }
    active = std::move(goingOn);
  }
  for (int32_t i : active)
    episodes[i] = Episode();
  judged += model.numJudged();
  batches += model.numBatches();
  return model.error();
}
