//===- Recompute.cpp - Nodes that run again to save bytes -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recompute.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::schedule;

/// Most runs that one use of a value may add.
static constexpr int maxDepth = 64;
/// The new peak is computed for this many candidates, the most promising ones.
static constexpr size_t maxTried = 12;

int64_t schedule::repeatedPsOf(const OrderGraph &graph,
                               const NodeOrder &order) {
  std::vector<bool> hasRun(graph.nodes.size(), false);
  int64_t sum = 0;
  for (NodeId node : order) {
    if (hasRun[node])
      sum += graph.nodes[node].costPs;
    hasRun[node] = true;
  }
  return sum;
}

/// A value that could be made again before position `use`.
struct Recomputer::Candidate {
  NodeId maker = 0;
  int64_t use = 0;
  double promise = 0; // Bytes saved times positions, for each picosecond.
};

Recomputer::Recomputer(const OrderGraph &graph, NodeOrder order, int64_t &work)
    : graph(graph), order(std::move(order)), work(work),
      makerOf(graph.values.size(), -1) {
  for (NodeId node = 0; node < graph.numNodes(); ++node)
    for (ValueId value : graph.nodes[node].made)
      makerOf[value] = node;
}

void Recomputer::index() {
  work -= static_cast<int64_t>(4 * order.size() + graph.values.size());
  loads = loadsOf(graph, order);
  usesOf.assign(graph.values.size(), {});
  firstOf.assign(graph.nodes.size(), -1);
  for (size_t k = 0; k < order.size(); ++k) {
    if (firstOf[order[k]] < 0)
      firstOf[order[k]] = static_cast<int64_t>(k);
    for (ValueId value : graph.nodes[order[k]].values)
      usesOf[value].push_back(static_cast<int64_t>(k));
  }
}

/// Returns true if \p node may run again just before \p position: no node has
/// overwritten what it reads.
bool Recomputer::isLegalAt(NodeId node, int64_t position) const {
  const Node &run = graph.nodes[node];
  return std::all_of(run.after.begin(), run.after.end(), [&](NodeId next) {
    if (firstOf[next] >= position)
      return true;
    const std::vector<ValueId> &written = graph.nodes[next].written;
    return std::none_of(run.values.begin(), run.values.end(),
                        [&](ValueId value) {
                          return makerOf[value] != node &&
                                 std::find(written.begin(), written.end(),
                                           value) != written.end();
                        });
  });
}

/// Returns true if keeping \p value until \p position would exceed the limit
/// somewhere, so that the value is better made again.
bool Recomputer::mustRemake(ValueId value, int64_t position) const {
  const std::vector<int64_t> &uses = usesOf[value];
  const auto next = std::lower_bound(uses.begin(), uses.end(), position);
  const int64_t size = graph.values[value].size;
  if (size == 0 || graph.values[value].liveAtEnd)
    return false;
  // Live if the same run is used later on.
  if (next != uses.end()) {
    const std::vector<ValueId> &made = graph.nodes[order[*next]].made;
    if (std::find(made.begin(), made.end(), value) == made.end())
      return false;
  }
  const int64_t last = next == uses.begin() ? 0 : *(next - 1);
  const auto begin = loads.begin() + last + 1, end = loads.begin() + position;
  const auto above = std::find_if(
      begin, end, [&](int64_t load) { return load + size > limit; });
  work -= above - begin + 1;
  return above != end;
}

/// Appends the runs that make the values of \p node again just before
/// \p position, inputs first. Returns false if that is impossible.
bool Recomputer::addRun(NodeId node, int64_t position, int depth,
                        NodeOrder &runs) const {
  if (!graph.nodes[node].mayRepeat || depth > maxDepth ||
      !isLegalAt(node, position))
    return false;
  if (std::find(runs.begin(), runs.end(), node) != runs.end())
    return true;
  for (ValueId value : graph.nodes[node].values) {
    const NodeId maker = makerOf[value];
    if (maker == node || maker < 0 || !mustRemake(value, position))
      continue;
    // An input that cannot be made again is kept.
    const size_t before = runs.size();
    if (!addRun(maker, position, depth + 1, runs))
      runs.resize(before);
  }
  runs.push_back(node);
  return runs.size() <= maxDepth;
}

/// Returns the order with the values of \p maker made again before
/// \p position.
std::optional<NodeOrder> Recomputer::remake(NodeId maker,
                                            int64_t position) const {
  NodeOrder runs;
  if (!addRun(maker, position, 0, runs))
    return std::nullopt;
  work -= static_cast<int64_t>(order.size());
  NodeOrder changed = order;
  changed.insert(changed.begin() + position, runs.begin(), runs.end());
  return changed;
}

