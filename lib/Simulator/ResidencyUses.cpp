//===- ResidencyUses.cpp - Uses of each residency -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResidencyUses.h"
#include "memplace/Simulator/Simulator.h"

using namespace memplace;

/// Adds an access, made \p trips times, to \p use.
static void count(const Access &access, double trips, ResidencyUse &use) {
  const double bytes = static_cast<double>(access.bytes) * trips;
  if (access.reads()) {
    ++use.reads;
    use.bytesRead += bytes;
  }
  if (access.writes()) {
    ++use.writes;
    use.bytesWritten += bytes;
  }
}

/// Moves the accesses of \p op served by \p residency to the buffer's home tier
/// in \p tiers, if allowed there. Returns true if any access moved.
static bool moveHome(const Problem &problem, const Op &op,
                     const std::vector<ResidencyId> &served,
                     ResidencyId residency, BufferId buffer,
                     std::vector<TierId> &tiers) {
  const TierId home = problem.homeOf(buffer);
  if (!problem.mayBeIn(problem.buffers[buffer], home))
    return false;
  bool isMoved = false;
  for (size_t k = 0; k < served.size(); ++k) {
    if (served[k] != residency || tiers[k] == home ||
        !mayServe(problem.target, op.accesses[k], home))
      continue;
    tiers[k] = home;
    isMoved = true;
  }
  return isMoved;
}

std::vector<ResidencyUse>
memplace::usesOfResidencies(const Problem &problem, const Solution &solution) {
  std::vector<ResidencyUse> uses(solution.residencies.size());
  const std::vector<int64_t> trips = tripsOfSteps(problem);
  std::vector<TierId> tiers;
  std::vector<TierId> moved;
  for (size_t step = 0; step < problem.ops.size(); ++step) {
    const Op &op = problem.ops[step];
    const std::vector<ResidencyId> &served = solution.served[step];
    const auto times = static_cast<double>(trips[step]);
    tiers.clear();
    for (const ResidencyId residency : served)
      tiers.push_back(solution.residencies[residency].tier);
    const double seconds = opDuration(problem.target, op, tiers);
    for (size_t k = 0; k < served.size(); ++k) {
      ResidencyUse &use = uses[served[k]];
      count(op.accesses[k], times, use);
      // All accesses of a residency move together, at the first access.
      bool isFirst = true;
      for (size_t j = 0; j < k; ++j)
        isFirst &= served[j] != served[k];
      moved = tiers;
      if (isFirst && moveHome(problem, op, served, served[k],
                              op.accesses[k].buffer, moved))
        use.secondsSaved +=
            (opDuration(problem.target, op, moved) - seconds) * times;
    }
  }
  return uses;
}
