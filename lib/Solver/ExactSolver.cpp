//===- ExactSolver.cpp - The least makespan, with proof -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branch and bound in three parts: which copies serve what (Exact/Stays.h),
// which transfers start when (Exact/Starts.h), and in which order and with
// which waits (Exact/Timing.h). What is proven, and when, is in
// docs/guide/solvers.md.
//
//===----------------------------------------------------------------------===//

#include "Exact/PriceBound.h"
#include "Exact/Starts.h"
#include "OptionValue.h"
#include "PlanningNames.h"

#include "memplace/Bounds/LowerBound.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <optional>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::exact;

/// Whether idle transfers, parts and needless waits can't make a placement
/// faster: there are no loops, and one channel without latency, first in, first
/// out, makes all transfers that some placement needs.
///
/// Proof. Let A be any legal placement, and B one of those that are tried with
/// the same outline, the same start for each fill (for one in parts, that of
/// the last part), the same order of issue, and each wait where the fill is
/// needed, not before. B has a place for each of its residencies, as each lies
/// within one of A. Let s(p) be the seconds of stalls before op p. Then B has
/// s(p) <= A's s(p) for each p, by induction. Say B waits before p for fill X.
/// The channel has moved without pause since some fill was issued at boundary i
/// when it was idle. It moved the fills issued from then on up to X, W bytes,
/// for s(p) - s(i) seconds of stalls after that issue, and during the ops i to
/// p - 1. In A the same fills (or last parts of them, after the others) are
/// issued at i or later, and X, hence all of them, have arrived by p. Their
/// bytes flow during the same ops, no faster, as other channels only take away,
/// and during stalls. So A stalls from its issues at i to p at least as long,
/// and up to i by induction.
static bool isMonotone(const Model &model) {
  if (!model.uses.loops.empty())
    return false;
  ChannelSet needed = 0;
  for (const auto &units : model.units)
    for (const Unit &unit : units) {
      const bool isWritten =
          std::any_of(model.uses.groups[unit.buffer].begin(),
                      model.uses.groups[unit.buffer].end(),
                      [](const AccessGroup &group) { return group.writes; });
      for (TierId tier : unit.tiers)
        if (unit.reads &&
            (isWritten || !model.isExternalHome(unit.buffer, tier)))
          needed |= model.channelsInto(unit.buffer, tier);
    }
  if (!std::has_single_bit(needed))
    return needed == 0;
  const Engine &engine = model.engines[std::countr_zero(needed)];
  return engine.latency == 0 && !engine.isByDeadline();
}

namespace {

class ExactSolver : public Solver {
public:
  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    const Uses uses(problem);
    NodeBudget budget(nodes > 0 ? nodes : defaultNodes, limits);
    Incumbent incumbent;
    SolveResult first = findFirst(problem, budget, countGroups(uses));
    if (first.solution) {
      incumbent.seconds = makespan(problem, *first.solution);
      incumbent.solution = std::move(*first.solution);
    } else if (first.status == SolveStatus::Infeasible) {
      return first;
    }
    double bound = problem.isCyclic ? 0 : lowerBoundOnMakespan(problem);
    std::string obstacle;
    if (problem.isCyclic)
      obstacle = "the problem is cyclic";
    else if (budget.look(incumbent.seconds) && !incumbent.rejects(bound))
      bound = std::max(bound, search(uses, budget, incumbent, obstacle));
    return report(problem, std::move(incumbent), std::move(first), bound,
                  obstacle);
  }

  bool startFrom(const Solution &given) override {
    start = given;
    return true;
  }

  std::vector<SolverOption> options() const override {
    return {{"nodes", std::to_string(nodes),
             "nodes of the search tree, exactly so many unless it ends before; "
             "0: " +
                 std::to_string(defaultNodes)}};
  }

  std::optional<Error> setOption(std::string_view name,
                                 std::string_view value) override {
    if (name != "nodes")
      return Error{"is unknown"};
    return readNumber<int64_t>(value, 0, maxNodes, nodes);
  }

private:
  static constexpr int64_t defaultNodes = 200000;
  static constexpr int64_t maxUses = 2000;
  static constexpr int64_t fewIterations = 60;
  static constexpr int64_t manyIterations = 1000;
  static constexpr int64_t fewNodes = 2000;
  static constexpr int64_t maxNodes = int64_t(1) << 50;

  static int64_t countGroups(const Uses &uses) {
    int64_t count = 0;
    for (const auto &groups : uses.groups)
      count += static_cast<int64_t>(groups.size());
    return count;
  }

