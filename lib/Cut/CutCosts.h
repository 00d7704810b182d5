//===- CutCosts.h - Costs of cutting each op --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_CUT_CUTCOSTS_H
#define MEMPLACE_LIB_CUT_CUTCOSTS_H

#include "memplace/Cut/CutProblem.h"

namespace memplace {

/// The cut of an op and its costs, over all trips of the loops around the op.
struct CutCost {
  Step op = 0;           // Step in the uncut problem.
  int32_t dimension = 0; // Index into Op::cuts.
  int64_t extent = 0;    // Number of indices of the dimension.
  int64_t pieces = 0;
  int64_t launchPs = 0; // Launches of the pieces after the first, picoseconds.
  int64_t againPs = 0;  // Recomputation in these pieces, picoseconds.
  /// Additional bytes of operands read in full by each piece.
  int64_t repeatedBytes = 0;
  /// Additional bytes of halos and of writes that became updates.
  int64_t haloBytes = 0;
};

/// Returns the cost of each op in \p cuts, in the same order. \p cut is the
/// result of `makeCutProblem` for \p problem and \p cuts.
std::vector<CutCost> getCutCosts(const Problem &problem, const Cuts &cuts,
                                 const CutProblem &cut);

} // namespace memplace

#endif // MEMPLACE_LIB_CUT_CUTCOSTS_H
