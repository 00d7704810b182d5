//===- SlowTraffic.cpp - Bytes through the slowest memory -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SlowTraffic.h"

#include <limits>

using namespace memplace;

TierId memplace::slowestTier(const Target &target) {
  TierId slowest = 0;
  for (TierId tier = 1; tier < static_cast<TierId>(target.tiers.size()); ++tier)
    if (target.tiers[tier].readBytesPerSecond <=
        target.tiers[slowest].readBytesPerSecond)
      slowest = tier;
  return slowest;
}

/// Adds bytes × times to \p sum, saturating.
static void add(int64_t &sum, int64_t bytes, int64_t times) {
  int64_t product = 0;
  if (__builtin_mul_overflow(bytes, times, &product) ||
      __builtin_add_overflow(sum, product, &sum))
    sum = std::numeric_limits<int64_t>::max();
}

int64_t memplace::slowTierBytes(const Problem &problem,
                                const Solution &solution) {
  const TierId slow = slowestTier(problem.target);
  const std::vector<int64_t> trips = tripsOfSteps(problem);
  int64_t sum = 0;
  for (Step step = 0; step < problem.numSteps(); ++step)
    for (size_t k = 0; k < problem.ops[step].accesses.size(); ++k) {
      const Access &access = problem.ops[step].accesses[k];
      if (solution.residencies[solution.served[step][k]].tier != slow)
        continue;
      if (access.reads())
        add(sum, access.bytes, trips[step]);
      if (access.writes())
        add(sum, access.bytes, trips[step]);
    }
  for (const Transfer &transfer : solution.transfers) {
    const Channel &channel = problem.target.channels[transfer.channel];
    const int64_t size =
        problem.buffers[solution.residencies[transfer.from].buffer].size;
    const int64_t times =
        transfer.start < problem.numSteps() ? trips[transfer.start] : 1;
    if (channel.from == slow)
      add(sum, size, times);
    if (channel.to == slow)
      add(sum, size, times);
  }
  return sum;
}
