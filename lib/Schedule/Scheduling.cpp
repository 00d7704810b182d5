//===- Scheduling.cpp - Order and recomputation of ops --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Schedule/Scheduling.h"

#include "NamedOrders.h"
#include "OrderStates.h"
#include "PeakBound.h"
#include "Recompute.h"
#include "ScheduledProblem.h"

#include "memplace/Problem/Random.h"

#include <algorithm>
#include <numeric>
#include <set>

using namespace memplace;
using namespace memplace::schedule;

/// Widths of the searches over sets, each below the peak of the one before.
static constexpr size_t widths[] = {16, 128, 1024};
/// Nodes times states of a search, a limit of its time.
static constexpr size_t maxWork = 80'000'000;
/// Positions of orders that recomputation evaluates, a limit of its time.
static constexpr int64_t maxPositions = 300'000'000;
/// Loops in each other, a limit of the depth of recursions.
static constexpr size_t maxLoopDepth = 64;
/// Ratio of a peak to the next lower one that recomputation tries.
static constexpr double levelRatio = 0.97;
/// Reached levels above the budget after which recomputation stops.
static constexpr int maxLevelsAbove = 4;

namespace {

/// An order with a low peak.
struct LowOrder {
  NodeOrder order;
  int64_t peak = 0;
  int64_t bound = 0; // Proven, bytes.
};

class Scheduler {
public:
  Scheduler(const Problem &problem, const ScheduleOptions &options,
            StopToken &stop)
      : problem(problem), options(options), stop(stop) {}

  ScheduleResult findLowPeak();
  ScheduleResult findLowMakespan(const MakespanOf &makespanOf, int64_t tries);

private:
  void orderGraphs();
  NodeOrder recomputeFrom(const NodeOrder &start);
  NodeOrder recompute();
  int64_t budgetPs() const;
  ScheduleResult describe(const std::vector<NodeOrder> &orders) const;
  bool moveOne(std::vector<NodeOrder> &orders, Random &random) const;

  const Problem &problem;
  const ScheduleOptions &options;
  StopToken &stop;
  TreeOrder order;
  int64_t bound = 0; // On the peak within the options, proven, bytes.
};

} // namespace

int64_t memplace::countMovedOps(const ScheduleMap &map) {
  std::set<Step> hasRun;
  Step latest = -1;
  int64_t moved = 0;
  for (Step of : map.ops) {
    if (!hasRun.insert(of).second)
      continue;
    moved += of < latest;
    latest = std::max(latest, of);
  }
  return moved;
}

/// Returns the number of loops around the innermost step.
static size_t loopDepthOf(const LoopTree &tree) {
  std::vector<size_t> depths(tree.entries.size(), 0);
  size_t deepest = 0;
  for (size_t entry = 0; entry < tree.entries.size(); ++entry)
    for (int32_t inner : tree.entries[entry].inner) {
      depths[inner] = depths[entry] + 1;
      deepest = std::max(deepest, depths[inner]);
    }
  return deepest;
}

std::optional<Error> memplace::checkSchedulable(const Problem &problem) {
  double bytes = 0;
  for (const Buffer &buffer : problem.buffers)
    if (!problem.isExternal(buffer))
      bytes += static_cast<double>(buffer.size);
  const size_t depth = loopDepthOf(makeLoopTree(problem));
  if (depth > maxLoopDepth)
    return Error{"problem '" + problem.name + "' has " + std::to_string(depth) +
                 " loops in each other; a schedule needs at most " +
                 std::to_string(maxLoopDepth)};
  if (bytes <= 0x1p61)
    return std::nullopt;
  return Error{"the buffers that problem '" + problem.name +
               "' allocates have more than 2^61 bytes together; a schedule "
               "needs at most 2^61"};
}

/// Returns the time of one run of each node, picoseconds.
static int64_t programPsOf(const OrderGraph &graph) {
  int64_t sum = 0;
  for (const Node &node : graph.nodes)
    sum += node.costPs;
  return sum;
}

