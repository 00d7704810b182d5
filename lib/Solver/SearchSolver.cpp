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
// docs/guide/solvers.md.
//
//===----------------------------------------------------------------------===//

#include "Search/Improver.h"

#include "memplace/Solver/AllSolvers.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

namespace {

class SearchSolver : public Improver {
public:
  explicit SearchSolver(Advisor advisor = {}) : advisor(std::move(advisor)) {}

  std::vector<SolverOption> options() const override {
    return describe(values);
  }

  std::optional<Error> setOption(std::string_view name,
                                 std::string_view value) override {
    return search::setOption(values, name, value);
  }

private:
  std::vector<BufferPlan> improve(const Uses &uses, const Placement &base,
                                  const SolveLimits &limits, double rival,
                                  Watch &watch) override {
    Team team(uses, base, values, limits.seed);
    return team.search(budgetFor(uses, limits), rival, watch, advisor);
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
};

} // namespace

std::unique_ptr<Solver> memplace::createSearchSolver() {
  return std::make_unique<SearchSolver>();
}

std::unique_ptr<Solver>
memplace::solver::search::createAdvisedSearch(Advisor advisor) {
  return std::make_unique<SearchSolver>(std::move(advisor));
}
