//===- Simulator.cpp - The makespan of a placement ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/reference/problem.md, section 4, as an event-driven simulation: rates
// are constant between two events. The number of events is linear in ops and
// transfers, and the cost of each event depends only on the number of channels.
//
//===----------------------------------------------------------------------===//

#include "memplace/Simulator/Simulator.h"
#include "Channels.h"
#include "memplace/Bounds/LowerBound.h"
#include "memplace/Problem/Units.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <limits>
#include <tuple>

using namespace memplace;

namespace {

/// Relative difference allowed between two implementations.
constexpr double claimTolerance = 1e-6;

/// Load of an op on each tier. Seconds, by tier.
struct TierSeconds {
  std::vector<double> busy;   // Time taken from the tier.
  std::vector<double> memory; // Time needed for its accesses.
};

/// Computes the load of \p op with access k served from `tierOf(k)`.
template <typename TierOf>
void computeTierSeconds(const Target &target, const Op &op, TierOf tierOf,
                        TierSeconds &seconds) {
  seconds.busy.assign(target.tiers.size(), 0);
  seconds.memory.assign(target.tiers.size(), 0);
  for (size_t k = 0; k < op.accesses.size(); ++k) {
    const Access &access = op.accesses[k];
    if (access.bytes == 0)
      continue;
    TierId tier = tierOf(k);
    double bytes = static_cast<double>(access.bytes);
    auto count = [&](double bytesPerSecond) {
      const double busy = bytes * secondsPerByte(bytesPerSecond);
      seconds.busy[tier] += busy;
      seconds.memory[tier] += busy / access.efficiency;
    };
    if (access.reads())
      count(target.tiers[tier].readBytesPerSecond);
    if (access.writes())
      count(target.tiers[tier].writeBytesPerSecond);
  }
}

/// Returns the duration of \p op, in seconds, from its memory time on each
/// tier.
double durationFromMemory(const Target &target, const Op &op,
                          const std::vector<double> &memoryByTier) {
  if (op.isNull())
    return 0;
  double memory = 0;
  for (double seconds : memoryByTier)
    memory = target.combine == Combine::Sum ? memory + seconds
                                            : std::max(memory, seconds);
  double compute = secondsOf(op.computePs);
  double launch = secondsOf(target.launchPs);
  return launch + overlapped(op, compute, memory);
}

} // namespace

//===----------------------------------------------------------------------===//
// The compute stream
//===----------------------------------------------------------------------===//

namespace {

/// One run of the program; three runs with wrapped transfers, and only the last
/// counts. Fills \p timeline unless it is null.
class Simulation {
public:
  Simulation(const Problem &problem, const Solution &solution,
             Timeline *timeline);

  void run();
  double getOpSeconds() const { return opSeconds; }
  double getStallSeconds() const { return stallSeconds; }

private:
  void sortTransfers();
  void runInvocation();
  void finishTimeline(double origin);
  void awaitAt(int64_t transfer, Step step);
  void passBoundary(Step step);
  void waitFor(int64_t transfer, Step step);
  void runOp(Step step);

  /// Transfers may start at numSteps(), outside all loops.
  int64_t tripsAt(Step step) const {
    return step == problem.numSteps() ? 1 : trips[step];
  }
  /// Returns true if the transfer is issued before the boundary of its wait.
  bool isHidden(int64_t transfer) const {
    return solution.transfers[transfer].start !=
           solution.transfers[transfer].done;
  }

  const Problem &problem;
  const Solution &solution;
  Timeline *timeline;
  Channels channels;
  std::vector<int64_t> trips;         // By step.
  std::vector<int64_t> issueOrder;    // Transfers, by `start`.
  std::vector<int64_t> waitOrder;     // Transfers, by `done`.
  size_t nextIssue = 0;               // Index into issueOrder.
  size_t nextWait = 0;                // Index into waitOrder.
  TierSeconds tierSeconds;            // Of the running op.
  int invocation = 0;                 // From 0.
  bool isWrapping = false;            // Some transfer wraps around.
  std::vector<TransferEvent> awaited; // Wrapped ones, for the timeline.
  double now = 0;
  double opSeconds = 0; // Of the present invocation.
  double stallSeconds = 0;
};

} // namespace

Simulation::Simulation(const Problem &problem, const Solution &solution,
                       Timeline *timeline)
    : problem(problem), solution(solution), timeline(timeline),
      channels(problem, solution, timeline ? &timeline->transfers : nullptr),
      trips(tripsOfSteps(problem)) {
  sortTransfers();
}

