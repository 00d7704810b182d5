//===- Player.h - Plays episodes with search --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SELFPLAY_PLAYER_H
#define MEMPLACE_AGENT_SELFPLAY_PLAYER_H

#include "GameSlots.h"

namespace memplace::agent {

/// Returns \p options without exploration noise, for evaluation.
PlayOptions withoutNoise(PlayOptions options);

/// Plays many episodes at once and evaluates the states of all games in one
/// batch. Deterministic for a seed and an order of games.
class Player {
public:
  /// \p network must outlive this object and fit the game.
  Player(const Network &network, const PlayOptions &options, uint64_t seed)
      : network(network), options(options), seed(seed) {}

  /// Called with the index of a finished episode.
  using OnFinished = std::function<void(size_t)>;

  /// Plays each of \p games to its end; none may be over yet. \p shouldContinue
  /// is polled before each round of moves; if it returns false, unfinished
  /// episodes are abandoned and empty in the result. The result has
  /// games.size() episodes. \p scales: see `GameModel`.
  Result<std::vector<Episode>> play(std::span<Game> games,
                                    const ShouldContinue &shouldContinue,
                                    std::vector<double> scales = {},
                                    const OnFinished &onFinished = {});

  /// Searches each position of \p episodes again and replays the recorded
  /// actions. The returned episodes have the policies and values of the current
  /// network (reanalyse: Schrittwieser et al. 2020, appendix H). \p games are
  /// the episodes' games at their start. An episode is empty in the result if
  /// it does not fit its game or if \p shouldContinue stopped it.
  Result<std::vector<Episode>> reanalyse(std::span<Game> games,
                                         const std::vector<Episode> &episodes,
                                         const ShouldContinue &shouldContinue,
                                         std::vector<double> scales = {});

  /// Number of simulations and of the network's evaluations over all calls.
  int64_t numSimulations() const { return simulations; }
  int64_t numEvaluated() const { return evaluated; }
  int64_t numBatches() const { return batches; }

private:
  Result<std::vector<Episode>> playAll(std::span<Game> games,
                                       const std::vector<Episode> *old,
                                       const ShouldContinue &shouldContinue,
                                       const std::vector<double> &scales,
                                       const OnFinished &onFinished);

  const Network &network;
  PlayOptions options;
  uint64_t seed;
  int64_t simulations = 0, evaluated = 0, batches = 0;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SELFPLAY_PLAYER_H
