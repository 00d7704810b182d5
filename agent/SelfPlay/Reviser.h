//===- Reviser.h - Episodes that are played anew in part --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An episode is good in one place and bad in another, and the next one the
// other way round. So the decisions of the best one are kept but for those of a
// window, which are made anew, again and again: a large neighbourhood search
// (Shaw 1998) that repairs with the network. It takes a small part of the time
// of as many whole episodes, and finds better ones.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SELFPLAY_REVISER_H
#define MEMPLACE_AGENT_SELFPLAY_REVISER_H

#include "GameSlots.h"

#include <random>
#include <span>

namespace memplace::agent {

class Reviser {
public:
  /// \p network must outlive this and be fit for the game. \p scale: of
  /// `GameModel`. \p best: is over.
  Reviser(const Network &network, const PlayOptions &options, double scale,
          uint64_t seed, const Game &best);

  /// Called with each game that was revised, at its end.
  using OnRevised = std::function<void(const Game &)>;

  /// Revises \p count times, as many at once as there are \p games: on the
  /// problem of the best one, in any state before and after. Stops when
  /// \p shouldContinue, which is asked before each round of moves, says no.
  /// Deterministic for a seed.
  std::optional<Error> play(std::span<Game> games, int64_t count,
                            const ShouldContinue &shouldContinue,
                            const OnRevised &onRevised);

  /// Goes on from \p game, which is over, if that is not slower.
  void offer(const Game &game);

  /// Of the best so far, seconds.
  double makespan() const { return bestSeconds; }
  /// Whether so many revisions in a row have found nothing faster that others,
  /// from another episode, are more likely to.
  bool isStuck() const { return numInVain >= patience; }
  /// Takes \p game, in any state, to the end of the best episode so far.
  void restore(Game &game) const;

private:
  void keep(const Game &game);
  void takeTo(size_t position, Game &game) const;
  size_t open(Game &game);
  void close(Game &game);

  const Network &network;
  const PlayOptions options;
  const double scale;
  std::mt19937_64 random;
  const size_t numUnits;
  const size_t patience; // Revisions.
  size_t numInVain = 0;
  double bestSeconds = 0;
  std::vector<GameDecision> best;  // In order.
  std::vector<GameAction> actions; // By position; NoCopy where none was taken.
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SELFPLAY_REVISER_H