void Simulation::sortTransfers() {
  const std::vector<Transfer> &transfers = solution.transfers;
  issueOrder.resize(transfers.size());
  for (size_t i = 0; i < transfers.size(); ++i) {
    issueOrder[i] = static_cast<int64_t>(i);
    isWrapping |= transfers[i].isWrapped();
  }
  waitOrder = issueOrder;
  std::sort(issueOrder.begin(), issueOrder.end(),
            [&](int64_t lhs, int64_t rhs) {
              return std::tuple(transfers[lhs].start, lhs) <
                     std::tuple(transfers[rhs].start, rhs);
            });
  // At a boundary, transfers issued before come first. Among these, a transfer
  // of a loop's body comes before a transfer that spans the loop: only then
  // does the body's stall count for each trip.
  auto waitKey = [&](int64_t index) {
    const Transfer &transfer = transfers[index];
    return std::tuple(transfer.done, !isHidden(index), -tripsAt(transfer.start),
                      index);
  };
  std::sort(waitOrder.begin(), waitOrder.end(), [&](int64_t lhs, int64_t rhs) {
    return waitKey(lhs) < waitKey(rhs);
  });
}

void Simulation::waitFor(int64_t transfer, Step step) {
  if (channels.hasArrived(transfer))
    return;
  double seconds = channels.await(transfer, now);
  int64_t count = tripsAt(solution.transfers[transfer].start);
  if (timeline)
    timeline->stalls.push_back({.step = step,
                                .start = now,
                                .duration = seconds,
                                .transfer = transfer,
                                .trips = count});
  now += seconds;
  stallSeconds += seconds * static_cast<double>(count);
}

void Simulation::awaitAt(int64_t transfer, Step step) {
  waitFor(transfer, step);
  // It is issued again later, for the next invocation.
  if (timeline && solution.transfers[transfer].isWrapped())
    awaited.push_back(timeline->transfers[transfer]);
}

void Simulation::passBoundary(Step step) {
  auto isNextWait = [&] {
    return nextWait < waitOrder.size() &&
           solution.transfers[waitOrder[nextWait]].done == step;
  };
  for (; isNextWait() && isHidden(waitOrder[nextWait]); ++nextWait)
    awaitAt(waitOrder[nextWait], step);
  for (; nextIssue < issueOrder.size() &&
         solution.transfers[issueOrder[nextIssue]].start == step;
       ++nextIssue)
    channels.issue(issueOrder[nextIssue], invocation, now);
  for (; isNextWait(); ++nextWait)
    waitFor(waitOrder[nextWait], step);
}

void Simulation::runOp(Step step) {
  const Op &op = problem.ops[step];
  const std::vector<ResidencyId> &served = solution.served[step];
  computeTierSeconds(
      problem.target, op,
      [&](size_t k) { return solution.residencies[served[k]].tier; },
      tierSeconds);
  double duration = durationFromMemory(problem.target, op, tierSeconds.memory);
  if (timeline)
    timeline->ops[step] = {.step = step, .start = now, .duration = duration};
  if (duration > 0 && !channels.areIdle()) {
    // Converts busy times into fractions left to transfers.
    for (double &seconds : tierSeconds.busy)
      seconds = std::max(0.0, 1 - seconds / duration);
    channels.advance(now, duration, tierSeconds.busy);
  }
  now += duration;
  opSeconds += duration * static_cast<double>(trips[step]);
}

void Simulation::runInvocation() {
  opSeconds = stallSeconds = 0;
  nextIssue = nextWait = 0;
  awaited.clear();
  if (timeline)
    timeline->stalls.clear();
  for (Step step = 0; step < problem.numSteps(); ++step) {
    passBoundary(step);
    runOp(step);
  }
  passBoundary(problem.numSteps());
}

void Simulation::run() {
  // Without wrapped transfers, all invocations are alike.
  const int numInvocations = isWrapping ? 3 : 1;
  double origin = 0;
  for (invocation = 0; invocation < numInvocations; ++invocation) {
    origin = now;
    runInvocation();
  }
  assert((isWrapping || channels.areIdle()) && "each transfer is waited for");
  if (timeline && isWrapping)
    finishTimeline(origin);
}

/// Makes times count from the start of the last invocation, \p origin seconds
/// after the start of the first.
void Simulation::finishTimeline(double origin) {
  for (const TransferEvent &event : awaited) {
    TransferEvent &last = timeline->transfers[event.transfer];
    timeline->issuedForNext.push_back(last);
    last = event;
  }
  for (OpEvent &op : timeline->ops)
    op.start -= origin;
  for (StallEvent &stall : timeline->stalls)
    stall.start -= origin;
  for (auto *events : {&timeline->transfers, &timeline->issuedForNext})
    for (TransferEvent &event : *events) {
      event.issued -= origin;
      event.flowStart -= origin;
      event.arrived -= origin;
    }
}

//===----------------------------------------------------------------------===//
// Public functions
//===----------------------------------------------------------------------===//

