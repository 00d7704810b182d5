//===- Units.h - Picoseconds and seconds ------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problems and solutions hold times as whole picoseconds; computations use
// seconds.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PROBLEM_UNITS_H
#define MEMPLACE_PROBLEM_UNITS_H

#include <cstdint>

namespace memplace {

inline constexpr double picosecond = 1e-12; // In seconds.
inline constexpr int64_t picosecondsPerSecond = 1'000'000'000'000;

/// Converts picoseconds to seconds, rounded to the nearest double.
inline double secondsOf(int64_t picoseconds) {
  return static_cast<double>(picoseconds) * picosecond;
}

/// Longest makespan allowed in a claim, in seconds: about 106 days, a round
/// number of picoseconds below 2^63.
inline constexpr double maxClaimSeconds = 9.2e6;

} // namespace memplace

#endif // MEMPLACE_PROBLEM_UNITS_H
