//===- OpGraph.cpp - The ops of a problem as a graph ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OpGraph.h"

#include "lib/Planning/Numbers.h"
#include "lib/Planning/OpDurations.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace memplace;
using namespace memplace::planning;

namespace {

double &at(NodeFeatures &features, NodeFeature which) {
  return features[static_cast<size_t>(which)];
}

/// Sets the features from \p first on to \p extents.
void setExtents(const std::vector<int64_t> &extents, NodeFeature first,
                NodeFeatures &features) {
  for (size_t i = 0; i < extents.size(); ++i)
    features[static_cast<size_t>(first) + i] = static_cast<double>(extents[i]);
}

void setShape(const OpShape &shape, NodeFeatures &features) {
  setExtents(shape.input, NodeFeature::IfmX, features);
  setExtents(shape.output, NodeFeature::OfmX, features);
  setExtents(shape.kernel, NodeFeature::KernelX, features);
  at(features, NodeFeature::Stride) = static_cast<double>(shape.stride);
  at(features, NodeFeature::Pad) = static_cast<double>(shape.pad);
  at(features, NodeFeature::Dilation) = static_cast<double>(shape.dilation);
  at(features, NodeFeature::Groups) = static_cast<double>(shape.groups);
  at(features, NodeFeature::Batch) = static_cast<double>(shape.batch);
}

/// Builds one graph.
class GraphBuilder {
public:
  explicit GraphBuilder(const MapGame &game)
      : game(game), problem(game.getProblem()), durations(problem),
        nodeOf(problem.ops.size(), -1), isWeight(problem.buffers.size()) {
    durations.refresh([](Step) {});
    graph.numTiers = static_cast<int32_t>(problem.target.tiers.size());
  }

  OpGraph build() {
    for (BufferId b = 0; b < static_cast<BufferId>(problem.buffers.size()); ++b)
      isWeight[b] = problem.buffers[b].liveIn;
    for (const Op &op : problem.ops)
      for (const Access &access : op.accesses)
        if (access.writes())
          isWeight[access.buffer] = false;
    for (size_t t = 0; t < problem.ops.size(); ++t)
      addNode(t);
    addEdgesAndOwners();
    addDensities();
    addGains();
    addRest();
    return std::move(graph);
  }

private:
  void addNode(size_t step) {
    const Op &op = problem.ops[step];
    if (op.accesses.empty())
      return;
    nodeOf[step] = static_cast<int32_t>(graph.nodes.size());
    NodeFeatures features = {};
    setShape(op.shape, features);
    int numInputs = 0;
    bool hasWeights = false;
    for (const Access &access : op.accesses) {
      const Buffer &buffer = problem.buffers[access.buffer];
      const auto bytes = static_cast<double>(access.bytes);
      if (isWeight[access.buffer]) {
        hasWeights = true;
        at(features, NodeFeature::WeightSize) +=
            static_cast<double>(buffer.size);
        continue;
      }
      numInputs += access.reads();
      if (access.reads())
        at(features, NodeFeature::IfmSize) += bytes;
      if (access.writes()) {
        at(features, NodeFeature::OfmSize) += bytes;
        double &life = at(features, NodeFeature::OutputLife);
        life = std::max(
            life, static_cast<double>(buffer.range.end - buffer.range.begin));
      }
    }
    at(features, NodeFeature::OpKind) = hasWeights       ? 1
                                        : numInputs > 1  ? 2
                                        : numInputs == 1 ? 3
                                                         : 4;
    const double seconds = durations.secondsOf(static_cast<Step>(step));
    const double compute = secondsOf(op.computePs);
    if (seconds > 0)
      at(features, NodeFeature::ComputeShare) = compute / seconds;
    at(features, NodeFeature::TimeShare) = seconds;
    graph.nodes.push_back(features);
  }

