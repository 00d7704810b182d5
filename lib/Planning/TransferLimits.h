//===- TransferLimits.h - Limits on transfers in flight ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Solvers plan without the limits of channels (`outstanding`). A placement then
// meets the limits by waiting for some transfers earlier, which is always legal
// and costs time.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_TRANSFERLIMITS_H
#define MEMPLACE_LIB_PLANNING_TRANSFERLIMITS_H

#include "memplace/Problem/Solution.h"

namespace memplace::planning {

/// Returns \p problem with channels that take any number of transfers.
Problem withoutTransferLimits(Problem problem);

/// Makes some transfers of \p solution awaited earlier (a smaller `done`) until
/// no channel has more transfers in flight than its limit (R8). \p solution
/// must be legal but for the limits. Returns true if a wait was moved. O(n log
/// n) in transfers, plus the number of loops for each wait that moves.
bool meetTransferLimits(const Problem &problem, Solution &solution);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_TRANSFERLIMITS_H
