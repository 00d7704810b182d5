//===- Improver.cpp - Solvers on top of greedy and msa --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Improver.h"

#include "../NoPlacement.h"

#include "../Greedy.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

SolveResult Improver::solve(const Problem &problem, const SolveLimits &limits) {
  StopCriterion stop(problem, limits);
  const AccessIndex uses(problem);
  BackingResult base = buildBasePlacement(uses);
  if (!base.placement)
    return noPlacement(base);

  best = assemble(uses, base.placement->getPlans());
  bestSeconds = makespan(problem, best);
  stop.reserveTimeToFinish();
  if (start)
    offer(problem, *start);
  const auto mayBegin = [&] {
    return stop.report(bestSeconds, 0) && !stop.isAtBound(bestSeconds) &&
           stop.canStartStage();
  };
  if (mayBegin())
    offer(problem, createMsaSolver()
                       ->solve(problem, stop.limitsLeft(bestSeconds))
                       .solution);
  GreedyChoice choice;
  fillsFastTier =
      mayBegin() &&
      offer(problem,
            solveGreedily(problem, stop.limitsLeft(bestSeconds), choice)
                .solution) &&
      choice.fillsFastTier;
  // Keep the rolling stays in the base if the best placement so far has them.
  std::optional<Placement> rolling = withRollingStays(uses, *base.placement);
  hasRollingBase = rolling && hasRollingStays(*base.placement, *rolling, best);
  if (hasRollingBase)
    base.placement = std::move(rolling);
  if (mayBegin())
    offer(problem, assemble(uses, improve(uses, *base.placement, limits,
                                          bestSeconds, stop)));
  return {SolveStatus::Solved, std::move(best), "",
          noteUnreachableTiers(problem.target)};
}

bool Improver::offer(const Problem &problem, std::optional<Solution> solution) {
  if (!solution)
    return false;
  const double seconds = makespan(problem, *solution);
  if (seconds >= bestSeconds)
    return false;
  bestSeconds = seconds;
  best = std::move(*solution);
  return true;
}