  /// A good placement to begin with.
  SolveResult findFirst(const Problem &problem, NodeBudget &budget,
                        int64_t numGroups) const {
    std::unique_ptr<Solver> solver = createSearchSolver();
    if (start)
      solver->startFrom(*start);
    const int64_t evaluations = std::clamp<int64_t>(
        std::min(100 * numGroups, budget.numLeft()), 200, 20000);
    [[maybe_unused]] std::optional<Error> error =
        solver->setOption("budget", std::to_string(evaluations));
    assert(!error && "search has a budget");
    return solver->solve(problem, budget.limitsLeft());
  }

  /// Returns a bound on all placements; \p obstacle: why it may not be tight.
  static double search(const Uses &uses, NodeBudget &budget,
                       Incumbent &incumbent, std::string &obstacle) {
    // Its search would be as deep, and take as much of the stack.
    if (countGroups(uses) > maxUses) {
      obstacle = "it has more than " + std::to_string(maxUses) + " uses";
      return 0;
    }
    const Model model(uses);
    obstacle = model.obstacle;
    if (!obstacle.empty())
      return 0;
    std::optional<PriceBound> prices;
    if (PriceBound::isAffordable(model))
      prices.emplace(model);
    // Most small problems need neither good prices nor many nodes.
    double bound = 0;
    if (prices)
      bound = prices->improve(incumbent.seconds, fewIterations, budget);
    budget.pauseAfter(fewNodes);
    Pass pass = look(model, budget, incumbent, prices, /*earlyOnly=*/true);
    if (budget.resume() && !incumbent.rejects(bound)) {
      if (prices)
        bound = std::max(
            bound, prices->improve(incumbent.seconds, manyIterations, budget));
      pass = look(model, budget, incumbent, prices, /*earlyOnly=*/true);
    }
    const bool isProof = isMonotone(model) && !pass.isIncomplete;
    const double untried = isProof ? infinity : pass.untried;
    bound = std::max(bound, std::min(pass.unsearched, untried));
    if (!budget.isOver() && !incumbent.rejects(bound)) {
      pass = look(model, budget, incumbent, prices, /*earlyOnly=*/false);
      bound = std::max(bound, std::min(pass.unsearched, pass.untried));
    }
    if (budget.isOver())
      obstacle =
          "the budget of " + std::to_string(budget.numNodes()) + " nodes ended";
    else if (!incumbent.rejects(bound))
      obstacle = "only transfers that nothing needs could still help";
    return std::min(bound, incumbent.seconds);
  }

  /// What a search of all outlines leaves open: bounds.
  struct Pass {
    double unsearched = 0; // Of what the budget left.
    double untried = 0;    // Of placements with idle transfers.
    bool isIncomplete = false;
  };
  static Pass look(const Model &model, NodeBudget &budget, Incumbent &incumbent,
                   const std::optional<PriceBound> &prices, bool earlyOnly) {
    StartSearch starts(model, budget, incumbent, earlyOnly, isMonotone(model));
    StaySearch stays(model, budget, incumbent, starts,
                     prices ? &*prices : nullptr);
    const double unsearched = stays.run();
    return {unsearched, starts.untried(), starts.isIncomplete()};
  }

  static SolveResult report(const Problem &problem, Incumbent incumbent,
                            SolveResult first, double bound,
                            const std::string &obstacle) {
    SolveResult result;
    result.notes = noteUnreachableTiers(problem.target);
    const bool isProven = incumbent.rejects(bound) && !problem.isCyclic;
    if (!incumbent.exists()) {
      if (!isProven)
        return first;
      return {SolveStatus::Infeasible, std::nullopt,
              "no placement serves all accesses within the capacities: all "
              "were tried; enlarge a tier or allow more of them",
              result.notes};
    }
    result.status = isProven ? SolveStatus::Optimal : SolveStatus::Solved;
    result.solution = std::move(incumbent.solution);
    if (isProven || obstacle.empty())
      return result;
    char text[160];
    std::snprintf(text, sizeof(text),
                  "not proven to be optimal, as %s; at most %.3g %% above the "
                  "least makespan",
                  obstacle.c_str(), 100 * gap(incumbent.seconds, bound));
    result.notes.emplace_back(text);
    return result;
  }

  int64_t nodes = 0;
  std::optional<Solution> start; // None: from nothing.
};

} // namespace

std::unique_ptr<Solver> memplace::createExactSolver() {
  return std::make_unique<ExactSolver>();
}
