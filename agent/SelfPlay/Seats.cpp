//===- Seats.cpp - Games that are played next to each other ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Seats.h"

using namespace memplace;
using namespace memplace::agent;

Seats::Seats(const Network &network, const PlayOptions &options, uint64_t seed,
             size_t numSeats, Next next, OnFinished onFinished)
    : options(options), next(std::move(next)),
      onFinished(std::move(onFinished)), seats(numSeats),
      model(std::vector<Game *>(numSeats), network, options.kind),
      search(model, options.search, seed) {}

/// Gives the seats \p which new games.
void Seats::fill(const std::vector<int32_t> &which) {
  std::vector<int32_t> filled;
  for (int32_t i : which) {
    Seat &seat = seats[i];
    seat.seated = next(static_cast<size_t>(i));
    seat.episode = Episode();
    search.setActive(i, seat.seated.game != nullptr);
    if (!seat.seated.game)
      continue;
    seat.episode.problem = seat.seated.game->getProblem().name;
    model.setGame(i, seat.seated.game, seat.seated.scale);
    filled.push_back(i);
  }
  if (filled.empty())
    return;
  const std::vector<RootState> roots = model.roots(filled);
  for (size_t k = 0; k < filled.size(); ++k)
    search.restart(filled[k], roots[k]);
}

/// Notes a move down and makes it: \p action, which need not be what the search
/// says. False, and the episode is of no use, if it is not legal. \p unit: what
/// values are divided by to be as rewards are in episodes.
static bool makeMove(Game &game, const Decision &decision, Action action,
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
  episode.rewards.push_back(static_cast<float>(reward * rewardScale));
  return true;
}

bool Seats::move(int32_t which, bool &isRestarted) {
  Seat &seat = seats[which];
  Game &game = *seat.seated.game;
  const Decision decision = search.decide(which);
  const Episode *old = seat.seated.old;
  const size_t at = seat.episode.numMoves();
  const bool isLost = old && at >= old->numMoves();
  const Action action = old && !isLost ? old->actions[at] : decision.action;
  if (isLost || !makeMove(game, decision, action,
                          seat.seated.scale / rewardScale, seat.episode)) {
    onFinished(static_cast<size_t>(which), Episode());
    return false;
  }
  if (game.isOver() || game.position() >= seat.seated.end) {
    onFinished(static_cast<size_t>(which), std::move(seat.episode));
    return false;
  }
  // A learned model does not know what is legal: it sees each new state.
  isRestarted =
      options.kind == ModelKind::Learned || !search.descend(which, action);
  return true;
}

std::string Seats::play(const std::function<bool()> &goesOn) {
  std::vector<int32_t> active, restarted, over;
  if (!isStarted) {
    isStarted = true;
    // Roots that `fill` replaces.
    const RootState nothing = {std::vector<float>(Observation::actions, 0), 0};
    search.begin(std::vector<RootState>(seats.size(), nothing));
    for (size_t i = 0; i < seats.size(); ++i)
      over.push_back(static_cast<int32_t>(i));
    fill(over);
  }
  for (size_t i = 0; i < seats.size(); ++i)
    if (seats[i].seated.game)
      active.push_back(static_cast<int32_t>(i));
  while (!active.empty() && model.error().empty() && goesOn()) {
    search.run();
    if (!model.error().empty())
      break;
    simulations +=
        options.search.numSimulations * static_cast<int64_t>(active.size());
    restarted.clear();
    over.clear();
    for (int32_t i : active) {
      bool isRestarted = false;
      if (!move(i, isRestarted))
        over.push_back(i);
      else if (isRestarted)
        restarted.push_back(i);
    }
    if (!restarted.empty()) {
      const std::vector<RootState> roots = model.roots(restarted);
      for (size_t k = 0; k < restarted.size(); ++k)
        search.restart(restarted[k], roots[k]);
    }
    fill(over);
    std::erase_if(active, [this](int32_t i) { return !seats[i].seated.game; });
  }
  return model.error();
}
