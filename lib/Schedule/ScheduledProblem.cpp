//===- ScheduledProblem.cpp - The problem of a schedule -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduledProblem.h"

#include <algorithm>
#include <numeric>
#include <set>

using namespace memplace;
using namespace memplace::schedule;

namespace {

class ScheduleWriter {
public:
  ScheduleWriter(const Problem &problem, const TreeOrder &order)
      : problem(problem), order(order), current(problem.buffers.size(), -1) {
    for (const OrderGraph &graph : order.graphs)
      copyOf.emplace_back(graph.values.size(), -1);
  }

  ScheduledProblem run();

private:
  void startValues();
  void writeGraph(int32_t entry);
  void writeNode(int32_t entry, const Node &node);
  void writeOp(Step step);
  BufferId makeBuffer(BufferId of);
  void extend(BufferId buffer, LiveRange range);
  void finishBuffers();
  void sortBuffers();

  const Problem &problem;
  const TreeOrder &order;
  ScheduledProblem result;
  /// By entry of the tree and value: the latest buffer made for it, or -1.
  std::vector<std::vector<BufferId>> copyOf;
  /// By buffer of `problem`: the buffer of its value that the current node and
  /// the nodes around it access.
  std::vector<BufferId> current;
};

} // namespace

ScheduledProblem ScheduleWriter::run() {
  Problem &out = result.problem;
  out.name = problem.name + ".schedule";
  out.target = problem.target;
  out.isTargetByName = problem.isTargetByName;
  out.isCyclic = problem.isCyclic;
  startValues();
  writeGraph(0);
  finishBuffers();
  sortBuffers();
  return std::move(result);
}

/// Makes the buffers with contents at the start, and those without accesses.
void ScheduleWriter::startValues() {
  std::vector<bool> isAccessed(problem.buffers.size(), false);
  const OrderGraph &graph = order.graphs[0];
  for (size_t value = 0; value < graph.values.size(); ++value) {
    const BufferId buffer = graph.values[value].buffer;
    if (graph.values[value].liveAtStart)
      copyOf[0][value] = makeBuffer(buffer);
  }
  for (const Op &op : problem.ops)
    for (const Access &access : op.accesses)
      isAccessed[access.buffer] = true;
  for (BufferId id = 0; id < static_cast<BufferId>(problem.buffers.size());
       ++id)
    if (!isAccessed[id]) {
      Buffer &made = result.problem.buffers[makeBuffer(id)];
      made.range = problem.buffers[id].range;
      made.liveIn = problem.buffers[id].liveIn;
      made.liveOut = problem.buffers[id].liveOut;
    }
}

/// Makes a buffer for a value of buffer \p of, for now without contents at the
/// start and at the end.
BufferId ScheduleWriter::makeBuffer(BufferId of) {
  const BufferId id = static_cast<BufferId>(result.problem.buffers.size());
  Buffer &made = result.problem.buffers.emplace_back(problem.buffers[of]);
  made.range = {0, 0};
  made.liveIn = made.liveOut = false;
  result.map.buffers.push_back(of);
  return id;
}

void ScheduleWriter::extend(BufferId id, LiveRange range) {
  LiveRange &now = result.problem.buffers[id].range;
  if (now.begin == now.end)
    now = range;
  now = {std::min(now.begin, range.begin), std::max(now.end, range.end)};
}

void ScheduleWriter::writeGraph(int32_t entry) {
  const OrderGraph &graph = order.graphs[entry];
  for (NodeId node : order.orders[entry])
    writeNode(entry, graph.nodes[node]);
}

