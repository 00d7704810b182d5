//===- Search.cpp - Monte Carlo tree search over many games ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search.h"

#include "SequentialHalving.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

using namespace memplace::agent;

Search::Search(Model &model, const SearchOptions &options, uint64_t seed)
    : model(model), options(options), random(seed) {}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

void Search::begin(std::span<const RootState> roots) {
  games.assign(roots.size(), Game(model.numActions()));
  for (size_t i = 0; i < roots.size(); ++i)
    restart(static_cast<int32_t>(i), roots[i]);
}

void Search::restart(int32_t game, const RootState &root) {
  assert(game >= 0 && game < numGames() && "games are numbered");
  assert(std::any_of(root.logits.begin(), root.logits.end(),
                     [](float logit) { return logit != illegalLogit; }) &&
         "some action must be legal");
  games[game].tree.reset(root.logits, root.value);
}

bool Search::descend(int32_t game, Action action) {
  assert(action >= 0 && action < model.numActions() && "no such action");
  Tree &tree = games[game].tree;
  if (tree.edges(0)[action].child == noNode)
    return false;
  model.renameNodes(game, tree.descend(action));
  return true;
}

void Search::setGumbel(int32_t game, std::vector<float> noise) {
  games[game].givenNoise = std::move(noise);
}

void Search::addDirichletNoise(Tree &tree) {
  const std::span<float> logits = tree.rootLogits();
  std::vector<float> priors(logits.size());
  softmax(logits, priors);
  std::vector<float> noise(logits.size(), 0);
  float sum = 0;
  for (size_t a = 0; a < logits.size(); ++a)
    if (logits[a] != illegalLogit)
      sum += noise[a] =
          static_cast<float>(random.gamma(options.dirichletAlpha));
  for (size_t a = 0; a < logits.size(); ++a)
    if (logits[a] != illegalLogit && sum > 0) {
      const float mixed = (1 - options.dirichletFraction) * priors[a] +
                          options.dirichletFraction * noise[a] / sum;
      logits[a] = std::log(std::max(std::numeric_limits<float>::min(), mixed));
    }
}

void Search::prepare(Game &game) {
  const std::span<const Tree::Edge> edges = game.tree.edges(0);
  game.visitsBefore.clear();
  for (const Tree::Edge &edge : edges)
    game.visitsBefore.push_back(edge.visits);
  if (options.kind == SearchOptions::Kind::Puct) {
    if (options.dirichletFraction > 0)
      addDirichletNoise(game.tree);
    return;
  }
  int32_t numLegal = 0;
  for (float logit : game.tree.logits(0))
    numLegal += logit != illegalLogit;
  game.considered = consideredVisits(std::min(options.maxConsidered, numLegal),
                                     options.numSimulations);
  if (game.givenNoise) {
    game.gumbel = *std::exchange(game.givenNoise, std::nullopt);
    return;
  }
  game.gumbel.assign(edges.size(), 0);
  if (options.gumbelScale > 0)
    for (float &noise : game.gumbel)
      noise = options.gumbelScale *
              static_cast<float>(-std::log(-std::log(random.openUniform())));
}

//===----------------------------------------------------------------------===//
// Simulations
//===----------------------------------------------------------------------===//

std::vector<int32_t> Search::newVisits(const Game &game) const {
  std::vector<int32_t> visits;
  for (size_t a = 0; a < game.visitsBefore.size(); ++a)
    visits.push_back(game.tree.edges(0)[a].visits - game.visitsBefore[a]);
  return visits;
}

Action Search::selectAtRoot(const Game &game, int32_t simulation) {
  if (options.kind == SearchOptions::Kind::Puct)
    return selectByPuct(game.tree, 0, options.puct, scratch);
  return selectByGumbel(game.tree, game.gumbel, newVisits(game),
                        game.considered[simulation], options.qScale, scratch);
}

