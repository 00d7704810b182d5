//===- SweepFit.h - Best fit in order of time -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_SWEEPFIT_H
#define MEMPLACE_LIB_PACKING_SWEEPFIT_H

#include "Fit.h"

namespace memplace::packing {

/// Returns true if \p order is by first section, and if the places of items
/// depend only on their sizes and live ranges.
bool canSweep(const Items &items, std::span<const int32_t> order);

/// The same result as `fitInOrder` by `FitRule::Best` or `FitRule::BestLoose`,
/// for an order by time. An item only conflicts with the items live when it
/// begins, so a single list of gaps suffices, as in malloc. O(n log n), about
/// 100 bytes for each item live at a time.
std::vector<Offset> sweepBestFit(const Items &items,
                                 std::span<const int32_t> order,
                                 const FitLimits &limits);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_SWEEPFIT_H
