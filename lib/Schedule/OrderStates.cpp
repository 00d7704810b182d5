//===- OrderStates.cpp - Orders by their executed sets --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderStates.h"

#include "memplace/Problem/Random.h"

#include <algorithm>
#include <unordered_map>

using namespace memplace;
using namespace memplace::schedule;

namespace {

/// Most nodes that run late together with one node.
constexpr size_t maxLate = 48;

/// Ready nodes that a search looks at, a limit of its time.
constexpr size_t maxLooks = 60'000'000;

/// Late nodes: each runs just before the first node that needs its result, and
/// this raises the peak of no order. A late node needs at least as many bytes
/// as it can free. Each node after it needs at least as many bytes as the late
/// node can free.
class LateNodes {
public:
  explicit LateNodes(const OrderGraph &graph);

  /// By node: true if it runs just before the first node that needs it.
  std::vector<bool> isLate;
  /// By node: the nodes that must run earlier, without the late ones. Also
  /// those that its late nodes need.
  std::vector<std::vector<NodeId>> before;
  std::vector<std::vector<NodeId>> after; // The reverse of `before`.
  /// By node: late nodes that it needs, directly or not, in order.
  std::vector<std::vector<NodeId>> late;

private:
  bool mayBeLate(const OrderGraph &graph, NodeId node) const;
};

/// A set of executed nodes, reached by the best order found so far.
struct State {
  std::vector<uint64_t> done; // A bit per node.
  std::vector<NodeId> ready;  // By LateNodes::before; not late; by rank.
  uint64_t hash = 0;
  int32_t numDone = 0;
  int64_t live = 0;   // Bytes in use after the set.
  int64_t peak = 0;   // Bytes, of the order that led here.
  int32_t trail = -1; // Index into StateSearch::trails.

  bool has(NodeId node) const { return done[node / 64] >> (node % 64) & 1; }
  void add(NodeId node) { done[node / 64] |= uint64_t(1) << (node % 64); }
};

/// A node appended to the order of an earlier state.
struct Trail {
  int32_t before = -1;
  NodeId node = 0;
};

class StateSearch {
public:
  StateSearch(const OrderGraph &graph, const StateLimits &limits,
              StopToken &stop)
      : graph(graph), nodes(graph), limits(limits), stop(stop),
        levels(graph.nodes.size() + 1), indices(graph.nodes.size() + 1) {}

  StateResult run();

private:
  State start();
  int64_t freedBy(const State &state, NodeId node) const;
  void appendOne(State &state, NodeId node);
  void addReady(State &state, NodeId node) const;
  void append(State &state, NodeId node);
  bool isFree(const State &state, NodeId node);
  void runFreeNodes(State &state);
  void insert(State &&state);
  void expand(const State &state);
  void keepBest(std::vector<State> &states);
  bool isOver() {
    return numStates > limits.states || work > maxLooks || stop.isOver();
  }
  NodeOrder orderOf(const State &state) const;

  const OrderGraph &graph;
  const LateNodes nodes;
  const StateLimits &limits;
  StopToken &stop;
  std::vector<std::vector<State>> levels; // By number of executed nodes.
  /// By level: from the hash of a state to its index.
  std::vector<std::unordered_map<uint64_t, size_t>> indices;
  std::vector<Trail> trails;
  std::vector<uint64_t> keys; // By node, for hashes.
  std::vector<NodeId> ranks;  // By node: the order in which nodes are tried.
  size_t numStates = 0;
  size_t work = 0; // Ready nodes that were looked at.
  bool isTruncated = false;
};

} // namespace

/// Returns true if \p node frees at most its need, and each node after it needs
/// at least as much as this one frees.
bool LateNodes::mayBeLate(const OrderGraph &graph, NodeId id) const {
  const Node &node = graph.nodes[id];
  int64_t freed = 0; // Bytes, at most.
  for (ValueId value : node.values)
    if (!graph.values[value].liveAtEnd)
      freed += graph.values[value].size;
  for (ValueId value : node.made)
    if (graph.values[value].users.size() > 1 && !graph.values[value].liveAtEnd)
      freed -= graph.values[value].size;
  return !node.after.empty() && madeBytes(graph, id) >= freed &&
         std::all_of(node.after.begin(), node.after.end(), [&](NodeId next) {
           return freed + node.work <=
                  madeBytes(graph, next) + graph.nodes[next].work;
         });
}

