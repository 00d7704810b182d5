//===- Start.cpp - Warm starts of search ----------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Start.h"

#include "memplace/Game/Game.h"
#include "memplace/Game/MapSearch.h"
#include "memplace/Game/Trace.h"
#include "memplace/Planning/ReadPlans.h"
#include "memplace/Verify/Verify.h"

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

std::vector<PlacedBuffer> search::readPlaced(const AccessIndex &uses,
                                             const Placement &base,
                                             const Solution &solution) {
  const Problem &problem = uses.problem;
  const Placement read = readPlans(uses, base, solution);
  std::vector<PlacedBuffer> placed;
  if (verify(problem, assemble(uses, read.getPlans())))
    return placed;
  for (size_t b = 0; b < problem.buffers.size(); ++b)
    placed.push_back(read.placedBuffer(static_cast<BufferId>(b)));
  return placed;
}

std::vector<PlacedBuffer> search::placedBy(const AccessIndex &uses,
                                           const Placement &base,
                                           const Solution &solution) {
  std::vector<PlacedBuffer> placed = readPlaced(uses, base, solution);
  if (!placed.empty())
    return placed;
  // The base of the game is also `buildBasePlacement`.
  Result<Game> game = Game::create(uses.problem);
  if (!game)
    return placed;
  playTrace(*game, solution);
  return game->placed();
}

std::optional<Solution> search::findWholeLifeMap(
    const Problem &problem, int64_t count, uint64_t seed,
    const std::function<bool(std::optional<double>)> &shouldContinue) {
  Result<MapGame> game =
      MapGame::create(problem, [&] { return shouldContinue(std::nullopt); });
  if (!game)
    return std::nullopt;
  MapTrials trials(*game, count, [&](double seconds, double) {
    return shouldContinue(seconds);
  });
  Random random(seed);
  tryNeighbourMaps(trials, random);
  return game->solution(trials.getBest());
}
