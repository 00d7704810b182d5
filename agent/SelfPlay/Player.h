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

/// \p options without any noise: as one plays to show what one can.
PlayOptions withoutNoise(PlayOptions options);

/// Plays many episodes at once, each state of all games judged in one batch.
/// Deterministic for a seed and an order of games.
class Player {
public:
  /// \p network must outlive this and be fit for the game.
  Player(const Network &network, const PlayOptions &options, uint64_t seed)
      : network(network), options(options), seed(seed) {}

  /// Called with the index of an episode that is over.
  using OnFinished = std::function<void(size_t)>;

  /// Plays each of \p games, of which none is over, to its end; they stay
  /// there. \p shouldContinue is asked before each round of moves; when it says
  /// no, the episodes that are not over are given up: empty in the result. Its
  /// size: games.size(). \p scales: of `GameModel`.
  Result<std::vector<Episode>> play(std::span<Game> games,
                                    const ShouldContinue &shouldContinue,
                                    std::vector<double> scales = {},
                                    const OnFinished &onFinished = {});

  /// Searches each position of \p episodes again, along the actions that were
  /// taken: the same episodes with the policies and values that the network
  /// says now (reanalyse: Schrittwieser et al. 2020, appendix H). \p games are
  /// those of the episodes, at their start. An episode that does not fit its
  /// game, or that \p shouldContinue did not let finish, is empty in the
  /// result.
  Result<std::vector<Episode>> reanalyse(std::span<Game> games,
                                         const std::vector<Episode> &episodes,
                                         const ShouldContinue &shouldContinue,
                                         std::vector<double> scales = {});

  /// Simulations, and what the network was asked, of all `play`.
  int64_t numSimulations() const { return simulations; }
  int64_t numJudged() const { return judged; }
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
  int64_t simulations = 0, judged = 0, batches = 0;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SELFPLAY_PLAYER_H
