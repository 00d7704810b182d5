//===- GraphNetwork.h - A network that maps a graph's tensors - -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No torch here, and C++17 only: the files that include torch are built as
// such. Arrays are row-major.
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

/// Decisions of each node: the tier of its weights, and that of its results.
inline constexpr int64_t headsOfNode = 2;

/// A graph as the network reads it.
struct GraphData {
  int64_t nodes = 0;
  std::vector<float> features;   // [nodes, features], see `scaledFeatures`.
  std::vector<int32_t> from, to; // [edges]
  std::vector<float> isDecided;  // [nodes, 2]: 1 if the head has tensors.
  /// [nodes, 2, tiers]: added to what the policy says, so that it begins with
  /// what is known to be good; empty: nothing.
  std::vector<float> prior;
};

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

/// Maps of one graph and what they earned.
struct MapBatch {
  int64_t batch = 0;
  /// [batch, nodes, 2, tiers]: the share of a head's tensors in each tier.
  std::vector<float> maps;
  std::vector<float> rewards; // [batch]
  /// [nodes, 2, tiers]: the best map known, to imitate; may be empty.
  std::vector<float> best;
};

/// Soft actor-critic for one decision (Haarnoja et al. 2018, for discrete
/// actions as Christodoulou 2019; both from memory).
struct MapTrainingOptions {
  double learningRate = 1e-3;
  double entropy = 0.05;   // Weight of the policy's, in rewards a nat.
  double imitation = 0.1;  // Weight of the best map's cross-entropy.
  double gradientNorm = 5; // Clipped to this.
};

/// What the policy is to say of one graph.
struct PolicyLesson {
  const GraphData *graph = nullptr;
  /// [nodes, 2, tiers]: how much the logarithm of each chance counts.
  std::vector<float> weights;
};

struct MapLosses {
  double critic = 0;  // Mean squared error of rewards.
  double value = 0;   // What the critic says of the policy.
  double entropy = 0; // Nats, mean over decisions.
};

/// A policy, its critic, and an optimizer once they learn. The policy is a
/// Graph U-Net (Gao and Ji 2019; from memory) of graph attention (Velickovic
/// et al. 2018): attention, the better half of the nodes with edges to what is
/// two steps away, attention, back to all nodes, attention, two heads a node.
/// The critic is likewise, reads a map too, and ends in one number. It takes
/// time linear in nodes and edges. No function throws.
class GraphNetwork {
public:
  /// With random weights by \p seed.
  static Result<std::unique_ptr<GraphNetwork>> create(const GraphConfig &config,
                                                      uint64_t seed);
  static Result<std::unique_ptr<GraphNetwork>> load(const std::string &path);
  static Result<std::unique_ptr<GraphNetwork>>
  fromBytes(const std::string &bytes);
  ~GraphNetwork();

  /// As `Network`.
  Result<std::string> toBytes(bool withOptimizer) const;
  std::optional<Error> save(const std::string &path, bool withOptimizer) const;

  const GraphConfig &getConfig() const;

  /// All weights of the policy, to breed.
  std::vector<float> policyWeights() const;

  /// By graph: logits, [nodes, 2, tiers], of the policy or, if not null, of one
  /// with these weights.
  Result<std::vector<std::vector<float>>>
  judge(const std::vector<const GraphData *> &graphs,
        const std::vector<float> *weights = nullptr) const;

  /// One step of the optimizer. If a loss or a gradient is not finite, nothing
  /// changes and that is the error.
  Result<MapLosses> train(const GraphData &graph, const MapBatch &batch,
                          const MapTrainingOptions &options);

  /// One step of the optimizer for the policy alone, towards larger weighted
  /// sums of logarithms. The loss; errors as of `train`.
  Result<double> teach(const std::vector<PolicyLesson> &lessons,
                       const MapTrainingOptions &options);

private:
  struct Impl;
  explicit GraphNetwork(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_EGRL_GRAPHNETWORK_H
