//===- Reviser.cpp - Large neighbourhood search on episodes ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reviser.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::agent;

Reviser::Reviser(const Network &network, const PlayOptions &options,
                 double scale, uint64_t seed, const Game &best)
    : network(network), options(options), scale(scale), random(seed),
      numUnits(best.getUnits().size()), patience(500 + 2 * numUnits),
      bestSeconds(best.makespan()) {
  keep(best);
}

void Reviser::keep(const Game &game) {
  best.clear();
  actions.assign(numUnits, noCopyAction);
  for (size_t i = 0; i < game.numDecisions(); ++i) {
    best.push_back(game.decision(i));
    actions[best.back().position] = best.back().action;
  }
}

/// Makes the decisions of \p game equal to those of the best episode before
/// \p position.
void Reviser::takeTo(size_t position, Game &game) const {
  const auto isWanted = [&](size_t i) {
    return i < best.size() && best[i].position < position;
  };
  size_t numSame = 0;
  while (numSame < game.numDecisions() && isWanted(numSame) &&
         game.decision(numSame) == best[numSame])
    ++numSame;
  while (game.numDecisions() > numSame)
    game.undo();
  GameStep step;
  for (; isWanted(numSame); ++numSame)
    game.apply(best[numSame].action, step);
}

void Reviser::restore(Game &game) const { takeTo(numUnits, game); }

/// Moves \p game to the start of a random window and returns the window's end.
size_t Reviser::open(Game &game) {
  // Log-uniform window sizes. Large windows seldom help and take long, so small
  // sizes are as frequent as large ones.
  constexpr double largest = 64;
  const auto size = static_cast<size_t>(std::pow(
      std::min(largest, static_cast<double>(numUnits)), random.uniform()));
  const size_t begin = random.below(numUnits - size + 1);
  takeTo(begin, game);
  if (game.isOver()) // Decisions before the window already settle the rest.
    game.undo();

  // A window may only repeat decisions that the network is sure of, so half of
  // the windows start with a random different action.
  if (random.uniform() < 0.5) {
    const std::vector<bool> &legal = game.legalActions();
    std::vector<GameAction> others;
    for (size_t a = 0; a < legal.size(); ++a)
      if (legal[a] && static_cast<GameAction>(a) != actions[game.position()])
        others.push_back(static_cast<GameAction>(a));
    GameStep step;
    if (!others.empty() &&
        game.apply(others[random.bits() % others.size()], step) &&
        game.isOver())
      game.undo();
  }
  return std::max(begin + size, game.position() + 1);
}

/// Completes \p game after the window with the actions of the best episode,
/// falling back to NoCopy and then Drop if an action is illegal.
void Reviser::close(Game &game) {
  GameStep step;
  while (!game.isOver()) {
    const GameAction action = actions[game.position()];
    if (!game.apply(action, step) && !game.apply(noCopyAction, step))
      game.apply(dropAction, step);
  }
  offer(game);
}

void Reviser::offer(const Game &game) {
  const double seconds = game.makespan();
  numWithoutImprovement = seconds < bestSeconds ? 0 : numWithoutImprovement + 1;
  if (seconds > bestSeconds)
    return;
  bestSeconds = seconds;
  keep(game);
}

std::optional<Error> Reviser::play(std::span<Game> games, int64_t count,
                                   const ShouldContinue &shouldContinue,
                                   const OnRevised &onRevised) {
  const auto next = [&](size_t slot) {
    SlotGame assigned;
    if (count == 0)
      return assigned;
    --count;
    assigned.end = open(games[slot]);
    assigned.game = &games[slot];
    assigned.scale = scale;
    return assigned;
  };
  GameSlots slots(network, options, random.bits(), games.size(), next,
                  [&](size_t slot, const Episode &) {
                    close(games[slot]);
                    onRevised(games[slot]);
                  });
  return slots.play(shouldContinue);
}
