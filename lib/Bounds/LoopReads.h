//===- LoopReads.h - What each trip of a loop reads of a tier ---*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_LOOPREADS_H
#define MEMPLACE_LIB_BOUNDS_LOOPREADS_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// What the trips of outermost loops after the first read at least of \p tier,
/// seconds: of what a body reads before it overwrites it, no more can be in
/// other tiers from trip to trip than there is room for. Buffers that fit in
/// one tier only (\p onlyTier, by buffer, at least 0) are left out. \p trips:
/// of each step.
double secondsOfLaterTrips(const Problem &problem, TierId tier,
                           const std::vector<TierId> &onlyTier,
                           const std::vector<int64_t> &trips);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_LOOPREADS_H
