//===- QTransform.cpp - Q values on the scale of logits -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "QTransform.h"

#include <algorithm>
#include <cmath>

using namespace memplace::agent;

// Smaller ranges of values are rounded up to this, to avoid division by zero.
static constexpr float minRange = 1e-8F;

void memplace::agent::softmax(std::span<const float> logits,
                              std::span<float> out) {
  const float largest = *std::max_element(logits.begin(), logits.end());
  float sum = 0;
  for (size_t a = 0; a < logits.size(); ++a) {
    out[a] = logits[a] == illegalLogit ? 0 : std::exp(logits[a] - largest);
    sum += out[a];
  }
  for (float &each : out)
    each /= sum;
}

/// Mean of the model's value and of the visited actions' Q values, the latter
/// weighted by their priors: equation 33.
static float mixedValue(float rawValue, std::span<const Tree::Edge> edges,
                        std::span<const float> priors) {
  int32_t visits = 0;
  float sumPriors = 0;
  for (size_t a = 0; a < edges.size(); ++a)
    if (edges[a].visits > 0) {
      visits += edges[a].visits;
      sumPriors += std::max(std::numeric_limits<float>::min(), priors[a]);
    }
  if (visits == 0)
    return rawValue;
  float weighted = 0;
  for (size_t a = 0; a < edges.size(); ++a)
    if (edges[a].visits > 0)
      weighted += std::max(std::numeric_limits<float>::min(), priors[a]) *
                  edges[a].q() / sumPriors;
  const float count = static_cast<float>(visits);
  return (rawValue + count * weighted) / (count + 1);
}

void memplace::agent::completedQ(const Tree &tree, NodeId node,
                                 const QScale &scale, std::span<float> out) {
  const std::span<const Tree::Edge> edges = tree.edges(node);
  float value = tree.node(node).rawValue;
  if (scale.mixValue) {
    softmax(tree.logits(node), out); // Temporarily holds the priors.
    value = mixedValue(value, edges, out);
  }
  int32_t maxVisits = 0;
  for (size_t a = 0; a < edges.size(); ++a) {
    out[a] = edges[a].visits > 0 ? edges[a].q() : value;
    maxVisits = std::max(maxVisits, edges[a].visits);
  }
  if (scale.rescale) {
    const auto [low, high] = std::minmax_element(out.begin(), out.end());
    const float least = *low;
    const float range = std::max(*high - least, minRange);
    for (float &q : out)
      q = (q - least) / range;
  }
  const float factor =
      (scale.maxVisitInit + static_cast<float>(maxVisits)) * scale.valueScale;
  for (float &q : out)
    q *= factor;
}

void memplace::agent::normalizedQ(const Tree &tree, NodeId node,
                                  std::span<float> out) {
  const std::span<const Tree::Edge> edges = tree.edges(node);
  float least = tree.node(node).value;
  float largest = least;
  for (const Tree::Edge &edge : edges)
    if (edge.visits > 0) {
      least = std::min(least, edge.q());
      largest = std::max(largest, edge.q());
    }
  const float range = std::max(largest - least, minRange);
  for (size_t a = 0; a < edges.size(); ++a)
    out[a] = edges[a].visits > 0 ? (edges[a].q() - least) / range : 0;
}
