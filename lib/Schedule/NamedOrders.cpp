//===- NamedOrders.cpp - Orders by the rules of other compilers -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NamedOrders.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>

using namespace memplace;
using namespace memplace::schedule;

namespace {

using Rank = std::array<int64_t, 3>; // The least runs first.

/// Runs one ready node after the other.
class ListScheduler {
public:
  explicit ListScheduler(const OrderGraph &graph)
      : graph(graph), missing(graph.nodes.size()), left(graph.values.size()),
        position(graph.nodes.size(), 0) {}

  template <typename RankOf> NodeOrder run(RankOf rankOf);

  int64_t needOf(NodeId node) const;
  int64_t freedBy(NodeId node) const;
  /// Latest position of the nodes that \p node needs; -1: it needs none.
  int64_t latestInput(NodeId node) const;

  int64_t live = 0; // Bytes.
  int64_t peak = 0; // Bytes.

private:
  void append(NodeId node);

  const OrderGraph &graph;
  std::vector<size_t> missing; // By node: nodes that must still run before it.
  std::vector<size_t> left;    // By value: users still to run.
  std::vector<int64_t> position; // By node that has run.
  std::vector<NodeId> ready;     // Sorted.
  NodeOrder order;
};

} // namespace

int64_t ListScheduler::needOf(NodeId node) const {
  return graph.nodes[node].work + madeBytes(graph, node);
}

int64_t ListScheduler::freedBy(NodeId node) const {
  int64_t bytes = graph.nodes[node].work;
  for (ValueId value : graph.nodes[node].values)
    if (left[value] == 1 && !graph.values[value].liveAtEnd)
      bytes += graph.values[value].size;
  return bytes;
}

int64_t ListScheduler::latestInput(NodeId node) const {
  int64_t latest = -1;
  for (NodeId before : graph.nodes[node].before)
    latest = std::max(latest, position[before]);
  return latest;
}

void ListScheduler::append(NodeId node) {
  const int64_t need = needOf(node);
  peak = std::max(peak, live + need);
  live += need - freedBy(node);
  for (ValueId value : graph.nodes[node].values)
    --left[value];
  position[node] = static_cast<int64_t>(order.size());
  order.push_back(node);
  for (NodeId next : graph.nodes[node].after)
    if (--missing[next] == 0)
      ready.insert(std::lower_bound(ready.begin(), ready.end(), next), next);
}

template <typename RankOf> NodeOrder ListScheduler::run(RankOf rankOf) {
  for (const Value &value : graph.values)
    live += value.liveAtStart ? value.size : 0;
  for (size_t value = 0; value < graph.values.size(); ++value)
    left[value] = graph.values[value].users.size();
  for (NodeId node = 0; node < graph.numNodes(); ++node) {
    missing[node] = graph.nodes[node].before.size();
    if (missing[node] == 0)
      ready.push_back(node);
  }
  while (!ready.empty()) {
    auto best = ready.begin();
    Rank least = rankOf(*best);
    for (auto it = ready.begin() + 1; it != ready.end(); ++it)
      if (const Rank rank = rankOf(*it); rank < least) {
        least = rank;
        best = it;
      }
    const NodeId node = *best;
    ready.erase(best);
    append(node);
  }
  return std::move(order);
}

/// Runs the nodes that a node needs just before it, by falling \p weightOf.
static NodeOrder depthFirst(const OrderGraph &graph,
                            const std::vector<int64_t> &weightOf) {
  NodeOrder order;
  std::vector<bool> isSeen(graph.nodes.size(), false);
  struct Visit {
    NodeId node;
    std::vector<NodeId> inputs; // Still to visit, the next one last.
  };
  std::vector<Visit> stack;
  const auto enter = [&](NodeId node) {
    if (isSeen[node])
      return;
    isSeen[node] = true;
    std::vector<NodeId> inputs = graph.nodes[node].before;
    std::sort(inputs.begin(), inputs.end(), [&](NodeId a, NodeId b) {
      return std::pair(weightOf[a], a) < std::pair(weightOf[b], b);
    });
    stack.push_back({node, std::move(inputs)});
  };
  for (NodeId root = 0; root < graph.numNodes(); ++root) {
    if (!graph.nodes[root].after.empty())
      continue;
    enter(root);
    while (!stack.empty()) {
      if (stack.back().inputs.empty()) {
        order.push_back(stack.back().node);
        stack.pop_back();
        continue;
      }
      const NodeId next = stack.back().inputs.back();
      stack.back().inputs.pop_back();
      enter(next);
    }
  }
  return order;
}

std::vector<NamedOrder> schedule::namedOrders(const OrderGraph &graph) {
  std::vector<NamedOrder> orders = {{"given", givenOrder(graph)}};
  {
    ListScheduler list(graph);
    orders.push_back({"inductor-lpmf", list.run([&](NodeId node) {
                        const int64_t need = list.needOf(node);
                        return Rank{std::max(list.peak, list.live + need),
                                    need - list.freedBy(node), node};
                      })});
  }
  {
    ListScheduler list(graph);
    orders.push_back({"inductor-bfs", list.run([&](NodeId node) {
                        return Rank{list.latestInput(node), node, 0};
                      })});
  }
  {
    ListScheduler list(graph);
    orders.push_back({"inductor-dfs", list.run([&](NodeId node) {
                        return Rank{-list.latestInput(node), node, 0};
                      })});
  }
  {
    ListScheduler list(graph);
    orders.push_back(
        {"xla-list", list.run([&](NodeId node) {
           return Rank{list.needOf(node) - list.freedBy(node),
                       -static_cast<int64_t>(graph.nodes[node].after.size()),
                       node};
         })});
  }
  std::vector<int64_t> weights;
  for (NodeId node = 0; node < graph.numNodes(); ++node)
    weights.push_back(madeBytes(graph, node));
  orders.push_back({"xla-dfs", depthFirst(graph, weights)});
  return orders;
}
