//===- MapSearch.cpp - Search baselines for maps --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapSearch.h"

#include "OpGraph.h"
#include "lib/Simulator/SlowTraffic.h"

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace memplace;

//===----------------------------------------------------------------------===//
// MapTrials
//===----------------------------------------------------------------------===//

static double medianOf(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half]
                                : (values[half - 1] + values[half]) / 2;
}

MapTrials::MapTrials(MapGame &game, int64_t budget,
                     std::function<bool(double, double)> shouldContinue,
                     PlacementClock clock)
    : game(game), budget(budget), shouldContinue(std::move(shouldContinue)),
      clock(std::move(clock)), best(game.nativeMap()),
      bestSeconds(game.nativeSeconds()) {
  if (!this->clock)
    return;
  const std::optional<double> native = measure(best);
  if (native && game.nativeSeconds() > 0)
    scale = game.nativeSeconds() / *native;
}

std::optional<double> MapTrials::measure(const TierMap &map) {
  const std::optional<double> seconds = clock(game.solution(map));
  if (!seconds) {
    wasStopped = true;
    return std::nullopt;
  }
  std::vector<double> &all = measured[map];
  all.push_back(*seconds);
  return scale * medianOf(all);
}

void MapTrials::keepFront() {
  keepsFront = true;
  offerToFront(best, bestSeconds);
}

void MapTrials::offerToFront(const TierMap &map, double seconds) {
  costs = {seconds, slowTierBytes(game.getProblem(), game.solution(map))};
  front.offer(map, costs);
}

void MapTrials::measureFinalists() {
  constexpr size_t numFinalists = 8;
  constexpr int measurementsPerRound = 3;
  if (!clock || measured.empty())
    return;
  struct Finalist {
    TierMap map;
    double before = 0; // Seconds, by all measurements so far.
    std::vector<double> again = {};
  };
  std::vector<Finalist> finalists;
  for (const auto &[map, seconds] : measured)
    finalists.push_back({map, medianOf(seconds)});
  std::sort(finalists.begin(), finalists.end(),
            [](const Finalist &a, const Finalist &b) {
              return std::tie(a.before, a.map) < std::tie(b.before, b.map);
            });
  if (finalists.size() > numFinalists)
    finalists.resize(numFinalists);
  const TierMap &native = game.nativeMap();
  if (std::none_of(finalists.begin(), finalists.end(),
                   [&](const Finalist &one) { return one.map == native; }))
    finalists.push_back({native});
  while (finalists.size() > 1) {
    for (int i = 0; i < measurementsPerRound; ++i)
      for (Finalist &one : finalists) {
        const std::optional<double> seconds = clock(game.solution(one.map));
        if (!seconds)
          return; // Keep the best map by earlier measurements.
        one.again.push_back(*seconds);
      }
    std::sort(finalists.begin(), finalists.end(),
              [](const Finalist &a, const Finalist &b) {
                return std::pair(medianOf(a.again), a.map) <
                       std::pair(medianOf(b.again), b.map);
              });
    best = finalists.front().map;
    bestSeconds = scale * medianOf(finalists.front().again);
    finalists.resize(finalists.size() / 2);
  }
}

std::optional<MapScore> MapTrials::evaluate(TierMap &map) {
  if (!isOver() && shouldContinue &&
      !shouldContinue(bestSeconds, fractionDone()))
    wasStopped = true;
  if (isOver())
    return std::nullopt;
  ++numTried;
  MapScore score = game.evaluate(map);
  if (clock) {
    const std::optional<double> seconds = measure(map);
    if (!seconds)
      return std::nullopt;
    score.seconds = *seconds;
    if (!score.isRectified())
      score.reward = MapGame::rewardScale * game.nativeSeconds() / *seconds;
  }
  if (score.seconds < bestSeconds) {
    bestSeconds = score.seconds;
    best = map;
  }
  if (keepsFront)
    offerToFront(map, score.seconds);
  return score;
}

double MapTrials::threshold() const {
  // Fraction of the native makespan; 0.01 ends worse on ResNet-50.
  constexpr double first = 0.003;
  constexpr int64_t unlimited = int64_t(1) << 40, cycle = 5000;
  const double passed = budget < unlimited
                            ? fractionDone()
                            : static_cast<double>(numTried % cycle) / cycle;
  return first * game.nativeSeconds() * (1 - passed);
}

