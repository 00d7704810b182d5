//===- EgrlAgent.cpp - EGRL for the solvers -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EgrlAgent.h"

#include "agent/Egrl/Evolution.h"
#include "agent/Network/Network.h"
#include "memplace/Problem/StopToken.h"

using namespace memplace;
using namespace memplace::agent;

Result<MapAgentResult> EgrlAgent::search(const Problem &problem,
                                         const MapAgentOptions &options,
                                         const SolveLimits &limits) {
  StopToken token = limits.token();
  const auto shouldContinue = [&](double seconds, double fraction) {
    if (!token.isOver() && limits.progress &&
        !limits.progress({token.seconds(), seconds, fraction}))
      token.stop();
    return !token.wasOver();
  };
  const Result<EgrlOptions> egrl = optionsForAblation(options.ablation);
  if (!egrl)
    return Error{egrl.error()};
  Network::setThreads(1); // So that a seed decides everything.
  const Result<std::unique_ptr<GraphNetwork>> network = openGraphNetwork(
      options.checkpoint, GraphConfig(),
      static_cast<int64_t>(problem.target.tiers.size()), limits.seed);
  if (!network)
    return Error{network.error()};
  Result<MapTask> task = MapTask::create(problem, (*network)->getConfig().tiers,
                                         [&] { return !token.isOver(); });
  if (!task)
    return Error{task.error()};
  EgrlOptions evolved = *egrl;
  evolved.isPareto = options.isPareto && !options.clock;
  Evolution evolution(std::move(*task), evolved, limits.seed);
  MapGame &game = evolution.getTask().getGame();
  MapTrials trials(game, options.budget, shouldContinue, options.clock);
  if (options.clock)
    tryPlainMaps(trials);
  if (evolved.isPareto)
    trials.keepFront();
  while (!game.getTensors().empty() && !trials.isOver()) {
    const Result<GenerationStats> stats =
        evolution.runGeneration(trials, **network);
    if (!stats)
      return Error{stats.error()};
  }
  trials.settle();
  MapAgentResult result = {game.plans(trials.getBest()), trials.getNumTried()};
  for (const MapFront::Point &point : trials.getFront().getPoints())
    result.front.push_back(game.plans(point.map));
  return result;
}
