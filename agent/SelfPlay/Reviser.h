//===- Reviser.h - Large neighbourhood search on episodes -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One episode is good in one place and bad in another. The reviser therefore
// keeps the decisions of the best episode except those in a window, plays the
// window again, and repeats: a large neighbourhood search (Shaw 1998) with the
// network as repair operator. A revision takes a small part of the time of a
// whole episode and finds better placements.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SELFPLAY_REVISER_H
#define MEMPLACE_AGENT_SELFPLAY_REVISER_H

#include "GameSlots.h"

#include "memplace/Problem/Random.h"

#include <span>

namespace memplace::agent {

/// Improves the best episode of one problem by revisions.
class Reviser {
public:
  /// \p network must outlive this object and fit the game. \p scale: see
  /// `GameModel`. \p best must be over.
  Reviser(const Network &network, const PlayOptions &options, double scale,
          uint64_t seed, const Game &best);

  /// Called with each revised game at its end.
  using OnRevised = std::function<void(const Game &)>;

  /// Makes \p count revisions, games.size() at once. \p games are games on the
  /// problem of the best episode, in any state. Stops if \p shouldContinue,
  /// polled before each round of moves, returns false. Deterministic for a
  /// seed.
  std::optional<Error> play(std::span<Game> games, int64_t count,
                            const ShouldContinue &shouldContinue,
                            const OnRevised &onRevised);

  /// Continues from \p game, which must be over, unless it is slower than the
  /// best.
  void offer(const Game &game);

  /// Makespan of the best episode, seconds.
  double makespan() const { return bestSeconds; }
  /// Returns true after so many revisions without improvement that restarting
  /// from another episode is more promising.
  bool isStuck() const { return numWithoutImprovement >= patience; }
  /// Moves \p game, in any state, to the end of the best episode.
  void restore(Game &game) const;

private:
  void keep(const Game &game);
  void takeTo(size_t position, Game &game) const;
  size_t open(Game &game);
  void close(Game &game);

  const Network &network;
  const PlayOptions options;
  const double scale;
  Random random;
  const size_t numUnits;
  const size_t patience; // Revisions without improvement.
  size_t numWithoutImprovement = 0;
  double bestSeconds = 0;
  std::vector<GameDecision> best;  // In order.
  std::vector<GameAction> actions; // By position; NoCopy if undecided.
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SELFPLAY_REVISER_H