/// Finds an order of \p graph with a low peak. Peaks up to \p enough bytes are
/// equally good.
static LowOrder findLowOrder(const OrderGraph &graph, int64_t enough,
                             StopToken &stop) {
  LowOrder low;
  low.order = givenOrder(graph);
  low.peak = peakOf(graph, low.order);
  low.bound = boundOnPeak(graph);
  const auto isDone = [&] {
    return low.peak <= std::max(low.bound, enough) || stop.isOver();
  };
  if (isDone())
    return low;
  for (NamedOrder &named : namedOrders(graph))
    if (const int64_t peak = peakOf(graph, named.order); peak < low.peak) {
      low.order = std::move(named.order);
      low.peak = peak;
    }
  for (size_t width : widths) {
    if (isDone())
      return low;
    const size_t states = maxWork / (graph.nodes.size() + 64);
    StateResult found =
        searchStates(graph, {width, states, low.bound, low.peak, 0}, stop);
    if (!found.order.empty()) {
      low.order = std::move(found.order);
      low.peak = found.peak;
    }
    if (found.isComplete) {
      low.bound = low.peak;
      return low;
    }
  }
  return low;
}

/// Returns the most bytes that one op accesses in buffers of the program. Holds
/// for every schedule, also where a loop keeps a value for a part of a trip.
static int64_t mostOfOneOp(const Problem &problem) {
  int64_t most = 0;
  for (const Op &op : problem.ops) {
    std::vector<BufferId> buffers;
    for (const Access &access : op.accesses)
      if (!problem.isExternal(access.buffer))
        buffers.push_back(access.buffer);
    std::sort(buffers.begin(), buffers.end());
    buffers.erase(std::unique(buffers.begin(), buffers.end()), buffers.end());
    int64_t bytes = 0;
    for (BufferId buffer : buffers)
      bytes += problem.buffers[buffer].size;
    most = std::max(most, bytes);
  }
  return most;
}

/// Orders the bodies of loops, inner ones first, then the steps around them, as
/// \p findOrder finds for the graph of each entry of the tree.
template <typename FindOrder>
static TreeOrder orderTree(const GraphInputs &inputs, FindOrder findOrder) {
  TreeOrder order;
  order.tree = inputs.tree;
  const int32_t count = static_cast<int32_t>(order.tree.entries.size());
  order.graphs.resize(count);
  order.orders.resize(count);
  std::vector<int64_t> peaks(count, 0);
  for (int32_t entry = count - 1; entry >= 0; --entry) {
    OrderGraph &graph = order.graphs[entry];
    graph = makeOrderGraph(inputs, entry, peaks);
    order.orders[entry] = findOrder(graph, entry);
    peaks[entry] = peakOf(graph, order.orders[entry]);
  }
  return order;
}

void Scheduler::orderGraphs() {
  int64_t outerBound = 0;
  order = orderTree(GraphInputs(problem, options.needs),
                    [&](const OrderGraph &graph, int32_t entry) {
                      const int64_t enough =
                          entry == 0 ? options.enoughBytes : 0;
                      LowOrder low = findLowOrder(graph, enough, stop);
                      outerBound = low.bound;
                      return std::move(low.order);
                    });
  bound = order.graphs.size() == 1 ? outerBound : mostOfOneOp(problem);
}

/// Returns the time that repeated ops may take, picoseconds.
int64_t Scheduler::budgetPs() const {
  return static_cast<int64_t>(
      static_cast<double>(programPsOf(order.graphs[0])) *
      options.recomputePercent / 100);
}

