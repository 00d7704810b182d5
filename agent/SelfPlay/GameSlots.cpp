//===- GameSlots.cpp - Games played side by side --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GameSlots.h"

using namespace memplace;
using namespace memplace::agent;

GameSlots::GameSlots(const Network &network, const PlayOptions &options,
                     uint64_t seed, size_t numSlots, Next next,
                     OnFinished onFinished)
    : options(options), next(std::move(next)),
      onFinished(std::move(onFinished)), slots(numSlots),
      model(std::vector<Game *>(numSlots), network, options.kind),
      search(model, options.search, seed) {}

/// Assigns new games to the slots \p which.
void GameSlots::fill(const std::vector<int32_t> &which) {
  std::vector<int32_t> filled;
  for (int32_t i : which) {
    Slot &slot = slots[i];
    slot.assigned = next(static_cast<size_t>(i));
    slot.episode = Episode();
    search.setActive(i, slot.assigned.game != nullptr);
    if (!slot.assigned.game)
      continue;
    slot.episode.problem = slot.assigned.game->getProblem().name;
    model.setGame(i, slot.assigned.game, slot.assigned.scale);
    filled.push_back(i);
  }
  restart(filled);
}

void GameSlots::restart(const std::vector<int32_t> &which) {
  if (which.empty())
    return;
  const std::vector<RootState> roots = model.roots(which);
  for (size_t k = 0; k < which.size(); ++k)
    search.restart(which[k], roots[k]);
}

/// Plays and records \p action, which may differ from the search's decision.
/// Returns false if the action is illegal; the episode is unusable then.
/// \p unit converts the search's values to the scale of rewards in episodes.
static bool makeMove(Game &game, const SearchDecision &decision, Action action,
                     double unit, Episode &episode) {
  GameStep step;
  if (action >= game.numActions() || !game.apply(action, step))
    return false;
  episode.actions.push_back(static_cast<uint8_t>(action));
  episode.policies.insert(episode.policies.end(), decision.policy.begin(),
                          decision.policy.end());
  episode.values.push_back(static_cast<float>(decision.value / unit));
  double reward = step.reward;
  if (game.isOver()) {
    reward += game.finalReward();
    episode.makespan = game.makespan();
    episode.baseline = game.baseline();
  }
  episode.rewards.push_back(static_cast<float>(reward * rewardPercent));
  return true;
}

GameSlots::MoveResult GameSlots::move(int32_t which) {
  Slot &slot = slots[which];
  Game &game = *slot.assigned.game;
  const SearchDecision decision = search.decide(which);
  const Episode *old = slot.assigned.old;
  const size_t at = slot.episode.numMoves();
  const bool isLost = old && at >= old->numMoves();
  const Action action = old && !isLost ? old->actions[at] : decision.action;
  if (isLost || !makeMove(game, decision, action,
                          slot.assigned.scale / rewardPercent, slot.episode)) {
    onFinished(static_cast<size_t>(which), Episode());
    return MoveResult::Over;
  }
  if (game.isOver() || game.position() >= slot.assigned.end) {
    onFinished(static_cast<size_t>(which), std::move(slot.episode));
    return MoveResult::Over;
  }
  // A learned model does not know which actions are legal, so it evaluates each
  // new state as a root.
  return options.kind == ModelKind::Learned || !search.descend(which, action)
             ? MoveResult::NeedsRoot
             : MoveResult::Continues;
}

std::optional<Error> GameSlots::play(const ShouldContinue &shouldContinue) {
  std::vector<int32_t> active, restarted, over;
  if (!isStarted) {
    isStarted = true;
    // Placeholder roots; `fill` replaces them.
    const RootState nothing = {std::vector<float>(Observation::actions, 0), 0};
    search.begin(std::vector<RootState>(slots.size(), nothing));
    for (size_t i = 0; i < slots.size(); ++i)
      over.push_back(static_cast<int32_t>(i));
    fill(over);
  }
  for (size_t i = 0; i < slots.size(); ++i)
    if (slots[i].assigned.game)
      active.push_back(static_cast<int32_t>(i));
  while (!active.empty() && !model.error() && shouldContinue()) {
    search.run();
    if (model.error())
      break;
    simulations +=
        options.search.numSimulations * static_cast<int64_t>(active.size());
    restarted.clear();
    over.clear();
    for (int32_t i : active) {
      const MoveResult result = move(i);
      if (result == MoveResult::Over)
        over.push_back(i);
      else if (result == MoveResult::NeedsRoot)
        restarted.push_back(i);
    }
    restart(restarted);
    fill(over);
    std::erase_if(active,
                  [this](int32_t i) { return !slots[i].assigned.game; });
  }
  return model.error();
}
