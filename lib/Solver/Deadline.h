//===- Deadline.h - When a solver has to stop -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_DEADLINE_H
#define MEMPLACE_LIB_SOLVER_DEADLINE_H

#include "memplace/Solver/Solver.h"

#include <algorithm>
#include <atomic>

namespace memplace::solver {

/// Stops a solver: by wall time or by the caller's wish. The time counts from
/// when this is made, so make it first.
class Deadline {
public:
  explicit Deadline(const SolveLimits &limits)
      : limits(limits), start(Clock::now()) {
    if (limits.wallTime)
      allowed = limits.wallTime->count();
  }

  double seconds() const {
    return std::chrono::duration<double>(Clock::now() - start).count();
  }
  /// To be called once there is a first placement: writing down, simulating and
  /// checking the last one will take about as long as it took to get here.
  void keepTimeToFinish() {
    begun = seconds();
    allowed -= begun;
  }
  /// Whether there is time to begin anew, with another solver say, and to
  /// finish that.
  bool canBeginAnew() const { return !limits.wallTime || left() > 2 * begun; }
  /// Seconds that are left, perhaps less than none.
  double left() const { return allowed - seconds(); }

  /// Asks the clock. May be asked from any thread.
  bool isOver() {
    if (limits.wallTime && left() <= 0)
      stopped = true;
    return stopped;
  }
  /// What the last question found, for those who may not take time.
  bool wasOver() const { return stopped; }
  /// Asks the caller, too; only for the solving thread. False: stop.
  bool report(std::optional<double> makespan, double fraction) {
    // Who said stop is not asked again.
    if (!isOver() && limits.progress &&
        !limits.progress({seconds(), makespan, fraction}))
      stopped = true;
    return !stopped;
  }

  /// What is left for another solver, whose progress goes to \p progress.
  SolveLimits
  limitsLeft(std::function<bool(const SolveProgress &)> progress) const {
    SolveLimits rest;
    rest.seed = limits.seed;
    if (limits.wallTime)
      rest.wallTime = std::chrono::duration<double>(std::max(0.0, left()));
    rest.progress = std::move(progress);
    return rest;
  }

private:
  using Clock = std::chrono::steady_clock;
  const SolveLimits limits;
  const Clock::time_point start;
  double allowed = 0;
  double begun = 0; // Seconds to get to a first placement.
  std::atomic<bool> stopped = false;
};

} // namespace memplace::solver

#endif // MEMPLACE_LIB_SOLVER_DEADLINE_H
