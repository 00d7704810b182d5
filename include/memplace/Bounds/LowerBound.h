//===- LowerBound.h - Proven bounds -----------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_BOUNDS_LOWERBOUND_H
#define MEMPLACE_BOUNDS_LOWERBOUND_H

#include "memplace/Problem/Problem.h"

#include <functional>
#include <limits>
#include <optional>

namespace memplace {

/// Bound on the makespan of any legal placement, seconds:
/// docs/reference/problem.md, section 6.
double lowerBoundOnMakespan(const Problem &problem);

/// Bound on the makespan of any legal placement of \p problem and of each cut
/// problem of it, seconds: docs/reference/bounds.md. At most
/// `lowerBoundOnMakespan`, the same if nothing can be cut but for rounding.
double lowerBoundWithPieces(const Problem &problem);

/// What a stronger bound may cost.
struct BoundLimits {
  /// Steps of improvement. Each takes about as long as going over all ops and
  /// buffers once; more of them never make the bound worse.
  int64_t iterations = 2000;
  /// Seconds; the makespan of the best known placement. It says how far to go,
  /// and where to stop.
  double target = std::numeric_limits<double>::infinity();
  /// Seconds; stops at a bound that is at least this.
  double enough = std::numeric_limits<double>::infinity();
  /// How many steps before and after each use are looked at; none: as many as
  /// can be afforded, 12 in large programs.
  std::optional<Step> window;
  /// Further away, room is looked at every so many steps and time in blocks of
  /// so many: what is kept, or on its way, for long. 0: not at all.
  Step blockLength = 32;
  /// Lets contents give up their place before they have come home, as if only
  /// the time of that counted: a lower bound, and shares of the first tier as
  /// networks of the game were trained on.
  bool mayLeaveEarly = false;
  /// Asked before each iteration, if there is one; false: stop. Results depend
  /// on when that is.
  std::function<bool()> shouldContinue;
};

/// A stronger bound on the makespan of any legal placement, seconds, never
/// below `lowerBoundOnMakespan`: docs/reference/bounds.md. The same on each
/// run.
double strongLowerBoundOnMakespan(const Problem &problem,
                                  const BoundLimits &limits);

/// A stronger bound on the makespan of any legal placement of \p problem, and
/// of each cut problem of it in which what is not cut keeps its place in the
/// order of ops; seconds, never below `lowerBoundWithPieces`:
/// docs/reference/bounds.md. Counts what each piece costs. The same as
/// `strongLowerBoundOnMakespan` if nothing can be cut.
double strongLowerBoundWithPieces(const Problem &problem,
                                  const BoundLimits &limits);

/// The most iterations on \p problem that `checkClaims` spends to see whether a
/// claimed bound is proven; up to half a minute for programs of some hundred
/// ops.
int64_t maxBoundIterations(const Problem &problem);

/// Bound on the peak, bytes, if all buffers without a caller-owned place were
/// in one tier all the time: the largest total size live at one step.
int64_t lowerBoundOnPeak(const Problem &problem);

/// (value - bound) / bound; 0 if both are 0.
double gap(double value, double bound);

/// Whether \p makespan is as short as \p bound, both in seconds: in whole
/// picoseconds, unless there are too many of these to be told apart.
bool reachesBound(double makespan, double bound);

} // namespace memplace

#endif // MEMPLACE_BOUNDS_LOWERBOUND_H
