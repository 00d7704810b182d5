//===- GreedySolver.cpp - Best benefit for its size first -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The greedy algorithm for knapsacks (Dantzig 1957, "Discrete-Variable Extremum
// Problems"). A pass visits the buffers in decreasing order of saving per size.
// Each buffer gets stays in a faster tier for as long as room permits, filled
// as late as the channels allow (StayDecoder). The solver makes several passes:
// first with each of the parameters in `variants`, then with the best variant
// and random factors (weights) on the priorities of buffers. The simulator
// scores each pass, and the best placement wins. If ops are many times slower
// with everything at home, other passes put as much as possible into the
// fastest tier. The placement of `first-fit` is also a candidate. A pass never
// removes a placed buffer; `search` does.
//
//===----------------------------------------------------------------------===//

#include "NoPlacement.h"
#include "TimeLimit.h"

#include "../Planning/FastStays.h"
#include "../Planning/ReadPlans.h"
#include "Greedy.h"
#include "memplace/Bounds/LowerBound.h"
#include "memplace/Problem/Random.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace memplace;
using namespace memplace::solver;

namespace {

/// Parameters of one pass.
struct PassOptions {
  /// Exponents of a buffer's priority: benefit / (size^sizePower *
  /// duration^lifePower).
  double sizePower = 0.5;
  double lifePower = 0;
  Choices choices;
};

/// One pass over the buffers.
class GreedyPass {
public:
  GreedyPass(const AccessIndex &uses, Placement &placement,
             const PassOptions &options, const std::vector<double> &weights,
             const std::vector<bool> &isDecided, TimeLimit &timeLimit)
      : uses(uses), problem(uses.problem), placement(placement),
        decoder(uses, placement), options(options), weights(weights),
        isDecided(isDecided), timeLimit(timeLimit) {}

  /// Returns false if the time limit stopped the pass; the placement is legal
  /// in any case.
  bool run() {
    const auto shouldContinue = [this] { return !timeLimit.isOver(); };
    for (TierId tier = 0;
         tier + 1 < static_cast<TierId>(problem.target.tiers.size()); ++tier) {
      std::vector<BufferId> order = ordered(tier);
      // A second sweep adds stays which are profitable only after other
      // operands have moved.
      for (int sweep = 0; sweep < 2; ++sweep)
        for (BufferId buffer : order) {
          if (!shouldContinue())
            return false;
          decoder.insert(placement, buffer, {&tier, 1}, options.choices,
                         shouldContinue);
        }
    }
    return true;
  }

private:
  // Returns the buffers that could gain from `tier`, highest priority first.
  std::vector<BufferId> ordered(TierId tier) const {
    std::vector<std::pair<double, BufferId>> keys;
    for (BufferId id = 0; id < static_cast<BufferId>(problem.buffers.size());
         ++id) {
      const Buffer &buffer = problem.buffers[id];
      if (isDecided[id] || uses.byBuffer[id].empty() ||
          tier >= placement.planOf(id).stays[0].tier ||
          !problem.mayBeIn(buffer, tier) ||
          buffer.size > problem.target.tiers[tier].capacity)
        continue;
      const double saving =
          decoder.savingOf(placement, id, tier, options.choices.policy);
      const double cost =
          std::pow(static_cast<double>(buffer.size), options.sizePower) *
          std::pow(std::max(decoder.lifeOf(id), picosecond), options.lifePower);
      keys.push_back({-saving / cost * weights[id], id});
    }
    std::sort(keys.begin(), keys.end());
    std::vector<BufferId> order;
    for (auto [key, id] : keys)
      order.push_back(id);
    return order;
  }

  const AccessIndex &uses;
  const Problem &problem;
  Placement &placement;
  const StayDecoder decoder;
  const PassOptions &options;
  const std::vector<double> &weights;
  const std::vector<bool> &isDecided; // By buffer: its plan is fixed.
  TimeLimit &timeLimit;
};

/// All passes over one problem.
class GreedySearch {
public:
  explicit GreedySearch(const GreedyChoice &first) : first(first) {}

