//===- Player.cpp - Plays episodes with search ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Player.h"

using namespace memplace;
using namespace memplace::agent;

PlayOptions memplace::agent::withoutNoise(PlayOptions options) {
  options.search.gumbelScale = 0;
  options.search.dirichletFraction = 0;
  options.search.temperature = 0;
  return options;
}

/// Games that are played together.
struct Player::Run {
  std::span<Game> games;
  std::vector<double> scales;      // By game.
  std::vector<Episode> &episodes;  // By game.
  const std::vector<Episode> *old; // Whose actions are followed; or none.
  OnFinished onFinished;
};

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

std::string Player::playOn(Run &run, const std::function<bool()> &goesOn) {
  std::span<Game> games = run.games;
  if (run.scales.empty())
    run.scales.assign(games.size(), rewardScale);
  run.episodes.assign(games.size(), Episode());
  std::vector<Game *> pointers;
  std::vector<int32_t> active;
  for (size_t i = 0; i < games.size(); ++i) {
    pointers.push_back(&games[i]);
    active.push_back(static_cast<int32_t>(i));
    run.episodes[i].problem = games[i].getProblem().name;
  }
  GameModel model(pointers, network, options.kind, run.scales);
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
      Episode &episode = run.episodes[i];
      const size_t move = episode.numMoves();
      const bool isLost = run.old && move >= (*run.old)[i].numMoves();
      const Action action =
          run.old && !isLost ? (*run.old)[i].actions[move] : decision.action;
      if (isLost || !makeMove(games[i], decision, action,
                              run.scales[i] / rewardScale, episode)) {
        episode = Episode();
        search.setActive(i, false);
        continue;
      }
      if (games[i].isOver()) {
        search.setActive(i, false);
        if (run.onFinished)
          run.onFinished(static_cast<size_t>(i));
        continue;
      }
      goingOn.push_back(i);
      // A learned model does not know what is legal: it sees each new state.
      if (options.kind == ModelKind::Learned || !search.descend(i, action))
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
    run.episodes[i] = Episode();
  judged += model.numJudged();
  batches += model.numBatches();
  return model.error();
}

std::string Player::play(std::span<Game> games,
                         const std::function<bool()> &goesOn,
                         std::vector<Episode> &episodes,
                         std::vector<double> scales,
                         const OnFinished &onFinished) {
  Run run = {games, std::move(scales), episodes, nullptr, onFinished};
  return playOn(run, goesOn);
}

std::string Player::reanalyse(std::span<Game> games,
                              const std::function<bool()> &goesOn,
                              std::vector<Episode> &episodes,
                              std::vector<double> scales) {
  const std::vector<Episode> old = std::move(episodes);
  Run run = {games, std::move(scales), episodes, &old, {}};
  return playOn(run, goesOn);
}
