//===- ScheduleFront.cpp - Options --schedule of memplace-solve -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduleFront.h"

using namespace memplace;
using namespace memplace::tools;

/// Schedules that a search for the least makespan places.
static constexpr int64_t maxTries = 300;
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

Result<std::optional<SolveResult>>
tools::placePacked(const Problem &problem, ScheduleResult &schedule,
                   const SolveLimits &limits) {
  PackLimits packing;
  StopToken stop = limits.token();
  packing.nodes = packNodes;
  packing.seed = limits.seed;
  packing.cancel = limits.cancel;
  std::optional<PackedSchedule> packed =
      packSchedule(problem, {}, schedule, packing, stop);
  if (!packed)
    return std::optional<SolveResult>();
  SolveResult placed;
  placed.status = SolveStatus::Solved;
  placed.solution = std::move(packed->solution);
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