  SolveResult solve(const Problem &problem, const SolveLimits &limits) {
    TimeLimit timeLimit(limits);
    bound = boundOf(problem, limits);
    const AccessIndex uses(problem);
    BackingResult base = buildBasePlacement(uses, first.firstAttempt);
    if (!base.placement)
      return noPlacement(base);
    firstAttempt = base.firstAttempt;
    keep(uses, *base.placement);

    best = assemble(uses, base.placement->getPlans());
    bestMakespan = makespan(problem, best);
    // A similar problem was placed only by a later attempt, so the memory is
    // nearly full, and the other searches would hardly find a better placement.
    const bool isPackedTight = first.firstAttempt > 0;
    if (!isPackedTight && !isAtHome(problem, *base.placement))
      if (BackingResult home = buildHomePlacement(uses); home.placement)
        offer(uses, assemble(uses, home.placement->getPlans()));
    const double atHome = bestMakespan;
    timeLimit.reserveTimeToFinish();
    const std::optional<Placement> unserved = buildUnservedPlacement(uses);
    const Placement &homes = unserved ? *unserved : *base.placement;
    if (first.fillsFastTier && !first.kept)
      searchFastPasses(uses, homes, unserved.has_value(), limits.seed,
                       timeLimit);
    search(uses, *base.placement, limits.seed, timeLimit);
    if (std::optional<Placement> rolling =
            withRollingStays(uses, *base.placement)) {
      offer(uses, assemble(uses, rolling->getPlans()));
      search(uses, *rolling, limits.seed, timeLimit);
    }
    if (!first.fillsFastTier && !first.kept &&
        (unserved || atHome > fastPassFactor * bestMakespan))
      searchFastPasses(uses, homes, unserved.has_value(), limits.seed,
                       timeLimit);
    if (!isPackedTight && !first.kept && !timeLimit.isOver())
      offer(uses, createFirstFitSolver()
                      ->solve(problem, timeLimit.limitsLeft({}))
                      .solution);
    return {SolveStatus::Solved, std::move(best), "",
            noteUnreachableTiers(problem.target)};
  }

  /// Returns the parameters of the best pass.
  GreedyChoice takeChoice() {
    bestChoice.firstAttempt = firstAttempt;
    return std::move(bestChoice);
  }

private:
  // Returns false if a backing copy is in another tier than its home, because
  // the first attempts to pack the home tier failed. `buildHomePlacement` tries
  // further ways, and a slow tier in place of home costs time.
  static bool isAtHome(const Problem &problem, const Placement &base) {
    for (BufferId id = 0; id < static_cast<BufferId>(problem.buffers.size());
         ++id) {
      const TierId home = problem.homeOf(id);
      if (base.planOf(id).stays[0].tier != home &&
          problem.mayBeIn(problem.buffers[id], home))
        return false;
    }
    return true;
  }

  // Copies the fixed part of the placement into the base. A buffer whose fixed
  // residencies cannot be expressed as stays is not fixed.
  void keep(const AccessIndex &uses, Placement &base) {
    isDecided.assign(uses.problem.buffers.size(), false);
    if (!first.kept)
      return;
    std::vector<size_t> numStays(isDecided.size(), 1);
    for (const Residency &residency : first.kept->residencies) {
      const BufferId id = residency.buffer;
      isDecided[id] = true;
      numStays[id] += residency.tier != base.planOf(id).stays[0].tier;
    }
    base = readPlans(uses, base, *first.kept);
    for (size_t id = 0; id < isDecided.size(); ++id)
      if (base.planOf(static_cast<BufferId>(id)).stays.size() != numStays[id])
        isDecided[id] = false;
  }

