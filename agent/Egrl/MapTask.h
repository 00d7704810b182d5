//===- MapTask.h - One problem as EGRL sees it ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_EGRL_MAPTASK_H
#define MEMPLACE_AGENT_EGRL_MAPTASK_H

#include "GraphNetwork.h"

#include "memplace/Game/MapSearch.h"
#include "memplace/Game/OpGraph.h"

namespace memplace::agent {

/// The game on a problem, its graph, and how maps and a network's words
/// correspond. The problem must outlive it.
class MapTask {
public:
  /// The error: there is no placement, or the graph is malformed, or the
  /// network knows fewer tiers than \p tiers.
  static Result<MapTask> create(const Problem &problem, int64_t tiers,
                                const std::function<bool()> &shouldContinue);

  MapGame &getGame() { return game; }
  const MapGame &getGame() const { return game; }
  std::span<const MapTensor> getTensors() const { return game.getTensors(); }
  const GraphData &getData() const { return data; }
  int64_t numTiers() const { return tiers; }
  /// The rounded map of the relaxation, with which the policy begins.
  const TierMap &relaxedMap() const { return relaxed; }
  /// The policy begins without it.
  void clearPrior() {
    data.prior.clear();
    ownPriors.clear();
  }

  /// Where those of a tensor's head, [tiers], begin in [nodes, 2, tiers].
  size_t indexOf(TensorId tensor) const {
    const TensorOwner &owner = owners[tensor];
    return static_cast<size_t>(
        (owner.node * headsOfNode + (owner.isWeight ? 0 : 1)) * tiers);
  }
  /// The logits of a tensor's head, in those of the whole graph.
  const float *logitsOf(TensorId tensor,
                        const std::vector<float> &logits) const {
    return &logits[indexOf(tensor)];
  }
  /// Chances of a tensor's choices by these logits.
  std::vector<double> chancesOf(TensorId tensor,
                                const std::vector<float> &logits) const;
  /// A map drawn by these logits; without \p random the likeliest.
  TierMap mapOf(const std::vector<float> &logits, MapRandom *random) const;
  /// Whether \p map has a tier for each tensor that is one of its choices.
  bool isMap(const TierMap &map) const;
  /// [nodes, 2, tiers]: the share of each head's tensors in each tier.
  std::vector<float> sharesOf(const TierMap &map) const;

private:
  MapTask(MapGame game, const OpGraph &graph, int64_t tiers);

  MapGame game;
  std::vector<TensorOwner> owners; // By tensor.
  TierMap relaxed;
  /// By tensor and choice: its own prior less that of its head.
  std::vector<std::vector<float>> ownPriors;
  int64_t tiers; // Of the network.
  GraphData data;
};

/// Index of a choice, drawn by \p chances, which add up to about 1.
size_t drawChoice(const std::vector<double> &chances, MapRandom &random);

/// The network of the file \p checkpoint; if that is empty, a new one by \p
/// config and \p seed, for the features that there are and targets of \p tiers.
Result<std::unique_ptr<GraphNetwork>>
openGraphNetwork(const std::string &checkpoint, GraphConfig config,
                 int64_t tiers, uint64_t seed);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_EGRL_MAPTASK_H
