//===- OrderGraph.cpp - Ops and the order they need -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OrderGraph.h"

#include "../Problem/LoopOrder.h"
#include "memplace/Problem/Units.h"
#include "memplace/Simulator/Simulator.h"

#include <algorithm>
#include <numeric>

using namespace memplace;
using namespace memplace::schedule;

LoopTree schedule::makeLoopTree(const Problem &problem) {
  LoopTree tree;
  tree.entries.push_back({{0, problem.numSteps()}, {}, -1});
  std::vector<int32_t> around = {0};
  for (int32_t loop : outerLoopsFirst(problem)) {
    const LiveRange range = problem.loops[loop].range;
    while (!tree.entries[around.back()].range.covers(range))
      around.pop_back();
    const int32_t entry = static_cast<int32_t>(tree.entries.size());
    tree.entries[around.back()].inner.push_back(entry);
    tree.entries.push_back({range, {}, loop});
    around.push_back(entry);
  }
  return tree;
}

GraphInputs::GraphInputs(const Problem &problem,
                         const std::vector<std::pair<Step, Step>> &needs)
    : problem(problem), needs(needs), tree(makeLoopTree(problem)),
      trips(tripsOfSteps(problem)), isNeeded(problem.ops.size(), false),
      firstAccess(problem.buffers.size(), nullptr) {
  for (const auto &[before, after] : needs)
    isNeeded[before] = isNeeded[after] = true;
  for (const Op &op : problem.ops)
    for (const Access &access : op.accesses)
      if (!firstAccess[access.buffer])
        firstAccess[access.buffer] = &access;
}

bool schedule::isInsideLoop(const GraphInputs &inputs, BufferId id,
                            LiveRange body) {
  const Buffer &buffer = inputs.problem.buffers[id];
  const Access *first = inputs.firstAccess[id];
  return body.covers(buffer.range) && !buffer.liveIn && !buffer.liveOut &&
         (buffer.range != body || (first && first->mode == AccessMode::Write));
}

namespace {

class GraphBuilder {
public:
  GraphBuilder(const GraphInputs &inputs, int32_t entry,
               const std::vector<int64_t> &workOf)
      : inputs(inputs), problem(inputs.problem), tree(inputs.tree),
        body(tree.entries[entry]), isBody(entry != 0), workOf(workOf),
        valueOf(problem.buffers.size(), -1),
        lastWriter(problem.buffers.size(), -1),
        readers(problem.buffers.size()) {}

  OrderGraph run();

private:
  void findNodes();
  void addLoop(int32_t entry, std::vector<Step> leading);
  void joinFills();
  bool isFill(const Node &node) const;
  void addAccesses(NodeId node);
  void addAccess(NodeId node, const Access &access, bool startsValue);
  ValueId valueFor(BufferId buffer, bool startsValue);
  void order(NodeId before, NodeId after);
  void addNeeds();
  void finishValues();
  void findRepeatable();
  bool mayRepeat(const Node &node) const;
  bool isInside(BufferId buffer) const;
  int64_t costOf(const Node &node) const;

  const GraphInputs &inputs;
  const Problem &problem;
  const LoopTree &tree;
  const LoopTree::Entry &body;
  const bool isBody; // The graph is the body of a loop.
  const std::vector<int64_t> &workOf;
  OrderGraph graph;
  // By buffer.
  std::vector<ValueId> valueOf;             // The current one, or -1.
  std::vector<NodeId> lastWriter;           // Of the current value, or -1.
  std::vector<std::vector<NodeId>> readers; // Since the last write.
  NodeId lastOnce = -1;
};

} // namespace

OrderGraph GraphBuilder::run() {
  findNodes();
  joinFills();
  for (NodeId node = 0; node < graph.numNodes(); ++node)
    addAccesses(node);
  addNeeds();
  finishValues();
  findRepeatable();
  return std::move(graph);
}

