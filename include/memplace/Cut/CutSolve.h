//===- CutSolve.h - Search for cuts and their placement ---------*- C++ -*-===//
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

/// Options of the search for cuts.
struct CutOptions {
  enum class Mode {
    None, // No cuts.
    Auto, // Only profitable cuts, with any number of pieces.
    Fixed // Only profitable cuts, each with `pieces` pieces.
  };
  Mode mode = Mode::None;
  int64_t pieces = 0; // For Mode::Fixed, at least 2.
  /// Number of cut problems that each search tries; with a time limit, at least
  /// 1,000,000.
  int64_t budget = 300;
  /// Overhead of each piece after the first, picoseconds; none: `piecePs` of
  /// the target.
  std::optional<int64_t> piecePs;
  /// Additional rules for cuts of a program.
  CutRules rules;
  /// The caller will place the cut problem again with the same solver, without
  /// the placement found here. Cuts are then judged by such a solve from
  /// scratch.
  bool replacesPlacement = false;
};

/// Parses "none", "auto" or a number of pieces, at least 2.
Result<CutOptions> parseCut(std::string_view text);

/// The reason why a problem has no placement with any cut tried: an op whose
/// operands do not fit into a tier at once. If each op fits, the op with the
/// least room to spare.
struct Misfit {
  Step op = 0; // Of the uncut problem.
  TierId tier = 0;
  int64_t bytes = 0;     // The least found, with alignments.
  int32_t dimension = 0; // The cut with the least: an index into Op::cuts,
  int64_t pieces = 1;    // and the number of pieces; 1: uncut.
  /// Bytes needed in `tier` by a piece with a single index of each dimension.
  /// An operand is cut along a dimension only if all its users can cut it so.
  /// 0: the op cannot be cut along several dimensions.
  int64_t finestBytes = 0;
  /// A cut with which the op would fit if channels moved rows of any length,
  /// several at once; 0 pieces: none.
  int32_t dimensionOfRows = 0;
  int64_t piecesOfRows = 0;
  std::string reasonUncut; // The solver's message about the uncut problem.
};

/// Returns e.g. "op 'conv' (step 3) needs at least 163840 bytes in 'scratchpad'
/// at once, which has 131072; the least is reached by cutting its dimension 1
/// in 8"; or that each op fits, but no placement was found. If an op would fit
/// after a cut that channels cannot move, the text names their fields.
std::string describeMisfit(const Problem &problem, const Misfit &misfit);

/// A solver of a registry, its options, and its inputs besides the problem.
struct ChosenSolver {
  const SolverRegistry &solvers;
  std::string name;
  SolverOptionValues options = {};
  SolveInputs inputs = {}; // For the solve without cuts.
};

/// Result of `solveWithCuts`.
struct CutSolveResult {
  SolveResult result; // Placement of `problem`, verified, with claims.
  CutProblem problem; // Uncut if no cut made the program faster.
  std::vector<CutGroup> groups; // Empty: uncut.
  Cuts cuts;                    // The cuts of `groups`.
  /// Makespan without cuts, picoseconds; none: no placement without cuts.
  std::optional<int64_t> uncutPs;
  /// The reason if there is no placement with or without cuts.
  std::optional<Misfit> misfit;
};

/// Searches for ops and buffers to cut, and solves with and without the cuts by
/// \p solver. Never slower than without cuts. A problem without a
/// placement is cut until the operands of each op fit. Errors: the errors of
/// `solveAndVerify`, and a number of pieces above the extent of all ops. The
/// search for cuts and both solves share a time limit; without a limit the
/// result depends only on budgets and seed.
Result<CutSolveResult> solveWithCuts(const ChosenSolver &solver,
                                     const Problem &problem,
                                     const SolveLimits &limits,
                                     const CutOptions &cut);

/// Returns first cuts for ops that must be cut along several dimensions: every
/// op fits as soon as its pieces are cut again along the other dimensions. For
/// a problem for which `solveWithCuts` has a misfit. Empty if there are none.
Cuts findFirstCuts(const Problem &problem, const CutOptions &cut);

/// Returns lines for a report: cut ops, numbers of pieces, costs and gain.
std::vector<std::string> describeCuts(const Problem &problem,
                                      const CutSolveResult &result);

} // namespace memplace

#endif // MEMPLACE_CUT_CUTSOLVE_H
