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

/// Returns the default lower bound on the makespan of any legal placement,
/// seconds (docs/reference/bounds.md); `--bound=simple` in tools.
double lowerBoundOnMakespan(const Problem &problem);

/// Returns a lower bound on the makespan of any legal placement of \p problem
/// or of any problem cut from it, seconds: docs/reference/bounds.md. At most
/// `lowerBoundOnMakespan`; equal, up to rounding, if nothing can be cut.
double lowerBoundWithPieces(const Problem &problem);

/// Effort of a strong bound.
struct BoundLimits {
  /// Number of improvement steps. Each takes about as long as one pass over all
  /// ops and buffers; more steps never make the bound worse.
  int64_t iterations = 2000;
  /// Makespan of the best known placement, seconds. The target sets the step
  /// length and ends the ascent.
  double target = std::numeric_limits<double>::infinity();
  /// The ascent stops at a bound of at least this, seconds.
  double enough = std::numeric_limits<double>::infinity();
  /// `lowerBoundOnMakespan` of the problem, seconds, if already computed.
  std::optional<double> simple;
  /// Steps before and after each use that the bound models one by one. None: as
  /// many as the size of the program allows, 12 in large programs.
  std::optional<Step> window;
  /// Farther from each use, the bound models room at one step of each block and
  /// time by block, for contents that stay or travel for long. Steps of one
  /// block; 0: no blocks.
  Step blockLength = 32;
  /// Releases the room of contents before their copy to the home tier has
  /// ended; only the time of the copy counts. The bound is weaker. Only the
  /// game sets this option, because its networks were trained with it.
  bool mayLeaveEarly = false;
  /// Called before each iteration, if set; false stops the ascent. The result
  /// depends on the iteration at which it stops.
  std::function<bool()> shouldContinue;
};

/// Returns a stronger lower bound on the makespan of any legal placement,
/// seconds, never below `lowerBoundOnMakespan`: docs/reference/bounds.md.
/// Deterministic.
double strongLowerBoundOnMakespan(const Problem &problem,
                                  const BoundLimits &limits);

/// Returns a stronger lower bound on the makespan of any legal placement of
/// \p problem or of any problem cut from it in which uncut ops keep their
/// order; seconds, never below `lowerBoundWithPieces`:
/// docs/reference/bounds.md. The overhead of pieces counts. Equal to
/// `strongLowerBoundOnMakespan` if nothing can be cut.
double strongLowerBoundWithPieces(const Problem &problem,
                                  const BoundLimits &limits);

/// Returns the largest number of iterations that `checkClaims` spends to prove
/// a claimed bound of \p problem: up to half a minute for programs of some
/// hundred ops.
int64_t maxBoundIterations(const Problem &problem);

/// Returns a lower bound on the peak, bytes, of a placement with all buffers
/// but the caller's in one tier: the largest total size live at one step.
int64_t lowerBoundOnPeak(const Problem &problem);

/// Returns (value - bound) / bound; 0 if both are 0, infinity if only the bound
/// is.
double gap(double value, double bound);

/// Returns true if \p makespan is at most \p bound, both in seconds, after
/// rounding to whole picoseconds. Does not round above `maxClaimSeconds`.
bool reachesBound(double makespan, double bound);

} // namespace memplace

#endif // MEMPLACE_BOUNDS_LOWERBOUND_H
