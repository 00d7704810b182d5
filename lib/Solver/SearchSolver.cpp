//===- SearchSolver.cpp - Simulated annealing over placements -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes the best of what `greedy` and `msa` find as the one to beat, and then
// changes a placement of its own again and again: a few buffers are taken out
// and decoded anew, and the exact makespan decides whether that is kept. See
// docs/solvers.md.
//
//===----------------------------------------------------------------------===//

#include "NoPlacement.h"
#include "Search/Team.h"

#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

namespace {

class SearchSolver : public Solver {
public:
  explicit SearchSolver(Advisor advisor = {}) : advisor(std::move(advisor)) {}

  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    Watch watch(problem, limits);
    const Uses uses(problem);
    BaseResult base = buildBasePlacement(uses);
    if (!base.placement)
      return noPlacement(base);

    best = assemble(uses, base.placement->getPlans());
    bestSeconds = makespan(problem, best);
    watch.keepTimeToFinish();
    for (auto create : {createMsaSolver, createGreedySolver}) {
      if (!watch.report(bestSeconds, 0) || watch.isAtBound(bestSeconds) ||
          !watch.canBeginAnew())
        break;
      SolveResult other =
          create()->solve(problem, watch.limitsLeft(bestSeconds));
      if (other.solution)
        offer(problem, std::move(*other.solution));
    }
    if (watch.report(bestSeconds, 0) && !watch.isAtBound(bestSeconds) &&
        watch.canBeginAnew()) {
      Team team(uses, *base.placement, values, limits.seed);
      offer(problem, assemble(uses, team.search(budgetFor(uses, limits),
                                                bestSeconds, watch, advisor)));
    }
    return {SolveStatus::Solved, std::move(best), "",
            noteUnreachableTiers(problem.target)};
  }

  std::vector<SolverOption> options() const override {
    return describe(values);
  }

  std::optional<Error> setOption(std::string_view name,
                                 std::string_view value) override {
    return search::setOption(values, name, value);
  }

private:
  void offer(const Problem &problem, Solution solution) {
    const double seconds = makespan(problem, solution);
    if (seconds >= bestSeconds)
      return;
    bestSeconds = seconds;
    best = std::move(solution);
  }

  int64_t budgetFor(const Uses &uses, const SolveLimits &limits) const {
    if (values.budget > 0)
      return values.budget;
    if (limits.wallTime)
      return int64_t(1) << 50;
    int64_t numGroups = 0;
    for (const auto &groups : uses.groups)
      numGroups += static_cast<int64_t>(groups.size());
    // At least three rounds of usual length: what is small may be hard, too.
    return std::clamp<int64_t>(20 * numGroups, 14000, 50000);
  }

  const Advisor advisor;
  SearchOptions values;
  Solution best;
  double bestSeconds = 0;
};

} // namespace

std::unique_ptr<Solver> memplace::createSearchSolver() {
  return std::make_unique<SearchSolver>();
}

std::unique_ptr<Solver>
memplace::solver::search::createAdvisedSearch(Advisor advisor) {
  return std::make_unique<SearchSolver>(std::move(advisor));
}
