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

#include "BasePlan.h"
#include "Search/Chain.h"

#include "memplace/Problem/LowerBound.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

namespace {

/// Counts evaluations and stops the search: by the caller's wish, by wall
/// time, and at the proven bound. Only the solving thread asks the caller.
class Watch {
public:
  Watch(const Problem &problem, const SolveLimits &limits)
      : limits(limits), bound(lowerBoundOnMakespan(problem)),
        start(std::chrono::steady_clock::now()) {}

  bool isOver() const { return stopped; }
  void stop() { stopped = true; }
  /// Whether nothing can be faster than \p seconds, in whole picoseconds.
  bool isAtBound(double seconds) const {
    return toPicoseconds(seconds) <= toPicoseconds(bound);
  }
  /// False: stop.
  bool report(std::optional<double> makespan, double fraction) {
    const double now = seconds();
    if (limits.wallTime && now >= limits.wallTime->count())
      stopped = true;
    else if (limits.progress && !limits.progress({now, makespan, fraction}))
      stopped = true;
    return !stopped;
  }
  /// What is left for another solver.
  SolveLimits limitsLeft() {
    SolveLimits left;
    left.seed = limits.seed;
    if (limits.wallTime)
      left.wallTime = std::chrono::duration<double>(
          std::max(0.0, limits.wallTime->count() - seconds()));
    left.progress = [this](const SolveProgress &progress) {
      return report(progress.makespan, 0);
    };
    return left;
  }

private:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         start)
        .count();
  }

  const SolveLimits &limits;
  const double bound;
  const std::chrono::steady_clock::time_point start;
  std::atomic<bool> stopped = false;
};

class SearchSolver : public Solver {
public:
  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    const Uses uses(problem);
    BaseResult base = buildHomePlacement(uses);
    if (!base.placement && base.status != SolveStatus::Infeasible)
      base = buildFastestPlacement(uses);
    if (!base.placement)
      return {base.status, std::nullopt, base.message, {}};

    Watch watch(problem, limits);
    best = assemble(uses, base.placement->getPlans());
    bestSeconds = makespan(problem, best);
    for (auto create : {createMsaSolver, createGreedySolver}) {
      if (!watch.report(bestSeconds, 0) || watch.isAtBound(bestSeconds))
        break;
      SolveResult other = create()->solve(problem, watch.limitsLeft());
      if (other.solution)
        offer(problem, std::move(*other.solution));
    }
    if (watch.report(bestSeconds, 0) && !watch.isAtBound(bestSeconds))
      search(uses, *base.placement, limits.seed, watch);
    return {SolveStatus::Solved, std::move(best), "", {}};
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

  int64_t budgetFor(const Uses &uses) const {
    if (values.budget > 0)
      return values.budget;
    int64_t numGroups = 0;
    for (const auto &groups : uses.groups)
      numGroups += static_cast<int64_t>(groups.size());
    return std::clamp<int64_t>(20 * numGroups, 200, 50000);
  }

  void search(const Uses &uses, const Placement &base, uint64_t seed,
              Watch &watch) {
    std::vector<std::unique_ptr<Chain>> chains;
    for (int64_t i = 0; i < values.threads; ++i)
      chains.push_back(std::make_unique<Chain>(
          uses, base, values, seed + 0x9e3779b97f4a7c15u * uint64_t(i)));
    Chain &first = *chains.front();
    if (!first.canMove())
      return;
    const int64_t budget = budgetFor(uses);
    int64_t left = budget;
    for (size_t v = 0; v < Chain::numVariants() && left > 0; ++v, --left) {
      if (!watch.report(bestSeconds, 0))
        break;
      first.construct(v);
    }
    Incumbent incumbent = first.getBest();
    for (int64_t length = values.firstRound; left > 0 && !watch.isOver();
         length *= 2) {
      runRound(chains, incumbent, length, left, budget, watch);
      if (watch.isAtBound(incumbent.seconds))
        break;
    }
    offer(uses.problem, assemble(uses, first.plansOf(incumbent)));
  }

  // All chains go on from the incumbent, each for `length` changes or its
  // share of what is left.
  void runRound(std::vector<std::unique_ptr<Chain>> &chains,
                Incumbent &incumbent, int64_t length, int64_t &left,
                int64_t budget, Watch &watch) {
    const int64_t numChains = static_cast<int64_t>(chains.size());
    std::vector<int64_t> shares;
    for (int64_t i = 0; i < numChains; ++i)
      shares.push_back(
          std::min(length, left / numChains + (i < left % numChains)));
    auto run = [&](int64_t i) {
      Chain &chain = *chains[i];
      chain.restartFrom(incumbent);
      int64_t made = 0;
      chain.anneal(shares[i], length, [&] {
        if (made++ % 16 != 0 || watch.isOver())
          return !watch.isOver();
        if (watch.isAtBound(chain.getBest().seconds))
          return false;
        if (i > 0)
          return true;
        const double now = std::min(bestSeconds, chain.getBest().seconds);
        const int64_t used = budget - left + made * numChains;
        return watch.report(now, static_cast<double>(used) /
                                     static_cast<double>(budget));
      });
    };
    std::vector<std::thread> threads;
    for (int64_t i = 1; i < numChains; ++i)
      threads.emplace_back(run, i);
    run(0);
    for (std::thread &thread : threads)
      thread.join();
    left -= std::accumulate(shares.begin(), shares.end(), int64_t(0));
    for (const auto &chain : chains)
      if (chain->getBest().seconds < incumbent.seconds)
        incumbent = chain->getBest();
  }

  SearchOptions values;
  Solution best;
  double bestSeconds = 0;
};

} // namespace

std::unique_ptr<Solver> memplace::createSearchSolver() {
  return std::make_unique<SearchSolver>();
}