/// Makes the nodes, still without accesses. Steps without accesses belong to
/// the node after them, and at the end of the body to the last node.
void GraphBuilder::findNodes() {
  std::vector<Step> leading;
  auto inner = body.inner.begin();
  for (Step step = body.range.begin; step < body.range.end;) {
    if (inner != body.inner.end() && tree.entries[*inner].range.begin == step) {
      step = tree.entries[*inner].range.end;
      addLoop(*inner++, std::move(leading));
      leading.clear();
      continue;
    }
    leading.push_back(step);
    if (!problem.ops[step].accesses.empty()) {
      graph.nodes.emplace_back().steps = std::move(leading);
      leading.clear();
    }
    ++step;
  }
  if (leading.empty())
    return;
  if (graph.nodes.empty())
    graph.nodes.emplace_back();
  std::vector<Step> &last = graph.nodes.back().steps;
  last.insert(last.end(), leading.begin(), leading.end());
}

/// Returns true if \p loop may be an arm of a branch.
static bool isArm(const Loop &loop) {
  return loop.maySkip && loop.tripCount == 1;
}

/// Adds a loop as a node. Consecutive arms, with steps between them that only
/// separate, become one node, since they may belong to one branch.
void GraphBuilder::addLoop(int32_t entry, std::vector<Step> leading) {
  const LoopTree::Entry &added = tree.entries[entry];
  const bool continues =
      std::all_of(leading.begin(), leading.end(),
                  [&](Step step) { return problem.ops[step].isBoundary(); }) &&
      !graph.nodes.empty() && !graph.nodes.back().loops.empty() &&
      isArm(problem.loops[added.loop]) &&
      isArm(problem.loops[tree.entries[graph.nodes.back().loops.back()].loop]);
  Node &node = continues ? graph.nodes.back() : graph.nodes.emplace_back();
  node.steps.insert(node.steps.end(), leading.begin(), leading.end());
  for (Step step = added.range.begin; step < added.range.end; ++step)
    node.steps.push_back(step);
  node.loops.push_back(entry);
  node.work = std::max(node.work, workOf[entry]);
}

/// Returns true if the last step of \p node only overwrites one buffer, and no
/// step has a place among other ops besides.
bool GraphBuilder::isFill(const Node &node) const {
  const Op &op = problem.ops[node.steps.back()];
  return node.loops.empty() && op.accesses.size() == 1 &&
         op.accesses[0].mode == AccessMode::Write &&
         std::none_of(node.steps.begin(), node.steps.end(), [&](Step step) {
           return problem.ops[step].isOnce || inputs.isNeeded[step];
         });
}

/// Moves each fill into the node that updates the buffer next. Until then
/// nothing needs the contents, the fill needs nothing, and all other users of
/// the contents need the update.
void GraphBuilder::joinFills() {
  struct Use {
    NodeId node = -1;
    bool updates = false;
  };
  std::vector<Use> nextUse(problem.buffers.size());
  std::vector<bool> isJoined(graph.nodes.size(), false);
  for (NodeId id = graph.numNodes() - 1; id >= 0; --id) {
    Node &node = graph.nodes[id];
    if (isFill(node)) {
      Use &next = nextUse[problem.ops[node.steps.back()].accesses[0].buffer];
      if (next.updates && graph.nodes[next.node].loops.empty()) {
        std::vector<Step> &steps = graph.nodes[next.node].steps;
        steps.insert(steps.begin(), node.steps.begin(), node.steps.end());
        isJoined[id] = true;
        next.updates = false; // An earlier fill is overwritten.
        continue;
      }
    }
    for (Step step : node.steps)
      for (const Access &access : problem.ops[step].accesses) {
        Use &use = nextUse[access.buffer];
        use.updates = access.mode == AccessMode::Update ||
                      (use.node == id && use.updates);
        use.node = id;
      }
  }
  NodeId kept = 0;
  for (NodeId id = 0; id < graph.numNodes(); ++id)
    if (!isJoined[id]) {
      if (kept != id)
        graph.nodes[kept] = std::move(graph.nodes[id]);
      ++kept;
    }
  graph.nodes.resize(kept);
}

bool GraphBuilder::isInside(BufferId id) const {
  return !isBody || isInsideLoop(inputs, id, body.range);
}

