//===- Numbers.h - Infinity and tolerances ----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The numbers that all that plans has in common. lib/Simulator has its own, as
// it shares no code with what it judges.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_NUMBERS_H
#define MEMPLACE_PLANNING_NUMBERS_H

#include "memplace/Problem/Units.h"

#include <algorithm>
#include <limits>

namespace memplace::planning {

/// Of seconds or bytes: no limit, or not there.
inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// What is left of a transfer, of its bytes or its latency, that counts as
/// rounding. As in lib/Simulator.
inline constexpr double roundingFraction = 1e-12;

/// A makespan that is better by less than this share is not better: sums over
/// thousands of ops round by about as much as lib/Simulator may differ.
inline constexpr double makespanTolerance = 1e-9;

/// A bandwidth that is absurdly low counts as this many bytes per second, so
/// that all times stay finite. As in lib/Simulator.
inline constexpr double slowestBandwidth = 1e-100;
inline double secondsPerByte(double bytesPerSecond) {
  return 1 / std::max(bytesPerSecond, slowestBandwidth);
}

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_NUMBERS_H
