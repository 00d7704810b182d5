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

std::string
Player::playAll(std::span<Game> games, const std::vector<Episode> *old,
                const std::function<bool()> &goesOn, std::vector<double> scales,
                std::vector<Episode> &episodes, const OnFinished &onFinished) {
  episodes.assign(games.size(), Episode());
  std::vector<bool> isSeated(games.size());
  const auto next = [&](size_t i) {
    SeatedGame seated;
    if (isSeated[i])
      return seated;
    isSeated[i] = true;
    seated.game = &games[i];
    seated.scale = scales.empty() ? rewardScale : scales[i];
    seated.old = old ? &(*old)[i] : nullptr;
    return seated;
  };
  Seats seats(network, options, seed++, games.size(), next,
              [&](size_t i, Episode episode) {
                episodes[i] = std::move(episode);
                if (onFinished)
                  onFinished(i);
              });
  std::string error = seats.play(goesOn);
  simulations += seats.numSimulations();
  judged += seats.numJudged();
  batches += seats.numBatches();
  return error;
}

std::string Player::play(std::span<Game> games,
                         const std::function<bool()> &goesOn,
                         std::vector<Episode> &episodes,
                         std::vector<double> scales,
                         const OnFinished &onFinished) {
  return playAll(games, nullptr, goesOn, std::move(scales), episodes,
                 onFinished);
}

std::string Player::reanalyse(std::span<Game> games,
                              const std::function<bool()> &goesOn,
                              std::vector<Episode> &episodes,
                              std::vector<double> scales) {
  const std::vector<Episode> old = std::move(episodes);
  return playAll(games, &old, goesOn, std::move(scales), episodes, {});
}