/// Lowers the peak of \p start level by level, and returns the lowest order
/// within the budget. The levels do not depend on the budget, so a larger one
/// never gives a higher peak. If a peak is enough, each level starts from the
/// one above: that takes less work, so lower levels are reached.
NodeOrder Scheduler::recomputeFrom(const NodeOrder &start) {
  const OrderGraph &graph = order.graphs[0];
  const int64_t budget = budgetPs();
  NodeOrder best = start;
  int64_t lowest = peakOf(graph, best);
  const int64_t least = std::max<int64_t>(
      1, order.graphs.size() == 1 ? boundOnPeak(graph, budget) : 0);
  double target = levelRatio * static_cast<double>(lowest);
  int64_t work = maxPositions;
  if (lowest <= options.enoughBytes)
    return best;
  if (options.enoughBytes >= least) {
    Recomputer once(graph, best, work);
    if (once.lowerTo(options.enoughBytes, stop) &&
        repeatedPsOf(graph, once.getOrder()) <= budget)
      return once.getOrder();
  }
  const bool isWarm = options.enoughBytes > 0;
  for (int above = 0;
       above < maxLevelsAbove && target >= static_cast<double>(least) &&
       lowest > options.enoughBytes;
       target *= levelRatio) {
    Recomputer level(graph, isWarm ? best : start, work);
    if (!level.lowerTo(static_cast<int64_t>(target), stop))
      break;
    if (repeatedPsOf(graph, level.getOrder()) > budget) {
      ++above;
    } else if (const int64_t peak = level.getPeak(); peak < lowest) {
      best = level.getOrder();
      lowest = peak;
    }
  }
  return best;
}

/// Returns the order with the lowest peak that recomputation reaches within the
/// budget. If a peak is enough, the given order is a start, too: an order with
/// a lower peak may use values later, so more of them are made again.
NodeOrder Scheduler::recompute() {
  const OrderGraph &graph = order.graphs[0];
  NodeOrder best = recomputeFrom(order.orders[0]);
  const NodeOrder given = givenOrder(graph);
  if (options.enoughBytes == 0 || order.orders[0] == given)
    return best;
  NodeOrder other = recomputeFrom(given);
  const auto rank = [&](const NodeOrder &one) {
    return std::pair(std::max(peakOf(graph, one), options.enoughBytes),
                     repeatedPsOf(graph, one));
  };
  return rank(other) < rank(best) ? other : best;
}

/// Returns the schedule with \p orders, by entry of the tree.
ScheduleResult Scheduler::describe(const std::vector<NodeOrder> &orders) const {
  TreeOrder now = order;
  now.orders = orders;
  ScheduleResult result;
  result.scheduled = writeScheduled(problem, now);
  result.givenPeak = liveBytesAtPeak(problem);
  result.peak = liveBytesAtPeak(result.scheduled.problem);
  result.movedOps = countMovedOps(result.scheduled.map);
  result.repeatedOps = result.scheduled.problem.numSteps() - problem.numSteps();
  result.programPs = programPsOf(order.graphs[0]);
  result.repeatedPs = repeatedPsOf(order.graphs[0], orders[0]);
  return result;
}

void memplace::keepOrder(const Problem &problem, ScheduleResult &schedule) {
  schedule.scheduled = {problem, {}};
  ScheduleMap &map = schedule.scheduled.map;
  map.ops.resize(problem.ops.size());
  std::iota(map.ops.begin(), map.ops.end(), 0);
  map.buffers.resize(problem.buffers.size());
  std::iota(map.buffers.begin(), map.buffers.end(), 0);
  schedule.peak = schedule.givenPeak;
  schedule.movedOps = schedule.repeatedOps = schedule.repeatedPs = 0;
}

ScheduleResult Scheduler::findLowPeak() {
  orderGraphs();
  if (options.recomputePercent > 0) {
    order.orders[0] = recompute();
    if (order.graphs.size() == 1)
      bound = std::min(bound, boundOnPeak(order.graphs[0], budgetPs()));
  }
  ScheduleResult result = describe(order.orders);
  if (result.peak >= result.givenPeak)
    keepOrder(problem, result);
  result.bound = bound;
  return result;
}

