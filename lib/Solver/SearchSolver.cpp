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
                                  StopCriterion &stop) override {
    // Prefers a base without stays. `base` has fixed stays for accesses that
    // the backing copies may not serve; without them, moves choose these stays.
    if (const std::optional<Placement> unserved = buildUnservedPlacement(uses))
      if (const std::vector<PlacedBuffer> placed =
              readPlaced(uses, *unserved, bestSoFar());
          !placed.empty())
        return searchOn({uses, *unserved, /*isServed=*/false}, placed, limits,
                        rival, stop);
    // The starts of the search itself are decoded by savings, and moves hardly
    // lead from there to a placement that fills the fastest tier.
    std::vector<PlacedBuffer> placed;
    if (fillsFastTier)
      placed = readPlaced(uses, base, bestSoFar());
    return searchOn({uses, base}, placed, limits, rival, stop);
  }

  /// Placement that moves extend by stays and transfers.
  struct BasePlacement {
    const AccessIndex &uses;
    const Placement &placement;
    bool isServed = true; // The base is legal by itself.
  };

  /// Searches from \p placed, or from the base if \p placed is empty.
  std::vector<BufferPlan> searchOn(const BasePlacement &base,
                                   const std::vector<PlacedBuffer> &placed,
                                   const SolveLimits &limits, double rival,
                                   StopCriterion &stop) {
    const AccessIndex &uses = base.uses;
    // Placements of the advisor do not extend a base without forced stays or
    // with rolling stays.
    const Advisor asked =
        base.isServed && !hasRollingBase ? advisor : Advisor();
    const int64_t budget = budgetFor(uses, limits);
    SearchPortfolio portfolio(uses, base.placement, values, limits.seed);
    if (!placed.empty())
      portfolio.setWarmStart(placed);
    if (!start)
      return portfolio.search(budget, rival, stop, asked);
    // The first search does not see the warm start and has the whole budget,
    // so with a budget, a warm start never makes the result worse. With a time
    // limit, the first search has only part of the time, and the result may be
    // worse.
    StopCriterion own(uses.problem, stop.limitsLeft(rival, 1 - startShare));
    std::vector<BufferPlan> best = portfolio.search(budget, rival, own, asked);
    const double bestSeconds = secondsOf(uses, best);
    rival = std::min(rival, bestSeconds);
    if (!stop.report(rival, 1 - startShare) || stop.isAtBound(rival))
      return best;
    std::vector<BufferPlan> other =
        searchFrom(*start, base, {budget, limits.seed, rival}, stop);
    return !other.empty() && secondsOf(uses, other) < bestSeconds ? other
                                                                  : best;
  }

  /// Share of the time limit reserved for the search from the warm start. The
  /// same share of the budget is granted in addition to the budget.
  static constexpr double startShare = 0.2;

  /// Parameters of the search from the warm start, taken from the search
  /// before.
  struct MainSearch {
    int64_t evaluations = 0; // Budget of the search before.
    uint64_t seed = 0;       // Seed of the search before.
    double rival = 0;        // Makespan to beat, seconds.
  };

  std::vector<BufferPlan> searchFrom(const Solution &from,
                                     const BasePlacement &base,
                                     const MainSearch &before,
                                     StopCriterion &stop) const {
    const std::vector<PlacedBuffer> placed =
        readPlaced(base.uses, base.placement, from);
    if (placed.empty())
      return {};
    SearchPortfolio portfolio(base.uses, base.placement, values, ~before.seed);
    portfolio.setWarmStart(placed);
    const auto part = static_cast<int64_t>(
        startShare * static_cast<double>(before.evaluations));
    return portfolio.search(std::max<int64_t>(1, part), before.rival, stop);
  }

  static double secondsOf(const AccessIndex &uses,
                          const std::vector<BufferPlan> &plans) {
    return makespan(uses.problem, assemble(uses, plans));
  }

  int64_t budgetFor(const AccessIndex &uses, const SolveLimits &limits) const {
    if (values.budget > 0)
      return values.budget;
    if (limits.timeLimit)
      return maxBudget;
    int64_t numUses = 0;
    for (const auto &bufferUses : uses.byBuffer)
      numUses += static_cast<int64_t>(bufferUses.size());
    // 20 evaluations per use; the maximum takes a second or a few. At least
    // three rounds (2000 + 4000 + 8000), because small problems can be hard,
    // too.
    return std::clamp<int64_t>(20 * numUses, 14000, 50000);
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
