//===- Solution.cpp - Properties of a placement ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Problem/Solution.h"
#include "memplace/Problem/Units.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace memplace;

int64_t memplace::toPicoseconds(double seconds) {
  double picoseconds = std::round(seconds * picosecondsPerSecond);
  constexpr double limit = maxClaimSeconds * picosecondsPerSecond;
  static_assert(limit == 9.2e18, "below 2^63");
  return static_cast<int64_t>(std::clamp(picoseconds, -limit, limit));
}

std::vector<int64_t> memplace::peakBytes(const Problem &problem,
                                         const Solution &solution) {
  std::vector<int64_t> peaks(problem.target.tiers.size(), 0);
  for (const Residency &residency : solution.residencies) {
    if (!residency.offset)
      continue;
    int64_t size = problem.buffers[residency.buffer].size;
    int64_t end;
    if (__builtin_add_overflow(*residency.offset, size, &end))
      end = std::numeric_limits<int64_t>::max();
    peaks[residency.tier] = std::max(peaks[residency.tier], end);
  }
  return peaks;
}
