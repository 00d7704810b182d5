//===- GameSlots.h - Games that are played next to each other ---*- C++ -*-===//
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

/// Asked now and then, between moves and steps; no: whoever asks stops soon.
using ShouldContinue = std::function<bool()>;

struct PlayOptions {
  ModelKind kind = ModelKind::Exact;
  SearchOptions search = searchForGame();

  /// One decision changes the return by little, and the network's values are
  /// off by more than that. Stretched to [0, 1] over the actions of a node, as
  /// mctx does it, that noise would drown what the policy knows; so values
  /// count as they are, in shares of what the incumbent saves.
  static SearchOptions searchForGame() {
    SearchOptions search;
    search.qScale.rescale = false;
    search.qScale.valueScale = 0.025F;
    return search;
  }
};

/// A game to play in a slot, from where it is.
struct SlotGame {
  Game *game = nullptr;       // Not over; none: an empty slot.
  double scale = rewardScale; // Of `GameModel`.
  /// The episode whose actions are taken, instead of those that the search
  /// finds best; or none.
  const Episode *old = nullptr;
  /// The position at which the episode is over, if the game is not over before:
  /// after the game's present one.
  size_t end = std::numeric_limits<size_t>::max();
};

/// Slots in which games are played, each state of all of them judged in one
/// batch. A slot whose game is over gets another, so that batches stay full.
/// Deterministic for a seed, as long as `Next` is.
class GameSlots {
public:
  /// What to play in a slot; asked again when that is over.
  using Next = std::function<SlotGame(size_t slot)>;
  /// An episode that is over, its game where that is. It is empty if it is of
  /// no use: its old one is not of this game.
  using OnFinished = std::function<void(size_t slot, Episode episode)>;

  /// \p network must outlive this and be fit for the game. It may learn between
  /// two `play`.
  GameSlots(const Network &network, const PlayOptions &options, uint64_t seed,
            size_t numSlots, Next next, OnFinished onFinished);

  /// Plays on until \p shouldContinue, which is asked before each round of
  /// moves, says no, or all slots are empty.
  std::optional<Error> play(const ShouldContinue &shouldContinue);

  /// Simulations, and what the network was asked.
  int64_t numSimulations() const { return simulations; }
  int64_t numJudged() const { return model.numJudged(); }
  int64_t numBatches() const { return model.numBatches(); }

private:
  struct Slot {
    SlotGame assigned;
    Episode episode;
  };
  enum class MoveResult { Over, Continues, NeedsRoot };
  void fill(const std::vector<int32_t> &which);
  /// Makes the move of a slot. Whether its game is over or, if not, its search
  /// needs a new root.
  MoveResult move(int32_t which);
  /// Gives the searches of \p which new roots: the states of their games.
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
