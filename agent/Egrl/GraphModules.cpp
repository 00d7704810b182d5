//===- GraphModules.cpp - The parts of a graph network --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GraphModules.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace memplace;
using namespace memplace::agent;
using torch::Tensor;

static Tensor indices(const std::vector<int64_t> &list) {
  return torch::tensor(list, torch::kLong);
}

GraphUnion
memplace::agent::uniteGraphs(const std::vector<const GraphData *> &graphs) {
  GraphUnion all;
  std::vector<int64_t> from, to, graphOf;
  all.begins = {0};
  for (const GraphData *graph : graphs) {
    const int64_t begin = all.begins.back();
    for (size_t e = 0; e < graph->from.size(); ++e) {
      from.insert(from.end(), {begin + graph->from[e], begin + graph->to[e]});
      to.insert(to.end(), {begin + graph->to[e], begin + graph->from[e]});
    }
    for (int64_t i = 0; i < graph->nodes; ++i) {
      from.push_back(begin + i);
      to.push_back(begin + i);
    }
    graphOf.insert(graphOf.end(), static_cast<size_t>(graph->nodes),
                   all.numGraphs());
    all.begins.push_back(begin + graph->nodes);
  }
  all.from = indices(from);
  all.to = indices(to);
  all.graphOf = indices(graphOf);
  return all;
}

// LibTorch's `index_add` and `index_select` set up a tensor operation for each
// row, which takes ten times as long as copying the row.

/// Returns the number of elements in one row of \p rows, [n, ...].
static int64_t widthOf(const Tensor &rows) {
  return rows.size(0) > 0 ? rows.numel() / rows.size(0) : 0;
}

static Tensor sumsOf(const Tensor &rows, const Tensor &group,
                     int64_t numGroups) {
  const Tensor from = rows.contiguous();
  std::vector<int64_t> shape = from.sizes().vec();
  shape[0] = numGroups;
  Tensor sums = torch::zeros(shape, from.options());
  const int64_t width = widthOf(from), *index = group.data_ptr<int64_t>();
  const float *source = from.data_ptr<float>();
  auto *target = sums.data_ptr<float>();
  for (int64_t i = 0; i < from.size(0); ++i)
    for (int64_t j = 0; j < width; ++j)
      target[index[i] * width + j] += *source++;
  return sums;
}

static Tensor rowsOf(const Tensor &rows, const Tensor &index) {
  const Tensor from = rows.contiguous();
  std::vector<int64_t> shape = from.sizes().vec();
  shape[0] = index.size(0);
  Tensor taken = torch::empty(shape, from.options());
  const int64_t width = widthOf(from), *place = index.data_ptr<int64_t>();
  const float *source = from.data_ptr<float>();
  auto *target = taken.data_ptr<float>();
  for (int64_t i = 0; i < index.size(0); ++i)
    target = std::copy_n(source + place[i] * width, width, target);
  return taken;
}

namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

struct SumBy : torch::autograd::Function<SumBy> {
  static Tensor forward(AutogradContext *context, const Tensor &rows,
                        const Tensor &group, int64_t numGroups) {
    context->save_for_backward({group});
    return sumsOf(rows, group, numGroups);
  }
  static variable_list backward(AutogradContext *context,
                                const variable_list &gradients) {
    const Tensor group = context->get_saved_variables()[0];
    return {rowsOf(gradients[0], group), Tensor(), Tensor()};
  }
};

struct TakeRows : torch::autograd::Function<TakeRows> {
  static Tensor forward(AutogradContext *context, const Tensor &rows,
                        const Tensor &index) {
    context->save_for_backward({index});
    context->saved_data["count"] = rows.size(0);
    return rowsOf(rows, index);
  }
  static variable_list backward(AutogradContext *context,
                                const variable_list &gradients) {
    const Tensor index = context->get_saved_variables()[0];
    return {sumsOf(gradients[0], index, context->saved_data["count"].toInt()),
            Tensor()};
  }
};

/// For each node and head, sums the rows of \p values, [nodes, heads, depth],
/// over incoming edges, weighted by \p weights, [edges, heads].
struct MixRows : torch::autograd::Function<MixRows> {
  static Tensor forward(AutogradContext *context, const Tensor &values,
                        const Tensor &weights, const Tensor &from,
                        const Tensor &to) {
    const Tensor rows = values.contiguous(), factors = weights.contiguous();
    context->save_for_backward({rows, factors, from, to});
    Tensor sums = torch::zeros_like(rows);
    const float *value = rows.data_ptr<float>();
    const float *factor = factors.data_ptr<float>();
    auto *sum = sums.data_ptr<float>();
    const int64_t depth = rows.size(2);
    forEach(rows, from, to, [=](int64_t i, int64_t source, int64_t target) {
      addTimes(factor[i], value + source, depth, sum + target);
    });
    return sums;
  }

