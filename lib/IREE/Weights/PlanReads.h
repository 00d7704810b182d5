//===- PlanReads.h - Plans the reads of a region ----------------*- C++ -*-===//
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

/// Options of the planner.
struct PlannerOptions {
  enum class Policy {
    Solver,       // The best of a solver and both policies below.
    OnDemand,     // Reads each weight immediately before its use.
    DoubleBuffer, // Reads one step with weights ahead.
  };
  Policy policy = Policy::Solver;
  int64_t arena = 0; // Bytes.
  /// Bound on resident weights and arena together, bytes, if given instead of
  /// the arena. `forced` is the size of weights that are resident in any case.
  std::optional<int64_t> memory;
  int64_t forced = 0;
  std::string plan; // File with the solution; empty: solve.
  std::string solver;
  SolverOptionValues solverOptions;
  SolveLimits solveLimits;
  PackLimits packLimits;
};

/// Plans the reads of \p execute; \p computePs is by step. Fails if the arena
/// is too small, naming the smallest sufficient size, or if the solver is
/// unknown. Appends the solver's notes to \p notes.
Result<PlannedExecute>
planReads(const StreamExecute &execute, const Target &machine,
          llvm::ArrayRef<int64_t> computePs, const PlannerOptions &options,
          const SolverRegistry &solvers, std::vector<std::string> &notes);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_WEIGHTS_PLANREADS_H
