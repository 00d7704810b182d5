//===- Timing.cpp - Exact search for order and waits ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Timing.h"

#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace memplace;
using namespace memplace::solver::exact;

StepSums::StepSums(const Model &model)
    : opsFrom(model.numSteps + 2), time(model.numSteps + 1),
      reach(model.channelModels.size(),
            std::vector<double>(model.numSteps + 1)),
      slack(model.numTiers, std::vector<double>(model.numSteps + 1)) {}

void StepSums::add(const Model &model, const PartialTimetable &partial) {
  for (Step step = model.numSteps; step-- > 0;)
    opsFrom[step] = opsFrom[step + 1] +
                    partial.choices[step]->seconds * model.tripsOf(step);
  for (Step step = 0; step < model.numSteps; ++step) {
    const OpChoice &op = *partial.choices[step];
    time[step + 1] = time[step] + op.seconds;
    for (size_t m = 0; m < slack.size(); ++m)
      slack[m][step + 1] = slack[m][step] + op.seconds * op.left[m];
    for (size_t c = 0; c < reach.size(); ++c)
      reach[c][step + 1] =
          reach[c][step] +
          (op.seconds > 0
               ? op.seconds * model.channelModels[c].rate(op.left.data())
               : 0);
  }
}

TimingSearch::TimingSearch(const Model &model, NodeBudget &budget,
                           Incumbent &incumbent, bool skipWaits)
    : model(model), budget(budget), incumbent(incumbent), fluid(model),
      sums(model), needed(model.numTiers * (model.numSteps + 1)),
      skipWaits(skipWaits) {}

void TimingSearch::run(Timetable &next, int64_t maxNodes) {
  nodesLeft = maxNodes;
  timetable = &next;
  cost = 0;
  numIssued = 0;
  order.resize(timetable->plannedTransfers.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    const PlannedTransfer &left = timetable->plannedTransfers[a];
    const PlannedTransfer &right = timetable->plannedTransfers[b];
    return std::tuple(left.start, left.channel, a) <
           std::tuple(right.start, right.channel, b);
  });
  flows.assign(timetable->plannedTransfers.size(), Flow());
  done.assign(timetable->plannedTransfers.size(), notDone);
  chosen.assign(timetable->plannedTransfers.size(), notDone);
  sums.add(model, next.partial);
  boundary(0);
}

//===----------------------------------------------------------------------===//
// Backtracking.
//===----------------------------------------------------------------------===//

TimingSearch::State TimingSearch::save() const {
  return {fluid.save(), cost, timetable->numTaken(), marks.size(), numIssued};
}

void TimingSearch::restore(const State &state) {
  fluid.restore(state.fluid);
  cost = state.cost;
  numIssued = state.numIssued;
  for (; marks.size() > state.numMarks; marks.pop_back())
    done[marks.back()] = notDone;
  timetable->giveBack(state.numTaken);
}

//===----------------------------------------------------------------------===//
// Bounds.
//===----------------------------------------------------------------------===//

bool TimingSearch::isOver(Step step) {
  return incumbent.rejects(cost + sums.opsFrom[step]) ||
         incumbent.rejects(cost + sums.opsFrom[step] + stallsFrom(step));
}

