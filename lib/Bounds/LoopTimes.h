//===- LoopTimes.h - Least times of loops -----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_LOOPTIMES_H
#define MEMPLACE_LIB_BOUNDS_LOOPTIMES_H

#include "Refills.h"

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Returns a lower bound on the makespan, in seconds: the sum of the least
/// durations of ops outside of loops and of the least times of loops. A trip of
/// a loop takes at least the time of its ops and inner loops, and at least the
/// work of each tier in the trip, since transfers of a body arrive in the trip
/// (rule R10). See docs/reference/bounds.md, "Loops one by one". \p opSeconds
/// has the least duration of each op, \p onlyTier the only tier that fits each
/// buffer (-1: several do), \p refills those of each tier, \p trips the trips
/// of each step.
double secondsOfLoops(const Problem &problem,
                      const std::vector<double> &opSeconds,
                      const std::vector<TierId> &onlyTier,
                      const std::vector<Refills> &refills,
                      const std::vector<int64_t> &trips);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_LOOPTIMES_H