  void addEdgesAndOwners() {
    std::vector<int32_t> maker(problem.buffers.size(), -1);
    std::vector<int32_t> first(problem.buffers.size(), -1);
    std::set<std::pair<int32_t, int32_t>> edges;
    for (size_t t = 0; t < problem.ops.size(); ++t) {
      for (const Access &access : problem.ops[t].accesses) {
        int32_t &owner = first[access.buffer];
        if (owner < 0)
          owner = nodeOf[t];
        const int32_t from = maker[access.buffer];
        if (access.reads() && from >= 0 && from != nodeOf[t])
          edges.insert({from, nodeOf[t]});
      }
      for (const Access &access : problem.ops[t].accesses)
        if (access.writes())
          maker[access.buffer] = nodeOf[t];
    }
    graph.edges.assign(edges.begin(), edges.end());
    for (const MapTensor &tensor : game.getTensors())
      graph.owners.push_back({first[tensor.buffer], tensor.isWeight});
  }

  /// Sets densities: seconds saved per byte of each tensor in its fastest tier.
  void addDensities() {
    const std::span<const MapTensor> tensors = game.getTensors();
    double largest = 0;
    for (size_t k = 0; k < tensors.size(); ++k) {
      const double density =
          game.secondsSaved(static_cast<TensorId>(k)) /
          static_cast<double>(problem.buffers[tensors[k].buffer].size);
      largest = std::max(largest, density);
      double &feature =
          at(graph.nodes[graph.owners[k].node],
             tensors[k].isWeight ? NodeFeature::WeightDensity
                                 : NodeFeature::ActivationDensity);
      feature = std::max(feature, density);
    }
    for (NodeFeatures &features : graph.nodes)
      for (NodeFeature which :
           {NodeFeature::WeightDensity, NodeFeature::ActivationDensity})
        at(features, which) /= largest > 0 ? largest : 1;
  }

  /// Raises the feature of a tensor's head to \p value.
  void raise(TensorId k, NodeFeature ofWeights, double value) {
    const TensorOwner &owner = graph.owners[k];
    const auto which =
        static_cast<size_t>(ofWeights) + (owner.isWeight ? 0 : 1);
    double &feature = graph.nodes[owner.node][which];
    feature = std::max(feature, value);
  }

  void addGains() {
    const std::span<const MapTensor> tensors = game.getTensors();
    const auto sizeOf = [&](size_t k) {
      return static_cast<double>(problem.buffers[tensors[k].buffer].size);
    };
    double largest = 0;
    for (size_t k = 0; k < tensors.size(); ++k)
      largest = std::max(
          largest, game.gainOf(static_cast<TensorId>(k)).seconds / sizeOf(k));
    const auto bounded = [](double value) { return value / (1 + value); };
    RelaxedMaps relaxed = game.relaxed();
    for (TensorId k = 0; k < static_cast<TensorId>(tensors.size()); ++k) {
      const std::vector<TierId> &choices = tensors[k].choices;
      const auto fillOf = [&](TierId tier) {
        return sizeOf(k) /
               static_cast<double>(problem.target.tiers[tier].capacity);
      };
      const TierId native = game.nativeMap()[k];
      const TensorGain &gain = game.gainOf(k);
      if (largest > 0)
        raise(k, NodeFeature::WeightGain, gain.seconds / sizeOf(k) / largest);
      raise(k, NodeFeature::WeightMiddleLoss, gain.middle);
      raise(k, NodeFeature::WeightRoom, bounded(gain.room));
      raise(k, NodeFeature::WeightMiddleRoom, bounded(gain.middleRoom));
      raise(k, NodeFeature::WeightFill, bounded(fillOf(choices[0])));
      raise(k, NodeFeature::WeightMiddleFill, bounded(fillOf(choices[1])));
      raise(k, NodeFeature::WeightNative, native == choices[0]);
      raise(k, NodeFeature::WeightNativeMiddle, native == choices[1]);
      const TierId rounded = relaxed.map[k];
      raise(k, NodeFeature::WeightShare, relaxed.shares[k][0]);
      raise(k, NodeFeature::WeightMiddleShare, relaxed.shares[k][1]);
      raise(k, NodeFeature::WeightRounded, rounded == choices[0]);
      raise(k, NodeFeature::WeightRoundedMiddle, rounded == choices[1]);
      if (const double copy = relaxed.copySeconds[k]; copy > 0)
        raise(k, NodeFeature::WeightCopy, copy / (copy + gain.seconds));
    }
    graph.relaxedMap = std::move(relaxed.map);
  }

