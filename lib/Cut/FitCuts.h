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

/// Cuts after which each op fits. If there are none: the first op that no cut
/// makes fit, and cuts for the ops before it.
struct FittingCuts {
  std::vector<CutGroup> groups; // Empty if the program fits uncut.
  bool doesFit = false;
  /// The op that does not fit; if all fit, the op with the least room to spare.
  Misfit tightest;
};

/// Returns coarse cuts after which each op fits: its operands, and results left
/// by the op before (OpDemand.h), lie at the same time in tiers that may serve
/// them. Cuts one op that does not fit after another, together with all similar
/// ops, into the fewest pieces that fit. \p counts: numbers of pieces to try,
/// rising; several are continued up to the extent. \p room: the part of each
/// tier to use, at most 1; an op that does not fit there may use all.
FittingCuts cutToFit(const Problem &problem, const std::vector<int64_t> &counts,
                     const CutNeighbours &neighbours, double room = 1);

/// Returns cuts along one dimension after which each op fits, or fits as soon
/// as its pieces are cut again along one or two other dimensions. For a problem
/// for which `cutToFit` finds nothing; empty if further cuts do not help
/// either.
std::vector<CutGroup> cutToFitLater(const Problem &problem,
                                    const std::vector<int64_t> &counts,
                                    const CutNeighbours &neighbours);

/// Sets the least bytes of all tilings of \p misfit, if it can be cut along
/// several dimensions.
void findFinest(const Problem &problem, const CutNeighbours &neighbours,
                Misfit &misfit);

/// Sets the cut of rows of \p misfit, an op that does not fit.
void findCutOfRows(const Problem &problem, const std::vector<int64_t> &counts,
                   const CutRules &rules, Misfit &misfit);

} // namespace memplace::cut

#endif // MEMPLACE_LIB_CUT_FITCUTS_H