double memplace::opDuration(const Target &target, const Op &op,
                            const std::vector<TierId> &tiers) {
  assert(tiers.size() == op.accesses.size() && "a tier for each access");
  TierSeconds seconds;
  computeTierSeconds(
      target, op, [&](size_t k) { return tiers[k]; }, seconds);
  return durationFromMemory(target, op, seconds.memory);
}

/// Returns Σ bytes × trips of the start, saturating.
static int64_t countBytes(const Problem &problem, const Solution &solution) {
  std::vector<int64_t> trips = tripsOfSteps(problem);
  int64_t total = 0;
  for (const Transfer &transfer : solution.transfers) {
    BufferId buffer = solution.residencies[transfer.from].buffer;
    int64_t count =
        transfer.start == problem.numSteps() ? 1 : trips[transfer.start];
    int64_t bytes = 0;
    if (__builtin_mul_overflow(problem.buffers[buffer].size, count, &bytes) ||
        __builtin_add_overflow(total, bytes, &total))
      return std::numeric_limits<int64_t>::max();
  }
  return total;
}

Timeline memplace::simulate(const Problem &problem, const Solution &solution) {
  Timeline timeline;
  timeline.ops.resize(problem.ops.size());
  timeline.transfers.resize(solution.transfers.size());
  for (size_t i = 0; i < timeline.transfers.size(); ++i)
    timeline.transfers[i].transfer = static_cast<int64_t>(i);
  Simulation simulation(problem, solution, &timeline);
  simulation.run();
  timeline.opSeconds = simulation.getOpSeconds();
  timeline.stallSeconds = simulation.getStallSeconds();
  timeline.makespan = timeline.opSeconds + timeline.stallSeconds;
  timeline.bytesTransferred = countBytes(problem, solution);
  return timeline;
}

double memplace::makespan(const Problem &problem, const Solution &solution) {
  Simulation simulation(problem, solution, /*timeline=*/nullptr);
  simulation.run();
  return simulation.getOpSeconds() + simulation.getStallSeconds();
}

/// Returns the slack for a comparison with \p picoseconds: the tolerance, and
/// the rounding to integers.
static double slackOf(double picoseconds) {
  return picoseconds * claimTolerance + 0.5;
}

/// Returns the bound that `memplace-solve --bound=strong` would have claimed,
/// or a bound sufficient for \p claimPs, in picoseconds. The bound depends on
/// the claimed makespan. \p simple: `lowerBoundOnMakespan`.
static double strongBoundPs(const Problem &problem, const Solution &solution,
                            double makespanPs, double claimPs, double simple) {
  double targetPs = static_cast<double>(
      solution.makespanPs.value_or(toPicoseconds(makespanPs * picosecond)));
  BoundLimits limits;
  limits.iterations = maxBoundIterations(problem);
  limits.target = targetPs * picosecond;
  limits.enough = claimPs * picosecond;
  limits.simple = simple;
  return strongLowerBoundOnMakespan(problem, limits) / picosecond;
}

std::optional<Error> memplace::checkClaims(const Problem &problem,
                                           const Solution &solution,
                                           std::optional<double> bound) {
  if (!solution.makespanPs && !solution.lowerBoundPs)
    return std::nullopt;
  // Rounded like claims, which cannot exceed 9.2e18.
  double makespanPs = std::round(makespan(problem, solution) / picosecond);
  auto describe = [](double picoseconds) {
    char text[64];
    std::snprintf(text, sizeof(text), "%.0f ps", picoseconds);
    return std::string(text);
  };
  if (solution.makespanPs) {
    double claim = static_cast<double>(*solution.makespanPs);
    if (std::abs(claim - makespanPs) > slackOf(makespanPs))
      return Error{"makespan_ps: claims " + describe(claim) +
                   ", but the simulated makespan is " + describe(makespanPs)};
  }
  if (!solution.lowerBoundPs)
    return std::nullopt;
  double claim = static_cast<double>(*solution.lowerBoundPs);
  if (claim > makespanPs + slackOf(makespanPs))
    return Error{"lower_bound_ps: claims " + describe(claim) +
                 ", which is above the simulated makespan of " +
                 describe(makespanPs)};
  if (solution.provenOptimal.value_or(false))
    return std::nullopt;
  const double simple = bound ? *bound : lowerBoundOnMakespan(problem);
  double provenPs = simple / picosecond;
  if (claim > provenPs + slackOf(provenPs))
    provenPs = strongBoundPs(problem, solution, makespanPs, claim, simple);
  if (claim > provenPs + slackOf(provenPs))
    return Error{"lower_bound_ps: claims " + describe(claim) +
                 ", but no more than " + describe(provenPs) +
                 " is proven; claim that, or `proven_optimal` if it is"};
  return std::nullopt;
}
