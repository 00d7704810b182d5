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

#include "../../Streaming/ReadSchedule.h"
#include "../../Streaming/ResidentSearch.h"
#include "memplace/Packing/Pack.h"
#include "memplace/Problem/Solution.h"

namespace memplace {

/// Returns the arena of \p arena bytes as the memory of a stream. The items are
/// the buffers of \p problem; the transients lie beside stays of weights.
StreamMemory makeMemory(const Problem &problem, int64_t arena);

/// Returns streams within \p arena bytes whose reads start as early as there is
/// room. One stream reads a weight again for a much later use; another keeps a
/// weight until its last use.
std::vector<StreamPlan> planStreams(const Problem &problem, int64_t arena);

/// Makes the stays of a plan with a fixed lookahead: the weights of a step are
/// read \p ahead steps earlier, counting only steps with weights. A weight
/// still in the arena is not read again. With lookahead 0 each weight is read
/// immediately before its use, which needs the smallest arena of all plans.
/// Lookahead 1 is a double buffer.
std::vector<ReadStay> readAhead(const Problem &problem, size_t ahead);

/// Returns the stays of \p solution.
std::vector<ReadStay> findStays(const Problem &problem,
                                const Solution &solution);

/// Makes the placement of a stream with legal offsets.
Solution makePlan(const Problem &problem, const StreamPlan &plan);

/// Returns the arena size needed by \p solution, bytes.
int64_t arenaSize(const StreamExecute &execute, const Problem &problem,
                  const Solution &solution);

/// Returns the value of a legal \p solution of a problem made by
/// `makeReadProblem`; the peak is that of the arena.
StreamCost valueOf(const Problem &problem, const Solution &solution);

/// Returns the bytes moved by all transfers of \p solution.
int64_t bytesRead(const Problem &problem, const Solution &solution);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_PLANSTAYS_H
