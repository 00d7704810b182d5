//===- CutCosts.h - What cutting each op costs ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_CUT_CUTCOSTS_H
#define MEMPLACE_CUT_CUTCOSTS_H

#include "memplace/Cut/CutProblem.h"

namespace memplace {

/// How an op is cut and what that costs over all trips of the loops around it.
struct CutCost {
  Step op = 0;           // Of the problem that is cut.
  int32_t dimension = 0; // Index into Op::cuts.
  int64_t extent = 0;    // Indices of that dimension.
  int64_t pieces = 0;
  int64_t launchPs = 0; // Of the pieces after the first, picoseconds.
  int64_t againPs = 0;  // Of what they compute again, likewise.
  /// Of operands that each piece reads in full.
  int64_t repeatedBytes = 0;
  /// Of halos, and of writes that became updates.
  int64_t haloBytes = 0;
};

/// One for each op of \p cuts, in their order; \p cut is what was made of
/// \p problem by them.
std::vector<CutCost> getCutCosts(const Problem &problem, const Cuts &cuts,
                                 const CutProblem &cut);

} // namespace memplace

#endif // MEMPLACE_CUT_CUTCOSTS_H
