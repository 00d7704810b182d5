//===- FitCuts.h - Cuts with which every op fits ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_CUT_FITCUTS_H
#define MEMPLACE_LIB_CUT_FITCUTS_H

#include "memplace/Cut/CutSolve.h"

namespace memplace::cut {

/// Groups to cut, or an op that fits with none of the cuts tried.
struct FittingCuts {
  std::vector<CutGroup> groups; // Empty if the program fits uncut.
  std::optional<Misfit> misfit;
};

/// Returns coarse cuts after which each op fits: its operands lie at the same
/// time in tiers that may serve them. Takes one op after another that does not
/// fit, and cuts it and all ops alike to it in the smallest number of pieces
/// with which it fits. \p counts: numbers of pieces to try, rising; several are
/// continued by doubling up to the extent.
FittingCuts cutToFit(const Problem &problem, const std::vector<int64_t> &counts,
                     const CutNeighbours &neighbours);

} // namespace memplace::cut

#endif // MEMPLACE_LIB_CUT_FITCUTS_H