TierMap memplace::randomMap(const MapGame &game, Random &random) {
  TierMap map;
  for (const MapTensor &tensor : game.getTensors())
    map.push_back(tensor.choices[random.below(tensor.choices.size())]);
  return map;
}

void memplace::tryRandomMaps(MapTrials &trials, Random &random) {
  TierMap map;
  do
    map = randomMap(trials.getGame(), random);
  while (trials.evaluate(map));
}

namespace {

/// The tensors decided by one head of a node: all go to the same tier.
struct TensorDecision {
  std::vector<TensorId> tensors;
  std::vector<TierId> choices; // Common to all tensors.
};

/// Returns the decisions by node, weights first. If a node has no choice for
/// weights or results, the decision has no tensors and a single choice.
std::vector<std::array<TensorDecision, 2>> decisionsOf(const MapGame &game) {
  const OpGraph graph = makeOpGraph(game);
  std::vector<std::array<TensorDecision, 2>> decisions(graph.nodes.size());
  const std::span<const MapTensor> tensors = game.getTensors();
  for (size_t k = 0; k < tensors.size(); ++k) {
    const TensorOwner owner = graph.owners[k];
    TensorDecision &decision = decisions[owner.node][owner.isWeight ? 0 : 1];
    if (decision.tensors.empty())
      decision.choices = tensors[k].choices;
    else
      std::erase_if(decision.choices, [&](TierId tier) {
        return std::count(tensors[k].choices.begin(), tensors[k].choices.end(),
                          tier) == 0;
      });
    decision.tensors.push_back(static_cast<TensorId>(k));
  }
  for (auto &pair : decisions)
    for (TensorDecision &decision : pair)
      if (decision.choices.empty())
        decision = {{}, {0}};
  return decisions;
}

void decide(const TensorDecision &decision, TierId tier, TierMap &map) {
  for (TensorId k : decision.tensors)
    map[k] = tier;
}

/// Tries all pairs of tiers of a node. Returns true if the map has changed.
bool decideNode(const std::array<TensorDecision, 2> &node, MapTrials &trials,
                TierMap &map, double &reward) {
  bool hasChanged = false;
  const TierMap before = map;
  for (TierId weights : node[0].choices)
    for (TierId results : node[1].choices) {
      TierMap asked = before;
      decide(node[0], weights, asked);
      decide(node[1], results, asked);
      TierMap rectified = asked;
      const std::optional<MapScore> score = trials.evaluate(rectified);
      if (!score)
        return hasChanged;
      if (score->reward > reward) {
        reward = score->reward;
        map = asked;
        hasChanged = true;
      }
    }
  return hasChanged;
}

} // namespace

void memplace::tryGreedyMaps(MapTrials &trials) {
  const std::vector<std::array<TensorDecision, 2>> nodes =
      decisionsOf(trials.getGame());
  TierMap map = trials.getGame().homeMap();
  TierMap rectified = map;
  const std::optional<MapScore> score = trials.evaluate(rectified);
  double reward = score ? score->reward : 0;
  for (bool hasChanged = true; hasChanged && !trials.isOver();) {
    hasChanged = false;
    for (const std::array<TensorDecision, 2> &node : nodes)
      hasChanged |= decideNode(node, trials, map, reward);
  }
}

void memplace::tryPlainMaps(MapTrials &trials) {
  TierMap home = trials.getGame().homeMap();
  TierMap fastest = trials.getGame().fastestMap();
  trials.evaluate(home);
  trials.evaluate(fastest);
}

void memplace::tryNeighbourMaps(MapTrials &trials, Random &random) {
  const MapGame &game = trials.getGame();
  const std::span<const MapTensor> tensors = game.getTensors();
  if (tensors.empty())
    return;
  TierMap map = trials.getBest();
  double seconds = trials.getBestSeconds();
  while (!trials.isOver()) {
    TierMap next = map;
    const size_t k = random.below(next.size());
    const size_t other = random.below(next.size());
    const auto has = [&](size_t tensor, TierId tier) {
      return std::count(tensors[tensor].choices.begin(),
                        tensors[tensor].choices.end(), tier) != 0;
    };
    if (random.chance(0.5) && next[k] != next[other] && has(k, next[other]) &&
        has(other, next[k]))
      std::swap(next[k], next[other]);
    else
      next[k] = tensors[k].choices[random.below(tensors[k].choices.size())];
    if (next == map)
      continue; // A tensor has at least two choices, so the loop ends.
    const std::optional<MapScore> score = trials.evaluate(next);
    if (!score || score->seconds > seconds + trials.threshold())
      continue;
    map = next;
    seconds = score->seconds;
  }
}

