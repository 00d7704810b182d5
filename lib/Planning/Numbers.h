//===- Numbers.h - Infinity and tolerances ----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constants shared by all planning code. lib/Simulator has its own constants,
// since a judge of planners shares no code with planners.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_NUMBERS_H
#define MEMPLACE_LIB_PLANNING_NUMBERS_H

#include "memplace/Problem/Units.h"

#include <algorithm>
#include <limits>

namespace memplace::planning {

/// Seconds or bytes without a limit, or a value of something absent.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// Remaining fraction of a transfer's bytes or latency; anything smaller counts
/// as rounding. The same as in lib/Simulator.
inline constexpr double roundingFraction = 1e-12;

/// A makespan improved by less than this fraction counts as equal: sums over
/// thousands of ops accumulate rounding errors of this size, and lib/Simulator
/// may differ by as much.
inline constexpr double makespanTolerance = 1e-9;

/// Lowest bandwidth, in bytes per second: lower values are raised to this value
/// to keep all times finite. The same as in lib/Simulator.
inline constexpr double slowestBandwidth = 1e-100;
inline double secondsPerByte(double bytesPerSecond) {
  return 1 / std::max(bytesPerSecond, slowestBandwidth);
}

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_NUMBERS_H