  // Runs passes by savings: first the parameters in `first`, then all variants,
  // then the best variant with random changes to its priorities.
  void search(const AccessIndex &uses, const Placement &base, uint64_t seed,
              TimeLimit &timeLimit) {
    const std::vector<PassOptions> options =
        uses.hasArms() ? withArmsFirst(variants()) : variants();
    const size_t numPasses = passesFor(uses);
    const size_t numFirst =
        first.fillsFastTier || first.weights.empty() ? 0 : 1;
    Random random(seed);
    const GreedyChoice plain{
        0, std::vector<double>(uses.problem.buffers.size(), 1), {}};
    GreedyChoice choice = plain;
    for (size_t pass = 0; pass < numPasses; ++pass) {
      if (!timeLimit.report(bestMakespan, static_cast<double>(pass) /
                                              static_cast<double>(numPasses)) ||
          reachesBound(bestMakespan, bound))
        return;
      GreedyChoice now = plain;
      if (pass < numFirst)
        now = {first.variant, first.weights, {}};
      else
        now.variant = pass - numFirst;
      if (now.variant >= options.size())
        now = {choice.variant, shaken(choice.weights, random), {}};
      if (!tryPass(uses, base, options[now.variant], now.weights, timeLimit))
        continue;
      choice = now;
      bestChoice = std::move(now);
    }
  }

  // Runs passes that fill the fastest tier: first the parameters in `first`,
  // then each way to order buffers with the shortest-lived buffers first, then
  // the ways in turn with random changes to their priorities.
  void searchFastPasses(const AccessIndex &uses, const Placement &base,
                        bool isForced, uint64_t seed, TimeLimit &timeLimit) {
    std::vector<FastPass> ways = waysOf(uses, isForced);
    const size_t numPasses = std::max(passesFor(uses), ways.size());
    const size_t numFirst =
        first.fillsFastTier && !first.weights.empty() ? 1 : 0;
    const auto shouldContinue = [&timeLimit] { return !timeLimit.isOver(); };
    const std::vector<double> lives = livesOf(uses);
    const FastPlans plans(uses, base);
    Random random(seed);
    for (size_t pass = 0; pass < numPasses; ++pass) {
      if (!timeLimit.report(bestMakespan, static_cast<double>(pass) /
                                              static_cast<double>(numPasses)) ||
          reachesBound(bestMakespan, bound))
        return;
      GreedyChoice now{(pass - numFirst) % ways.size(), {}, {}, true};
      if (pass < numFirst)
        now = {first.variant % ways.size(), first.weights, {}, true};
      FastPass &way = ways[now.variant];
      if (pass >= numFirst + ways.size())
        now.weights = shaken(way.weights, random);
      else if (pass >= numFirst)
        now.weights = way.weights;
      FastOrder order = way.order;
      for (double life : lives)
        order.keys.push_back(life * now.weights[order.keys.size()]);
      std::optional<Solution> placed = plans.place(order, shouldContinue);
      if (!placed)
        continue;
      const double seconds = makespan(uses.problem, *placed);
      if (seconds < way.seconds) {
        way.weights = now.weights;
        way.seconds = seconds;
      }
      if (offer(uses, std::move(*placed)))
        bestChoice = std::move(now);
    }
  }

  /// A way to order buffers, and the best pass found in this way.
  struct FastPass {
    FastOrder order; // Without keys.
    std::vector<double> weights;
    double seconds = infinity;
  };

  // Returns the ways to try. If accesses require the fastest tier, further ways
  // plan less of its capacity.
  static std::vector<FastPass> waysOf(const AccessIndex &uses, bool isForced) {
    const std::vector<double> plain(uses.problem.buffers.size(), 1);
    std::vector<FastPass> ways;
    for (double room : {1.0, 0.9, 0.8})
      if (isForced || room == 1)
        for (bool largestFirst : {true, false})
          ways.push_back({{{}, largestFirst, room}, plain});
    return ways;
  }

  /// `searchFastPasses` runs if everything at home is slower than the best
  /// placement by more than this factor, or if accesses require the fastest
  /// tier.
  static constexpr double fastPassFactor = 4;

  // Returns a number of passes for which the largest known programs take well
  // under a second.
  static size_t passesFor(const AccessIndex &uses) {
    size_t numUses = 1;
    for (const auto &bufferUses : uses.byBuffer)
      numUses += bufferUses.size();
    return std::clamp<size_t>(60000 / numUses, 4, 60);
  }

  // Changes the priorities of some buffers at random.
  static std::vector<double> shaken(std::vector<double> weights,
                                    Random &random) {
    const double share = 0.2;
    const double strength = 1.5;
    for (double &weight : weights)
      if (random.uniform() < share)
        weight *= std::exp(strength * (2 * random.uniform() - 1));
    return weights;
  }

