//===- HomePlacement.cpp - All buffers at home, packed --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Schedule/Scheduling.h"

#include <algorithm>

using namespace memplace;

static bool areServedAtHome(const Problem &problem) {
  const auto homeOf = [&](const Op &op, int32_t access) {
    return problem.homeOf(op.accesses[access].buffer);
  };
  return std::all_of(problem.buffers.begin(), problem.buffers.end(),
                     [&](const Buffer &buffer) {
                       return problem.mayBeIn(buffer, problem.homeOf(buffer));
                     }) &&
         std::all_of(problem.ops.begin(), problem.ops.end(), [&](const Op &op) {
           const auto isSame = [&](const AccessPair &pair) {
             return homeOf(op, pair.first) == homeOf(op, pair.second);
           };
           return std::none_of(op.apart.begin(), op.apart.end(), isSame) &&
                  std::all_of(op.together.begin(), op.together.end(), isSame) &&
                  std::all_of(op.accesses.begin(), op.accesses.end(),
                              [&](const Access &access) {
                                return mayServe(problem.target, access,
                                                problem.homeOf(access.buffer));
                              });
         });
}

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
  if (!areServedAtHome(problem))
    return std::nullopt;
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
  return solution;
}