NodeId Search::walk(Game &game, int32_t simulation) {
  game.path.clear();
  NodeId node = 0;
  while (true) {
    const Action action =
        game.path.empty() ? selectAtRoot(game, simulation)
        : options.kind == SearchOptions::Kind::Puct
            ? selectByPuct(game.tree, node, options.puct, scratch)
            : selectByImprovedPolicy(game.tree, node, options.qScale, scratch);
    game.path.push_back(action);
    const NodeId next = game.tree.edges(node)[action].child;
    const bool isDeepest =
        game.path.size() >= static_cast<size_t>(options.maxDepth);
    if (next == noNode || isDeepest || game.tree.node(next).isEnd)
      return next;
    node = next;
  }
}

void Search::run() {
  for (Game &game : games)
    if (game.isActive)
      prepare(game);
  const size_t numActions = static_cast<size_t>(model.numActions());
  std::vector<Expansion> expansions;
  std::vector<Evaluation> evaluations;
  std::vector<float> logits;
  for (int32_t simulation = 0; simulation < options.numSimulations;
       ++simulation) {
    expansions.clear();
    for (int32_t i = 0; i < numGames(); ++i) {
      Game &game = games[i];
      if (!game.isActive)
        continue;
      if (NodeId known = walk(game, simulation); known != noNode) {
        game.tree.backward(known);
        continue;
      }
      NodeId parent = 0;
      for (size_t depth = 0; depth + 1 < game.path.size(); ++depth)
        parent = game.tree.edges(parent)[game.path[depth]].child;
      expansions.push_back(
          {i, parent, game.path.back(), game.tree.numNodes(), game.path});
    }
    if (expansions.empty())
      continue;
    evaluations.assign(expansions.size(), Evaluation());
    logits.assign(expansions.size() * numActions, 0);
    model.evaluate(expansions, evaluations, logits);
    for (size_t i = 0; i < expansions.size(); ++i) {
      Tree &tree = games[expansions[i].game].tree;
      tree.backward(tree.addChild(
          expansions[i].parent, expansions[i].action, evaluations[i],
          std::span(logits).subspan(i * numActions, numActions)));
    }
  }
}

//===----------------------------------------------------------------------===//
// Decisions
//===----------------------------------------------------------------------===//

Action Search::sampleByVisits(std::span<const float> policy) {
  if (options.temperature <= 0)
    return static_cast<Action>(std::max_element(policy.begin(), policy.end()) -
                               policy.begin());
  // Dividing by the largest prevents underflow at small temperatures.
  const float largest = *std::max_element(policy.begin(), policy.end());
  std::vector<double> weights;
  double sum = 0;
  for (float share : policy) {
    weights.push_back(std::pow(static_cast<double>(share / largest),
                               1.0 / static_cast<double>(options.temperature)));
    sum += weights.back();
  }
  double point = random.openUniform() * sum;
  for (size_t a = 0; a < weights.size(); ++a) {
    point -= weights[a];
    if (weights[a] > 0 && point <= 0)
      return static_cast<Action>(a);
  }
  return static_cast<Action>(std::max_element(policy.begin(), policy.end()) -
                             policy.begin());
}

SearchDecision Search::decide(int32_t index) {
  const Game &game = games[index];
  const Tree &tree = game.tree;
  SearchDecision decision;
  decision.value = tree.node(0).value;
  decision.visits = newVisits(game);
  decision.policy.resize(decision.visits.size());
  if (options.kind == SearchOptions::Kind::Puct) {
    float sum = 0;
    for (const Tree::Edge &edge : tree.edges(0))
      sum += static_cast<float>(edge.visits);
    for (size_t a = 0; a < decision.policy.size(); ++a)
      decision.policy[a] = static_cast<float>(tree.edges(0)[a].visits) / sum;
    decision.action = sampleByVisits(decision.policy);
    return decision;
  }
  const int32_t maxVisits =
      *std::max_element(decision.visits.begin(), decision.visits.end());
  decision.action = selectByGumbel(tree, game.gumbel, decision.visits,
                                   maxVisits, options.qScale, scratch);
  completedQ(tree, 0, options.qScale, decision.policy);
  for (size_t a = 0; a < decision.policy.size(); ++a)
    decision.policy[a] += tree.logits(0)[a];
  softmax(decision.policy, decision.policy);
  return decision;
}