LateNodes::LateNodes(const OrderGraph &graph)
    : isLate(graph.nodes.size(), false), before(graph.nodes.size()),
      after(graph.nodes.size()), late(graph.nodes.size()) {
  for (NodeId node = 0; node < graph.numNodes(); ++node) {
    for (NodeId needed : graph.nodes[node].before) {
      if (!isLate[needed]) {
        before[node].push_back(needed);
        continue;
      }
      before[node].insert(before[node].end(), before[needed].begin(),
                          before[needed].end());
      late[node].insert(late[node].end(), late[needed].begin(),
                        late[needed].end());
      late[node].push_back(needed);
    }
    for (std::vector<NodeId> *list : {&before[node], &late[node]}) {
      std::sort(list->begin(), list->end());
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    isLate[node] = late[node].size() < maxLate && mayBeLate(graph, node);
  }
  for (NodeId node = 0; node < graph.numNodes(); ++node)
    if (!isLate[node])
      for (NodeId needed : before[node])
        after[needed].push_back(node);
}

State StateSearch::start() {
  State state;
  state.done.resize((graph.nodes.size() + 63) / 64, 0);
  for (const Value &value : graph.values)
    if (value.liveAtStart)
      state.live += value.size;
  Random random(limits.seed);
  for (NodeId node = 0; node < graph.numNodes(); ++node) {
    keys.push_back(random.bits());
    ranks.push_back(node);
  }
  if (limits.seed > 0)
    for (size_t k = ranks.size(); k > 1; --k)
      std::swap(ranks[k - 1], ranks[random.below(k)]);
  for (NodeId node = 0; node < graph.numNodes(); ++node)
    if (!nodes.isLate[node] && nodes.before[node].empty())
      addReady(state, node);
  return state;
}

/// Returns the bytes of the values that \p node uses last.
int64_t StateSearch::freedBy(const State &state, NodeId node) const {
  int64_t bytes = 0;
  for (ValueId id : graph.nodes[node].values) {
    const Value &value = graph.values[id];
    if (value.size > 0 && !value.liveAtEnd &&
        std::all_of(value.users.begin(), value.users.end(), [&](NodeId user) {
          return user == node || state.has(user);
        }))
      bytes += value.size;
  }
  return bytes;
}

void StateSearch::addReady(State &state, NodeId node) const {
  const auto place =
      std::lower_bound(state.ready.begin(), state.ready.end(), node,
                       [&](NodeId a, NodeId b) { return ranks[a] < ranks[b]; });
  state.ready.insert(place, node);
}

void StateSearch::appendOne(State &state, NodeId node) {
  const int64_t need = madeBytes(graph, node);
  state.peak = std::max(state.peak, state.live + need + graph.nodes[node].work);
  state.live += need - freedBy(state, node);
  state.add(node);
  ++state.numDone;
  state.hash ^= keys[node];
  trails.push_back({state.trail, node});
  state.trail = static_cast<int32_t>(trails.size()) - 1;
}

/// Runs a ready node, after the late nodes that it needs.
void StateSearch::append(State &state, NodeId node) {
  for (NodeId late : nodes.late[node])
    if (!state.has(late))
      appendOne(state, late);
  appendOne(state, node);
  state.ready.erase(std::find(state.ready.begin(), state.ready.end(), node));
  for (NodeId next : nodes.after[node]) {
    const std::vector<NodeId> &before = nodes.before[next];
    if (std::all_of(before.begin(), before.end(),
                    [&](NodeId other) { return state.has(other); }))
      addReady(state, next);
  }
}

/// Appends the ready nodes after which no more bytes are live than before them,
/// without a higher peak. An order with such a node later on stays as low if
/// the node runs now.
void StateSearch::runFreeNodes(State &state) {
  for (size_t k = 0; k < state.ready.size();) {
    ++work;
    if (isFree(state, state.ready[k])) {
      append(state, state.ready[k]);
      k = 0;
    } else {
      ++k;
    }
  }
}

/// Returns the work of copying \p state, in ready nodes looked at.
static size_t copyWork(const State &state) {
  return state.ready.size() / 8 + state.done.size() + 8;
}

bool StateSearch::isFree(const State &state, NodeId node) {
  const int64_t limit = std::max(state.peak, limits.lowerBound);
  const int64_t need = madeBytes(graph, node);
  if (state.live + need + graph.nodes[node].work > limit)
    return false;
  const std::vector<NodeId> &late = nodes.late[node];
  if (std::all_of(late.begin(), late.end(),
                  [&](NodeId other) { return state.has(other); }))
    return need <= freedBy(state, node);
  const size_t numTrails = trails.size();
  work += copyWork(state);
  State next = state;
  append(next, node);
  trails.resize(numTrails);
  return next.peak <= limit && next.live <= state.live;
}

void StateSearch::insert(State &&state) {
  runFreeNodes(state);
  if (state.peak >= limits.below)
    return;
  std::vector<State> &states = levels[state.numDone];
  const auto [found, isNew] =
      indices[state.numDone].try_emplace(state.hash, states.size());
  if (!isNew) {
    State &same = states[found->second];
    // Two sets with one hash are as good as impossible, and cost only a state.
    if (same.done == state.done) {
      if (state.peak < same.peak)
        same = std::move(state);
      return;
    }
    isTruncated = true;
    return;
  }
  ++numStates;
  states.push_back(std::move(state));
  if (states.size() >= 4 * limits.width)
    keepBest(states);
}

void StateSearch::keepBest(std::vector<State> &states) {
  if (states.size() <= limits.width)
    return;
  isTruncated = true;
  const auto isBetter = [](const State &one, const State &other) {
    return std::tuple(one.peak, one.live, one.hash) <
           std::tuple(other.peak, other.live, other.hash);
  };
  std::nth_element(states.begin(),
                   states.begin() + static_cast<std::ptrdiff_t>(limits.width),
                   states.end(), isBetter);
  states.resize(limits.width);
  std::sort(states.begin(), states.end(), isBetter); // One order everywhere.
  auto &index = indices[states.front().numDone];
  index.clear();
  for (size_t k = 0; k < states.size(); ++k)
    index.emplace(states[k].hash, k);
}

void StateSearch::expand(const State &state) {
  for (NodeId node : state.ready) {
    if (isOver()) {
      isTruncated = true;
      return;
    }
    if (state.live + madeBytes(graph, node) + graph.nodes[node].work >=
        limits.below)
      continue;
    work += copyWork(state);
    State next = state;
    append(next, node);
    insert(std::move(next));
  }
}

NodeOrder StateSearch::orderOf(const State &state) const {
  NodeOrder order;
  for (int32_t at = state.trail; at >= 0; at = trails[at].before)
    order.push_back(trails[at].node);
  std::reverse(order.begin(), order.end());
  return order;
}

StateResult StateSearch::run() {
  insert(start());
  for (size_t level = 0; level < graph.nodes.size(); ++level) {
    std::vector<State> states = std::move(levels[level]);
    indices[level].clear();
    keepBest(states);
    for (const State &state : states) {
      if (isOver())
        return {};
      expand(state);
    }
  }
  StateResult result;
  result.isComplete = !isTruncated;
  const std::vector<State> &last = levels.back();
  if (last.empty())
    return result;
  result.order = orderOf(last.front());
  result.peak = last.front().peak;
  return result;
}

StateResult schedule::searchStates(const OrderGraph &graph,
                                   const StateLimits &limits, StopToken &stop) {
  return StateSearch(graph, limits, stop).run();
}
