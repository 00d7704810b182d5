//===- Trace.cpp - A placement replayed as a game -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Trace.h"

#include "GameState.h"

using namespace memplace;

namespace memplace {

/// Follows a solution use by use.
class TracePlayer {
public:
  TracePlayer(Game &game, const Solution &solution)
      : game(game), state(*game.impl), solution(solution),
        lastServing(state.problem.buffers.size(), -1) {}

  std::vector<GameAction> play() {
    std::vector<GameAction> actions;
    while (!game.isOver()) {
      const UseUnit unit = state.units[state.position];
      const ResidencyId serving = servingOf(unit);
      GameStep step;
      for (GameAction action : preferences(unit, serving))
        if (game.apply(action, step)) {
          actions.push_back(action);
          break;
        }
      lastServing[unit.buffer] = serving;
    }
    return actions;
  }

private:
  ResidencyId servingOf(const UseUnit &unit) const {
    const auto &use =
        state.uses.byBuffer[unit.buffer][static_cast<size_t>(unit.use)];
    return solution.served[unit.step][use.accesses[0]];
  }

  /// Returns the actions to try, best first; the last is always legal.
  std::vector<GameAction> preferences(const UseUnit &unit,
                                      ResidencyId serving) const {
    const TierId home = state.placement->planOf(unit.buffer).stays[0].tier;
    const TierId tier = solution.residencies[serving].tier;
    std::vector<GameAction> preferences;
    if (tier != home) {
      if (lastServing[unit.buffer] == serving)
        preferences.push_back(noCopyAction);
      for (size_t k = 0; k < state.copyTiers[home].size(); ++k)
        if (state.copyTiers[home][k] == tier)
          preferences.push_back(firstCopyAction + static_cast<GameAction>(k));
    }
    preferences.push_back(dropAction);
    return preferences;
  }

  Game &game;
  const Game::Impl &state;
  const Solution &solution;
  std::vector<ResidencyId> lastServing; // By buffer; -1: none so far.
};

} // namespace memplace

std::vector<GameAction> memplace::playTrace(Game &game,
                                            const Solution &solution) {
  return TracePlayer(game, solution).play();
}
