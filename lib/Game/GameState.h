//===- GameState.h - What a game keeps in mind ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_GAME_GAMESTATE_H
#define MEMPLACE_LIB_GAME_GAMESTATE_H

#include "memplace/Game/Game.h"
#include "memplace/Planning/BasePlan.h"
#include "memplace/Planning/StayDecoder.h"

namespace memplace {

/// The stay of a buffer that its next use may go on with.
struct OpenStay {
  TierId tier = 0;
  int32_t firstGroup = 0;
  int32_t lastGroup = -1; // -1: none.
  planning::Placement::Sizes before;
  double saving = 0; // Seconds, as estimated.
};

/// One decision, to take back.
struct Decision {
  GameAction action = 0;
  size_t position = 0;
  planning::Placement::Moment moment;
  OpenStay openBefore; // Of its buffer.
  int32_t settledBefore = 0;
  double reward = 0;
  double rewardBefore = 0; // Sum of those before.
};

struct Game::Impl {
  explicit Impl(const Problem &problem);
  /// Goes on from \p base, made for `uses`.
  void start(planning::Placement base);

  bool isOver() const { return position == units.size(); }
  /// The stay that an action in the present state leads to; the placement is
  /// as after it then. None: the action is not legal, nothing has changed. Not
  /// for Drop.
  std::optional<OpenStay> place(const UseUnit &unit, GameAction action);
  std::optional<planning::StayOutcome> addStay(BufferId buffer, TierId tier,
                                               int32_t first, int32_t last);
  void tryAll();
  void passOver();
  const RelaxedPlacement &
  getRelaxation(const std::function<bool()> &shouldContinue = {});
  double toReward(double seconds) const {
    return baseline > 0 ? seconds / baseline : 0;
  }

  const Problem problem;
  const planning::Uses uses;                    // Refers to `problem`.
  std::optional<planning::Placement> placement; // Refers to `uses`.
  std::vector<std::vector<TierId>> copyTiers;   // By home tier: fastest first.
  std::vector<UseUnit> units;
  std::vector<OpenStay> open;   // By buffer.
  std::vector<int32_t> settled; // By buffer: its last use that is decided.
  std::vector<Decision> decisions;
  size_t position = 0;
  double baseline = 0; // Seconds.
  double rewardSoFar = 0;
  uint64_t hash = 0;

  std::shared_ptr<const RelaxedPlacement> relaxed; // Null: not asked for yet.

  // Of the state now, if known.
  bool isTried = false;
  std::vector<bool> legal;
  std::vector<double> rewards;
};

} // namespace memplace

#endif // MEMPLACE_LIB_GAME_GAMESTATE_H
