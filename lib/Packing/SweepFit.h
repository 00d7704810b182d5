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

/// Whether \p order is by first section, and of all that the items have besides
/// sizes and live ranges nothing matters for where they go.
bool canSweep(const Items &items, std::span<const int32_t> order);

/// What `fitInOrder` does by `FitRule::Best` or `FitRule::BestLoose`, for an
/// order that is by time: what an item must not meet is what is live when it
/// begins, so that one list of gaps will do, as in malloc. O(n log n), about
/// 100 bytes for each item that is live at a time.
std::vector<Offset> sweepBestFit(const Items &items,
                                 std::span<const int32_t> order,
                                 const FitLimits &limits);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_SWEEPFIT_H
