//===- ScheduleFront.h - Options --schedule of memplace-solve ---*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TOOLS_MEMPLACE_SOLVE_SCHEDULEFRONT_H
#define MEMPLACE_TOOLS_MEMPLACE_SOLVE_SCHEDULEFRONT_H

#include "memplace/Schedule/Scheduling.h"
#include "memplace/Solver/Solver.h"

namespace memplace::tools {

enum class Objective { None, Peak, Makespan };

/// Parses the value of --schedule.
Result<Objective> parseObjective(const std::string &text);

/// Finds a schedule for \p objective. Makespans are those of `greedy`.
Result<ScheduleResult> findSchedule(const SolverRegistry &solvers,
                                    const Problem &problem, Objective objective,
                                    const ScheduleOptions &options,
                                    const SolveLimits &limits);

/// Places the problem of a schedule for the least peak: all buffers at home,
/// packed. Returns nothing if that is impossible. If the given order packs
/// better, \p schedule becomes the given order.
Result<std::optional<SolveResult>> placePacked(const Problem &problem,
                                               ScheduleResult &schedule,
                                               const SolveLimits &limits);

/// Returns the JSON fields that --schedule adds.
std::string describeSchedule(const ScheduleResult &schedule);

/// Returns the text of the file of --schedule-map.
std::string printScheduleMap(const ScheduleMap &map);

} // namespace memplace::tools

#endif // MEMPLACE_TOOLS_MEMPLACE_SOLVE_SCHEDULEFRONT_H
