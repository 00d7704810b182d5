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

/// One op in simulated time. Times in seconds from the start of the program (of
/// the third invocation of a cyclic one), each loop body simulated once.
struct OpEvent {
  Step step = 0;
  double start = 0;
  double duration = 0;
};

/// The compute stream waits at the boundary before op `step` (numSteps(): at
/// the end) for one transfer.
struct StallEvent {
  Step step = 0;
  double start = 0;
  double duration = 0;  // Above 0.
  int64_t transfer = 0; // Index into Solution::transfers: the cause.
  int64_t trips = 1;    // How often it counts.
};

/// One transfer on its channel. A time below 0 was in the invocation before;
/// one that would be in the next is infinity, or not before the makespan.
struct TransferEvent {
  int64_t transfer = 0; // Index into Solution::transfers.
  double issued = 0;
  double flowStart = 0; // When the first byte moved.
  double arrived = 0;
};

/// One simulated run, for a cyclic problem the third of three back to back.
/// docs/reference/problem.md, sections 4 and 7.
struct Timeline {
  std::vector<OpEvent> ops;       // By step.
  std::vector<StallEvent> stalls; // In time order.
  /// By index of the transfer. A wrapped one as the run awaits it: the
  /// invocation before issued it.
  std::vector<TransferEvent> transfers;
  /// The wrapped ones once more, as the run issues them for the next.
  std::vector<TransferEvent> issuedForNext;
  /// Σ op durations × trips + Σ stalls × trips, seconds.
  double makespan = 0;
  double opSeconds = 0;         // Σ op durations × trips.
  double stallSeconds = 0;      // Σ stalls × trips.
  int64_t bytesTransferred = 0; // Σ bytes × trips of the transfer's start.
};

/// Duration of one op, seconds, with access k served from tiers[k].
double opDuration(const Target &target, const Op &op,
                  const std::vector<TierId> &tiers);

/// Simulates a placement that passes `verify`. Deterministic. Wrapped transfers
/// make three invocations of it; those that the first one awaits have arrived.
Timeline simulate(const Problem &problem, const Solution &solution);

/// `simulate`, but the makespan only, seconds.
double makespan(const Problem &problem, const Solution &solution);

/// What is wrong with the claims of \p solution (`makespan_ps` within 1e-6
/// relative of the simulated one, `lower_bound_ps` not above the makespan and,
/// so that nobody claims an unproven one, not above the best that memplace can
/// prove unless `proven_optimal`), or nothing.
std::optional<Error> checkClaims(const Problem &problem,
                                 const Solution &solution);

} // namespace memplace

#endif // MEMPLACE_SIMULATOR_SIMULATOR_H
