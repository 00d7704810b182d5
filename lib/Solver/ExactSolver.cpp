//===- ExactSolver.cpp - Least makespan, with proof -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branch and bound in three nested parts: the copies that serve each access
// (Exact/Stays.h), the start of each transfer (Exact/Starts.h), and the order
// of issue and the waits (Exact/Timing.h). docs/guide/solvers.md lists the
// conditions of a proof.
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

/// Returns true if idle transfers and early waits cannot make any placement
/// faster. Sufficient conditions: the program has no loops,
/// and a single FIFO channel without latency makes all necessary transfers.
///
/// Proof. Let A be any legal placement. Let B be a tried placement with the
/// same partial timetable, the same start of each fill, the same order of
/// issue, and each wait at the step that needs the fill. B has a place for each
/// of its residencies, since each residency lies within a residency of A. Let
/// s(p) be the seconds of stalls before op p. By induction over p, B's s(p) is
/// at most A's s(p). Suppose B waits before p for fill X. The channel has moved
/// without pause since some fill was issued at boundary i, at which the channel
/// was idle. From then on the channel moved the fills issued up to X, W bytes,
/// during s(p) - s(i) seconds of stalls after the issue and during the ops i to
/// p - 1. In A the same fills are issued at i or later, and X has arrived by p,
/// hence all of the fills have. Their bytes flow during the same ops, no faster
/// than in B, since further channels only take bandwidth away, and during
/// stalls. So A stalls between its issues at i and p at least as long as B; up
/// to i, the claim holds by induction.
static bool isMonotone(const Model &model) {
  if (!model.uses.loops.empty())
    return false;
  ChannelSet needed = 0;
  for (const auto &units : model.units)
    for (const AccessUnit &unit : units) {
      const bool isWritten =
          std::any_of(model.uses.byBuffer[unit.buffer].begin(),
                      model.uses.byBuffer[unit.buffer].end(),
                      [](const BufferUse &use) { return use.writes; });
      for (TierId tier : unit.tiers)
        if (unit.reads &&
            (isWritten || !model.isExternalHome(unit.buffer, tier)))
          needed |= model.channelsInto(unit.buffer, tier);
    }
  if (!std::has_single_bit(needed))
    return needed == 0;
  const ChannelModel &channelModel =
      model.channelModels[std::countr_zero(needed)];
  return channelModel.latency == 0 && !channelModel.isByDeadline();
}

namespace {

class ExactSolver : public Solver {
public:
  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    const AccessIndex uses(problem);
    NodeBudget budget(nodes > 0 ? nodes : defaultNodes, limits);
    Incumbent incumbent;
    SolveResult first = findFirst(problem, budget, countUses(uses));
    if (first.solution) {
      incumbent.seconds = makespan(problem, *first.solution);
      incumbent.solution = std::move(*first.solution);
    } else if (first.status == SolveStatus::Infeasible) {
      return first;
    }
    double bound = problem.isCyclic ? 0 : boundOf(problem, limits);
    std::string obstacle;
    if (problem.isCyclic)
      obstacle = "the problem is cyclic";
    else if (budget.reportProgress(incumbent.seconds) &&
             !incumbent.rejects(bound))
      bound = std::max(bound, search(uses, budget, incumbent, obstacle));
    return report(problem, std::move(incumbent), std::move(first), bound,
                  obstacle);
  }

  bool setWarmStart(const Solution &given) override {
    start = given;
    return true;
  }

  std::vector<SolverOption> options() const override {
    return {{"nodes", std::to_string(nodes),
             "nodes of the search tree, exactly, unless the search ends "
             "earlier; 0: " +
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

  static int64_t countUses(const AccessIndex &uses) {
    int64_t count = 0;
    for (const auto &bufferUses : uses.byBuffer)
      count += static_cast<int64_t>(bufferUses.size());
    return count;
  }

  /// Returns a good first placement, found by `search` with a small budget.
  SolveResult findFirst(const Problem &problem, NodeBudget &budget,
                        int64_t numUses) const {
    std::unique_ptr<Solver> solver = createSearchSolver();
    if (start)
      solver->setWarmStart(*start);
    const int64_t evaluations = std::clamp<int64_t>(
        std::min(100 * numUses, budget.numLeft()), 200, 20000);
    [[maybe_unused]] std::optional<Error> error =
        solver->setOption("budget", std::to_string(evaluations));
    assert(!error && "search has a budget");
    return solver->solve(problem, budget.limitsLeft());
  }

  /// Returns a lower bound on the makespan of all placements. Sets \p obstacle
  /// to the reason if the bound may not be tight.
  static double search(const AccessIndex &uses, NodeBudget &budget,
                       Incumbent &incumbent, std::string &obstacle) {
    // The recursion of the search is as deep as the number of uses, so a larger
    // problem could overflow the stack.
    if (countUses(uses) > maxUses) {
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
    // Most small problems need neither good prices nor many nodes. So a short
    // first attempt uses few iterations and nodes.
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

  /// Bounds on placements not examined by a search over all partial timetables,
  /// in seconds.
  struct Pass {
    double unsearched = 0; // Cut off by the budget.
    double untried = 0;    // With idle transfers.
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
  std::optional<Solution> start; // Warm start; none: no warm start.
};

} // namespace

std::unique_ptr<Solver> memplace::createExactSolver() {
  return std::make_unique<ExactSolver>();
}
