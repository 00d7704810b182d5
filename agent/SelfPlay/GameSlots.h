//===- GameSlots.h - Games played side by side ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SELFPLAY_GAMESLOTS_H
#define MEMPLACE_AGENT_SELFPLAY_GAMESLOTS_H

#include "Episode.h"
#include "GameModel.h"

#include <functional>
#include <limits>

namespace memplace::agent {

/// Polled between moves and steps; false requests a stop.
using ShouldContinue = std::function<bool()>;

/// Options of a player.
struct PlayOptions {
  ModelKind kind = ModelKind::Exact;
  SearchOptions search = searchForGame();

  /// Options for this game. A single decision changes the return by less than
  /// the error of the network's values. mctx stretches values to [0, 1] over
  /// the actions of a node, which would amplify that noise above the policy.
  /// Values therefore keep their scale, in shares of the incumbent's savings.
  static SearchOptions searchForGame() {
    SearchOptions search;
    search.qScale.rescale = false;
    search.qScale.valueScale = 0.025F;
    return search;
  }
};

/// A game to play in a slot, from the game's current state.
struct SlotGame {
  Game *game = nullptr;         // Must not be over; null: the slot stays empty.
  double scale = rewardPercent; // Of `GameModel`.
  /// If not null, the slot replays the actions of this episode instead of the
  /// search's best actions.
  const Episode *old = nullptr;
  /// Position at which the episode ends, if the game is not over before. Must
  /// be after the current position.
  size_t end = std::numeric_limits<size_t>::max();
};

/// Slots with games. The current states of all games are evaluated in one
/// batch. A slot whose game is over gets another game, so that batches stay
/// full. Deterministic for a seed if `Next` is.
class GameSlots {
public:
  /// Returns the next game of an empty slot.
  using Next = std::function<SlotGame(size_t slot)>;
  /// Receives a finished episode; its game is at its end. The episode is empty
  /// if a replayed episode does not fit the game.
  using OnFinished = std::function<void(size_t slot, Episode episode)>;

  /// \p network must outlive this object and fit the game. The network may be
  /// trained between two calls of `play`.
  GameSlots(const Network &network, const PlayOptions &options, uint64_t seed,
            size_t numSlots, Next next, OnFinished onFinished);

  /// Plays until \p shouldContinue, polled before each round of moves, returns
  /// false, or until all slots are empty.
  std::optional<Error> play(const ShouldContinue &shouldContinue);

  /// Number of simulations and of the network's evaluations.
  int64_t numSimulations() const { return simulations; }
  int64_t numEvaluated() const { return model.numEvaluated(); }
  int64_t numBatches() const { return model.numBatches(); }

private:
  struct Slot {
    SlotGame assigned;
    Episode episode;
  };
  enum class MoveResult { Over, Continues, NeedsRoot };
  void fill(const std::vector<int32_t> &which);
  /// Plays the move of a slot, and returns the state of its game afterwards.
  MoveResult move(int32_t which);
  /// Sets the search roots of \p which to the current states of their games.
  void restart(const std::vector<int32_t> &which);

  PlayOptions options;
  Next next;
  OnFinished onFinished;
  std::vector<Slot> slots;
  GameModel model;
  Search search;
  bool isStarted = false;
  int64_t simulations = 0;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SELFPLAY_GAMESLOTS_H
