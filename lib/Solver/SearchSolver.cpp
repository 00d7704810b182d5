//===- SearchSolver.cpp - Simulated annealing over placements -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Large neighbourhood search with simulated annealing. The better placement of
// `greedy` and `msa` is the value to beat. Each move removes a few buffers from
// the current placement and decodes them again; the exact makespan decides on
// acceptance. See docs/guide/solvers.md.
//
//===----------------------------------------------------------------------===//

#include "OptionValue.h"
#include "Search/Improver.h"
#include "Search/Start.h"

#include "memplace/Solver/AllSolvers.h"

#include "memplace/Simulator/Simulator.h"

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
  std::vector<BufferPlan> improve(const AccessIndex &uses,
                                  const Placement &base,
                                  const SolveLimits &limits, double rival,
                                  StopCriterion &watch) override {
    // In this placement, moves can also change stays that the base needs in
    // order to be legal.
    if (const std::optional<Placement> bases = buildUnservedPlacement(uses))
      if (const std::vector<PlacedBuffer> placed =
              readPlaced(uses, *bases, bestSoFar());
          !placed.empty())
        return improve({uses, *bases, /*isServed=*/false}, placed, limits,
                       rival, watch);
    std::vector<PlacedBuffer> placed;
    if (fillsFastTier)
      placed = readPlaced(uses, base, bestSoFar());
    return improve({uses, base}, placed, limits, rival, watch);
  }

  /// Common part of all placements.
  struct BasePlacement {
    const AccessIndex &uses;
    const Placement &base;
    bool isServed = true; // The base is legal by itself.
  };

  /// Searches from \p placed, or from the base if \p placed is empty.
  std::vector<BufferPlan> improve(const BasePlacement &ground,
                                  const std::vector<PlacedBuffer> &placed,
                                  const SolveLimits &limits, double rival,
                                  StopCriterion &watch) {
    const AccessIndex &uses = ground.uses;
    // Placements of the agent extend the served base only.
    const Advisor asked = ground.isServed ? advisor : Advisor();
    const int64_t budget = budgetFor(uses, limits);
    SearchPortfolio portfolio(uses, ground.base, values, limits.seed);
    if (!placed.empty())
      portfolio.setWarmStart(placed);
    if (!start)
      return portfolio.search(budget, rival, watch, asked);
    // First spends the whole budget without the start, so a start never makes
    // the result worse. Then searches from the start.
    StopCriterion own(uses.problem, watch.limitsLeft(rival, 1 - startShare));
    std::vector<BufferPlan> best = portfolio.search(budget, rival, own, asked);
    const double bestSeconds = secondsOf(uses, best);
    rival = std::min(rival, bestSeconds);
    if (!watch.report(rival, 1 - startShare) || watch.isAtBound(rival))
      return best;
    std::vector<BufferPlan> other =
        searchFrom(*start, ground, {budget, limits.seed, rival}, watch);
    return !other.empty() && secondsOf(uses, other) < bestSeconds ? other
                                                                  : best;
  }

  /// Share of the time limit for the search from the start. The search may also
  /// spend this share of the budget in addition.
  static constexpr double startShare = 0.2;

  /// Budget of the search without a start, and the makespan to beat, in
  /// seconds.
  struct Budget {
    int64_t budget = 0;
    uint64_t seed = 0;
    double rival = 0;
  };

  std::vector<BufferPlan> searchFrom(const Solution &from,
                                     const BasePlacement &ground,
                                     const Budget &effort,
                                     StopCriterion &watch) const {
    const std::vector<PlacedBuffer> placed =
        readPlaced(ground.uses, ground.base, from);
    if (placed.empty())
      return {};
    SearchPortfolio portfolio(ground.uses, ground.base, values, ~effort.seed);
    portfolio.setWarmStart(placed);
    const auto part =
        static_cast<int64_t>(startShare * static_cast<double>(effort.budget));
    return portfolio.search(std::max<int64_t>(1, part), effort.rival, watch);
  }

  static double secondsOf(const AccessIndex &uses,
                          const std::vector<BufferPlan> &plans) {
    return makespan(uses.problem, assemble(uses, plans));
  }

  int64_t budgetFor(const AccessIndex &uses, const SolveLimits &limits) const {
    if (values.budget > 0)
      return values.budget;
    if (limits.wallTime)
      return maxBudget;
    int64_t numGroups = 0;
    for (const auto &groups : uses.groups)
      numGroups += static_cast<int64_t>(groups.size());
    // At least three rounds of usual length, because small problems can be
    // hard, too.
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
