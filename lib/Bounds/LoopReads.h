//===- LoopReads.h - Forced reads of each trip of a loop --------*- C++ -*-===//
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

/// Returns a lower bound on the time of reads of \p tier in all trips of
/// outermost loops after the first trip, in seconds. Contents that a body reads
/// before it overwrites them can stay in other tiers from trip to trip only as
/// far as room permits. Buffers that fit in a single tier (\p onlyTier >= 0, by
/// buffer) are omitted. \p trips is by step.
double secondsOfLaterTrips(const Problem &problem, TierId tier,
                           const std::vector<TierId> &onlyTier,
                           const std::vector<int64_t> &trips);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_LOOPREADS_H