/// Returns a lower bound on the stalls from boundary \p step on, in seconds.
/// Channels must move queued transfers before due ones, and then the transfers
/// not yet issued, within the time and rate left by ops. The same holds for the
/// time of tiers.
double TimingSearch::stallsFrom(Step step) {
  double stalls = 0;
  std::fill(needed.begin(), needed.end(), 0);
  for (size_t c = 0; c < model.channelModels.size(); ++c) {
    const ChannelModel &channelModel = model.channelModels[c];
    if (channelModel.isByDeadline()) {
      stalls =
          std::max(stalls, stallsByDeadline(static_cast<ChannelId>(c), step));
      continue;
    }
    const double stallRate = channelModel.rate(model.wholeTiers.data());
    double bytes = 0;
    double seconds = 0;
    double counted = 0; // Part of `bytes` in `needed`.
    Step groupDue = 0;
    for (size_t i = 0; i < order.size(); ++i) {
      const PlannedTransfer &move = timetable->plannedTransfers[order[i]];
      if (move.channel != static_cast<ChannelId>(c))
        continue;
      const Load load = timetable->loadOf(move);
      double size = load.bytes;
      double latency = channelModel.latency * load.latencies;
      if (i < numIssued) {
        const Flow flow = flows[order[i]];
        if (fluid.hasArrived(flow))
          continue;
        const auto &lane = fluid.laneOf(static_cast<ChannelId>(c));
        if (flow.position == lane.position) {
          size = lane.bytesLeft;
          latency = lane.latencyLeft;
        }
      }
      bytes += size;
      seconds += latency + size / stallRate;
      // Transfers with a common start may be issued in any order.
      const Step due = std::clamp(deadlineOf(order[i]), step, model.numSteps);
      groupDue = std::max(groupDue, due);
      if (i >= numIssued && i + 1 < order.size() &&
          timetable->plannedTransfers[order[i + 1]].start == move.start &&
          timetable->plannedTransfers[order[i + 1]].channel == move.channel)
        continue;
      const Step last = i < numIssued ? due : groupDue;
      groupDue = 0;
      stalls = std::max(
          {stalls,
           (bytes - (sums.reach[c][last] - sums.reach[c][step])) / stallRate,
           seconds - (sums.time[last] - sums.time[step])});
      // Ignores that a later transfer with an earlier due step makes this
      // transfer due sooner.
      needed[channelModel.from * (model.numSteps + 1) + last] +=
          (bytes - counted) * channelModel.sourceCost;
      needed[channelModel.to * (model.numSteps + 1) + last] +=
          (bytes - counted) * channelModel.destinationCost;
      counted = bytes;
    }
  }
  for (size_t m = 0; m < model.numTiers; ++m) {
    double sum = 0;
    for (Step last = step; last <= model.numSteps; ++last) {
      sum += needed[m * (model.numSteps + 1) + last];
      stalls =
          std::max(stalls, sum - (sums.slack[m][last] - sums.slack[m][step]));
    }
  }
  return stalls;
}

/// Returns the same bound for a channel by deadline, which by each boundary
/// must move at least the transfers due until then. Adds to `needed`.
double TimingSearch::stallsByDeadline(ChannelId channel, Step step) {
  const ChannelModel &channelModel = model.channelModels[channel];
  const double stallRate = channelModel.rate(model.wholeTiers.data());
  double stalls = 0;
  dueBytes.assign(model.numSteps + 1, 0);
  for (size_t i = 0; i < order.size(); ++i) {
    const PlannedTransfer &move = timetable->plannedTransfers[order[i]];
    if (move.channel != channel)
      continue;
    double size = timetable->bytesOf(move);
    double latency = channelModel.latency;
    if (i < numIssued) {
      if (fluid.hasArrived(flows[order[i]]))
        continue;
      fluid.findLeft(flows[order[i]], latency, size);
    }
    const Step due = std::clamp(deadlineOf(order[i]), step, model.numSteps);
    dueBytes[due] += size;
    stalls = std::max(stalls, latency + size / stallRate -
                                  (sums.time[due] - sums.time[step]));
    needed[channelModel.from * (model.numSteps + 1) + due] +=
        size * channelModel.sourceCost;
    needed[channelModel.to * (model.numSteps + 1) + due] +=
        size * channelModel.destinationCost;
  }
  double bytes = 0;
  for (Step due = step; due <= model.numSteps; ++due) {
    bytes += dueBytes[due];
    stalls = std::max(stalls, (bytes - (sums.reach[channel][due] -
                                        sums.reach[channel][step])) /
                                  stallRate);
  }
  return stalls;
}

