//===- PlanReads.h - Solves for the reads of a region -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_WEIGHTS_PLANREADS_H
#define MEMPLACE_LIB_IREE_WEIGHTS_PLANREADS_H

#include "ReadsReport.h"

#include "memplace/Solver/Solver.h"

namespace memplace {

/// How to plan.
struct PlannerOptions {
  enum class Policy {
    Solver,       // The best of a solver and of the two below.
    OnDemand,     // Each use reads what it needs, right before.
    DoubleBuffer, // One step with weights ahead.
  };
  Policy policy = Policy::Solver;
  int64_t arena = 0; // Bytes.
  /// What bounds resident weights and arena together, bytes, if that is what
  /// is given, and what weights have that are resident in any case.
  std::optional<int64_t> memory;
  int64_t forced = 0;
  std::string plan; // A file to take the solution from; empty: solve.
  std::string solver;
  SolverOptionValues solverOptions;
  SolveLimits solveLimits;
  PackLimits packLimits;
};

/// Plans the reads of \p execute; \p computePs is by step. The error is why
/// there is no plan: the arena is too small, and which one is not; or an
/// unknown solver. Notes of the solver are added to \p notes.
Result<PlannedExecute>
planReads(const StreamExecute &execute, const Target &machine,
          llvm::ArrayRef<int64_t> computePs, const PlannerOptions &options,
          const SolverRegistry &solvers, std::vector<std::string> &notes);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_PLANREADS_H
