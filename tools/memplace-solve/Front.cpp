//===- Front.cpp - Pareto front as a file ---------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Front.h"

#include "../../lib/Simulator/SlowTraffic.h"
#include "memplace/IO/JSON.h"

using namespace memplace;

std::string tools::printFront(const Problem &problem,
                              const SolveResult &result) {
  std::vector<Solution> front = result.front;
  if (front.empty())
    front.push_back(*result.solution);
  std::string text = "{\"format\": \"memplace-front\", \"version\": 1,\n";
  text += " \"slowest_tier\": \"" +
          problem.target.tiers[slowestTier(problem.target)].name +
          "\", \"front\": [";
  for (size_t i = 0; i < front.size(); ++i) {
    text += i == 0 ? "\n" : ",\n";
    text += "{\"makespan_ps\": " + std::to_string(*front[i].makespanPs) +
            ", \"slow_tier_bytes\": " +
            std::to_string(slowTierBytes(problem, front[i])) +
            ", \"solution\":\n" + printSolution(problem, front[i]) + "}";
  }
  return text + "]}\n";
}