/// Uniform crossover of two maps, plus one or more mutations.
static TierMap childOf(const MapGame &game, const TierMap &one,
                       const TierMap &other, Random &random) {
  constexpr double crossoverShare = 0.9, moreShare = 0.5;
  TierMap child = one;
  if (random.chance(crossoverShare))
    for (size_t k = 0; k < child.size(); ++k)
      if (random.chance(0.5))
        child[k] = other[k];
  do {
    const size_t k = random.below(child.size());
    const std::vector<TierId> &choices = game.getTensors()[k].choices;
    child[k] = choices[random.below(choices.size())];
  } while (random.chance(moreShare));
  return child;
}

void memplace::tryFrontMaps(MapTrials &trials, Random &random) {
  constexpr size_t populationSize = 40;
  const MapGame &game = trials.getGame();
  if (game.getTensors().empty())
    return;
  trials.keepFront();
  std::vector<MapFront::Point> members = trials.getFront().getPoints();
  const auto tryMap = [&](TierMap map) {
    if (trials.evaluate(map))
      members.push_back({trials.lastCosts(), std::move(map)});
  };
  tryMap(game.homeMap());
  tryMap(game.fastestMap());
  while (!trials.isOver()) {
    // Members are sorted, so the lower of two indices wins.
    const auto pick = [&]() -> const TierMap & {
      const size_t one = random.below(members.size());
      return members[std::min(one, random.below(members.size()))].map;
    };
    for (size_t i = 0; i < populationSize && !trials.isOver(); ++i) {
      const TierMap &one = pick();
      const TierMap &other = pick();
      tryMap(childOf(game, one, other, random));
    }
    std::vector<MapCosts> costs;
    for (const MapFront::Point &member : members)
      costs.push_back(member.costs);
    std::vector<MapFront::Point> next;
    for (size_t i : nondominatedOrder(costs)) {
      const bool isNew = std::none_of(next.begin(), next.end(),
                                      [&](const MapFront::Point &other) {
                                        return other.costs == costs[i];
                                      });
      if (next.size() < populationSize && isNew)
        next.push_back(members[i]);
    }
    members = std::move(next);
  }
}

namespace {

/// A vector of keys and its result.
struct KeyMember {
  double seconds = 0;
  std::vector<double> keys;

  bool operator<(const KeyMember &other) const {
    return seconds < other.seconds;
  }
};

/// Decodes and evaluates \p keys. Returns false after the end of the budget.
bool addMember(MapTrials &trials, std::vector<double> keys,
               std::vector<KeyMember> &members) {
  const std::span<const MapTensor> tensors = trials.getGame().getTensors();
  TierMap map;
  for (size_t k = 0; k < tensors.size(); ++k) {
    const auto count = static_cast<double>(tensors[k].choices.size());
    map.push_back(tensors[k].choices[static_cast<size_t>(keys[k] * count)]);
  }
  const std::optional<MapScore> score = trials.evaluate(map);
  if (score)
    members.push_back({score->seconds, std::move(keys)});
  return score.has_value();
}

} // namespace

void memplace::tryKeyMaps(MapTrials &trials, Random &random) {
  // Parameters of the solver random-key.
  constexpr size_t population = 100, numElite = 15, numMutants = 15;
  constexpr double bias = 0.7;
  const size_t numKeys = trials.getGame().getTensors().size();
  const auto randomKeys = [&] {
    std::vector<double> keys;
    for (size_t k = 0; k < numKeys; ++k)
      keys.push_back(random.uniform());
    return keys;
  };
  std::vector<KeyMember> members;
  while (members.size() < population)
    if (!addMember(trials, randomKeys(), members))
      return;
  while (true) {
    std::sort(members.begin(), members.end());
    const std::vector<KeyMember> parents = members;
    members.resize(numElite);
    while (members.size() < population) {
      std::vector<double> keys = randomKeys();
      if (members.size() >= numElite + numMutants) {
        const KeyMember &elite = parents[random.below(numElite)];
        const KeyMember &other =
            parents[numElite + random.below(population - numElite)];
        for (size_t k = 0; k < numKeys; ++k)
          keys[k] = random.chance(bias) ? elite.keys[k] : other.keys[k];
      }
      if (!addMember(trials, std::move(keys), members))
        return;
    }
  }
}