//===----------------------------------------------------------------------===//
// Waits.
//===----------------------------------------------------------------------===//

void TimingSearch::mark(Step step, size_t move) {
  done[move] = step;
  marks.push_back(move);
}

/// Marks arrived transfers as done: either transfers started earlier
/// (\p hidden) or transfers started at this boundary.
void TimingSearch::markArrived(Step step, bool hidden) {
  for (size_t i = 0; i < numIssued; ++i) {
    const size_t move = order[i];
    const Step start = timetable->plannedTransfers[move].start;
    if (isInFlight(move) && !isByDeadline(move) &&
        fluid.hasArrived(flows[move]) && (start < step) == hidden &&
        model.mayBeDone(start, step))
      mark(step, move);
  }
}

void TimingSearch::await(Step step, size_t move) {
  cost += fluid.await(flows[move]) *
          model.tripsOf(timetable->plannedTransfers[move].start);
  mark(step, move);
}

void TimingSearch::boundary(Step step) {
  if (isOver(step) || nodesLeft-- <= 0 || !budget.spend(incumbent.seconds))
    return;
  const State before = save();
  markArrived(step, /*hidden=*/true);
  while (true) {
    // Transfers of inner loops first.
    std::optional<size_t> next;
    for (size_t i = 0; i < numIssued; ++i)
      if (isInFlight(order[i]) && deadlineOf(order[i]) <= step &&
          (!next ||
           model.tripsOf(timetable->plannedTransfers[order[i]].start) >
               model.tripsOf(timetable->plannedTransfers[*next].start)))
        next = order[i];
    if (!next)
      break;
    await(step, *next);
  }
  markArrived(step, /*hidden=*/true);
  awaitMore(step);
  restore(before);
}

/// Tries the continuation without a further wait, and each single wait not
/// required by any op.
void TimingSearch::awaitMore(Step step) {
  if (isOver(step))
    return;
  issue(step);
  for (size_t i = 0; i < numIssued && !skipWaits; ++i) {
    const size_t move = order[i];
    if (!isInFlight(move) || isByDeadline(move) ||
        !model.mayBeDone(timetable->plannedTransfers[move].start, step))
      continue;
    const State before = save();
    await(step, move);
    markArrived(step, /*hidden=*/true);
    if (!isOver(step))
      issue(step);
    restore(before);
  }
}

void TimingSearch::awaitIssued(Step step) {
  const State atIssue = save();
  for (size_t i = 0; i < numIssued; ++i)
    if (isInFlight(order[i]) &&
        timetable->plannedTransfers[order[i]].start == step &&
        deadlineOf(order[i]) <= step)
      await(step, order[i]);
  markArrived(step, /*hidden=*/false);
  if (!isOver(step)) {
    runOp(step);
    for (size_t i = 0; i < numIssued && !skipWaits; ++i) {
      const size_t move = order[i];
      if (!isInFlight(move) || isByDeadline(move) ||
          timetable->plannedTransfers[move].start != step)
        continue;
      const State before = save();
      await(step, move);
      markArrived(step, /*hidden=*/false);
      if (!isOver(step))
        runOp(step);
      restore(before);
    }
  }
  restore(atIssue);
}

//===----------------------------------------------------------------------===//
// Issues, ops, and the end.
//===----------------------------------------------------------------------===//

void TimingSearch::issue(Step step) {
  if (nodesLeft <= 0 || budget.isOver())
    return;
  size_t end = numIssued;
  while (end < order.size() &&
         timetable->plannedTransfers[order[end]].start == step)
    ++end;
  permute(step, numIssued, end);
}