/// Returns the value of \p buffer that the next access sees.
ValueId GraphBuilder::valueFor(BufferId buffer, bool startsValue) {
  ValueId &value = valueOf[buffer];
  const Buffer &storage = problem.buffers[buffer];
  // State that passes to the next invocation stays in one buffer.
  const bool isState = problem.isCyclic && storage.liveIn && storage.liveOut;
  const bool isOwn = !problem.isExternal(storage) && isInside(buffer);
  if (value >= 0 && !(startsValue && isOwn && !isState))
    return value;
  const bool isFirst = value < 0;
  value = static_cast<ValueId>(graph.values.size());
  Value &added = graph.values.emplace_back();
  added.buffer = buffer;
  added.size = isOwn ? storage.size : 0;
  added.liveAtStart = isFirst && (storage.liveIn || !isInside(buffer));
  lastWriter[buffer] = -1;
  readers[buffer].clear();
  return value;
}

void GraphBuilder::order(NodeId before, NodeId after) {
  if (before < 0 || before == after)
    return;
  std::vector<NodeId> &all = graph.nodes[after].before;
  if (std::find(all.begin(), all.end(), before) != all.end())
    return;
  all.push_back(before);
  graph.nodes[before].after.push_back(after);
}

void GraphBuilder::addAccess(NodeId id, const Access &access,
                             bool startsValue) {
  const ValueId valueId = valueFor(access.buffer, startsValue);
  Node &node = graph.nodes[id];
  Value &value = graph.values[valueId];
  if (value.users.empty() || value.users.back() != id) {
    if (value.users.empty() && !value.liveAtStart)
      node.made.push_back(valueId);
    value.users.push_back(id);
    node.values.push_back(valueId);
  }
  const BufferId buffer = access.buffer;
  order(lastWriter[buffer], id);
  // The first access gives a value without contents its contents.
  const bool writes = access.writes() || lastWriter[buffer] < 0;
  if (!writes || (!access.writes() && value.liveAtStart)) {
    readers[buffer].push_back(id);
    return;
  }
  for (NodeId reader : readers[buffer])
    order(reader, id);
  readers[buffer].clear();
  lastWriter[buffer] = id;
  if (std::find(node.written.begin(), node.written.end(), valueId) ==
      node.written.end()) {
    node.written.push_back(valueId);
    ++value.writers;
  }
}

/// Returns true if \p access overwrites its buffer, and is the only access of
/// \p op to it.
static bool isOverwrite(const Op &op, const Access &access) {
  return access.mode == AccessMode::Write &&
         std::count_if(op.accesses.begin(), op.accesses.end(),
                       [&](const Access &other) {
                         return other.buffer == access.buffer;
                       }) == 1;
}

void GraphBuilder::addAccesses(NodeId id) {
  const bool isLoop = !graph.nodes[id].loops.empty();
  const std::vector<Step> steps = graph.nodes[id].steps;
  for (Step step : steps) {
    const Op &op = problem.ops[step];
    for (const Access &access : op.accesses) {
      const auto isIn = [&](int32_t entry) {
        return isInsideLoop(inputs, access.buffer, tree.entries[entry].range);
      };
      const std::vector<int32_t> &loops = graph.nodes[id].loops;
      if (isLoop && std::any_of(loops.begin(), loops.end(), isIn))
        continue;
      addAccess(id, access, !isLoop && isOverwrite(op, access));
    }
    if (op.isOnce && lastOnce != id) {
      order(lastOnce, id);
      lastOnce = id;
    }
  }
}

void GraphBuilder::addNeeds() {
  std::vector<NodeId> nodeOf(problem.ops.size(), -1);
  for (NodeId node = 0; node < graph.numNodes(); ++node)
    for (Step step : graph.nodes[node].steps)
      nodeOf[step] = node;
  for (const auto &[before, after] : inputs.needs)
    if (nodeOf[before] >= 0 && nodeOf[after] >= 0)
      order(nodeOf[before], nodeOf[after]);
}

void GraphBuilder::finishValues() {
  for (size_t id = 0; id < problem.buffers.size(); ++id)
    if (valueOf[id] >= 0)
      graph.values[valueOf[id]].liveAtEnd =
          problem.buffers[id].liveOut || !isInside(static_cast<BufferId>(id));
}