/// Returns the sum, over positions, of the bytes above the limit.
int64_t Recomputer::excessOf(const NodeOrder &of) const {
  work -= static_cast<int64_t>(of.size());
  int64_t sum = 0;
  for (int64_t load : loadsOf(graph, of))
    sum += std::max<int64_t>(0, load - limit);
  return sum;
}

/// Returns the values that are live, but not used, at \p position.
std::vector<Recomputer::Candidate>
Recomputer::findCandidates(int64_t position) const {
  std::vector<Candidate> candidates;
  work -= static_cast<int64_t>(graph.values.size());
  for (size_t value = 0; value < graph.values.size(); ++value) {
    const NodeId maker = makerOf[value];
    const int64_t size = graph.values[value].size;
    if (size == 0 || maker < 0 || !graph.nodes[maker].mayRepeat)
      continue;
    const std::vector<int64_t> &uses = usesOf[value];
    const auto next = std::lower_bound(uses.begin(), uses.end(), position);
    if (next == uses.end() || next == uses.begin() || *next == position ||
        order[*next] == maker)
      continue;
    double saved = 0;
    work -= (*next - *(next - 1)) / 8; // Cheap steps.
    for (int64_t k = *(next - 1) + 1; k < *next; ++k)
      saved +=
          static_cast<double>(std::clamp<int64_t>(loads[k] - limit, 0, size));
    candidates.push_back(
        {maker, *next,
         saved / static_cast<double>(graph.nodes[maker].costPs + 1)});
  }
  std::sort(candidates.begin(), candidates.end(),
            [](const Candidate &one, const Candidate &other) {
              return std::tuple(-one.promise, one.use, one.maker) <
                     std::tuple(-other.promise, other.use, other.maker);
            });
  return candidates;
}

/// Adds the run that saves most bytes above the limit for its time. Returns
/// false if none does.
bool Recomputer::addBest() {
  const auto highest = std::max_element(loads.begin(), loads.end());
  const std::vector<Candidate> candidates =
      findCandidates(highest - loads.begin());
  const int64_t excess = excessOf(order);
  const int64_t spent = repeatedPsOf(graph, order);
  NodeOrder best;
  double bestRate = 0;
  size_t tried = 0;
  for (const Candidate &candidate : candidates) {
    if (tried == maxTried || work < 0)
      break;
    std::optional<NodeOrder> changed = remake(candidate.maker, candidate.use);
    if (!changed)
      continue;
    ++tried;
    const int64_t cost = repeatedPsOf(graph, *changed);
    const int64_t saved = excess - excessOf(*changed);
    const double rate =
        static_cast<double>(saved) / static_cast<double>(cost - spent + 1);
    if (rate > bestRate) {
      bestRate = rate;
      best = std::move(*changed);
    }
  }
  if (best.empty())
    return false;
  order = std::move(best);
  return true;
}

/// Removes runs without which the peak is still within the limit, the most
/// expensive first.
void Recomputer::removeRuns() {
  std::vector<std::pair<int64_t, int64_t>> repeats; // -Cost and position.
  std::vector<bool> hasRun(graph.nodes.size(), false);
  for (size_t k = 0; k < order.size(); ++k) {
    if (hasRun[order[k]])
      repeats.emplace_back(-graph.nodes[order[k]].costPs, k);
    hasRun[order[k]] = true;
  }
  std::sort(repeats.begin(), repeats.end());
  std::vector<bool> isRemoved(order.size(), false);
  const auto kept = [&] {
    NodeOrder runs;
    for (size_t k = 0; k < order.size(); ++k)
      if (!isRemoved[k])
        runs.push_back(order[k]);
    return runs;
  };
  for (const auto &[cost, position] : repeats) {
    if (work < 0)
      break;
    isRemoved[position] = true;
    const NodeOrder changed = kept();
    work -= static_cast<int64_t>(changed.size());
    if (peakOf(graph, changed) > limit)
      isRemoved[position] = false;
  }
  order = kept();
}

bool Recomputer::lowerTo(int64_t target, StopToken &stop) {
  const NodeOrder before = order;
  limit = target;
  index();
  while (*std::max_element(loads.begin(), loads.end()) > limit) {
    if (work < 0 || stop.isOver() || !addBest()) {
      order = before;
      return false;
    }
    index();
  }
  removeRuns();
  return true;
}
