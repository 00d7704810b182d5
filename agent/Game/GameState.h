//===- GameState.h - State of a game ----------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_GAME_GAMESTATE_H
#define MEMPLACE_AGENT_GAME_GAMESTATE_H

#include "Game.h"
#include "lib/Planning/BackingPlan.h"
#include "lib/Planning/StayDecoder.h"

namespace memplace {

/// The stay of a buffer extensible by its next use.
struct OpenStay {
  TierId tier = 0;
  int32_t firstUse = 0;
  int32_t lastUse = -1; // -1: none.
  planning::Placement::Sizes before;
  double saving = 0; // Seconds, as estimated.
};

/// A decision with the data to revert it.
struct UndoableDecision {
  GameAction action = 0;
  size_t position = 0;
  planning::Placement::Mark mark;
  OpenStay openBefore; // Of its buffer.
  int32_t lastFixedBefore = 0;
  double reward = 0;
  double rewardBefore = 0; // Sum of the earlier rewards.
};

/// State of a game.
struct Game::Impl {
  explicit Impl(const Problem &problem);
  /// Starts the game from \p base, a placement for `uses`: lists the uses to
  /// decide, and simulates the baseline.
  void start(planning::Placement base);

  bool isOver() const { return position == units.size(); }
  /// Adds the stay of an action in the present state, and returns the stay.
  /// Returns nothing, without a change, if the action is illegal. Not for Drop.
  std::optional<OpenStay> place(const UseUnit &unit, GameAction action);
  std::optional<planning::StayOutcome> addStay(BufferId buffer, TierId tier,
                                               int32_t first, int32_t last);
  void tryAll();
  void skipFixed();
  const RelaxedPlacement &
  getRelaxation(const std::function<bool()> &shouldContinue = {});
  double toReward(double seconds) const {
    return baseline > 0 ? seconds / baseline : 0;
  }

  const Problem problem;
  const planning::AccessIndex uses;             // Refers to `problem`.
  std::optional<planning::Placement> placement; // Refers to `uses`.
  std::vector<std::vector<TierId>> copyTiers;   // By home tier: fastest first.
  std::vector<UseUnit> units;
  std::vector<OpenStay> open;        // By buffer.
  std::vector<int32_t> lastFixedUse; // By buffer: its last decided use.
  std::vector<UndoableDecision> decisions;
  size_t position = 0;
  double baseline = 0; // Seconds.
  double rewardSoFar = 0;
  uint64_t hash = 0;

  std::shared_ptr<const RelaxedPlacement> relaxed; // Null: not computed yet.

  // Of the current state, if `isTried`.
  bool isTried = false;
  std::vector<bool> legal;
  std::vector<double> rewards;
};

} // namespace memplace

#endif // MEMPLACE_AGENT_GAME_GAMESTATE_H