  /// Sets the features that depend on all nodes.
  void addRest() {
    double weightsLeft = 0, time = 0;
    std::vector<double> weights(graph.nodes.size(), 0); // By owner, bytes.
    for (size_t k = 0; k < graph.owners.size(); ++k)
      if (graph.owners[k].isWeight)
        weights[graph.owners[k].node] += static_cast<double>(
            problem.buffers[game.getTensors()[k].buffer].size);
    for (NodeFeatures &features : graph.nodes)
      time += at(features, NodeFeature::TimeShare);
    for (size_t i = graph.nodes.size(); i-- > 0;) {
      NodeFeatures &features = graph.nodes[i];
      at(features, NodeFeature::OpsLeft) =
          static_cast<double>(graph.nodes.size() - 1 - i);
      at(features, NodeFeature::WeightsLeft) = weightsLeft;
      weightsLeft += weights[i];
      if (time > 0)
        at(features, NodeFeature::TimeShare) /= time;
    }
  }

  const MapGame &game;
  const Problem &problem;
  OpDurations durations;       // Everything at home.
  std::vector<int32_t> nodeOf; // By step; -1: none.
  std::vector<bool> isWeight;  // By buffer.
  OpGraph graph;
};

/// Returns true if the edges of \p graph, which must be in range, have a cycle.
bool hasCycle(const OpGraph &graph) {
  std::vector<int32_t> numBefore(graph.nodes.size(), 0);
  std::vector<std::vector<int32_t>> next(graph.nodes.size());
  for (auto [from, to] : graph.edges) {
    ++numBefore[to];
    next[from].push_back(to);
  }
  std::vector<int32_t> ready;
  for (size_t i = 0; i < numBefore.size(); ++i)
    if (numBefore[i] == 0)
      ready.push_back(static_cast<int32_t>(i));
  size_t numDone = 0;
  for (; !ready.empty(); ++numDone) {
    const int32_t node = ready.back();
    ready.pop_back();
    for (int32_t after : next[node])
      if (--numBefore[after] == 0)
        ready.push_back(after);
  }
  return numDone < graph.nodes.size();
}

} // namespace

OpGraph memplace::makeOpGraph(const MapGame &game) {
  return GraphBuilder(game).build();
}

std::optional<Error> memplace::check(const OpGraph &graph) {
  const auto numNodes = static_cast<int32_t>(graph.nodes.size());
  if (numNodes == 0)
    return Error{"the graph has no nodes: no op of the problem accesses a "
                 "buffer"};
  for (int32_t i = 0; i < numNodes; ++i)
    for (size_t f = 0; f < numNodeFeatures; ++f)
      if (!std::isfinite(graph.nodes[i][f]))
        return Error{"feature " + std::to_string(f) + " of node " +
                     std::to_string(i) + " is not a finite number"};
  const auto isNode = [&](int32_t node) {
    return node >= 0 && node < numNodes;
  };
  for (auto [from, to] : graph.edges)
    if (!isNode(from) || !isNode(to))
      return Error{"the graph has an edge from node " + std::to_string(from) +
                   " to node " + std::to_string(to) + ", but only " +
                   std::to_string(numNodes) + " nodes"};
  for (const TensorOwner &owner : graph.owners)
    if (!isNode(owner.node))
      return Error{"a tensor belongs to node " + std::to_string(owner.node) +
                   ", but there are only " + std::to_string(numNodes)};
  if (hasCycle(graph))
    return Error{"the graph has a cycle: data flow of a schedule has none"};
  return std::nullopt;
}

std::vector<float> memplace::scaledFeatures(const OpGraph &graph) {
  // Bytes up to 2^40 and counts are scaled to [0, 1]; shares already are.
  constexpr double largest = 40 * 0.6931471805599453;
  std::vector<float> scaled;
  for (const NodeFeatures &features : graph.nodes)
    for (size_t f = 0; f < numNodeFeatures; ++f) {
      const bool isShare = f >= numPaperFeatures &&
                           f != static_cast<size_t>(NodeFeature::OutputLife);
      const double value = f == static_cast<size_t>(NodeFeature::OpKind)
                               ? features[f] / 4
                           : isShare ? features[f]
                                     : std::log1p(features[f]) / largest;
      scaled.push_back(static_cast<float>(value));
    }
  return scaled;
}
