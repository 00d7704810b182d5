//===- PlanStays.h - When weights are in the arena --------------*- C++ -*-===//
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

/// A stay of a weight in the arena: the read is issued before step `begin` and
/// has arrived before the first of `uses`; after the last the space is free.
struct WeightStay {
  BufferId buffer = 0;
  Step begin = 0;
  std::vector<Step> uses; // Ascending, at least one.
};

/// Each step with weights has them read when the step that is \p ahead such
/// steps before begins, and reads nothing that is still there. With 0 each use
/// reads its weight right before: no plan needs a smaller arena. 1 is a double
/// buffer.
std::vector<WeightStay> readAhead(const Problem &problem, size_t ahead);

/// The stays that \p solution has.
std::vector<WeightStay> findStays(const Problem &problem,
                                  const Solution &solution);

/// The arena's storages with those stays, for the packing solvers: transients
/// in the order of the problem, then the stays.
PackingProblem toPackingProblem(const Problem &problem,
                                llvm::ArrayRef<WeightStay> stays);

/// The placement with these stays at offsets of a legal packing of that
/// problem.
Solution makePlan(const Problem &problem, llvm::ArrayRef<WeightStay> stays,
                  const Packing &packing);

/// What the arena has with \p solution, bytes.
int64_t arenaSize(const StreamExecute &execute, const Problem &problem,
                  const Solution &solution);

/// What a plan is worth; the first that differs decides.
struct PlanValue {
  double makespan = 0;   // Modelled, seconds.
  int64_t bytesRead = 0; // In each call.
  int64_t peak = 0;      // Of the arena, bytes.

  bool isBetterThan(const PlanValue &other) const {
    return std::tuple(makespan, bytesRead, peak) <
           std::tuple(other.makespan, other.bytesRead, other.peak);
  }
};

PlanValue valueOf(const Problem &problem, const Solution &solution);

/// Bytes that all transfers of \p solution move.
int64_t bytesRead(const Problem &problem, const Solution &solution);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_PLANSTAYS_H
