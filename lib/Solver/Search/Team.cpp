//===- Team.cpp - Chains that search side by side -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Team.h"

#include "memplace/Bounds/LowerBound.h"

#include <algorithm>
#include <numeric>
#include <thread>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

//===----------------------------------------------------------------------===//
// Watch
//===----------------------------------------------------------------------===//

Watch::Watch(const Problem &problem, const SolveLimits &limits)
    : Deadline(limits), bound(lowerBoundOnMakespan(problem)) {}

bool Watch::isAtBound(double seconds) const {
  return reachesBound(seconds, bound);
}

SolveLimits Watch::limitsLeft(double makespan, double share) {
  SolveLimits rest =
      Deadline::limitsLeft([this, makespan](const SolveProgress &progress) {
        return report(std::min(makespan, progress.makespan.value_or(makespan)),
                      0);
      });
  if (rest.wallTime)
    *rest.wallTime *= share;
  return rest;
}

//===----------------------------------------------------------------------===//
// Team
//===----------------------------------------------------------------------===//

/// One region for so many ops. Programs of up to twice as many are searched as
/// a whole, as rounds of some thousand changes do well there.
static constexpr int64_t stepsPerRegion = 500;

static constexpr uint64_t goldenRatio = 0x9e3779b97f4a7c15; // Spreads seeds.

Team::Team(const Uses &uses, const Placement &base,
           const SearchOptions &options, uint64_t seed)
    : uses(uses), base(base), problem(uses.problem), options(options),
      seed(seed) {
  for (int64_t i = 0; i < options.threads; ++i)
    chains.push_back(std::make_unique<Chain>(
        uses, base, options, seed + goldenRatio * static_cast<uint64_t>(i)));
  incumbent = chains.front()->getBest();
}

int64_t Team::numEvaluations() const {
  int64_t sum = 0;
  for (const auto *team : {&chains, &advised})
    for (const auto &chain : *team)
      sum += chain->numEvaluations();
  return sum;
}

std::vector<BufferPlan> Team::search(int64_t budget, double other, Watch &watch,
                                     const Advisor &advisor) {
  left = budget;
  rival = other;
  if (chains.front()->canMove() && !isStarted)
    construct(budget, watch);
  bool isShifted = false;
  for (int64_t length = options.firstRound; shouldContinue(watch);
       length *= 2) {
    const double before = incumbent.seconds;
    sweep(length, isShifted, budget, watch);
    isShifted = !isShifted;
    if (advisor && incumbent.seconds == before && shouldContinue(watch))
      takeAdvice(advisor, length, budget, watch);
  }
  return chains.front()->plansOf(incumbent);
}

void Team::startFrom(const std::vector<PlacedBuffer> &placed) {
  incumbent = chains.front()->incumbentOf(placed);
  isStarted = true;
}

bool Team::shouldContinue(const Watch &watch) const {
  return chains.front()->canMove() && left > 0 && !watch.wasOver() &&
         !watch.isAtBound(std::min(rival, incumbent.seconds));
}

// A round for each region of the program, one after the other. In one round
// for all of a large program its makespan would fall only once the temperature
// is low everywhere; as all else stands still, the best of a region is the best
// of all. The next sweep has other borders.
void Team::sweep(int64_t length, bool isShifted, int64_t budget, Watch &watch) {
  const int64_t count = problem.numSteps() / stepsPerRegion;
  if (count < 2)
    return runRound(chains, incumbent, length, chains.front()->wholeProgram(),
                    budget, watch);
  chains.front()->restartFrom(incumbent);
  const std::vector<Region> regions =
      chains.front()->regions(count, isShifted ? 0.5 : 1);
  // What is left of the budget is for all regions alike.
  const int64_t share = 1 + left / static_cast<int64_t>(regions.size());
  for (const Region &region : regions)
    if (shouldContinue(watch))
      runRound(chains, incumbent, std::min(length, share), region, budget,
               watch);
}

// What is asked for, and the round from there, take a sixteenth each of the
// time and of the budget that are left. The round has chains of its own, so
// that the others go on as if nothing had been asked, but from what is better.
void Team::takeAdvice(const Advisor &advisor, int64_t length, int64_t budget,
                      Watch &watch) {
  constexpr int64_t part = 16;
  SolveLimits limits =
      watch.limitsLeft(std::min(rival, incumbent.seconds), 1.0 / part);
  limits.seed = seed;
  const std::optional<Advice> advice =
      advisor(problem, limits, std::max<int64_t>(left / part, 1));
  if (!advice)
    return;
  left -= advice->evaluations;
  if (advised.empty())
    for (size_t i = 0; i < chains.size(); ++i)
      advised.push_back(std::make_unique<Chain>(uses, base, options,
                                                ~seed - goldenRatio * i));
  const Incumbent start = advised.front()->incumbentOf(advice->placed);
  const int64_t round =
      std::min(length / 4, left / part / static_cast<int64_t>(chains.size()));
  if (round > 0)
    runRound(advised, start, round, advised.front()->wholeProgram(), budget,
             watch);
  else if (start.seconds < incumbent.seconds)
    incumbent = start;
}

// All variants one after the other, by the first chain.
void Team::construct(int64_t budget, Watch &watch) {
  Chain &first = *chains.front();
  int64_t calls = 0;
  const auto askWatch = [&] {
    if (calls++ % 64 != 0)
      return !watch.isOver();
    return watch.report(std::min(rival, first.getBest().seconds),
                        1 - static_cast<double>(left) /
                                static_cast<double>(budget));
  };
  for (size_t v = 0; v < first.numVariants() && left > 0; ++v, --left)
    if (watch.wasOver() || !first.construct(v, askWatch))
      break;
  incumbent = first.getBest();
}

// All of \p team go on from there, each for `length` changes or its share
// of what is left.
void Team::runRound(std::vector<std::unique_ptr<Chain>> &team,
                    const Incumbent &from, int64_t length, const Region &region,
                    int64_t budget, Watch &watch) {
  const int64_t numChains = static_cast<int64_t>(team.size());
  std::vector<int64_t> shares;
  for (int64_t i = 0; i < numChains; ++i)
    shares.push_back(
        std::min(length, left / numChains + (i < left % numChains)));
  const auto run = [&](int64_t i) {
    Chain &chain = *team[i];
    chain.restartFrom(from);
    int64_t made = 0;
    const auto askWatch = [&, i] {
      if (made++ % 16 != 0)
        return !watch.isOver();
      const double best = std::min(rival, chain.getBest().seconds);
      // Each chain by itself, so that the result does not depend on timing.
      if (watch.isAtBound(best))
        return false;
      if (i > 0)
        return !watch.wasOver();
      const int64_t used = std::min(budget, budget - left + made * numChains);
      return watch.report(best, static_cast<double>(used) /
                                    static_cast<double>(budget));
    };
    chain.anneal(shares[i], length, region, askWatch);
  };
  std::vector<std::thread> threads;
  for (int64_t i = 1; i < numChains; ++i)
    threads.emplace_back(run, i);
  run(0);
  for (std::thread &thread : threads)
    thread.join();
  left -= std::accumulate(shares.begin(), shares.end(), int64_t(0));
  for (const auto &chain : team)
    if (chain->getBest().seconds < incumbent.seconds)
      incumbent = chain->getBest();
}
