//===- CutSolve.h - Where to cut, and the placement then --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_CUT_CUTSOLVE_H
#define MEMPLACE_CUT_CUTSOLVE_H

#include "memplace/Cut/Groups.h"
#include "memplace/Solver/Solver.h"

namespace memplace {

/// Whether and how a problem is cut.
struct CutOptions {
  enum class Mode {
    None, // As it is.
    Auto, // Where it makes the program faster.
    Fixed // Likewise, but each cut makes `pieces` pieces.
  };
  Mode mode = Mode::None;
  int64_t pieces = 0; // At least 2, of Mode::Fixed.
  /// Cut problems that are tried.
  int64_t budget = 300;
  /// What each piece of an op after the first costs, picoseconds; none: as the
  /// target says.
  std::optional<int64_t> piecePs;
  /// For who cuts a program rather than a problem.
  CutRules rules;
  /// The cut problem will be placed by the same solver again, which then knows
  /// nothing of the search for cuts: what counts is what it makes of the cuts
  /// by itself.
  bool isPlacedAnew = false;
};

/// Reads "none", "auto" or a number of pieces, at least 2.
Result<CutOptions> parseCut(std::string_view text);

/// What became of a problem that may be cut.
struct CutSolveResult {
  SolveResult result;           // Of `problem`; verified, with its claims.
  CutProblem problem;           // The uncut one if cutting made nothing faster.
  std::vector<CutGroup> groups; // Empty: uncut.
  Cuts cuts;                    // Of `groups`.
  /// Makespan without cuts, picoseconds; none: no placement was found.
  std::optional<int64_t> uncutPs;
};

/// Looks for the ops and buffers to cut, and solves by the solver \p name with
/// and without. Never slower than without: what is not faster is not cut. An
/// error is one of `solveAndVerify`, or a number of pieces that nothing can be
/// cut into. With a time limit it is shared among the search for cuts and the
/// two solves; else results depend on the budgets and the seed alone. \p inputs
/// are for the solve without cuts.
Result<CutSolveResult>
solveWithCuts(const SolverRegistry &solvers, std::string_view name,
              const Problem &problem, const SolveLimits &limits,
              const CutOptions &cut, const SolverOptionValues &options = {},
              const SolveInputs &inputs = {});

/// Lines for a report: what was cut in how many pieces, what that cost, and
/// what it brought.
std::vector<std::string> describeCuts(const Problem &problem,
                                      const CutSolveResult &result);

} // namespace memplace

#endif // MEMPLACE_CUT_CUTSOLVE_H
