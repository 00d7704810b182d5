//===- MapTask.cpp - One problem in the form that EGRL needs --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MapTask.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::agent;

MapTask::MapTask(MapGame game, const OpGraph &graph, int64_t tiers)
    : game(std::move(game)), owners(graph.owners), relaxed(graph.relaxedMap),
      tiers(tiers) {
  data.nodes = static_cast<int64_t>(graph.nodes.size());
  data.features = scaledFeatures(graph);
  for (auto [from, to] : graph.edges) {
    data.from.push_back(from);
    data.to.push_back(to);
  }
  data.isDecided.assign(graph.nodes.size() * headsOfNode, 0);
  for (const TensorOwner &owner : owners)
    data.isDecided[owner.node * headsOfNode + (owner.isWeight ? 0 : 1)] = 1;
  // With three tiers, the relaxation's tier starts with a probability of 0.91.
  // A higher probability would leave the policy little to learn.
  constexpr float priorLogit = 3;
  data.prior = sharesOf(graph.relaxedMap);
  for (float &logit : data.prior)
    logit *= priorLogit;
  for (TensorId k = 0; k < static_cast<TensorId>(owners.size()); ++k) {
    std::vector<float> &own = ownPriors.emplace_back();
    for (TierId tier : getTensors()[k].choices)
      own.push_back((tier == graph.relaxedMap[k] ? priorLogit : 0) -
                    data.prior[indexOf(k) + tier]);
  }
}

Result<MapTask> MapTask::create(const Problem &problem, int64_t tiers,
                                const std::function<bool()> &shouldContinue) {
  const auto numTiers = static_cast<int64_t>(problem.target.tiers.size());
  if (numTiers > tiers)
    return Error{"the network supports targets of at most " +
                 std::to_string(tiers) + " tiers, this one has " +
                 std::to_string(numTiers)};
  Result<MapGame> game = MapGame::create(problem, shouldContinue);
  if (!game)
    return game.takeError();
  const OpGraph graph = makeOpGraph(*game);
  // Without tensors there is nothing to decide, and maybe no node to check.
  if (!game->getTensors().empty())
    if (std::optional<Error> error = check(graph))
      return *error;
  return MapTask(std::move(*game), graph, tiers);
}

std::vector<double> MapTask::chancesOf(TensorId tensor,
                                       const std::vector<float> &logits) const {
  const float *head = logitsOf(tensor, logits);
  const std::vector<TierId> &choices = game.getTensors()[tensor].choices;
  std::vector<double> chances;
  for (size_t c = 0; c < choices.size(); ++c)
    chances.push_back(head[choices[c]] +
                      (ownPriors.empty() ? 0 : ownPriors[tensor][c]));
  const double largest = *std::max_element(chances.begin(), chances.end());
  double sum = 0;
  for (double &chance : chances)
    sum += chance = std::exp(chance - largest);
  for (double &chance : chances)
    chance /= sum;
  return chances;
}

size_t memplace::agent::drawChoice(const std::vector<double> &chances,
                                   Random &random) {
  double left = random.uniform();
  for (size_t i = 0; i + 1 < chances.size(); ++i)
    if ((left -= chances[i]) < 0)
      return i;
  return chances.size() - 1;
}

TierMap MapTask::mapOf(const std::vector<float> &logits, Random *random) const {
  TierMap map;
  for (size_t k = 0; k < owners.size(); ++k) {
    const std::vector<double> chances =
        chancesOf(static_cast<TensorId>(k), logits);
    const size_t choice =
        random ? drawChoice(chances, *random)
               : std::max_element(chances.begin(), chances.end()) -
                     chances.begin();
    map.push_back(game.getTensors()[k].choices[choice]);
  }
  return map;
}

bool MapTask::isMap(const TierMap &map) const {
  if (map.size() != getTensors().size())
    return false;
  for (size_t k = 0; k < map.size(); ++k) {
    const std::vector<TierId> &choices = getTensors()[k].choices;
    if (std::find(choices.begin(), choices.end(), map[k]) == choices.end())
      return false;
  }
  return true;
}

std::vector<float> MapTask::sharesOf(const TierMap &map) const {
  std::vector<float> shares(data.isDecided.size() * tiers, 0);
  for (size_t k = 0; k < owners.size(); ++k)
    shares[indexOf(static_cast<TensorId>(k)) + map[k]] += 1;
  for (size_t head = 0; head < data.isDecided.size(); ++head) {
    float sum = 0;
    for (int64_t tier = 0; tier < tiers; ++tier)
      sum += shares[head * tiers + tier];
    for (int64_t tier = 0; sum > 0 && tier < tiers; ++tier)
      shares[head * tiers + tier] /= sum;
  }
  return shares;
}

Result<std::unique_ptr<GraphNetwork>>
memplace::agent::openGraphNetwork(const std::string &checkpoint,
                                  GraphConfig config, int64_t tiers,
                                  uint64_t seed) {
  if (!checkpoint.empty())
    return GraphNetwork::load(checkpoint);
  config.features = numNodeFeatures;
  config.tiers = std::max(config.tiers, tiers);
  return GraphNetwork::create(config, seed);
}
