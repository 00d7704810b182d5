//===- EgrlAgent.cpp - EGRL as a solver's agent ---------------------------===//
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

/// Opens the network of the options. The bundled network supports a limited
/// number of tiers: targets with more tiers, and the name "new", get a network
/// with random weights.
Result<std::unique_ptr<GraphNetwork>>
EgrlAgent::openNetwork(const MapAgentOptions &options, int64_t tiers,
                       uint64_t seed) const {
  if (options.checkpoint == "new")
    return openGraphNetwork("", GraphConfig(), tiers, seed);
  if (!options.checkpoint.empty())
    return openGraphNetwork(options.checkpoint, GraphConfig(), tiers, seed);
  Result<std::unique_ptr<GraphNetwork>> network =
      openGraphNetwork(folder + "/maps.checkpoint", GraphConfig(), tiers, seed);
  if (network && (*network)->getConfig().tiers < tiers)
    return openGraphNetwork("", GraphConfig(), tiers, seed);
  return network;
}

/// Returns the rectified map of the policy alone. With \p orNative, returns the
/// native map if that is faster.
static Result<MapAgentResult>
searchByPolicy(MapTask &task, const GraphNetwork &network, bool orNative) {
  TierMap map;
  if (!task.getTensors().empty()) {
    auto predictions = network.evaluate({&task.getData()});
    if (!predictions)
      return predictions.takeError();
    map = task.mapOf(predictions->front(), /*random=*/nullptr);
    if (orNative &&
        task.getGame().evaluate(map).seconds > task.getGame().nativeSeconds())
      map = task.getGame().nativeMap();
  }
  return MapAgentResult{task.getGame().plans(map), 1};
}

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
  const bool orNative = options.ablation == "policy-or-native";
  const bool isPolicyOnly = orNative || options.ablation == "policy";
  Result<EgrlOptions> egrl =
      isPolicyOnly ? EgrlOptions() : optionsForAblation(options.ablation);
  if (!egrl)
    return egrl.takeError();
  Network::setThreads(1); // Makes results reproducible by seed.
  Result<std::unique_ptr<GraphNetwork>> network = openNetwork(
      options, static_cast<int64_t>(problem.target.tiers.size()), limits.seed);
  if (!network)
    return network.takeError();
  Result<MapTask> task = MapTask::create(problem, (*network)->getConfig().tiers,
                                         [&] { return !token.isOver(); });
  if (!task)
    return task.takeError();
  if (isPolicyOnly)
    return searchByPolicy(*task, **network, orNative);
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
    Result<GenerationStats> stats = evolution.runGeneration(trials, **network);
    if (!stats)
      return stats.takeError();
  }
  trials.measureFinalists();
  MapAgentResult result = {game.plans(trials.getBest()), trials.getNumTried()};
  for (const MapFront::Point &point : trials.getFront().getPoints())
    result.front.push_back(game.plans(point.map));
  return result;
}
