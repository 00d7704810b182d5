//===- IncrementalSimulator.cpp - The makespan after each change ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Planning/IncrementalSimulator.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <numeric>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::planning;

static constexpr double forever = std::numeric_limits<double>::infinity();

static double secondsPerByte(double bytesPerSecond) {
  return 1 / std::max(bytesPerSecond, 1e-100);
}

IncrementalSimulator::IncrementalSimulator(const Uses &uses)
    : uses(uses), problem(uses.problem), numTiers(problem.target.tiers.size()),
      stride(problem.numSteps() + 1),
      firstCounted(problem.isCyclic ? 2 * stride : 0) {
  const Target &target = problem.target;
  for (const Tier &tier : target.tiers) {
    readCost.push_back(secondsPerByte(tier.readBytesPerSecond));
    writeCost.push_back(secondsPerByte(tier.writeBytesPerSecond));
  }
  for (const Channel &channel : target.channels) {
    const bool isByDeadline = channel.order == ChannelOrder::Deadline;
    engines.push_back({channel.from, channel.to,
                       1 / secondsPerByte(channel.bytesPerSecond),
                       static_cast<double>(channel.latencyPs) * picosecond,
                       readCost[channel.from], writeCost[channel.to],
                       isByDeadline ? static_cast<int32_t>(numQueues) : -1});
    numQueues += isByDeadline ? 1 : 0;
  }
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
  before.resize((firstCounted + stride) * engines.size());
  queuesBefore.resize((firstCounted + stride) * numQueues);
  inFlight.resize(numQueues);
  memorySeconds.resize(numTiers);
  costs.resize(firstCounted + stride);
  isTouched.resize(numSteps + 1);
  lanes.resize(engines.size());
  rates.resize(engines.size());
  tierLeft.resize(numTiers);
  tierDemand.resize(numTiers);
  wholeTiers.assign(numTiers, 1);
  for (size_t step = 0; step < numSteps; ++step)
    changedOps.push_back(static_cast<Step>(step));
}

//===----------------------------------------------------------------------===//
// Simulation
//===----------------------------------------------------------------------===//

void IncrementalSimulator::refreshOps() {
  for (Step step : changedOps)
    refreshOp(step);
  changedOps.clear();
}

void IncrementalSimulator::forgetChanges() {
  for (Step step : touched)
    isTouched[step] = false;
  touched.clear();
}

double IncrementalSimulator::update() {
  refreshOps();
  journal.clear();
  journalLanes.clear();
  totalBefore = total;
  std::sort(touched.begin(), touched.end());
  Moment next = 0; // The first that is not simulated yet.
  lastTouched = -1;
  for (Moment origin = 0; origin <= firstCounted; origin += stride)
    for (Step step : touched)
      if (origin + step >= next)
        next = simulateFrom(origin + step, /*maySkip=*/true);
  forgetChanges();
  return total;
}

double IncrementalSimulator::restart() {
  refreshOps();
  std::fill(before.begin(), before.end(), Lane());
  for (size_t c = 0; c < engines.size(); ++c)
    if (engines[c].isByDeadline())
      before[c].moment = atRest;
  for (DeadlineQueue &queue : queuesBefore)
    queue.clear();
  simulateFrom(0, /*maySkip=*/false);
  total = std::accumulate(costs.begin() + firstCounted, costs.end(), 0.0);
  keep();
  forgetChanges();
  return total;
}

void IncrementalSimulator::undo() {
  refreshOps();
  const size_t numLanes = engines.size(); // Perhaps none.
  for (size_t i = 0; i < journal.size(); ++i) {
    costs[journal[i].moment] = journal[i].cost;
    std::copy_n(journalLanes.data() + i * numLanes, numLanes,
                before.data() + journal[i].moment * numLanes);
    for (size_t q = 0; q < numQueues; ++q)
      std::swap(queuesBefore[journal[i].moment * numQueues + q],
                journalQueues[i * numQueues + q]);
  }
  journal.clear();
  total = totalBefore;
  forgetChanges();
}

// Whether all will be as it was in the last run, up to the next moment that is
// touched.
bool IncrementalSimulator::isAsBefore(Moment moment) const {
  if (isTouched[stepOf(moment)])
    return false;
  for (size_t c = 0; c < engines.size(); ++c) {
    const Lane &now = lanes[c];
    const Lane &then = before[moment * engines.size() + c];
    if (now != then)
      return false;
    if (engines[c].isByDeadline()) {
      const int32_t queue = engines[c].queue;
      if (inFlight[queue] != queuesBefore[moment * numQueues + queue])
        return false;
      continue;
    }
    // What waits in its queue may have changed, although its head has not.
    if (now.moment < moment && now.moment <= lastTouched)
      return false;
  }
  return true;
}

// Returns the first moment after it that need not be simulated.
IncrementalSimulator::Moment IncrementalSimulator::simulateFrom(Moment first,
                                                                bool maySkip) {
  const Moment end = firstCounted + stride;
  std::copy_n(before.begin() + first * engines.size(), engines.size(),
              lanes.begin());
  std::copy_n(queuesBefore.begin() + first * numQueues, numQueues,
              inFlight.begin());
  issued = first - 1;
  for (Moment moment = first; moment < end; ++moment) {
    if (maySkip && moment > first && isAsBefore(moment))
      return moment;
    pass(moment);
  }
  return end;
}

