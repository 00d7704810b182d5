//===- FirstFitSolver.cpp - First fit in order of first step --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NoPlacement.h"
#include "TimeLimit.h"

#include "memplace/Solver/AllSolvers.h"

using namespace memplace;
using namespace memplace::solver;

namespace {

// Moves all accesses of a buffer with a base at home to the fastest tier with
// room, by one blocking copy.
void copyIn(const AccessIndex &uses, Placement &placement, BufferId buffer) {
  StayPolicy policy;
  policy.hide = false;
  policy.fit = Arena::Fit::First;
  policy.minSaving = -infinity;
  const int32_t numUses = static_cast<int32_t>(uses.byBuffer[buffer].size());
  const TierId home = placement.planOf(buffer).stays[0].tier;
  for (TierId tier = 0; tier < home; ++tier)
    if (placement.addStay({buffer, tier, 0, numUses - 1, uses.rootOf(buffer)},
                          policy))
      return;
}

class FirstFitSolver : public Solver {
public:
  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    TimeLimit timeLimit(limits);
    AccessIndex uses(problem);
    BackingResult base = buildFastestPlacement(uses);
    if (!base.placement)
      return noPlacement(base);
    timeLimit.reserveTimeToFinish();
    Placement &placement = *base.placement;
    for (BufferId b = 0; b < static_cast<BufferId>(problem.buffers.size()) &&
                         !timeLimit.isOver();
         ++b)
      if ((problem.buffers[b].liveIn || problem.buffers[b].liveOut) &&
          !uses.byBuffer[b].empty())
        copyIn(uses, placement, b);
    return {SolveStatus::Solved, assemble(uses, placement.getPlans()), "",
            noteUnreachableTiers(problem.target)};
  }
};

} // namespace

std::unique_ptr<Solver> memplace::createFirstFitSolver() {
  return std::make_unique<FirstFitSolver>();
}