  // Chosen from 576 combinations on the problems of benchmarks/problems/tpu.
  // Each row is the best addition to the rows above it; all rows together are
  // as good as all combinations.
  static std::vector<PassOptions> variants() {
    struct Row {
      double sizePower, lifePower, maxKeep;
      double valueOfFreeTime, stallWeight, maxLead;
      Arena::Fit fit;
    };
    constexpr double any = infinity;
    constexpr double far = 30; // Limits the cost of look-ups without loss.
    constexpr Arena::Fit firstFit = Arena::Fit::First;
    constexpr Arena::Fit bestFit = Arena::Fit::Best;
    std::vector<PassOptions> all;
    for (const Row &row : {Row{0.5, 0, 10, 0, 1, 5, firstFit},
                           Row{0.5, 1, any, 0, 1, 5, bestFit},
                           Row{0.5, 1, any, 0, 2, far, firstFit},
                           Row{0.5, 0, any, 0, 1, far, bestFit},
                           Row{0.5, 0.5, any, 0, 2, 5, firstFit},
                           Row{1, 0, any, 0.3, 2, 5, bestFit},
                           Row{0.5, 0.5, any, 0.3, 1, 5, bestFit},
                           Row{0.5, 0.5, any, 0, 2, far, bestFit},
                           Row{1, 0.5, 10, 0.3, 2, far, firstFit},
                           Row{1, 0, any, 0, 2, far, bestFit}}) {
      Choices choices;
      choices.maxKeep = row.maxKeep;
      choices.mayOutlastLoops = false;
      choices.staysAlways = row.maxKeep == any;
      choices.policy.fit = row.fit;
      choices.policy.minSaving = picosecond;
      choices.policy.valueOfFreeTime = row.valueOfFreeTime;
      choices.policy.stallWeight = row.stallWeight;
      choices.policy.maxLead = row.maxLead;
      all.push_back({row.sizePower, row.lifePower, choices});
    }
    return all;
  }

  // Doubles the variants: each variant is followed by a copy that tries stays
  // inside of branch arms first.
  static std::vector<PassOptions>
  withArmsFirst(const std::vector<PassOptions> &variants) {
    std::vector<PassOptions> all;
    for (const PassOptions &variant : variants) {
      all.push_back(variant);
      all.push_back(variant);
      all.back().choices.areArmsFirst = true;
    }
    return all;
  }

  bool tryPass(const AccessIndex &uses, const Placement &base,
               const PassOptions &options, const std::vector<double> &weights,
               TimeLimit &timeLimit) {
    // Reuses the memory of the previous pass.
    placement = base;
    GreedyPass(uses, *placement, options, weights, isDecided, timeLimit).run();
    return offer(uses, assemble(uses, placement->getPlans()));
  }

  /// Keeps \p solution if its makespan is below the best so far. Returns true
  /// if so.
  bool offer(const AccessIndex &uses, std::optional<Solution> solution) {
    if (!solution)
      return false;
    double seconds = makespan(uses.problem, *solution);
    if (seconds >= bestMakespan)
      return false;
    best = std::move(*solution);
    bestMakespan = seconds;
    return true;
  }

  const GreedyChoice &first;
  std::vector<bool> isDecided; // By buffer: its plan is fixed in the base.
  std::optional<Placement> placement; // Of the last pass.
  Solution best;
  double bestMakespan = 0;
  double bound = 0; // On the makespan, seconds.
  GreedyChoice bestChoice;
  size_t firstAttempt = 0; // Of the base.
};

class GreedySolver : public Solver {
public:
  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    GreedyChoice first;
    return solveGreedily(problem, limits, first);
  }
};

} // namespace

SolveResult memplace::solveGreedily(const Problem &problem,
                                    const SolveLimits &limits,
                                    GreedyChoice &first) {
  GreedySearch search(first);
  SolveResult result = search.solve(problem, limits);
  first = search.takeChoice();
  return result;
}

std::unique_ptr<Solver> memplace::createGreedySolver() {
  return std::make_unique<GreedySolver>();
}
