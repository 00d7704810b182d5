//===- PeakBound.cpp - Lower bounds on the peak of orders -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PeakBound.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::schedule;

/// Nodes of the largest graph whose values between users count; the memory for
/// them grows with the square.
static constexpr NodeId maxNodes = 20'000;

namespace {

/// The nodes before and after each node, directly or not, as bits.
class Reach {
public:
  explicit Reach(const OrderGraph &graph)
      : words((graph.nodes.size() + 63) / 64),
        earlier(graph.nodes.size() * words), later(earlier.size()) {
    // The given order is an order, so each node has a higher number than the
    // nodes before it.
    for (NodeId node = 0; node < graph.numNodes(); ++node)
      for (NodeId before : graph.nodes[node].before)
        join(earlier, node, before);
    for (NodeId node = graph.numNodes() - 1; node >= 0; --node)
      for (NodeId after : graph.nodes[node].after)
        join(later, node, after);
  }

  bool isEarlier(NodeId one, NodeId than) const {
    return earlier[than * words + one / 64] >> (one % 64) & 1;
  }
  bool isLater(NodeId one, NodeId than) const {
    return later[than * words + one / 64] >> (one % 64) & 1;
  }

private:
  void join(std::vector<uint64_t> &bits, NodeId node, NodeId other) const {
    for (size_t word = 0; word < words; ++word)
      bits[node * words + word] |= bits[other * words + word];
    bits[node * words + other / 64] |= uint64_t(1) << (other % 64);
  }

  size_t words;
  std::vector<uint64_t> earlier, later; // `words` per node.
};

/// A value that is live while a node runs, unless its maker runs again.
struct Straddler {
  int64_t size = 0;
  int64_t costPs = -1; // Of its maker; -1: cannot run again.
};

} // namespace

/// Returns true if \p value is made before \p node and used after it in every
/// order.
static bool isAround(const Value &value, NodeId node, const Reach &reach) {
  const auto has = [&](auto test) {
    return std::any_of(value.users.begin(), value.users.end(), test);
  };
  return (value.liveAtStart ||
          has([&](NodeId user) { return reach.isEarlier(user, node); })) &&
         (value.liveAtEnd ||
          has([&](NodeId user) { return reach.isLater(user, node); }));
}

/// Returns the most bytes that \p budgetPs can free, at least. A value counts
/// an equal share of its maker's time, and the last one in part.
static double freedBy(std::vector<Straddler> &straddlers, int64_t budgetPs) {
  std::sort(straddlers.begin(), straddlers.end(),
            [](const Straddler &one, const Straddler &other) {
              return static_cast<double>(one.size) *
                         static_cast<double>(other.costPs) >
                     static_cast<double>(other.size) *
                         static_cast<double>(one.costPs);
            });
  double freed = 0, left = static_cast<double>(budgetPs);
  for (const Straddler &straddler : straddlers) {
    const double cost = static_cast<double>(straddler.costPs);
    if (straddler.costPs < 0)
      continue;
    const double share = cost <= left ? 1 : left / cost;
    freed += share * static_cast<double>(straddler.size);
    left -= share * cost;
    if (share < 1)
      break;
  }
  return freed;
}

/// Returns the most bytes that one node needs for its own values.
static int64_t mostOfOneNode(const OrderGraph &graph) {
  int64_t most = 0;
  for (const Node &node : graph.nodes) {
    int64_t bytes = node.work;
    for (ValueId value : node.values)
      bytes += graph.values[value].size;
    most = std::max(most, bytes);
  }
  return most;
}

int64_t schedule::boundOnPeak(const OrderGraph &graph, int64_t budgetPs) {
  if (graph.numNodes() > maxNodes)
    return mostOfOneNode(graph);
  const Reach reach(graph);
  std::vector<int64_t> costOf(graph.values.size(), -1);
  for (const Node &node : graph.nodes)
    for (ValueId value : node.made)
      if (!node.isOnce)
        costOf[value] = node.costPs / static_cast<int64_t>(node.made.size());
  int64_t bound = 0;
  for (NodeId id = 0; id < graph.numNodes(); ++id) {
    const Node &node = graph.nodes[id];
    int64_t live = node.work;
    std::vector<bool> isOwn(graph.values.size(), false);
    for (ValueId value : node.values) {
      isOwn[value] = true;
      live += graph.values[value].size;
    }
    std::vector<Straddler> straddlers;
    for (size_t value = 0; value < graph.values.size(); ++value)
      if (!isOwn[value] && graph.values[value].size > 0 &&
          isAround(graph.values[value], id, reach)) {
        live += graph.values[value].size;
        if (costOf[value] >= 0)
          straddlers.push_back({graph.values[value].size, costOf[value]});
      }
    if (budgetPs > 0)
      live -= static_cast<int64_t>(std::ceil(freedBy(straddlers, budgetPs)));
    bound = std::max(bound, live);
  }
  return bound;
}

int64_t schedule::boundOnPeak(const OrderGraph &graph) {
  return boundOnPeak(graph, 0);
}
