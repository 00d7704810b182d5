//===- Player.cpp - Plays episodes with search ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Player.h"

#include <cassert>

using namespace memplace;
using namespace memplace::agent;

PlayOptions memplace::agent::withoutNoise(PlayOptions options) {
  options.search.gumbelScale = 0;
  options.search.dirichletFraction = 0;
  options.search.temperature = 0;
  return options;
}

Result<std::vector<Episode>>
Player::playAll(std::span<Game> games, const std::vector<Episode> *old,
                const ShouldContinue &shouldContinue,
                const std::vector<double> &scales,
                const OnFinished &onFinished) {
  std::vector<Episode> episodes(games.size());
  std::vector<bool> isAssigned(games.size());
  const auto next = [&](size_t i) {
    SlotGame assigned;
    if (isAssigned[i])
      return assigned;
    isAssigned[i] = true;
    assigned.game = &games[i];
    assigned.scale = scales.empty() ? rewardPercent : scales[i];
    assigned.old = old ? &(*old)[i] : nullptr;
    return assigned;
  };
  GameSlots slots(network, options, seed++, games.size(), next,
                  [&](size_t i, Episode episode) {
                    episodes[i] = std::move(episode);
                    if (onFinished)
                      onFinished(i);
                  });
  std::optional<Error> error = slots.play(shouldContinue);
  simulations += slots.numSimulations();
  evaluated += slots.numEvaluated();
  batches += slots.numBatches();
  if (error)
    return *error;
  return episodes;
}

Result<std::vector<Episode>> Player::play(std::span<Game> games,
                                          const ShouldContinue &shouldContinue,
                                          std::vector<double> scales,
                                          const OnFinished &onFinished) {
  return playAll(games, nullptr, shouldContinue, scales, onFinished);
}

Result<std::vector<Episode>>
Player::reanalyse(std::span<Game> games, const std::vector<Episode> &episodes,
                  const ShouldContinue &shouldContinue,
                  std::vector<double> scales) {
  assert(episodes.size() == games.size() && "one game an episode");
  return playAll(games, &episodes, shouldContinue, scales, {});
}