  static variable_list backward(AutogradContext *context,
                                const variable_list &gradients) {
    const variable_list saved = context->get_saved_variables();
    const Tensor &rows = saved[0], &factors = saved[1];
    const Tensor gradient = gradients[0].contiguous();
    Tensor ofRows = torch::zeros_like(rows),
           ofFactors = torch::zeros_like(factors);
    const float *value = rows.data_ptr<float>();
    const float *factor = factors.data_ptr<float>();
    const float *given = gradient.data_ptr<float>();
    auto *ofValue = ofRows.data_ptr<float>();
    auto *ofFactor = ofFactors.data_ptr<float>();
    const int64_t depth = rows.size(2);
    forEach(rows, saved[2], saved[3],
            [=](int64_t i, int64_t source, int64_t target) {
              addTimes(factor[i], given + target, depth, ofValue + source);
              ofFactor[i] = std::inner_product(
                  given + target, given + target + depth, value + source, 0.0F);
            });
    return {ofRows, ofFactors, Tensor(), Tensor()};
  }

private:
  static void addTimes(float factor, const float *from, int64_t depth,
                       float *__restrict to) {
    for (int64_t j = 0; j < depth; ++j)
      to[j] += factor * from[j];
  }
  /// Visits each edge and head: its index, and the offsets of its source row
  /// and target row.
  template <typename Visit>
  static void forEach(const Tensor &rows, const Tensor &from, const Tensor &to,
                      const Visit &visit) {
    const int64_t *source = from.data_ptr<int64_t>();
    const int64_t *target = to.data_ptr<int64_t>();
    const int64_t heads = rows.size(1), depth = rows.size(2);
    for (int64_t e = 0; e < from.size(0); ++e)
      for (int64_t h = 0; h < heads; ++h)
        visit(e * heads + h, (source[e] * heads + h) * depth,
              (target[e] * heads + h) * depth);
  }
};

} // namespace

/// Sums \p rows, [n, ...], by \p group, [n], into [numGroups, ...].
static Tensor sumBy(const Tensor &rows, const Tensor &group,
                    int64_t numGroups) {
  return SumBy::apply(rows, group, numGroups);
}

/// Returns the rows \p index, [n], of \p rows.
static Tensor takeRows(const Tensor &rows, const Tensor &index) {
  return TakeRows::apply(rows, index);
}

AttentionImpl::AttentionImpl(int64_t width, int64_t numHeads)
    : numHeads(numHeads) {
  const int64_t depth = width / numHeads;
  values = register_module("values", torch::nn::Linear(width, width));
  mix = register_module("mix", torch::nn::Linear(width, width));
  norm = register_module(
      "norm", torch::nn::LayerNorm(torch::nn::LayerNormOptions({width})));
  const double scale = 1 / std::sqrt(static_cast<double>(depth));
  sends = register_parameter("sends", scale * torch::randn({numHeads, depth}));
  receives =
      register_parameter("receives", scale * torch::randn({numHeads, depth}));
}

Tensor AttentionImpl::forward(const Tensor &states, const GraphUnion &graph) {
  const int64_t numNodes = states.size(0);
  const Tensor split = values->forward(states).view({numNodes, numHeads, -1});
  const Tensor sent = (split * sends).sum(-1),
               received = (split * receives).sum(-1);
  const Tensor raw = torch::leaky_relu(
      takeRows(sent, graph.from) + takeRows(received, graph.to), 0.2);
  // Bounded, so that no sum of exponentials overflows or vanishes.
  constexpr double bound = 8;
  const Tensor weights = torch::exp(bound * torch::tanh(raw / bound));
  const Tensor sum = sumBy(weights, graph.to, numNodes);
  const Tensor mixed =
      MixRows::apply(split, weights, graph.from, graph.to) / sum.unsqueeze(-1);
  return norm->forward(states +
                       torch::elu(mix->forward(mixed.reshape({numNodes, -1}))));
}

namespace {

/// Graph of the better half of each graph's nodes.
struct PooledGraph {
  GraphUnion graph;
  Tensor kept; // Node indices in the whole graph.
};

} // namespace

