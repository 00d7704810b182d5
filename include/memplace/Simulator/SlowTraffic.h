//===- SlowTraffic.h - Bytes through the slowest memory ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_SIMULATOR_SLOWTRAFFIC_H
#define MEMPLACE_SIMULATOR_SLOWTRAFFIC_H

#include "memplace/Problem/Solution.h"

namespace memplace {

/// The tier with the least read bandwidth, of several the last one: DRAM, on
/// most machines.
TierId slowestTier(const Target &target);

/// Bytes that cross the interface of the slowest tier in one run of the program
/// (of a cyclic one, in one invocation), saturating: of each access that it
/// serves its bytes, twice if it both reads and writes, and of each transfer
/// from or to it what that moves, twice if both; all times their trips. What an
/// access to DRAM costs in energy is near to proportional to that.
int64_t slowTierBytes(const Problem &problem, const Solution &solution);

} // namespace memplace

#endif // MEMPLACE_SIMULATOR_SLOWTRAFFIC_H
