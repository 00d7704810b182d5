//===- HomePlacement.cpp - All buffers at home, packed --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Schedule/Scheduling.h"

#include "memplace/Verify/Verify.h"

using namespace memplace;

/// Sets the offsets of the residencies in \p tier. Returns false if they do not
/// fit.
static bool packTier(const Problem &problem, TierId tier,
                     const PackLimits &limits, Solution &solution) {
  PackingProblem packing;
  packing.arenas[0].capacity = problem.target.tiers[tier].capacity;
  std::vector<Residency *> packed;
  for (Residency &residency : solution.residencies) {
    const Buffer &buffer = problem.buffers[residency.buffer];
    if (residency.tier != tier || problem.isExternal(buffer))
      continue;
    packed.push_back(&residency);
    packing.buffers.push_back({buffer.name, buffer.range, buffer.size,
                               problem.alignmentIn(buffer, tier)});
  }
  const PackResult result = pack(packing, limits);
  if (!result.packing)
    return false;
  for (size_t k = 0; k < packed.size(); ++k)
    packed[k]->offset = result.packing->offsets[k];
  return true;
}

std::optional<Solution> memplace::placeAtHome(const Problem &problem,
                                              const PackLimits &limits) {
  Solution solution;
  solution.problem = problem.name;
  for (size_t id = 0; id < problem.buffers.size(); ++id) {
    const Buffer &buffer = problem.buffers[id];
    solution.residencies.push_back({static_cast<BufferId>(id),
                                    problem.homeOf(buffer), std::nullopt,
                                    buffer.range});
  }
  for (const Op &op : problem.ops) {
    std::vector<ResidencyId> &served = solution.served.emplace_back();
    for (const Access &access : op.accesses)
      served.push_back(access.buffer);
  }
  for (size_t tier = 0; tier < problem.target.tiers.size(); ++tier)
    if (!packTier(problem, static_cast<TierId>(tier), limits, solution))
      return std::nullopt;
  // Tiers, pairs and loops may forbid the home of a buffer.
  if (verify(problem, solution))
    return std::nullopt;
  return solution;
}