void ScheduleWriter::writeNode(int32_t entry, const Node &node) {
  const OrderGraph &graph = order.graphs[entry];
  for (ValueId value : node.made)
    copyOf[entry][value] = makeBuffer(graph.values[value].buffer);
  // Values without a copy belong to the graph around this one.
  for (ValueId value : node.values)
    if (copyOf[entry][value] >= 0)
      current[graph.values[value].buffer] = copyOf[entry][value];
  auto loop = node.loops.begin();
  const auto isLoopAt = [&](Step step) {
    return loop != node.loops.end() &&
           order.tree.entries[*loop].range.begin == step;
  };
  for (size_t k = 0; k < node.steps.size();) {
    if (!isLoopAt(node.steps[k])) {
      writeOp(node.steps[k++]);
      continue;
    }
    const LoopTree::Entry &inner = order.tree.entries[*loop];
    const Step begin = result.problem.numSteps();
    const size_t index = result.problem.loops.size(); // Before inner loops.
    result.problem.loops.push_back(problem.loops[inner.loop]);
    writeGraph(*loop++);
    const LiveRange range = {begin, result.problem.numSteps()};
    result.problem.loops[index].range = range;
    for (ValueId value : node.values)
      extend(current[graph.values[value].buffer], range);
    k += static_cast<size_t>(inner.range.end - inner.range.begin);
  }
}

void ScheduleWriter::writeOp(Step step) {
  const Step now = result.problem.numSteps();
  Op &op = result.problem.ops.emplace_back(problem.ops[step]);
  for (Access &access : op.accesses) {
    access.buffer = current[access.buffer];
    extend(access.buffer, {now, now + 1});
  }
  result.map.ops.push_back(step);
}

/// Sets live-in and live-out, and the ranges of buffers with contents at an
/// end.
void ScheduleWriter::finishBuffers() {
  const OrderGraph &graph = order.graphs[0];
  for (size_t value = 0; value < graph.values.size(); ++value) {
    const Buffer &was = problem.buffers[graph.values[value].buffer];
    Buffer &made = result.problem.buffers[copyOf[0][value]];
    made.liveIn = was.liveIn && graph.values[value].liveAtStart;
    made.liveOut = was.liveOut && graph.values[value].liveAtEnd;
  }
  const Step end = result.problem.numSteps();
  for (size_t id = 0; id < result.problem.buffers.size(); ++id) {
    Buffer &made = result.problem.buffers[id];
    const Buffer &was = problem.buffers[result.map.buffers[id]];
    const bool isKept = problem.isExternal(was); // The caller owns its place.
    if (made.liveIn || (isKept && was.range.begin == 0))
      made.range.begin = 0;
    if (made.liveOut || (isKept && was.range.end == problem.numSteps()))
      made.range.end = end;
  }
}

/// Puts the buffers in the order of the problem's, and names the copies.
void ScheduleWriter::sortBuffers() {
  std::set<std::string, std::less<>> names;
  for (const Buffer &buffer : problem.buffers)
    names.insert(buffer.name);
  const size_t count = result.problem.buffers.size();
  std::vector<BufferId> from(count), to(count);
  std::iota(from.begin(), from.end(), 0);
  const std::vector<BufferId> &of = result.map.buffers;
  std::sort(from.begin(), from.end(), [&](BufferId a, BufferId b) {
    return std::pair(of[a], a) < std::pair(of[b], b);
  });
  std::vector<Buffer> buffers;
  std::vector<BufferId> sorted;
  int64_t number = 0;
  for (size_t k = 0; k < count; ++k) {
    to[from[k]] = static_cast<BufferId>(k);
    buffers.push_back(std::move(result.problem.buffers[from[k]]));
    number = k > 0 && sorted.back() == of[from[k]] ? number + 1 : 0;
    sorted.push_back(of[from[k]]);
    if (number > 0) {
      const std::string &first = problem.buffers[sorted.back()].name;
      std::string name = first + ".again " + std::to_string(number);
      while (!names.insert(name).second)
        name += "'";
      buffers.back().name = std::move(name);
    }
  }
  result.problem.buffers = std::move(buffers);
  result.map.buffers = std::move(sorted);
  for (Op &op : result.problem.ops)
    for (Access &access : op.accesses)
      access.buffer = to[access.buffer];
}

ScheduledProblem schedule::writeScheduled(const Problem &problem,
                                          const TreeOrder &order) {
  return ScheduleWriter(problem, order).run();
}
