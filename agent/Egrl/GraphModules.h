//===- GraphModules.h - The parts of a graph network ---------- -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_EGRL_GRAPHMODULES_H
#define MEMPLACE_AGENT_EGRL_GRAPHMODULES_H

#include "GraphNetwork.h"

#include <torch/torch.h>

namespace memplace::agent {

/// Several graphs in one, without edges between them.
struct GraphUnion {
  torch::Tensor from, to;      // [edges], both directions and self-loops.
  torch::Tensor graphOf;       // [nodes]
  std::vector<int64_t> begins; // First node of each graph, then the end.

  int64_t numGraphs() const { return static_cast<int64_t>(begins.size()) - 1; }
  int64_t numNodes() const { return begins.back(); }
};

/// Numbers the nodes of all graphs consecutively, graph after graph.
GraphUnion uniteGraphs(const std::vector<const GraphData *> &graphs);

/// Graph attention with several heads, a residual connection and a layer norm:
/// [nodes, width] -> [nodes, width].
class AttentionImpl : public torch::nn::Module {
public:
  AttentionImpl(int64_t width, int64_t numHeads);
  torch::Tensor forward(const torch::Tensor &states, const GraphUnion &graph);

private:
  int64_t numHeads;
  torch::nn::Linear values{nullptr}, mix{nullptr};
  torch::nn::LayerNorm norm{nullptr};
  torch::Tensor sends, receives; // [heads, width / heads]
};
TORCH_MODULE(Attention);

/// [nodes, numInputs] -> [nodes, 2 * width]: the state of the node, and the
/// mean over the node's graph.
class GraphUNetImpl : public torch::nn::Module {
public:
  GraphUNetImpl(int64_t numInputs, const GraphConfig &config);
  torch::Tensor forward(const torch::Tensor &inputs, const GraphUnion &graph);

private:
  torch::nn::Linear embed{nullptr}, score{nullptr};
  Attention before{nullptr}, within{nullptr}, after{nullptr};
};
TORCH_MODULE(GraphUNet);

/// [nodes, features] -> [nodes, 2 * tiers], logits.
class GraphPolicyImpl : public torch::nn::Module {
public:
  explicit GraphPolicyImpl(const GraphConfig &config);
  torch::Tensor forward(const torch::Tensor &features, const GraphUnion &graph);

private:
  GraphUNet body{nullptr};
  torch::nn::Linear hidden{nullptr}, heads{nullptr};
};
TORCH_MODULE(GraphPolicy);

/// [nodes, features], [nodes, 2 * tiers] -> [graphs], expected rewards.
class GraphCriticImpl : public torch::nn::Module {
public:
  explicit GraphCriticImpl(const GraphConfig &config);
  torch::Tensor forward(const torch::Tensor &features,
                        const torch::Tensor &maps, const GraphUnion &graph);

private:
  GraphUNet body{nullptr};
  torch::nn::Linear hidden{nullptr}, value{nullptr};
};
TORCH_MODULE(GraphCritic);

/// Both networks, to save and train them together.
class ActorCriticImpl : public torch::nn::Module {
public:
  explicit ActorCriticImpl(const GraphConfig &config);

  GraphPolicy policy{nullptr};
  GraphCritic critic{nullptr};
};
TORCH_MODULE(ActorCritic);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_EGRL_GRAPHMODULES_H
