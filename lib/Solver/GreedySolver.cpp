//===- GreedySolver.cpp - Best benefit for its size first -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass takes the buffers in order of what they save per size, and gives
// each of them stays in a faster tier: as long as there is room, filled as late
// as the channels allow. The solver makes several such passes, scores each by
// the simulator, and keeps the best.
//
//===----------------------------------------------------------------------===//

#include "Deadline.h"
#include "NoPlacement.h"

#include "memplace/Bounds/LowerBound.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

using namespace memplace;
using namespace memplace::solver;

namespace {

/// How one pass decides.
struct PassOptions {
  /// A buffer's priority is benefit / size^sizePower / duration^lifePower.
  double sizePower = 0.5;
  double lifePower = 0;
  /// Keep a buffer between two uses only if they are closer than this many
  /// times the duration of the copy back.
  double maxKeep = 1e30;
  StayPolicy policy;
};

/// One pass over the buffers.
class GreedyPass {
public:
  GreedyPass(const Uses &uses, Placement placement, const PassOptions &options,
             const std::vector<double> &weights, Deadline &deadline)
      : uses(uses), problem(uses.problem), placement(std::move(placement)),
        options(options), weights(weights), deadline(deadline) {}

  /// False: stopped by the deadline. The placement is legal anyway.
  bool run() {
    elapsed.assign(1, 0);
    for (Step step = 0; step < problem.numSteps(); ++step)
      elapsed.push_back(elapsed.back() +
                        placement.getTraffic().durationOf(step));
    for (TierId tier = 0;
         tier + 1 < static_cast<TierId>(problem.target.tiers.size()); ++tier) {
      std::vector<BufferId> order = ordered(tier);
      // Once more for what only pays now that other operands are there.
      for (int sweep = 0; sweep < 2; ++sweep)
        for (BufferId buffer : order) {
          if (deadline.isOver())
            return false;
          place(buffer, tier);
        }
    }
    return true;
  }

  Placement takePlacement() { return std::move(placement); }

private:
  // Buffers that `tier` may help, most urgent first.
  std::vector<BufferId> ordered(TierId tier) const {
    std::vector<std::pair<double, BufferId>> keys;
    for (BufferId id = 0; id < static_cast<BufferId>(problem.buffers.size());
         ++id) {
      const Buffer &buffer = problem.buffers[id];
      const auto &groups = uses.groups[id];
      if (groups.empty() || tier >= placement.planOf(id).stays[0].tier ||
          !problem.mayBeIn(buffer, tier) ||
          buffer.size > problem.target.tiers[tier].capacity)
        continue;
      double saving = placement.savingOf(
          id, 0, static_cast<int32_t>(groups.size()) - 1, tier,
          std::max(1e-6, options.policy.valueOfFreeTime));
      double life = elapsed[groups.back().step + 1] - elapsed[groups[0].step];
      double cost =
          std::pow(static_cast<double>(buffer.size), options.sizePower) *
          std::pow(std::max(life, 1e-12), options.lifePower);
      keys.push_back({-saving / cost * weights[id], id});
    }
    std::sort(keys.begin(), keys.end());
    std::vector<BufferId> order;
    for (auto [key, id] : keys)
      order.push_back(id);
    return order;
  }

  // Seconds a copy from the base takes if nothing disturbs it.
  double copySeconds(BufferId id, TierId tier) const {
    double seconds = 0;
    for (ChannelId channel :
         findRoute(problem, id, placement.planOf(id).stays[0].tier, tier))
      seconds += static_cast<double>(problem.buffers[id].size) /
                 placement.getTraffic().rateOf(channel);
    return seconds;
  }

  // The longest stays that fit, from left to right.
  void place(BufferId id, TierId tier) {
    const auto &groups = uses.groups[id];
    const int32_t numGroups = static_cast<int32_t>(groups.size());
    const double maxGap = options.maxKeep * copySeconds(id, tier);
    // In a cyclic problem, all the time.
    if (problem.isCyclic && options.maxKeep >= 1e30)
      placement.addStay({id, tier, 0, numGroups, uses.rootOf(id)},
                        options.policy);
    // A buffer with very many accesses gets short stays, and not any number of
    // them, once long ones have failed often enough: else the time would grow
    // with the square.
    int64_t work = 20000 + 64 * int64_t(numGroups);
    constexpr size_t maxCopies = 2000;
    for (int32_t first = 0; first < numGroups;) {
      if (!isFree(id, first)) {
        ++first;
        continue;
      }
      if (placement.planOf(id).copies.size() > maxCopies || deadline.isOver())
        return;
      const int32_t end = work > 0 ? numGroups : std::min(numGroups, first + 8);
      int32_t last = first;
      while (last + 1 < end && isFree(id, last + 1) &&
             elapsed[groups[last + 1].step] - elapsed[groups[last].step + 1] <=
                 maxGap)
        ++last;
      work -= 2 * (last - first + 1);
      first = placeFrom(id, tier, first, last) + 1;
    }
  }

