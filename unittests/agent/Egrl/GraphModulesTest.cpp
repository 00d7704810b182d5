//===- GraphModulesTest.cpp - Sums over edges ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Egrl/GraphModules.h"

#include "gtest/gtest.h"

#include <vector>

using namespace memplace::agent;
using torch::Tensor;

namespace {

constexpr int64_t width = 8, heads = 2, nodes = 7;

/// A chain, and a node with edges to all other nodes.
GraphUnion chainAndStar() {
  GraphData graph;
  graph.nodes = nodes;
  for (int32_t i = 0; i + 1 < nodes; ++i) {
    graph.from.push_back(i);
    graph.to.push_back(i + 1);
    if (i > 0) {
      graph.from.push_back(0);
      graph.to.push_back(i + 1);
    }
  }
  return uniteGraphs({&graph});
}

/// Attention in LibTorch's own operations, which is slow.
Tensor slowAttention(const Attention &attention, const Tensor &states,
                     const GraphUnion &graph) {
  const auto own = attention->named_parameters();
  const Tensor split =
      torch::linear(states, own["values.weight"], own["values.bias"])
          .view({nodes, heads, -1});
  const Tensor raw = torch::leaky_relu(
      (split * own["sends"]).sum(-1).index_select(0, graph.from) +
          (split * own["receives"]).sum(-1).index_select(0, graph.to),
      0.2);
  const Tensor factors = torch::exp(8 * torch::tanh(raw / 8));
  const Tensor sums =
      torch::zeros({nodes, heads}).index_add(0, graph.to, factors);
  const Tensor mixed = torch::zeros({nodes, heads, width / heads})
                           .index_add(0, graph.to,
                                      factors.unsqueeze(-1) *
                                          split.index_select(0, graph.from)) /
                       sums.unsqueeze(-1);
  return torch::layer_norm(
      states + torch::elu(torch::linear(mixed.reshape({nodes, width}),
                                        own["mix.weight"], own["mix.bias"])),
      {width}, own["norm.weight"], own["norm.bias"]);
}

TEST(GraphModulesTest, AttentionAndItsGradientsEqualLibTorchs) {
  torch::manual_seed(5);
  const GraphUnion graph = chainAndStar();
  Attention attention(width, heads);
  const Tensor states = torch::randn({nodes, width}, torch::requires_grad());
  const Tensor predictions = attention->forward(states, graph);
  const Tensor expected = slowAttention(attention, states, graph);
  EXPECT_TRUE(torch::allclose(predictions, expected, 1e-4, 1e-5));

  std::vector<Tensor> inputs = attention->parameters();
  inputs.push_back(states);
  const Tensor weights = torch::randn({nodes, width});
  const auto found =
      torch::autograd::grad({(predictions * weights).sum()}, inputs);
  const auto own = torch::autograd::grad({(expected * weights).sum()}, inputs);
  for (size_t i = 0; i < inputs.size(); ++i) {
    EXPECT_GT(own[i].abs().max().item<float>(), 0) << i;
    EXPECT_TRUE(torch::allclose(found[i], own[i], 1e-3, 1e-5)) << i;
  }
}

} // namespace
