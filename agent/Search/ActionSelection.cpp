//===- ActionSelection.cpp - Selection rules of the tree search -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ActionSelection.h"

#include <algorithm>
#include <cassert>
#include <cmath>

using namespace memplace::agent;

/// Returns the first legal action with the highest score.
static Action bestLegal(std::span<const float> logits,
                        std::span<const float> scores) {
  Action best = -1;
  for (size_t a = 0; a < scores.size(); ++a)
    if (logits[a] != illegalLogit && (best < 0 || scores[a] > scores[best]))
      best = static_cast<Action>(a);
  assert(best >= 0 && "some action must be legal");
  return best;
}

Action memplace::agent::selectByPuct(const Tree &tree, NodeId node,
                                     const PuctScale &scale,
                                     std::vector<float> &scratch) {
  const size_t numActions = tree.edges(node).size();
  scratch.resize(2 * numActions);
  const std::span<float> priors(scratch.data(), numActions);
  const std::span<float> scores(scratch.data() + numActions, numActions);
  softmax(tree.logits(node), priors);
  normalizedQ(tree, node, scores);
  const float visits = static_cast<float>(tree.node(node).visits);
  const float weight =
      scale.init + std::log((visits + scale.base + 1) / scale.base);
  for (size_t a = 0; a < numActions; ++a)
    scores[a] += std::sqrt(visits) * weight * priors[a] /
                 static_cast<float>(tree.edges(node)[a].visits + 1);
  return bestLegal(tree.logits(node), scores);
}

Action memplace::agent::selectByImprovedPolicy(const Tree &tree, NodeId node,
                                               const QScale &scale,
                                               std::vector<float> &scratch) {
  const std::span<const Tree::Edge> edges = tree.edges(node);
  const std::span<const float> logits = tree.logits(node);
  scratch.resize(edges.size());
  completedQ(tree, node, scale, scratch);
  int32_t visits = 0;
  for (size_t a = 0; a < edges.size(); ++a) {
    scratch[a] += logits[a]; // Stays illegalLogit.
    visits += edges[a].visits;
  }
  softmax(scratch, scratch);
  for (size_t a = 0; a < edges.size(); ++a)
    scratch[a] -=
        static_cast<float>(edges[a].visits) / static_cast<float>(1 + visits);
  return bestLegal(logits, scratch);
}

Action memplace::agent::selectByGumbel(const Tree &tree,
                                       std::span<const float> gumbel,
                                       std::span<const int32_t> visits,
                                       int32_t considered, const QScale &scale,
                                       std::vector<float> &scratch) {
  // Below any sum of noise, logit and value, but above excluded actions.
  constexpr float minScore = -1e9F;
  const std::span<const float> logits = tree.logits(0);
  constexpr float notConsidered = -std::numeric_limits<float>::infinity();
  const float largest = *std::max_element(logits.begin(), logits.end());
  scratch.resize(logits.size());
  completedQ(tree, 0, scale, scratch);
  for (size_t a = 0; a < logits.size(); ++a) {
    scratch[a] =
        std::max(minScore, gumbel[a] + (logits[a] - largest) + scratch[a]);
    if (visits[a] != considered)
      scratch[a] = notConsidered;
  }
  return bestLegal(logits, scratch);
}
