//===- ScheduleFront.cpp - Options --schedule of memplace-solve -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleFront.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::tools;

/// Schedules that a search for the least makespan places.
static constexpr int64_t maxTries = 300;
/// Ops of all orders that are packed for one schedule.
static constexpr int64_t triedOps = 6000;
/// Limit of the packing of a schedule, as PackLimits::nodes.
static constexpr int64_t packNodes = 200'000;

Result<Objective> tools::parseObjective(const std::string &text) {
  if (text == "none")
    return Objective::None;
  if (text == "peak")
    return Objective::Peak;
  if (text == "makespan")
    return Objective::Makespan;
  return Error{"--schedule must be none, peak or makespan, not '" + text + "'"};
}

Result<ScheduleResult> tools::findSchedule(const SolverRegistry &solvers,
                                           const Problem &problem,
                                           Objective objective,
                                           const ScheduleOptions &options,
                                           const SolveLimits &limits) {
  if (std::optional<Error> error = checkSchedulable(problem))
    return *error;
  StopToken stop = limits.token();
  const auto makespanOf = [&](const Problem &tried) -> std::optional<double> {
    SolveLimits quick;
    quick.cancel = limits.cancel;
    Result<SolveResult> result =
        solveAndVerify(solvers, "greedy", tried, quick);
    if (!result || !result->solution)
      return std::nullopt;
    return static_cast<double>(*result->solution->makespanPs);
  };
  return objective == Objective::Peak
             ? scheduleForPeak(problem, options, stop)
             : scheduleForMakespan(problem, options, makespanOf, maxTries,
                                   stop);
}

/// Gives \p packing the time that \p stop leaves.
static void limitTo(const StopToken &stop, PackLimits &packing) {
  const double left = stop.secondsLeft();
  if (std::isfinite(left))
    packing.timeLimit = std::chrono::duration<double>(std::max(0.0, left));
}

/// Returns the bytes of all arenas.
static int64_t arenaBytes(const Problem &problem, const Solution &solution) {
  int64_t sum = 0;
  for (int64_t bytes : peakBytes(problem, solution))
    sum += bytes;
  return sum;
}

/// Replaces the order of \p schedule, and its placement, by one that packs
/// better, if there is one among some with as few live bytes or a few more.
static void tryOtherOrders(ScheduleResult &schedule, Solution &solution,
                           PackLimits packing, StopToken &stop) {
  const ScheduledProblem first = schedule.scheduled;
  const int64_t tries = std::clamp<int64_t>(
      triedOps / std::max<int64_t>(1, first.problem.numSteps()), 2, 24);
  int64_t least = arenaBytes(first.problem, solution);
  const int64_t peak = schedule.peak;
  for (int64_t seed = 1; seed <= tries && least > peak && !stop.isOver();
       ++seed) {
    limitTo(stop, packing);
    const int64_t more = (least - peak) / 4 * (seed % 4);
    std::optional<ScheduledProblem> other =
        findOrderAt(first.problem, peak + more, seed, stop);
    if (!other)
      continue;
    std::optional<Solution> placed = placeAtHome(other->problem, packing);
    if (!placed || arenaBytes(other->problem, *placed) >= least)
      continue;
    least = arenaBytes(other->problem, *placed);
    other->problem.name = placed->problem = first.problem.name;
    solution = std::move(*placed);
    for (Step &op : other->map.ops)
      op = first.map.ops[op];
    for (BufferId &buffer : other->map.buffers)
      buffer = first.map.buffers[buffer];
    schedule.scheduled = std::move(*other);
    schedule.peak = liveBytesAtPeak(schedule.scheduled.problem);
    schedule.movedOps = countMovedOps(schedule.scheduled.map);
  }
}

Result<std::optional<SolveResult>>
tools::placePacked(const Problem &problem, ScheduleResult &schedule,
                   const SolveLimits &limits) {
  PackLimits packing;
  StopToken stop = limits.token();
  packing.nodes = packNodes;
  limitTo(stop, packing);
  packing.seed = limits.seed;
  packing.cancel = limits.cancel;
  std::optional<Solution> solution =
      placeAtHome(schedule.scheduled.problem, packing);
  if (solution)
    tryOtherOrders(schedule, *solution, packing, stop);
  std::optional<Solution> given = placeAtHome(problem, packing);
  if (given &&
      (!solution || arenaBytes(problem, *given) <
                        arenaBytes(schedule.scheduled.problem, *solution))) {
    keepOrder(problem, schedule);
    solution = std::move(given);
  }
  if (!solution)
    return std::optional<SolveResult>();
  SolveResult placed;
  placed.status = SolveStatus::Solved;
  placed.solution = std::move(solution);
  Result<SolveResult> result =
      claimAndVerify(schedule.scheduled.problem, "packed", std::move(placed));
  if (!result)
    return result.takeError();
  return std::optional<SolveResult>(std::move(*result));
}

std::string tools::describeSchedule(const ScheduleResult &schedule) {
  const std::pair<const char *, int64_t> fields[] = {
      {"given_live_bytes", schedule.givenPeak},
      {"live_bytes", schedule.peak},
      {"live_bytes_bound", schedule.bound},
      {"moved_ops", schedule.movedOps},
      {"repeated_ops", schedule.repeatedOps},
      {"repeated_ps", schedule.repeatedPs},
      {"program_ps", schedule.programPs}};
  std::string text;
  for (const auto &[name, value] : fields)
    text += std::string(", \"") + name + "\": " + std::to_string(value);
  return text;
}

template <typename Number>
static std::string printList(const std::vector<Number> &numbers) {
  std::string text;
  for (Number number : numbers)
    text += (text.empty() ? "" : ", ") + std::to_string(number);
  return "[" + text + "]";
}

std::string tools::printScheduleMap(const ScheduleMap &map) {
  return "{\"ops\": " + printList(map.ops) +
         ",\n \"buffers\": " + printList(map.buffers) + "}\n";
}