// Simulates a boundary, and the op after it.
void IncrementalSimulator::pass(Moment moment) {
  const size_t numLanes = engines.size();
  if (isTouched[stepOf(moment)])
    lastTouched = moment;
  if (numQueues > 0)
    saveQueues(moment, journal.size());
  journal.push_back({moment, costs[moment]});
  Lane *saved = before.data() + moment * numLanes;
  journalLanes.insert(journalLanes.end(), saved, saved + numLanes);
  std::copy_n(lanes.begin(), numLanes, saved);
  double cost = boundary(moment);
  const Step step = stepOf(moment);
  if (step < problem.numSteps()) {
    const double duration = durations[step];
    double elapsed = 0;
    if (duration > 0)
      advance(duration, &fractions[step * numTiers], nullptr, elapsed);
    cost += duration * static_cast<double>(uses.trips[step]);
  }
  if (moment >= firstCounted)
    total += cost - costs[moment];
  costs[moment] = cost;
}

// What they were goes to the journal, as its entry number `entry`.
void IncrementalSimulator::saveQueues(Moment moment, size_t entry) {
  if (journalQueues.size() < (entry + 1) * numQueues)
    journalQueues.resize((entry + 1) * numQueues);
  for (size_t q = 0; q < numQueues; ++q) {
    DeadlineQueue &saved = queuesBefore[moment * numQueues + q];
    DeadlineQueue &old = journalQueues[entry * numQueues + q];
    // Most are idle, and copying what is empty takes time, too.
    if (saved.isIdle())
      old.clear();
    else
      std::swap(saved, old);
    if (inFlight[q].isIdle())
      saved.clear();
    else
      saved = inFlight[q];
  }
}

// Waits and issues. Returns the seconds of the stalls, all trips.
double IncrementalSimulator::boundary(Moment moment) {
  double stalls = 0;
  present = moment;
  const std::vector<Awaited> &list = awaited[stepOf(moment)];
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
  issued = moment;
  for (size_t c = 0; c < engines.size(); ++c)
    if (engines[c].isByDeadline())
      issueByDeadline(static_cast<ChannelId>(c), moment);
    else if (lanes[c].moment == moment) // Was idle.
      nextHead(static_cast<ChannelId>(c));
  for (; next < list.size(); ++next)
    waitFor(list[next]);
  return stalls;
}

// Whether a transfer that is awaited at the present boundary has.
bool IncrementalSimulator::hasArrived(const Awaited &transfer) const {
  const Moment issuedAt = present - transfer.done + transfer.start -
                          (transfer.isWrapped() ? stride : 0);
  if (engines[transfer.channel].isByDeadline())
    return !inFlight[engines[transfer.channel].queue].contains(
        {present, issuedAt, transfer.buffer, transfer.first});
  const Lane &lane = lanes[transfer.channel];
  if (lane.moment != issuedAt)
    return lane.moment > issuedAt; // Also if no invocation has issued it.
  const std::vector<Queued> &queue = queueAt(transfer.channel, transfer.start);
  // A buffer may be copied twice there; both are waited for.
  const Step done =
      transfer.isWrapped() ? transfer.done + stride : transfer.done;
  for (size_t i = lane.index; i < queue.size(); ++i)
    if (queue[i].buffer == transfer.buffer && queue[i].awaited == done &&
        queue[i].first == transfer.first)
      return false;
  return true;
}

// The lane's head, if there is none at its place, is the next one.
void IncrementalSimulator::nextHead(ChannelId channel) {
  Lane &lane = lanes[channel];
  lane.latencyLeft = 0;
  lane.bytesLeft = 0;
  while (lane.moment <= issued) {
    const std::vector<Queued> &queue = queueAt(channel, stepOf(lane.moment));
    if (lane.index < static_cast<int32_t>(queue.size())) {
      lane.latencyLeft = engines[channel].latency;
      lane.bytesLeft = queue[lane.index].size;
      return;
    }
    ++lane.moment;
    lane.index = 0;
  }
}

void IncrementalSimulator::issueByDeadline(ChannelId channel, Moment moment) {
  const Engine &engine = engines[channel];
  const Step step = stepOf(moment);
  const std::vector<Queued> &queue = queueAt(channel, step);
  if (queue.empty())
    return;
  for (const Queued &queued : queue)
    inFlight[engine.queue].issue({moment - step + queued.awaited, moment,
                                  queued.buffer, queued.first, queued.size,
                                  queued.size},
                                 engine.latency);
  describe(channel);
}

// Says in the lane what its queue does.
void IncrementalSimulator::describe(ChannelId channel) {
  const DeadlineQueue &queue = inFlight[engines[channel].queue];
  Lane &lane = lanes[channel];
  lane.moment = queue.isIdle() ? atRest : onItsWay;
  lane.latencyLeft =
      queue.isIdle() || queue.isFlowing() ? 0 : queue.secondsToReady();
  lane.bytesLeft = queue.isFlowing() ? queue.bytesLeft() : 0;
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
      if (engines[c].isByDeadline())
        seconds =
            std::min(seconds, inFlight[engines[c].queue].secondsToReady());
    }
    assert(seconds < forever && "a wait for what never arrives");
    remaining -= seconds;
    elapsed += seconds;
    for (size_t c = 0; c < numLanes; ++c) {
      Lane &lane = lanes[c];
      if (isIdle(lane))
        continue;
      if (engines[c].isByDeadline()) {
        inFlight[engines[c].queue].pass(seconds, rates[c], engines[c].latency);
        describe(static_cast<ChannelId>(c));
        continue;
      }
      if (lane.latencyLeft > 0) {
        lane.latencyLeft -= seconds;
        if (lane.latencyLeft <= engines[c].latency * roundingFraction)
          lane.latencyLeft = 0;
        continue;
      }
      lane.bytesLeft -= rates[c] * seconds;
      const Queued &head =
          queueAt(static_cast<ChannelId>(c), stepOf(lane.moment))[lane.index];
      if (lane.bytesLeft > head.size * roundingFraction)
        continue;
      ++lane.index;
      nextHead(static_cast<ChannelId>(c));
    }
  }
}
