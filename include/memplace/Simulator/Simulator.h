//===- Simulator.h - The makespan of a placement ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_SIMULATOR_SIMULATOR_H
#define MEMPLACE_SIMULATOR_SIMULATOR_H

#include "memplace/Problem/Solution.h"

namespace memplace {

/// An op in simulated time. Times in seconds from the start of the program
/// (with wrapped transfers, of the third invocation), each loop body simulated
/// once.
struct OpEvent {
  Step step = 0;
  double start = 0;
  double duration = 0;
};

/// Wait of the compute stream for a transfer at the boundary before op `step`
/// (numSteps(): at the end).
struct StallEvent {
  Step step = 0;
  double start = 0;
  double duration = 0;  // Above 0.
  int64_t transfer = 0; // Index into Solution::transfers: the cause.
  int64_t trips = 1;    // Factor with which the duration counts.
};

/// One transfer on its channel. A time below 0 lies in the previous invocation.
/// A time in the next invocation is infinity, or at least the makespan.
struct TransferEvent {
  int64_t transfer = 0; // Index into Solution::transfers.
  double issued = 0;
  double flowStart = 0; // Time at which the first byte moved.
  double arrived = 0;
};

/// One simulated run; with wrapped transfers, the third of three back to back.
/// docs/reference/problem.md, sections 4 and 7.
struct Timeline {
  std::vector<OpEvent> ops;       // By step.
  std::vector<StallEvent> stalls; // In time order.
  /// By index of the transfer. For a wrapped transfer, the copy issued by the
  /// previous invocation and awaited in this one.
  std::vector<TransferEvent> transfers;
  /// Wrapped transfers again: the copies issued in this invocation and awaited
  /// in the next.
  std::vector<TransferEvent> issuedForNext;
  /// Σ op durations × trips + Σ stalls × trips, seconds.
  double makespan = 0;
  double opSeconds = 0;         // Σ op durations × trips.
  double stallSeconds = 0;      // Σ stalls × trips.
  int64_t bytesTransferred = 0; // Σ bytes × trips of the transfer's start.
};

/// Returns the duration of \p op in seconds, with access k served from
/// tiers[k].
double opDuration(const Target &target, const Op &op,
                  const std::vector<TierId> &tiers);

/// Simulates a legal placement. Deterministic. A placement with wrapped
/// transfers runs for three invocations; transfers awaited in the first
/// invocation have arrived before its start.
Timeline simulate(const Problem &problem, const Solution &solution);

/// Returns the makespan of `simulate`, in seconds.
double makespan(const Problem &problem, const Solution &solution);

/// Returns the first wrong claim of \p solution, or nothing. `makespan_ps` must
/// be within 1e-6 relative of the simulated makespan. `lower_bound_ps` must not
/// exceed the makespan, nor, without `proven_optimal`, the best bound provable
/// by memplace. \p bound: `lowerBoundOnMakespan` in seconds, if already
/// computed.
std::optional<Error> checkClaims(const Problem &problem,
                                 const Solution &solution,
                                 std::optional<double> bound = {});

} // namespace memplace

#endif // MEMPLACE_SIMULATOR_SIMULATOR_H
