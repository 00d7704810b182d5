//===- NoPlacement.h - Results of a solver without a search -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_NOPLACEMENT_H
#define MEMPLACE_LIB_SOLVER_NOPLACEMENT_H

#include "PlanningNames.h"
#include "memplace/Solver/Solver.h"

namespace memplace::solver {

/// Returns the result for a failed base placement \p base.
inline SolveResult noPlacement(const BackingResult &base) {
  return {.status = base.isInfeasible ? SolveStatus::Infeasible
                                      : SolveStatus::LimitReached,
          .message = base.message,
          .failedStep = base.failedStep};
}

/// Returns the base placement \p base for a solver without time to start; every
/// buffer is at home.
inline SolveResult allAtHome(const AccessIndex &uses,
                             const BackingResult &base) {
  return {SolveStatus::Solved,
          assemble(uses, base.placement->getPlans()),
          "",
          {"every buffer is at home: the time limit is too short to start"}};
}

} // namespace memplace::solver

#endif // MEMPLACE_LIB_SOLVER_NOPLACEMENT_H
