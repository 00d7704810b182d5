//===- MapTask.h - One problem in the form that EGRL needs ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_EGRL_MAPTASK_H
#define MEMPLACE_AGENT_EGRL_MAPTASK_H

#include "GraphNetwork.h"

#include "agent/Game/MapSearch.h"
#include "agent/Game/OpGraph.h"

namespace memplace::agent {

/// The map game on one problem, the problem's graph, and the conversion between
/// maps and the network's logits. The problem must outlive this object.
class MapTask {
public:
  /// Fails if the problem has no placement, if its target has more than
  /// \p tiers tiers (the network's number), or if the graph is malformed.
  static Result<MapTask> create(const Problem &problem, int64_t tiers,
                                const std::function<bool()> &shouldContinue);

  MapGame &getGame() { return game; }
  const MapGame &getGame() const { return game; }
  std::span<const MapTensor> getTensors() const { return game.getTensors(); }
  const GraphData &getData() const { return data; }
  int64_t numTiers() const { return tiers; }
  /// The rounded map of the relaxation, the start of the policy.
  const TierMap &relaxedMap() const { return relaxed; }
  /// Makes the policy start without the relaxation.
  void clearPrior() {
    data.prior.clear();
    ownPriors.clear();
  }

  /// Index of a tensor's head, [tiers], in arrays [nodes, 2, tiers].
  size_t indexOf(TensorId tensor) const {
    const TensorOwner &owner = owners[tensor];
    return static_cast<size_t>(
        (owner.node * headsOfNode + (owner.isWeight ? 0 : 1)) * tiers);
  }
  /// Returns the logits of a tensor's head within the logits of the whole
  /// graph.
  const float *logitsOf(TensorId tensor,
                        const std::vector<float> &logits) const {
    return &logits[indexOf(tensor)];
  }
  /// Returns the probabilities of a tensor's choices.
  std::vector<double> chancesOf(TensorId tensor,
                                const std::vector<float> &logits) const;
  /// Draws a map. Without \p random, returns the likeliest.
  TierMap mapOf(const std::vector<float> &logits, Random *random) const;
  /// Returns true if \p map gives each tensor one of its choices.
  bool isMap(const TierMap &map) const;
  /// Returns [nodes, 2, tiers]: the share of each head's tensors in each tier.
  std::vector<float> sharesOf(const TierMap &map) const;

private:
  MapTask(MapGame game, const OpGraph &graph, int64_t tiers);

  MapGame game;
  std::vector<TensorOwner> owners; // By tensor.
  TierMap relaxed;
  /// By tensor and choice: the tensor's own prior minus the prior of its head.
  std::vector<std::vector<float>> ownPriors;
  int64_t tiers; // Of the network.
  GraphData data;
};

/// Draws an index by the probabilities \p chances, whose sum is about 1.
size_t drawChoice(const std::vector<double> &chances, Random &random);

/// Loads the network of the file \p checkpoint. If the name is empty, creates a
/// network from \p config and \p seed for the current features and at least
/// \p tiers tiers.
Result<std::unique_ptr<GraphNetwork>>
openGraphNetwork(const std::string &checkpoint, GraphConfig config,
                 int64_t tiers, uint64_t seed);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_EGRL_MAPTASK_H