  // Returns the last group that is settled.
  int32_t placeFrom(BufferId id, TierId tier, int32_t first, int32_t last) {
    for (int32_t length = last - first + 1; length > 0;
         length = length > 8 ? length / 2 : length - 1) {
      std::vector<LoopId> levels =
          levelsOf(uses, id, first, first + length - 1);
      for (size_t i = levels.size(); i-- > 0;)
        if (std::optional<StayOutcome> outcome = placement.addStay(
                {id, tier, first, first + length - 1, levels[i]},
                options.policy))
          return std::max(first, outcome->lastGroup);
    }
    return first;
  }

  bool isFree(BufferId id, int32_t group) const {
    return placement.planOf(id).serving[group] == 0;
  }

  const Uses &uses;
  const Problem &problem;
  Placement placement;
  const PassOptions &options;
  const std::vector<double> &weights;
  Deadline &deadline;
  std::vector<double> elapsed; // Seconds before each step, all at home.
};

class GreedySolver : public Solver {
public:
  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    Deadline deadline(limits);
    const Uses uses(problem);
    BaseResult base = buildBasePlacement(uses);
    if (!base.placement)
      return noPlacement(base);

    best = assemble(uses, base.placement->getPlans());
    bestMakespan = makespan(problem, best);
    deadline.keepTimeToFinish();
    search(uses, *base.placement, limits.seed, deadline);
    return {SolveStatus::Solved, std::move(best), "",
            noteUnreachableTiers(problem.target)};
  }

private:
  // All variants, then the best of them with other priorities.
  void search(const Uses &uses, const Placement &base, uint64_t seed,
              Deadline &deadline) {
    const std::vector<PassOptions> options = variants();
    const size_t numPasses = passesFor(uses);
    const double bound = lowerBoundOnMakespan(uses.problem);
    std::mt19937_64 random(seed);
    std::vector<double> weights(uses.problem.buffers.size(), 1);
    std::vector<double> bestWeights = weights;
    PassOptions bestOptions = options.front();
    for (size_t pass = 0; pass < numPasses; ++pass) {
      if (!deadline.report(bestMakespan, static_cast<double>(pass) /
                                             static_cast<double>(numPasses)) ||
          reachesBound(bestMakespan, bound))
        return;
      const bool isVariant = pass < options.size();
      if (!isVariant)
        weights = shaken(bestWeights, random);
      const PassOptions &now = isVariant ? options[pass] : bestOptions;
      if (!tryPass(uses, base, now, weights, deadline))
        continue;
      bestWeights = weights;
      bestOptions = now;
    }
  }

  // So many that the largest programs we know take well under a second.
  static size_t passesFor(const Uses &uses) {
    size_t numGroups = 1;
    for (const auto &groups : uses.groups)
      numGroups += groups.size();
    return std::clamp<size_t>(60000 / numGroups, 4, 60);
  }

  // Other priorities for some of the buffers. Written out, since the standard
  // leaves the numbers of its distributions to the library.
  static std::vector<double> shaken(std::vector<double> weights,
                                    std::mt19937_64 &random) {
    auto uniform = [&] {
      return static_cast<double>(random() >> 11) * 0x1p-53;
    };
    const double share = 0.2;
    const double strength = 1.5;
    for (double &weight : weights)
      if (uniform() < share)
        weight *= std::exp(strength * (2 * uniform() - 1));
    return weights;
  }

  // Chosen from 576 combinations on the problems of benchmarks/problems/tpu:
  // each row adds most to the ones above it, and all of them together are as
  // good as all combinations.
  static std::vector<PassOptions> variants() {
    struct Row {
      double sizePower, lifePower, maxKeep;
      double valueOfFreeTime, stallWeight, maxLead;
      Arena::Fit fit;
    };
    constexpr double any = 1e30;
    constexpr double far = 30; // Bounds the look-ups, at no loss.
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
      StayPolicy policy;
      policy.fit = row.fit;
      policy.minSaving = 1e-12;
      policy.valueOfFreeTime = row.valueOfFreeTime;
      policy.stallWeight = row.stallWeight;
      policy.maxLead = row.maxLead;
      all.push_back({row.sizePower, row.lifePower, row.maxKeep, policy});
    }
    return all;
  }

  bool tryPass(const Uses &uses, const Placement &base,
               const PassOptions &options, const std::vector<double> &weights,
               Deadline &deadline) {
    GreedyPass pass(uses, base, options, weights, deadline);
    pass.run();
    Solution solution = assemble(uses, pass.takePlacement().getPlans());
    double seconds = makespan(uses.problem, solution);
    if (seconds >= bestMakespan)
      return false;
    best = std::move(solution);
    bestMakespan = seconds;
    return true;
  }

  Solution best;
  double bestMakespan = 0;
};

} // namespace

std::unique_ptr<Solver> memplace::createGreedySolver() {
  return std::make_unique<GreedySolver>();
}