int64_t GraphBuilder::costOf(const Node &node) const {
  double seconds = 0;
  for (Step step : node.steps) {
    const auto trips = static_cast<double>(inputs.trips[step]);
    const Op &op = problem.ops[step];
    std::vector<TierId> tiers;
    for (const Access &access : op.accesses) {
      const TierId home = problem.homeOf(access.buffer);
      const bool isServed = mayServe(problem.target, access, home);
      tiers.push_back(isServed || access.tiers.empty() ? home
                                                       : access.tiers[0]);
    }
    if (!op.isNull())
      seconds += trips * opDuration(problem.target, op, tiers);
  }
  // A sum over many runs stays within 64 bits.
  const double most = 1e17 / static_cast<double>(graph.nodes.size());
  return static_cast<int64_t>(std::min(seconds * picosecondsPerSecond, most));
}

bool GraphBuilder::mayRepeat(const Node &node) const {
  if (!node.loops.empty() || node.isOnce || node.written.empty())
    return false;
  return std::all_of(node.written.begin(), node.written.end(), [&](ValueId id) {
    const Value &value = graph.values[id];
    const bool isMade =
        std::find(node.made.begin(), node.made.end(), id) != node.made.end();
    return isMade && value.writers == 1 && !value.liveAtEnd &&
           !problem.isExternal(value.buffer);
  });
}

void GraphBuilder::findRepeatable() {
  for (Node &node : graph.nodes) {
    node.costPs = costOf(node);
    node.isOnce =
        std::any_of(node.steps.begin(), node.steps.end(),
                    [&](Step step) { return problem.ops[step].isOnce; });
    node.mayRepeat = mayRepeat(node);
  }
}

OrderGraph schedule::makeOrderGraph(const GraphInputs &inputs, int32_t entry,
                                    const std::vector<int64_t> &workOf) {
  return GraphBuilder(inputs, entry, workOf).run();
}

NodeOrder schedule::givenOrder(const OrderGraph &graph) {
  NodeOrder order(graph.nodes.size());
  std::iota(order.begin(), order.end(), 0);
  return order;
}

std::vector<int64_t> schedule::loadsOf(const OrderGraph &graph,
                                       const NodeOrder &order) {
  const size_t count = order.size();
  std::vector<int64_t> loads(count + 1, 0);
  // By value: the position at which the current run made it, and of its last
  // use; -1: not made yet.
  std::vector<int64_t> begin(graph.values.size(), -1), last = begin;
  const auto close = [&](ValueId value, int64_t end) {
    loads[begin[value]] += graph.values[value].size;
    loads[end] -= graph.values[value].size;
  };
  for (size_t value = 0; value < graph.values.size(); ++value)
    if (graph.values[value].liveAtStart)
      begin[value] = last[value] = 0;
  for (size_t position = 0; position < count; ++position) {
    const Node &node = graph.nodes[order[position]];
    for (ValueId value : node.made) {
      if (begin[value] >= 0)
        close(value, last[value] + 1);
      begin[value] = static_cast<int64_t>(position);
    }
    for (ValueId value : node.values)
      last[value] = static_cast<int64_t>(position);
  }
  for (size_t value = 0; value < graph.values.size(); ++value)
    if (begin[value] >= 0 && count > 0)
      close(static_cast<ValueId>(value), graph.values[value].liveAtEnd
                                             ? static_cast<int64_t>(count)
                                             : last[value] + 1);
  loads.pop_back();
  std::partial_sum(loads.begin(), loads.end(), loads.begin());
  for (size_t position = 0; position < count; ++position)
    loads[position] += graph.nodes[order[position]].work;
  return loads;
}

int64_t schedule::madeBytes(const OrderGraph &graph, NodeId node) {
  int64_t bytes = 0;
  for (ValueId value : graph.nodes[node].made)
    bytes += graph.values[value].size;
  return bytes;
}

int64_t schedule::peakOf(const OrderGraph &graph, const NodeOrder &order) {
  const std::vector<int64_t> loads = loadsOf(graph, order);
  return loads.empty() ? 0 : *std::max_element(loads.begin(), loads.end());
}