/// Issues order[begin, end), with every order of transfers on the same channel.
/// Each further order counts as a node, because most of the many orders lead to
/// no further node.
void TimingSearch::permute(Step step, size_t begin, size_t end) {
  if (begin == end)
    return awaitIssued(step);
  const ChannelId channel = timetable->plannedTransfers[order[begin]].channel;
  size_t last = begin;
  while (last < end &&
         timetable->plannedTransfers[order[last]].channel == channel)
    ++last;
  if (model.channelModels[channel].isByDeadline() &&
      chosen[order[begin]] == notDone)
    return chooseDeadlines(step, begin, begin, last, end);
  const bool isOrderFree =
      model.channelModels[channel].isByDeadline() && model.uses.loops.empty();
  const auto first = order.begin() + static_cast<ptrdiff_t>(begin);
  const auto behind = order.begin() + static_cast<ptrdiff_t>(last);
  std::sort(first, behind);
  do {
    const State before = save();
    for (size_t i = begin; i < last; ++i)
      flows[order[i]] = fluid.issue(
          channel, timetable->loadOf(timetable->plannedTransfers[order[i]]),
          deadlineOf(order[i]));
    numIssued = last;
    permute(step, last, end);
    restore(before);
  } while (!isOrderFree && std::next_permutation(first, behind) &&
           nodesLeft-- > 0 && budget.spend(incumbent.seconds));
  std::sort(first, behind);
}

/// Issues order[begin, last), all on one channel by deadline, with each choice
/// of deadlines for the transfers from \p next on, late deadlines first. Each
/// choice counts as a node, because most of the many choices lead to no further
/// node.
void TimingSearch::chooseDeadlines(Step step, size_t next, size_t begin,
                                   size_t last, size_t end) {
  if (next == last) {
    if (nodesLeft-- > 0 && budget.spend(incumbent.seconds))
      permute(step, begin, end);
    return;
  }
  const size_t move = order[next];
  const Step latest = std::min(deadlineOf(move), model.numSteps);
  for (Step at = latest; at >= step && nodesLeft > 0 && !budget.isOver();
       --at) {
    if (!model.mayBeDone(step, at))
      continue;
    chosen[move] = at;
    chooseDeadlines(step, next + 1, begin, last, end);
    chosen[move] = notDone;
  }
}

void TimingSearch::runOp(Step step) {
  if (step == model.numSteps)
    return finish();
  const State before = save();
  bool hasRoom = true;
  for (size_t i = 0; i < numIssued && hasRoom; ++i) {
    const PlannedTransfer &move = timetable->plannedTransfers[order[i]];
    if (isInFlight(order[i])) // R7: the source lasts.
      hasRoom =
          timetable->take(move.from, timetable->copies[move.from].begin,
                          step + 1) &&
          timetable->take(move.to, timetable->copies[move.to].begin, step + 1);
  }
  if (hasRoom) {
    const OpChoice &op = *timetable->partial.choices[step];
    cost += op.seconds * model.tripsOf(step);
    if (op.seconds > 0)
      fluid.advance(op.seconds, op.left);
    boundary(step + 1);
  }
  restore(before);
}

void TimingSearch::finish() {
  if (incumbent.rejects(cost))
    return;
  const Problem &problem = model.problem;
  std::vector<Place> places = timetable->places();
  const bool hasLoops = !model.uses.loops.empty();
  Fit fit = findOffsets(problem, places, /*sharePlaces=*/hasLoops);
  if (hasLoops && fit != Fit::Found)
    fit = findOffsets(problem, places, /*sharePlaces=*/false);
  if (fit != Fit::Found) {
    isLeftOut = true;
    return;
  }
  Solution solution = timetable->assemble(places, done);
  // In the order of issue.
  std::vector<Transfer> transfers;
  for (size_t move : order)
    transfers.push_back(solution.transfers[move]);
  solution.transfers = std::move(transfers);
  if (verify(problem, solution)) {
    isLeftOut = true;
    return;
  }
  const double seconds = makespan(problem, solution);
  if (seconds >= incumbent.seconds)
    return;
  incumbent.seconds = seconds;
  incumbent.solution = std::move(solution);
}
