//===- IncrementalSimulator.cpp - The makespan after each change ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IncrementalSimulator.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>
#include <tuple>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

// As in lib/Simulator.
static constexpr double roundingFraction = 1e-12;
static constexpr double forever = std::numeric_limits<double>::infinity();
static constexpr double picosecond = 1e-12;

static double secondsPerByte(double bytesPerSecond) {
  return 1 / std::max(bytesPerSecond, 1e-100);
}

IncrementalSimulator::IncrementalSimulator(const Uses &uses)
    : uses(uses), problem(uses.problem), numTiers(problem.target.tiers.size()) {
  const Target &target = problem.target;
  for (const Tier &tier : target.tiers) {
    readCost.push_back(secondsPerByte(tier.readBytesPerSecond));
    writeCost.push_back(secondsPerByte(tier.writeBytesPerSecond));
  }
  for (const Channel &channel : target.channels)
    engines.push_back({channel.from, channel.to,
                       1 / secondsPerByte(channel.bytesPerSecond),
                       static_cast<double>(channel.latencyPs) * picosecond,
                       readCost[channel.from], writeCost[channel.to]});
  const size_t numSteps = problem.ops.size();
  for (const Op &op : problem.ops) {
    serving.emplace_back();
    for (const Access &access : op.accesses)
      serving.back().push_back(problem.homeOf(access.buffer));
  }
  fractions.resize(numSteps * numTiers);
  durations.resize(numSteps);
  queues.resize((numSteps + 1) * engines.size());
  awaited.resize(numSteps + 1);
  before.resize((numSteps + 1) * engines.size());
  costs.resize(numSteps + 1);
  lanes.resize(engines.size());
  rates.resize(engines.size());
  tierLeft.resize(numTiers);
  tierDemand.resize(numTiers);
  wholeTiers.assign(numTiers, 1);
  for (size_t step = 0; step < numSteps; ++step)
    changedOps.push_back(static_cast<Step>(step));
  firstChange = numSteps;
  lastChange = -1;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

void IncrementalSimulator::serve(Step step, int32_t access, TierId tier) {
  if (serving[step][access] == tier)
    return;
  serving[step][access] = tier;
  changedOps.push_back(step);
}

IncrementalSimulator::Awaited
IncrementalSimulator::awaitedFrom(BufferId buffer, const Copy &copy) const {
  const int64_t trips =
      copy.start == problem.numSteps() ? 1 : uses.trips[copy.start];
  return {copy.channel, copy.start, copy.done, buffer, trips};
}

// In which order a boundary waits: as in lib/Simulator.
bool IncrementalSimulator::runsBefore(const Awaited &a,
                                      const Awaited &b) const {
  return std::tuple(!a.isHidden(), -a.trips, a.start, a.buffer, a.channel) <
         std::tuple(!b.isHidden(), -b.trips, b.start, b.buffer, b.channel);
}

void IncrementalSimulator::add(BufferId buffer, const Copy &copy) {
  const double size = static_cast<double>(problem.buffers[buffer].size);
  std::vector<Queued> &queue = queueAt(copy.channel, copy.start);
  const Queued entry = {copy.done, buffer, size};
  queue.insert(std::upper_bound(queue.begin(), queue.end(), entry,
                                [](const Queued &a, const Queued &b) {
                                  return std::tuple(a.done, a.buffer) <
                                         std::tuple(b.done, b.buffer);
                                }),
               entry);
  std::vector<Awaited> &list = awaited[copy.done];
  const Awaited wait = awaitedFrom(buffer, copy);
  list.insert(std::upper_bound(list.begin(), list.end(), wait,
                               [&](const Awaited &a, const Awaited &b) {
                                 return runsBefore(a, b);
                               }),
              wait);
  touch(copy.start);
  touch(copy.done);
}

void IncrementalSimulator::remove(BufferId buffer, const Copy &copy) {
  const double size = static_cast<double>(problem.buffers[buffer].size);
  std::vector<Queued> &queue = queueAt(copy.channel, copy.start);
  auto queued =
      std::find(queue.begin(), queue.end(), Queued{copy.done, buffer, size});
  assert(queued != queue.end() && "only what was added is removed");
  queue.erase(queued);
  std::vector<Awaited> &list = awaited[copy.done];
  list.erase(std::find(list.begin(), list.end(), awaitedFrom(buffer, copy)));
  touch(copy.start);
  touch(copy.done);
}

double IncrementalSimulator::busyOf(const Access &access, TierId tier) const {
  if (access.bytes == 0)
    return 0;
  const double bytes = static_cast<double>(access.bytes);
  double seconds = 0;
  if (access.reads())
    seconds += bytes * readCost[tier];
  if (access.writes())
    seconds += bytes * writeCost[tier];
  return seconds;
}

void IncrementalSimulator::refreshOp(Step step) {
  const Op &op = problem.ops[step];
  double *busy = &fractions[step * numTiers];
  std::fill(busy, busy + numTiers, 0.0);
  for (size_t k = 0; k < op.accesses.size(); ++k)
    busy[serving[step][k]] += busyOf(op.accesses[k], serving[step][k]);
  double memory = 0;
  for (size_t m = 0; m < numTiers; ++m)
    memory = problem.target.combine == Combine::Sum ? memory + busy[m]
                                                    : std::max(memory, busy[m]);
  const double compute = static_cast<double>(op.computePs) * picosecond;
  const double launch =
      static_cast<double>(problem.target.launchPs) * picosecond;
  const double duration = op.isNull() ? 0 : launch + std::max(compute, memory);
  durations[step] = duration;
  for (size_t m = 0; m < numTiers; ++m)
    busy[m] = duration > 0 ? std::max(0.0, 1 - busy[m] / duration) : 0;
  touch(step);
}

//===----------------------------------------------------------------------===//
// Simulation
//===----------------------------------------------------------------------===//

double IncrementalSimulator::update() {
  for (Step step : changedOps)
    refreshOp(step);
  changedOps.clear();
  journal.clear();
  journalLanes.clear();
  totalBefore = total;
  if (firstChange <= lastChange)
    simulateFrom(firstChange, /*mayStop=*/true);
  firstChange = problem.numSteps();
  lastChange = -1;
  return total;
}

double IncrementalSimulator::restart() {
  for (Step step : changedOps)
    refreshOp(step);
  changedOps.clear();
  std::fill(before.begin(), before.end(), Lane());
  simulateFrom(0, /*mayStop=*/false);
  total = std::accumulate(costs.begin(), costs.end(), 0.0);
  keep();
  firstChange = problem.numSteps();
  lastChange = -1;
  return total;
}

void IncrementalSimulator::undo() {
  for (Step step : changedOps)
    refreshOp(step);
  changedOps.clear();
  const size_t numLanes = engines.size(); // Perhaps none.
  for (size_t i = 0; i < journal.size(); ++i) {
    costs[journal[i].step] = journal[i].cost;
    std::copy_n(journalLanes.data() + i * numLanes, numLanes,
                before.data() + journal[i].step * numLanes);
  }
  journal.clear();
  total = totalBefore;
  firstChange = problem.numSteps();
  lastChange = -1;
}

// Whether all that is still to come will be as it was in the last run.
bool IncrementalSimulator::isAsBefore(Step step) const {
  for (size_t c = 0; c < engines.size(); ++c) {
    const Lane &now = lanes[c];
    const Lane &then = before[step * engines.size() + c];
    if (now != then)
      return false;
    // A queue that has changed may have the same number for another transfer.
    if (now.step < step && now.step <= lastChange)
      return false;
  }
  return true;
}

void IncrementalSimulator::simulateFrom(Step first, bool mayStop) {
  const size_t numLanes = engines.size();
  std::copy_n(before.begin() + first * numLanes, numLanes, lanes.begin());
  issued = first - 1;
  for (Step step = first; step <= problem.numSteps(); ++step) {
    if (mayStop && step > lastChange && isAsBefore(step))
      return;
    journal.push_back({step, costs[step]});
    Lane *saved = before.data() + step * numLanes;
    journalLanes.insert(journalLanes.end(), saved, saved + numLanes);
    std::copy_n(lanes.begin(), numLanes, saved);
    double cost = boundary(step);
    if (step < problem.numSteps()) {
      const double duration = durations[step];
      double elapsed = 0;
      if (duration > 0)
        advance(duration, &fractions[step * numTiers], nullptr, elapsed);
      cost += duration * static_cast<double>(uses.trips[step]);
    }
    total += cost - costs[step];
    costs[step] = cost;
  }
}

// Waits and issues. Returns the seconds of the stalls, all trips.
double IncrementalSimulator::boundary(Step step) {
  double stalls = 0;
  const std::vector<Awaited> &list = awaited[step];
  auto waitFor = [&](const Awaited &transfer) {
    if (hasArrived(transfer))
      return;
    double elapsed = 0;
    advance(forever, wholeTiers.data(), &transfer, elapsed);
    stalls += elapsed * static_cast<double>(transfer.trips);
  };
  size_t next = 0;
  for (; next < list.size() && list[next].isHidden(); ++next)
    waitFor(list[next]);
  issued = step;
  for (size_t c = 0; c < engines.size(); ++c)
    if (lanes[c].step == step) // Was idle.
      nextHead(static_cast<ChannelId>(c));
  for (; next < list.size(); ++next)
    waitFor(list[next]);
  return stalls;
}

bool IncrementalSimulator::hasArrived(const Awaited &transfer) const {
  const Lane &lane = lanes[transfer.channel];
  if (lane.step != transfer.start)
    return lane.step > transfer.start;
  const std::vector<Queued> &queue = queueAt(transfer.channel, transfer.start);
  // A buffer may be copied twice there; both are waited for.
  for (size_t i = lane.index; i < queue.size(); ++i)
    if (queue[i].buffer == transfer.buffer && queue[i].done == transfer.done)
      return false;
  return true;
}

// The lane's head, if there is none at its place, is the next one.
void IncrementalSimulator::nextHead(ChannelId channel) {
  Lane &lane = lanes[channel];
  lane.latencyLeft = 0;
  lane.bytesLeft = 0;
  while (lane.step <= issued) {
    const std::vector<Queued> &queue = queueAt(channel, lane.step);
    if (lane.index < static_cast<int32_t>(queue.size())) {
      lane.latencyLeft = engines[channel].latency;
      lane.bytesLeft = queue[lane.index].size;
      return;
    }
    ++lane.step;
    lane.index = 0;
  }
}

// Max-min fair rates by progressive filling.
void IncrementalSimulator::shareTiers(const double *left) {
  rising.clear();
  for (size_t c = 0; c < engines.size(); ++c)
    if (!isIdle(lanes[c]) && lanes[c].latencyLeft == 0)
      rising.push_back(static_cast<ChannelId>(c));
  if (rising.size() == 1) {
    const Engine &engine = engines[rising[0]];
    rates[rising[0]] =
        std::min({engine.limit, left[engine.from] / engine.sourceCost,
                  left[engine.to] / engine.destinationCost});
    return;
  }
  std::copy_n(left, numTiers, tierLeft.begin());
  while (!rising.empty()) {
    std::fill(tierDemand.begin(), tierDemand.end(), 0);
    double level = forever;
    for (ChannelId c : rising) {
      tierDemand[engines[c].from] += engines[c].sourceCost;
      tierDemand[engines[c].to] += engines[c].destinationCost;
      level = std::min(level, engines[c].limit);
    }
    for (size_t m = 0; m < numTiers; ++m)
      if (tierDemand[m] > 0)
        level = std::min(level, tierLeft[m] / tierDemand[m]);
    const double reach = level * (1 + roundingFraction);
    auto isStopped = [&](ChannelId c) {
      const Engine &engine = engines[c];
      return engine.limit <= reach ||
             tierLeft[engine.from] <= reach * tierDemand[engine.from] ||
             tierLeft[engine.to] <= reach * tierDemand[engine.to];
    };
    auto stopped = std::partition(rising.begin(), rising.end(),
                                  [&](ChannelId c) { return !isStopped(c); });
    for (auto c = stopped; c != rising.end(); ++c)
      rates[*c] = level;
    for (auto c = stopped; c != rising.end(); ++c) {
      double &from = tierLeft[engines[*c].from];
      from = std::max(0.0, from - level * engines[*c].sourceCost);
      double &to = tierLeft[engines[*c].to];
      to = std::max(0.0, to - level * engines[*c].destinationCost);
    }
    rising.erase(stopped, rising.end());
  }
}

// Lets time pass until `limit` is over or `awaited` has arrived.
void IncrementalSimulator::advance(double limit, const double *left,
                                   const Awaited *transfer, double &elapsed) {
  const size_t numLanes = engines.size();
  double remaining = limit;
  while (remaining > 0 && !(transfer && hasArrived(*transfer))) {
    bool areIdle = true;
    for (const Lane &lane : lanes)
      areIdle &= isIdle(lane);
    if (areIdle)
      return;
    shareTiers(left);
    double seconds = remaining;
    for (size_t c = 0; c < numLanes; ++c) {
      if (isIdle(lanes[c]))
        continue;
      if (lanes[c].latencyLeft > 0)
        seconds = std::min(seconds, lanes[c].latencyLeft);
      else if (rates[c] > 0)
        seconds = std::min(seconds, lanes[c].bytesLeft / rates[c]);
    }
    assert(seconds < forever && "a wait for what never arrives");
    remaining -= seconds;
    elapsed += seconds;
    for (size_t c = 0; c < numLanes; ++c) {
      Lane &lane = lanes[c];
      if (isIdle(lane))
        continue;
      if (lane.latencyLeft > 0) {
        lane.latencyLeft -= seconds;
        if (lane.latencyLeft <= engines[c].latency * roundingFraction)
          lane.latencyLeft = 0;
        continue;
      }
      lane.bytesLeft -= rates[c] * seconds;
      const Queued &head =
          queueAt(static_cast<ChannelId>(c), lane.step)[lane.index];
      if (lane.bytesLeft > head.size * roundingFraction)
        continue;
      ++lane.index;
      nextHead(static_cast<ChannelId>(c));
    }
  }
}