/// Keeps the half of each graph's nodes with the highest scores. Nodes two
/// edges apart become neighbours, so that the pooled graph stays connected.
static PooledGraph poolGraph(const GraphUnion &graph, const Tensor &scores) {
  const Tensor list = scores.detach().contiguous();
  const float *score = list.data_ptr<float>();
  std::vector<int64_t> kept, newIndex(graph.numNodes(), -1), graphOf;
  PooledGraph pooled;
  pooled.graph.begins = {0};
  for (int64_t g = 0; g < graph.numGraphs(); ++g) {
    std::vector<int64_t> nodes;
    for (int64_t i = graph.begins[g]; i < graph.begins[g + 1]; ++i)
      nodes.push_back(i);
    const size_t count = (nodes.size() + 1) / 2;
    std::sort(nodes.begin(), nodes.end(), [&](int64_t a, int64_t b) {
      return score[a] != score[b] ? score[a] > score[b] : a < b;
    });
    nodes.resize(count);
    for (int64_t node : nodes) {
      newIndex[node] = static_cast<int64_t>(kept.size());
      kept.push_back(node);
      graphOf.push_back(g);
    }
    pooled.graph.begins.push_back(static_cast<int64_t>(kept.size()));
  }
  std::vector<std::vector<int64_t>> neighbours(graph.numNodes());
  const int64_t *from = graph.from.data_ptr<int64_t>();
  const int64_t *to = graph.to.data_ptr<int64_t>();
  for (int64_t e = 0; e < graph.from.size(0); ++e)
    neighbours[to[e]].push_back(from[e]);
  // A node with very many neighbours would turn them into a clique.
  constexpr size_t maxSteps = 32;
  std::vector<int64_t> newFrom, newTo, seen(graph.numNodes(), -1);
  for (int64_t node : kept)
    for (int64_t middle : neighbours[node])
      if (middle == node || neighbours[middle].size() <= maxSteps)
        for (int64_t other : neighbours[middle])
          if (newIndex[other] >= 0 && seen[other] != node) {
            seen[other] = node;
            newFrom.push_back(newIndex[other]);
            newTo.push_back(newIndex[node]);
          }
  pooled.graph.from = indices(newFrom);
  pooled.graph.to = indices(newTo);
  pooled.graph.graphOf = indices(graphOf);
  pooled.kept = indices(kept);
  return pooled;
}

GraphUNetImpl::GraphUNetImpl(int64_t numInputs, const GraphConfig &config) {
  const int64_t width = config.width;
  embed = register_module("embed", torch::nn::Linear(numInputs, width));
  score = register_module("score", torch::nn::Linear(width, 1));
  before = register_module("before", Attention(width, config.attention));
  within = register_module("within", Attention(width, config.attention));
  after = register_module("after", Attention(width, config.attention));
}

Tensor GraphUNetImpl::forward(const Tensor &inputs, const GraphUnion &graph) {
  const Tensor fine =
      before->forward(torch::elu(embed->forward(inputs)), graph);
  const Tensor scores = torch::sigmoid(score->forward(fine)); // [nodes, 1]
  const PooledGraph pooled = poolGraph(graph, scores);
  const Tensor gated = takeRows(fine * scores, pooled.kept);
  const Tensor coarse = within->forward(gated, pooled.graph);
  const Tensor joined = fine + sumBy(coarse, pooled.kept, fine.size(0));
  const Tensor states = after->forward(joined, graph);
  const Tensor counts =
      sumBy(torch::ones({states.size(0), 1}, states.options()), graph.graphOf,
            graph.numGraphs());
  const Tensor means = sumBy(states, graph.graphOf, graph.numGraphs()) / counts;
  return torch::cat({states, takeRows(means, graph.graphOf)}, 1);
}

GraphPolicyImpl::GraphPolicyImpl(const GraphConfig &config) {
  body = register_module("body", GraphUNet(config.features, config));
  hidden = register_module("hidden",
                           torch::nn::Linear(2 * config.width, config.width));
  heads = register_module(
      "heads", torch::nn::Linear(config.width, headsOfNode * config.tiers));
  // Small outputs, so that the policy starts near its prior.
  torch::NoGradGuard guard;
  heads->weight.mul_(0.1);
  heads->bias.zero_();
}

Tensor GraphPolicyImpl::forward(const Tensor &features,
                                const GraphUnion &graph) {
  return heads->forward(
      torch::elu(hidden->forward(body->forward(features, graph))));
}

GraphCriticImpl::GraphCriticImpl(const GraphConfig &config) {
  const int64_t numInputs = config.features + headsOfNode * config.tiers;
  body = register_module("body", GraphUNet(numInputs, config));
  hidden = register_module("hidden",
                           torch::nn::Linear(2 * config.width, config.width));
  value = register_module("value", torch::nn::Linear(config.width, 1));
}

Tensor GraphCriticImpl::forward(const Tensor &features, const Tensor &maps,
                                const GraphUnion &graph) {
  const Tensor states = body->forward(torch::cat({features, maps}, 1), graph);
  const Tensor nodes =
      value->forward(torch::elu(hidden->forward(states))); // [nodes, 1]
  const Tensor counts =
      sumBy(torch::ones_like(nodes), graph.graphOf, graph.numGraphs());
  return (sumBy(nodes, graph.graphOf, graph.numGraphs()) / counts).squeeze(1);
}

ActorCriticImpl::ActorCriticImpl(const GraphConfig &config) {
  policy = register_module("policy", GraphPolicy(config));
  critic = register_module("critic", GraphCritic(config));
}
