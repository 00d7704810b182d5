//===- Deadline.h - When a solver has to stop -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_DEADLINE_H
#define MEMPLACE_LIB_SOLVER_DEADLINE_H

#include "memplace/Problem/StopToken.h"
#include "memplace/Solver/Solver.h"

#include <algorithm>

namespace memplace::solver {

/// The limits of one solve: says when to stop, and reports progress on the way,
/// as the answer may be to stop. The time counts from when this is made, so
/// make it first.
class Deadline {
public:
  explicit Deadline(const SolveLimits &limits)
      : token(limits.token()), limits(limits) {}

  double seconds() const { return token.seconds(); }
  /// Perhaps less than none; infinity without a limit.
  double secondsLeft() const { return token.secondsLeft(); }
  /// To be called once there is a first placement: writing down, simulating and
  /// checking the last one will take about as long as it took to get here.
  void keepTimeToFinish() {
    begun = seconds();
    token.keepBack(begun);
  }
  /// Whether there is time to begin anew, with another solver say, and to
  /// finish that.
  bool canBeginAnew() const { return token.secondsLeft() > 2 * begun; }

  /// Asks the clock. May be asked from any thread.
  bool isOver() { return token.isOver(); }
  /// What the last question found, for those who may not take time.
  bool wasOver() const { return token.wasOver(); }
  /// Asks the caller, too; only for the solving thread. False: stop.
  bool report(std::optional<double> makespan, double fraction) {
    return handOn({seconds(), makespan, fraction});
  }
  /// Likewise, with what another solver reports.
  bool handOn(const SolveProgress &progress) {
    // Who said stop is not asked again.
    if (!isOver() && limits.progress && !limits.progress(progress))
      token.stop();
    return !wasOver();
  }

  /// What is left for another solver, whose progress goes to \p progress.
  SolveLimits
  limitsLeft(std::function<bool(const SolveProgress &)> progress) const {
    SolveLimits rest = limits;
    if (rest.wallTime)
      rest.wallTime =
          std::chrono::duration<double>(std::max(0.0, token.secondsLeft()));
    rest.progress = std::move(progress);
    return rest;
  }

private:
  StopToken token;
  const SolveLimits limits;
  double begun = 0; // Seconds to get to a first placement.
};

} // namespace memplace::solver

#endif // MEMPLACE_LIB_SOLVER_DEADLINE_H