/// Moves one node of one of \p orders to another place that its neighbours in
/// the graph allow. Returns false if the drawn node cannot move.
bool Scheduler::moveOne(std::vector<NodeOrder> &orders, Random &random) const {
  size_t count = 0;
  for (const NodeOrder &one : orders)
    count += one.size();
  size_t at = random.below(count), entry = 0;
  while (at >= orders[entry].size())
    at -= orders[entry++].size();
  const OrderGraph &graph = order.graphs[entry];
  NodeOrder &moved = orders[entry];
  const NodeId id = moved[at];
  const auto holds = [&](const std::vector<NodeId> &list, NodeId other) {
    return std::find(list.begin(), list.end(), other) != list.end();
  };
  size_t low = at, high = at;
  while (low > 0 && moved[low - 1] != id &&
         !holds(graph.nodes[id].before, moved[low - 1]))
    --low;
  while (high + 1 < moved.size() && moved[high + 1] != id &&
         !holds(graph.nodes[id].after, moved[high + 1]))
    ++high;
  if (low == high)
    return false;
  size_t to = low + random.below(high - low);
  if (to >= at)
    ++to;
  moved.erase(moved.begin() + static_cast<std::ptrdiff_t>(at));
  moved.insert(moved.begin() + static_cast<std::ptrdiff_t>(to), id);
  return true;
}

ScheduleResult Scheduler::findLowMakespan(const MakespanOf &makespanOf,
                                          int64_t tries) {
  orderGraphs();
  std::vector<NodeOrder> bestOrders;
  for (const OrderGraph &graph : order.graphs)
    bestOrders.push_back(givenOrder(graph));
  ScheduleResult best = describe(bestOrders);
  const std::optional<double> given = makespanOf(problem);
  std::optional<double> least = given;
  const auto attempt = [&](const std::vector<NodeOrder> &orders) {
    ScheduleResult tried = describe(orders);
    const std::optional<double> seconds = makespanOf(tried.scheduled.problem);
    --tries;
    if (!seconds || (least && *seconds > *least))
      return;
    least = seconds;
    bestOrders = orders;
    best = std::move(tried);
  };
  if (tries > 0)
    attempt(order.orders);
  if (tries > 0 && options.recomputePercent > 0) {
    std::vector<NodeOrder> repeated = order.orders;
    repeated[0] = recompute();
    attempt(repeated);
  }
  Random random(options.seed);
  // Nodes that cannot move cost no try, so draws are limited, too.
  for (int64_t draws = 20 * tries;
       tries > 0 && draws > 0 && !problem.ops.empty() && !stop.isOver();
       --draws) {
    std::vector<NodeOrder> moved = bestOrders;
    if (moveOne(moved, random))
      attempt(moved);
  }
  // Orders of equal time are steps on the way, but no gain.
  if (!least || (given && *least >= *given))
    keepOrder(problem, best);
  return best;
}

std::optional<ScheduledProblem>
memplace::findOrderAt(const Problem &problem, int64_t peak,
                      const ScheduleOptions &options, StopToken &stop) {
  const TreeOrder order = orderTree(
      GraphInputs(problem, options.needs),
      [&](const OrderGraph &graph, int32_t entry) {
        if (entry > 0)
          return givenOrder(graph); // Bodies keep their order.
        const size_t states = maxWork / (graph.nodes.size() + 64);
        return searchStates(graph,
                            {widths[0], states, peak, peak + 1, options.seed},
                            stop)
            .order;
      });
  if (order.orders[0].empty())
    return std::nullopt;
  ScheduledProblem found = writeScheduled(problem, order);
  // The graph does not have buffers without accesses.
  if (liveBytesAtPeak(found.problem) > peak)
    return std::nullopt;
  return found;
}

ScheduleResult memplace::scheduleForPeak(const Problem &problem,
                                         const ScheduleOptions &options,
                                         StopToken &stop) {
  return Scheduler(problem, options, stop).findLowPeak();
}

ScheduleResult memplace::scheduleForMakespan(const Problem &problem,
                                             const ScheduleOptions &options,
                                             const MakespanOf &makespanOf,
                                             int64_t tries, StopToken &stop) {
  return Scheduler(problem, options, stop).findLowMakespan(makespanOf, tries);
}
