//===- PlanStays.h - Stays of weights in the arena --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_PLANSTAYS_H
#define MEMPLACE_LIB_IREE_WEIGHTS_PLANSTAYS_H

#include "ExtractReadProblem.h"

#include "memplace/Packing/Pack.h"
#include "memplace/Problem/Solution.h"

#include <tuple>

namespace memplace {

/// A stay of a weight in the arena. The read is issued before step `begin` and
/// has arrived before the first of `uses`. After the last use the space is
/// free.
struct WeightStay {
  BufferId buffer = 0;
  Step begin = 0;
  std::vector<Step> uses; // Ascending, at least one.
};

/// Makes the stays of a plan with a fixed lookahead: the weights of a step are
/// read \p ahead steps earlier, counting only steps with weights. A weight
/// still in the arena is not read again. With lookahead 0 each weight is read
/// immediately before its use, which needs the smallest arena of all plans.
/// Lookahead 1 is a double buffer.
std::vector<WeightStay> readAhead(const Problem &problem, size_t ahead);

/// Returns the stays of \p solution.
std::vector<WeightStay> findStays(const Problem &problem,
                                  const Solution &solution);

/// Returns the contents of the arena as a packing problem: transients in the
/// order of the problem, then \p stays.
PackingProblem toPackingProblem(const Problem &problem,
                                llvm::ArrayRef<WeightStay> stays);

/// Makes the placement with these stays at the offsets of a legal packing of
/// `toPackingProblem`.
Solution makePlan(const Problem &problem, llvm::ArrayRef<WeightStay> stays,
                  const Packing &packing);

/// Returns the arena size needed by \p solution, bytes.
int64_t arenaSize(const StreamExecute &execute, const Problem &problem,
                  const Solution &solution);

/// Value of a plan. Plans are compared field by field, in this order.
struct PlanValue {
  double makespan = 0;   // Modelled, seconds.
  int64_t bytesRead = 0; // Per call.
  int64_t peak = 0;      // Of the arena, bytes.

  bool isBetterThan(const PlanValue &other) const {
    return std::tuple(makespan, bytesRead, peak) <
           std::tuple(other.makespan, other.bytesRead, other.peak);
  }
};

/// Simulates a legal \p solution of a problem made by `makeReadProblem`.
PlanValue valueOf(const Problem &problem, const Solution &solution);

/// Returns the bytes moved by all transfers of \p solution.
int64_t bytesRead(const Problem &problem, const Solution &solution);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_PLANSTAYS_H
