//===- PackedSchedule.cpp - Schedules by the size of their arenas ---------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Schedule/Scheduling.h"

#include <algorithm>
#include <cmath>

using namespace memplace;

/// Ops of all orders that are packed for one schedule.
static constexpr int64_t triedOps = 6000;

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

/// Returns \p needs for the steps of \p schedule: each run of the second op
/// follows the first run of the first op.
static std::vector<std::pair<Step, Step>>
needsAfter(const Problem &problem, const ScheduleMap &map,
           const std::vector<std::pair<Step, Step>> &needs) {
  std::vector<std::vector<Step>> runsOf(problem.ops.size());
  for (size_t run = 0; run < map.ops.size(); ++run)
    runsOf[map.ops[run]].push_back(static_cast<Step>(run));
  std::vector<std::pair<Step, Step>> after;
  for (const auto &[first, second] : needs)
    for (Step run : runsOf[second])
      after.emplace_back(runsOf[first][0], run);
  return after;
}

/// Replaces \p schedule by \p other, a schedule of its scheduled problem.
static void replaceBy(ScheduledProblem other, ScheduleResult &schedule) {
  const ScheduledProblem &first = schedule.scheduled;
  other.problem.name = first.problem.name;
  for (Step &op : other.map.ops)
    op = first.map.ops[op];
  for (BufferId &buffer : other.map.buffers)
    buffer = first.map.buffers[buffer];
  schedule.scheduled = std::move(other);
  schedule.peak = liveBytesAtPeak(schedule.scheduled.problem);
  schedule.movedOps = countMovedOps(schedule.scheduled.map);
}

void memplace::packOtherOrders(const Problem &problem, int64_t peak,
                               int64_t bytes,
                               const std::vector<std::pair<Step, Step>> &needs,
                               const BytesOf &bytesOf, StopToken &stop) {
  const int64_t tries = std::clamp<int64_t>(
      triedOps / std::max<int64_t>(1, problem.numSteps()), 2, 24);
  ScheduleOptions options;
  options.needs = needs;
  for (int64_t seed = 1; seed <= tries && bytes > peak && !stop.isOver();
       ++seed) {
    options.seed = static_cast<uint64_t>(seed);
    const int64_t more = (bytes - peak) / 4 * (seed % 4);
    if (auto found = findOrderAt(problem, peak + more, options, stop))
      bytes = std::min(bytes, bytesOf(std::move(*found)));
  }
}

/// Replaces the order of \p schedule, and its placement, by one that packs
/// better, if there is one.
static void tryOtherOrders(const Problem &problem,
                           const ScheduleOptions &options,
                           ScheduleResult &schedule, PackedSchedule &packed,
                           PackLimits packing, StopToken &stop) {
  const ScheduledProblem first = schedule.scheduled;
  ScheduleResult best = schedule;
  const auto bytesOf = [&](ScheduledProblem found) {
    limitTo(stop, packing);
    std::optional<Solution> placed = placeAtHome(found.problem, packing);
    if (!placed || arenaBytes(found.problem, *placed) >= packed.arenaBytes)
      return packed.arenaBytes;
    packed.arenaBytes = arenaBytes(found.problem, *placed);
    placed->problem = first.problem.name;
    packed.solution = std::move(*placed);
    best = schedule;
    replaceBy(std::move(found), best);
    return packed.arenaBytes;
  };
  packOtherOrders(first.problem, schedule.peak, packed.arenaBytes,
                  needsAfter(problem, first.map, options.needs), bytesOf, stop);
  schedule = std::move(best);
}

std::optional<PackedSchedule>
memplace::packSchedule(const Problem &problem, const ScheduleOptions &options,
                       ScheduleResult &schedule, PackLimits limits,
                       StopToken &stop) {
  limitTo(stop, limits);
  std::optional<PackedSchedule> packed;
  const Problem &scheduled = schedule.scheduled.problem;
  if (std::optional<Solution> solution = placeAtHome(scheduled, limits)) {
    const int64_t bytes = arenaBytes(scheduled, *solution);
    packed = PackedSchedule{std::move(*solution), bytes, std::nullopt};
    tryOtherOrders(problem, options, schedule, *packed, limits, stop);
  }
  std::optional<Solution> given = placeAtHome(problem, limits);
  if (!given)
    return packed;
  const int64_t bytes = arenaBytes(problem, *given);
  if (!packed || bytes < packed->arenaBytes) {
    keepOrder(problem, schedule);
    packed = PackedSchedule{std::move(*given), bytes, bytes};
  }
  packed->givenArenaBytes = bytes;
  return packed;
}
