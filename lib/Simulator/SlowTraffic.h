//===- SlowTraffic.h - Bytes through the slowest memory ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SIMULATOR_SLOWTRAFFIC_H
#define MEMPLACE_LIB_SIMULATOR_SLOWTRAFFIC_H

#include "memplace/Problem/Solution.h"

namespace memplace {

/// Returns the tier with the least read bandwidth, the last one of several:
/// DRAM on most machines.
TierId slowestTier(const Target &target);

/// Returns the bytes crossing the interface of the slowest tier in one run of
/// the program, or one invocation of a cyclic program; saturates. Every access
/// served by the tier counts with its bytes, an update twice. Every transfer
/// counts with its bytes for each end in the tier. Trip counts multiply both.
/// The energy of DRAM accesses is nearly proportional to this number.
int64_t slowTierBytes(const Problem &problem, const Solution &solution);

} // namespace memplace

#endif // MEMPLACE_LIB_SIMULATOR_SLOWTRAFFIC_H
