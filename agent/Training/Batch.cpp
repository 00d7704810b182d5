//===- Batch.cpp - Training batches from episodes -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Batch.h"

#include "agent/Game/Features.h"
#include "agent/SelfPlay/GameModel.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::agent;

float memplace::agent::returnFrom(const Episode &episode, size_t move,
                                  int64_t bootstrapAfter) {
  const size_t end = bootstrapAfter > 0
                         ? std::min(episode.numMoves(),
                                    move + static_cast<size_t>(bootstrapAfter))
                         : episode.numMoves();
  double sum = end < episode.numMoves() ? episode.values[end] : 0;
  for (size_t i = move; i < end; ++i)
    sum += episode.rewards[i];
  return static_cast<float>(sum);
}

Episode memplace::agent::episodeOf(Game &game) {
  assert(game.isOver() && "an episode ends with its game");
  Episode episode;
  episode.problem = game.getProblem().name;
  episode.makespan = game.makespan();
  episode.baseline = game.baseline();
  const double last = game.finalReward();
  std::vector<GameAction> actions;
  for (size_t i = 0; i < game.numDecisions(); ++i)
    actions.push_back(game.decision(i).action);
  while (game.numDecisions() > 0)
    game.undo();
  for (GameAction action : actions) {
    GameStep step;
    game.apply(action, step);
    episode.actions.push_back(static_cast<uint8_t>(action));
    for (GameAction a = 0; a < Observation::actions; ++a)
      episode.policies.push_back(a == action ? 1 : 0);
    episode.rewards.push_back(static_cast<float>(rewardPercent * step.reward));
  }
  episode.rewards.back() += static_cast<float>(rewardPercent * last);
  for (size_t move = 0; move < episode.numMoves(); ++move)
    episode.values.push_back(0);
  for (size_t move = 0; move < episode.numMoves(); ++move)
    episode.values[move] = returnFrom(episode, move, 0);
  while (game.numDecisions() > 0)
    game.undo();
  return episode;
}

/// Appends policy, value and reward targets from \p move on.
static void addTargets(const Episode &episode, size_t move,
                       const TargetOptions &options, TrainingBatch &batch) {
  const size_t actions = episode.policies.size() / episode.numMoves();
  const float scale = static_cast<float>(options.scale);
  for (int64_t k = 0; k <= options.unroll; ++k) {
    const size_t at = move + static_cast<size_t>(k);
    const bool isInGame = at < episode.numMoves();
    batch.values.push_back(
        isInGame ? scale * returnFrom(episode, at, options.bootstrapAfter) : 0);
    batch.hasPolicy.push_back(isInGame ? 1 : 0);
    for (size_t a = 0; a < actions; ++a) {
      double share = 0;
      if (isInGame)
        share = (1 - options.imitation) *
                    static_cast<double>(episode.policies[at * actions + a]) +
                options.imitation * (episode.actions[at] == a ? 1 : 0);
      batch.policies.push_back(static_cast<float>(share));
    }
    if (k == options.unroll)
      continue;
    batch.actions.push_back(isInGame ? episode.actions[at] : 0);
    batch.rewards.push_back(isInGame ? scale * episode.rewards[at] : 0);
  }
}

void memplace::agent::addToBatch(const Episode &episode, Game &game,
                                 std::span<const size_t> moves,
                                 const TargetOptions &options, float weight,
                                 TrainingBatch &batch) {
  assert(game.numDecisions() == 0 && "the game is at its start");
  assert(batch.steps == options.unroll && "all moments are unrolled alike");
  assert(std::is_sorted(moves.begin(), moves.end()) && "it plays forward");
  for (size_t move : moves) {
    GameStep step;
    while (game.numDecisions() < move && !game.isOver())
      if (!game.apply(episode.actions[game.numDecisions()], step))
        break;
    if (game.numDecisions() != move || game.isOver())
      break; // The episode is of another problem with this name.
    const size_t at = batch.observations.size();
    batch.observations.resize(at + Observation::size);
    observe(game, std::span(batch.observations).subspan(at));
    addTargets(episode, move, options, batch);
    batch.weights.push_back(weight);
    ++batch.batch;
  }
  while (game.numDecisions() > 0)
    game.undo();
}
