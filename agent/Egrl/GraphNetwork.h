//===- GraphNetwork.h - A network that maps tensors to tiers ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header needs C++17 only and does not include torch, so most of the agent
// need not be compiled like the files that do. Arrays are row-major.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_EGRL_GRAPHNETWORK_H
#define MEMPLACE_AGENT_EGRL_GRAPHNETWORK_H

#include "memplace/Problem/Result.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace memplace::agent {

/// Decisions per node: the tier of the node's weights and the tier of its
/// results.
inline constexpr int64_t headsOfNode = 2;

/// Input graph of the network.
struct GraphData {
  int64_t nodes = 0;
  std::vector<float> features;   // [nodes, features], see `scaledFeatures`.
  std::vector<int32_t> from, to; // [edges]
  std::vector<float> isDecided;  // [nodes, 2]: 1 if the head has tensors.
  /// [nodes, 2, tiers]: added to the policy's logits, so that training starts
  /// from a good map; may be empty.
  std::vector<float> prior;
};

/// Shape of the network's input, and the network's own sizes. Stored in each
/// checkpoint.
struct GraphConfig {
  int64_t features = 50;
  int64_t tiers = 3;
  int64_t width = 32;    // Of a hidden state.
  int64_t attention = 4; // Heads of attention; divides the width.

  bool operator==(const GraphConfig &other) const {
    return features == other.features && tiers == other.tiers &&
           width == other.width && attention == other.attention;
  }
};

/// Maps of one graph and their rewards.
struct MapBatch {
  int64_t batch = 0;
  /// [batch, nodes, 2, tiers]: the share of a head's tensors in each tier.
  std::vector<float> maps;
  std::vector<float> rewards; // [batch]
  /// [nodes, 2, tiers]: the best known map, to imitate; may be empty.
  std::vector<float> best;
};

/// Options of soft actor-critic for a single decision (Haarnoja et al. 2018,
/// for discrete actions as in Christodoulou 2019; both from memory).
struct MapTrainingOptions {
  double learningRate = 1e-3;
  double entropy = 0.05;   // Weight of the policy's entropy, rewards per nat.
  double imitation = 0.1;  // Weight of the best map's cross-entropy.
  double gradientNorm = 5; // Maximal norm; larger gradients are clipped.
};

/// Training target of the policy for one graph.
struct PolicyTarget {
  const GraphData *graph = nullptr;
  /// [nodes, 2, tiers]: weight of each log-probability.
  std::vector<float> weights;
};

/// Losses of a training step.
struct MapLosses {
  double critic = 0;  // Mean squared error of rewards.
  double value = 0;   // The critic's value of the policy.
  double entropy = 0; // Nats, mean over decisions.
};

/// A policy and its critic, and an optimizer once training has begun. The
/// policy is a Graph U-Net (Gao and Ji 2019; from memory) of graph attention
/// layers (Velickovic et al. 2018): attention; pooling to the better half of
/// the nodes, with edges between nodes two steps apart; attention; unpooling to
/// all nodes; attention; two heads per node. The critic has the same body, also
/// reads a map, and returns one number per graph. The time is linear in nodes
/// and edges. No function throws.
class GraphNetwork {
public:
  /// Creates a network with random weights from \p seed.
  static Result<std::unique_ptr<GraphNetwork>> create(const GraphConfig &config,
                                                      uint64_t seed);
  static Result<std::unique_ptr<GraphNetwork>> load(const std::string &path);
  static Result<std::unique_ptr<GraphNetwork>>
  fromBytes(const std::string &bytes);
  ~GraphNetwork();

  /// As in `Network`.
  Result<std::string> toBytes(bool withOptimizer) const;
  std::optional<Error> save(const std::string &path, bool withOptimizer) const;

  const GraphConfig &getConfig() const;

  /// Returns all weights of the policy, for breeding.
  std::vector<float> policyWeights() const;

  /// Returns the logits, [nodes, 2, tiers], of each graph, by the network's own
  /// policy or by a policy with \p weights.
  Result<std::vector<std::vector<float>>>
  evaluate(const std::vector<const GraphData *> &graphs,
           const std::vector<float> *weights = nullptr) const;

  /// Makes one optimizer step for policy and critic. A loss or gradient that is
  /// not finite is an error and leaves the network unchanged.
  Result<MapLosses> train(const GraphData &graph, const MapBatch &batch,
                          const MapTrainingOptions &options);

  /// Makes one optimizer step for the policy alone, to increase the weighted
  /// sum of log-probabilities. Returns the loss; errors as for `train`.
  Result<double> trainPolicy(const std::vector<PolicyTarget> &lessons,
                             const MapTrainingOptions &options);

private:
  struct Impl;
  explicit GraphNetwork(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_EGRL_GRAPHNETWORK_H
