//===- TimeLimit.h - Time limit and progress of one solve -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_TIMELIMIT_H
#define MEMPLACE_LIB_SOLVER_TIMELIMIT_H

#include "memplace/Bounds/LowerBound.h"
#include "memplace/Problem/StopToken.h"
#include "memplace/Solver/Solver.h"

#include <algorithm>

namespace memplace::solver {

/// Time limit of one solve, in seconds of the caller's clock. Decides when to
/// stop, and reports progress, since the progress callback may request a stop.
/// Time counts from construction, so construct the time limit first.
class TimeLimit {
public:
  explicit TimeLimit(const SolveLimits &limits)
      : token(limits.token()), limits(limits) {}

  double seconds() const { return token.seconds(); }
  /// Returns the remaining seconds, negative after the limit; infinity
  /// without a limit.
  double secondsLeft() const { return token.secondsLeft(); }
  /// Call this function once a first placement exists. Reserves as much time as
  /// has passed so far, since assembling, simulating and checking the last
  /// placement takes about as long.
  void reserveTimeToFinish() {
    secondsToFirst = seconds();
    token.keepBack(secondsToFirst);
  }
  /// Returns true if enough time remains to start another stage, e.g. another
  /// solver, and to finish that stage.
  bool canStartStage() const {
    return token.secondsLeft() > 2 * secondsToFirst;
  }

  /// Reads the clock. Safe to call from any thread.
  bool isOver() { return token.isOver(); }
  /// Returns true after `stop`, or once `isOver` has returned true. Does not
  /// read the clock.
  bool wasOver() const { return token.wasOver(); }
  /// Reports progress to the caller. For the solving thread only. Returns false
  /// if the solver must stop.
  bool report(std::optional<double> makespan, double fraction) {
    return forwardProgress({seconds(), makespan, fraction});
  }
  /// Forwards the progress of another solver. For the solving thread only.
  /// Returns false if the solver must stop.
  bool forwardProgress(const SolveProgress &progress) {
    // After a request to stop, the callback is not called again.
    if (!isOver() && limits.progress && !limits.progress(progress))
      token.stop();
    return !wasOver();
  }

  /// Returns limits for another solver: the remaining time, and \p progress as
  /// its callback.
  SolveLimits
  limitsLeft(std::function<bool(const SolveProgress &)> progress) const {
    SolveLimits rest = limits;
    if (rest.timeLimit)
      rest.timeLimit =
          std::chrono::duration<double>(std::max(0.0, token.secondsLeft()));
    rest.progress = std::move(progress);
    return rest;
  }

private:
  StopToken token;
  const SolveLimits limits;
  double secondsToFirst = 0; // Seconds until the first placement.
};

/// Returns the lower bound on the makespan of \p problem, seconds: the bound in
/// \p limits, or computed if there is none.
inline double boundOf(const Problem &problem, const SolveLimits &limits) {
  return limits.bound ? *limits.bound : lowerBoundOnMakespan(problem);
}

} // namespace memplace::solver

#endif // MEMPLACE_LIB_SOLVER_TIMELIMIT_H
