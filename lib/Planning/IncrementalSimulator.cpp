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
#include <numeric>

using namespace memplace;
using namespace memplace::planning;

IncrementalSimulator::IncrementalSimulator(const AccessIndex &uses)
    : uses(uses), stride(uses.problem.numSteps() + 1),
      firstCounted(uses.problem.isCyclic ? 2 * stride : 0),
      wholeTiers(uses.problem.target.tiers.size(), 1), ops(uses.problem),
      schedule(uses), fluid(uses.problem.target) {
  const size_t numMoments = firstCounted + stride;
  touched.has.resize(stride);
  before.lanes.resize(numMoments * numLanes());
  before.queues.resize(numMoments * numQueues());
  costs.resize(numMoments);
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

void IncrementalSimulator::StepSet::insert(Step step) {
  if (has[step])
    return;
  has[step] = true;
  steps.push_back(step);
}

void IncrementalSimulator::StepSet::clear() {
  for (Step step : steps)
    has[step] = false;
  steps.clear();
}

void IncrementalSimulator::add(BufferId buffer, const StayTransfer &transfer) {
  schedule.add(buffer, transfer);
  touched.insert(transfer.start);
  touched.insert(transfer.done);
}

void IncrementalSimulator::remove(BufferId buffer,
                                  const StayTransfer &transfer) {
  schedule.remove(buffer, transfer);
  touched.insert(transfer.start);
  touched.insert(transfer.done);
}

void IncrementalSimulator::refreshOps() {
  ops.refresh([&](Step step) { touched.insert(step); });
}

double IncrementalSimulator::update() {
  refreshOps();
  journal.entries.clear();
  journal.total = total;
  std::sort(touched.steps.begin(), touched.steps.end());
  Moment next = 0; // First moment not simulated yet.
  lastTouched = -1;
  for (Moment origin = 0; origin <= firstCounted; origin += stride)
    for (Step step : touched.steps)
      if (origin + step >= next)
        next = simulateFrom(origin + step, /*maySkip=*/true);
  touched.clear();
  return total;
}

double IncrementalSimulator::restart() {
  refreshOps();
  std::fill(before.lanes.begin(), before.lanes.end(), Lane());
  for (DeadlineQueue &queue : before.queues)
    queue.clear();
  simulateFrom(0, /*maySkip=*/false);
  total = std::accumulate(costs.begin() + firstCounted, costs.end(), 0.0);
  keep();
  touched.clear();
  return total;
}

void IncrementalSimulator::undo() {
  refreshOps();
  for (size_t i = 0; i < journal.entries.size(); ++i) {
    const auto [moment, cost] = journal.entries[i];
    costs[moment] = cost;
    // By data(), as there may be no channels.
    std::copy_n(journal.states.lanes.data() + i * numLanes(), numLanes(),
                before.lanes.data() + moment * numLanes());
    for (size_t q = 0; q < numQueues(); ++q)
      std::swap(before.queues[moment * numQueues() + q],
                journal.states.queues[i * numQueues() + q]);
  }
  journal.entries.clear();
  total = journal.total;
  touched.clear();
}

//===----------------------------------------------------------------------===//
// From moment to moment
//===----------------------------------------------------------------------===//

// Simulates from `first` on. Returns the first later moment with unchanged
// state.
IncrementalSimulator::Moment IncrementalSimulator::simulateFrom(Moment first,
                                                                bool maySkip) {
  const Moment end = firstCounted + stride;
  std::copy_n(before.lanes.begin() + first * numLanes(), numLanes(),
              fluid.lanes.begin());
  std::copy_n(before.queues.begin() + first * numQueues(), numQueues(),
              fluid.inFlight.begin());
  issued = first - 1;
  for (Moment moment = first; moment < end; ++moment) {
    if (maySkip && isAsBefore(moment))
      return moment;
    pass(moment);
  }
  return end;
}

// Returns true if the state equals the last run's, and thus will up to the next
// touched moment.
bool IncrementalSimulator::isAsBefore(Moment moment) const {
  if (touched.has[stepOf(moment)])
    return false;
  for (size_t c = 0; c < numLanes(); ++c) {
    const Lane &now = fluid.lanes[c];
    if (now != before.lanes[moment * numLanes() + c])
      return false;
    const ChannelModel &channelModel = fluid.channelModels()[c];
    if (channelModel.isByDeadline()) {
      if (fluid.inFlight[channelModel.queue] !=
          before.queues[moment * numQueues() + channelModel.queue])
        return false;
      continue;
    }
    // The queue behind an unchanged head may have changed.
    if (now.position.moment <= lastTouched)
      return false;
  }
  return true;
}

// Simulates a boundary and the op after it.
void IncrementalSimulator::pass(Moment moment) {
  const Step step = stepOf(moment);
  if (touched.has[step])
    lastTouched = moment;
  save(moment);
  double cost = boundary(moment);
  if (step < uses.problem.numSteps()) {
    const double duration = ops.secondsOf(step);
    run(duration, ops.leftBy(step), nullptr);
    cost += duration * static_cast<double>(uses.trips[step]);
  }
  if (moment >= firstCounted)
    total += cost - costs[moment];
  costs[moment] = cost;
}

// Saves the state at `moment`; the overwritten state goes to the journal.
void IncrementalSimulator::save(Moment moment) {
  saveQueues(moment, journal.entries.size());
  Lane *saved = before.lanes.data() + moment * numLanes();
  std::vector<Lane> &old = journal.states.lanes;
  const size_t at = journal.entries.size() * numLanes();
  if (old.size() < at + numLanes())
    old.resize(std::max(2 * old.size(), at + numLanes()));
  std::copy_n(saved, numLanes(), old.data() + at);
  std::copy_n(fluid.lanes.begin(), numLanes(), saved);
  journal.entries.push_back({moment, costs[moment]});
}

// Saves the deadline queues; the overwritten queues become journal entry
// `entry`.
void IncrementalSimulator::saveQueues(Moment moment, size_t entry) {
  std::vector<DeadlineQueue> &journaled = journal.states.queues;
  if (journaled.size() < (entry + 1) * numQueues())
    journaled.resize((entry + 1) * numQueues());
  for (size_t q = 0; q < numQueues(); ++q) {
    DeadlineQueue &saved = before.queues[moment * numQueues() + q];
    DeadlineQueue &old = journaled[entry * numQueues() + q];
    // Most queues are idle, and copying an empty queue takes time, too.
    if (saved.isIdle())
      old.clear();
    else
      std::swap(saved, old);
    if (fluid.inFlight[q].isIdle())
      saved.clear();
    else
      saved = fluid.inFlight[q];
  }
}

//===----------------------------------------------------------------------===//
// A boundary
//===----------------------------------------------------------------------===//

/// Callbacks of `Fluid::run`.
struct IncrementalSimulator::Heads {
  IncrementalSimulator &simulator;
  const AwaitedTransfer *awaited; // Null: run for the given time.

  bool isOver() const { return awaited && simulator.hasArrived(*awaited); }
  double sizeOfHead(ChannelId channel) const {
    const Position &head = simulator.fluid.lanes[channel].position;
    return simulator.schedule
        .queueAt(channel, simulator.stepOf(head.moment))[head.index]
        .size;
  }
  void arrived(ChannelId channel) const {
    ++simulator.fluid.lanes[channel].position.index;
    simulator.beginNext(channel);
  }
};

double IncrementalSimulator::run(double seconds, const double *left,
                                 const AwaitedTransfer *awaited) {
  return fluid.run(seconds, left, Heads{*this, awaited});
}

// Waits for and issues transfers. Returns the seconds of the stalls, all trips.
double IncrementalSimulator::boundary(Moment moment) {
  double stalls = 0;
  present = moment;
  const auto &list = schedule.awaitedAt(stepOf(moment));
  auto waitFor = [&](const AwaitedTransfer &transfer) {
    if (!hasArrived(transfer))
      stalls += run(infinity, wholeTiers.data(), &transfer) *
                static_cast<double>(transfer.trips);
  };
  size_t next = 0;
  for (; next < list.size() && list[next].isHidden(); ++next)
    waitFor(list[next]);
  issued = moment;
  for (size_t c = 0; c < numLanes(); ++c)
    if (fluid.channelModels()[c].isByDeadline())
      issueByDeadline(static_cast<ChannelId>(c), moment);
    else if (fluid.lanes[c].position.moment == moment) // Was idle.
      beginNext(static_cast<ChannelId>(c));
  for (; next < list.size(); ++next)
    waitFor(list[next]);
  return stalls;
}

// Returns true if a transfer awaited at the present boundary has arrived.
bool IncrementalSimulator::hasArrived(const AwaitedTransfer &transfer) const {
  const Moment issuedAt = present - transfer.done + transfer.start -
                          (transfer.isWrapped() ? stride : 0);
  if (fluid.channelModels()[transfer.channel].isByDeadline())
    return !fluid.queueOf(transfer.channel)
                .contains({present, issuedAt, transfer.buffer});
  const Position &head = fluid.lanes[transfer.channel].position;
  if (head.moment != issuedAt)
    return head.moment > issuedAt; // Also if no invocation has issued it.
  const auto &queue = schedule.queueAt(transfer.channel, transfer.start);
  // A buffer may be copied twice there; the boundary waits for both.
  const Step done =
      transfer.isWrapped() ? transfer.done + stride : transfer.done;
  for (size_t i = head.index; i < queue.size(); ++i)
    if (queue[i].buffer == transfer.buffer && queue[i].awaited == done)
      return false;
  return true;
}

// Starts the next transfer of a first-in, first-out channel.
void IncrementalSimulator::beginNext(ChannelId channel) {
  Position &head = fluid.lanes[channel].position;
  for (; head.moment <= issued; ++head.moment, head.index = 0) {
    const auto &queue = schedule.queueAt(channel, stepOf(head.moment));
    if (head.index < static_cast<int32_t>(queue.size()))
      return fluid.begin(channel, queue[head.index].size,
                         queue[head.index].descriptors);
  }
  fluid.rest(channel);
}

void IncrementalSimulator::issueByDeadline(ChannelId channel, Moment moment) {
  const Step step = stepOf(moment);
  for (const QueuedTransfer &queued : schedule.queueAt(channel, step))
    fluid.issue(channel, {moment - step + queued.awaited, moment, queued.buffer,
                          queued.size, queued.size});
}
