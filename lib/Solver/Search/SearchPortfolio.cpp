//===- SearchPortfolio.cpp - Portfolio of parallel search chains ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchPortfolio.h"

#include "memplace/Bounds/LowerBound.h"

#include <algorithm>
#include <numeric>
#include <thread>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

//===----------------------------------------------------------------------===//
// Stop criterion.
//===----------------------------------------------------------------------===//

StopCriterion::StopCriterion(const Problem &problem, const SolveLimits &limits)
    : TimeLimit(limits), bound(boundOf(problem, limits)) {}

bool StopCriterion::isAtBound(double seconds) const {
  return reachesBound(seconds, bound);
}

SolveLimits StopCriterion::limitsLeft(double makespan, double share) {
  SolveLimits rest =
      TimeLimit::limitsLeft([this, makespan](const SolveProgress &progress) {
        return report(std::min(makespan, progress.makespan.value_or(makespan)),
                      0);
      });
  rest.bound = bound;
  if (rest.timeLimit)
    *rest.timeLimit *= share;
  return rest;
}

//===----------------------------------------------------------------------===//
// Portfolio of chains.
//===----------------------------------------------------------------------===//

/// Steps per region. Programs of less than two regions are searched as a whole,
/// because rounds of some thousand moves work well there.
static constexpr int64_t stepsPerRegion = 500;

/// A round with a smaller relative gain counts as a round without gain.
static constexpr double minGain = 1e-5;

/// Share of the remaining time and evaluations for the advisor.
static constexpr double advisorShare = 0.0625;

static constexpr uint64_t goldenRatio = 0x9e3779b97f4a7c15; // Spreads seeds.

SearchPortfolio::SearchPortfolio(const AccessIndex &uses, const Placement &base,
                                 const SearchOptions &options, uint64_t seed)
    : uses(uses), base(base), problem(uses.problem), options(options),
      seed(seed) {
  chains = makeChains(seed);
  incumbent = chains.front()->getBest();
}

SearchPortfolio::Chains SearchPortfolio::makeChains(uint64_t firstSeed) const {
  Chains group;
  for (int64_t i = 0; i < options.threads; ++i)
    group.push_back(std::make_unique<SearchChain>(
        uses, base, options,
        firstSeed + goldenRatio * static_cast<uint64_t>(i)));
  return group;
}

int64_t SearchPortfolio::numEvaluations() const {
  int64_t sum = 0;
  for (const auto *group : {&chains, &challenger.chains})
    for (const auto &chain : *group)
      sum += chain->numEvaluations();
  return sum;
}

std::vector<BufferPlan> SearchPortfolio::search(int64_t budget, double newRival,
                                                StopCriterion &stop,
                                                const Advisor &advisor) {
  left = budget;
  rival = newRival;
  if (chains.front()->canMove() && !hasWarmStart)
    construct(budget, stop);
  int rounds = 0;
  if (chains.front()->hasSharedRepeats() && !hasWarmStart)
    rounds = searchFromStarts(budget, stop);
  bool isShifted = rounds % 2 == 1;
  int64_t inVain = 0; // Evaluations since the last gain.
  int roundsInVain = 0;
  for (int64_t length = options.firstRound << rounds; shouldContinue(stop);
       length *= 2) {
    const double before = incumbent.seconds;
    const int64_t leftBefore = left;
    sweep(chains, incumbent, length, isShifted, budget, stop);
    isShifted = !isShifted;
    const bool isBetter = incumbent.seconds < (1 - minGain) * before;
    roundsInVain = isBetter ? 0 : roundsInVain + 1;
    inVain = isBetter ? 0 : inVain + leftBefore - left;
    // A chain may still escape a local optimum on its own, even late in a
    // round. So the main search keeps most of the budget, and the advisor is
    // consulted only after several rounds without gain.
    if (advisor && roundsInVain > 2)
      challenge(
          advisor,
          static_cast<int64_t>(challenger.share * static_cast<double>(inVain)),
          budget, stop);
  }
  return chains.front()->plansOf(incumbent);
}

// Repeats the first rounds with other random numbers, in up to half of the
// budget and time, and keeps the best result. Returns the number of rounds of
// one start.
int SearchPortfolio::searchFromStarts(int64_t budget, StopCriterion &stop) {
  constexpr int roundsOfStart = 3;
  const Incumbent constructed = incumbent;
  const int64_t leftAtFirst = left;
  const double begun = stop.seconds(), secondsAtFirst = stop.secondsLeft();
  const auto mayBegin = [&](uint64_t starts) {
    if (starts == 0)
      return true;
    const double share =
        0.5 * static_cast<double>(starts) / static_cast<double>(starts + 1);
    return static_cast<double>(leftAtFirst - left) <=
               share * static_cast<double>(leftAtFirst) &&
           stop.seconds() - begun <= share * secondsAtFirst;
  };
  for (uint64_t starts = 0; mayBegin(starts) && shouldContinue(stop);
       ++starts) {
    const Chains others = starts == 0
                              ? Chains()
                              : makeChains(seed ^ (goldenRatio * (starts + 1)));
    const Chains &group = starts == 0 ? chains : others;
    Incumbent best = constructed;
    for (int round = 0; round < roundsOfStart && shouldContinue(stop); ++round)
      sweep(group, best, options.firstRound << round, round % 2 == 1, budget,
            stop);
    if (best.seconds < incumbent.seconds)
      std::swap(best, incumbent);
    if (starts > 0)
      recombine(best, stop);
  }
  return roundsOfStart;
}

// One-point crossover: combines the best placement up to some step with another
// placement from this step on, or the reverse.
void SearchPortfolio::recombine(const Incumbent &other,
                                const StopCriterion &stop) {
  constexpr size_t numParts = 16;
  SearchChain &first = *chains.front();
  first.restartFrom(incumbent);
  const size_t end = first.wholeProgram().end;
  for (size_t part = 1; part < numParts; ++part)
    for (const Region &region : {Region{0, end * part / numParts},
                                 Region{end * part / numParts, end}}) {
      if (!shouldContinue(stop))
        return;
      first.adopt(other, region);
      --left;
    }
  if (first.getBest().seconds < incumbent.seconds)
    incumbent = first.getBest();
}

void SearchPortfolio::setWarmStart(const std::vector<PlacedBuffer> &placed) {
  incumbent = chains.front()->incumbentOf(placed);
  hasWarmStart = true;
}

bool SearchPortfolio::shouldContinue(const StopCriterion &stop) const {
  return chains.front()->canMove() && left > 0 && !stop.wasOver() &&
         !stop.isAtBound(std::min(rival, incumbent.seconds));
}

// Returns the number of evaluations for the remaining time, at the rate so far;
// at most the remaining budget.
int64_t SearchPortfolio::evaluationsLeft(const StopCriterion &stop) const {
  const double byTime = stop.secondsLeft() / stop.seconds() *
                        static_cast<double>(numEvaluations());
  return byTime < static_cast<double>(left) ? static_cast<int64_t>(byTime)
                                            : left;
}

int64_t SearchPortfolio::numRegions() const {
  return problem.numSteps() / stepsPerRegion;
}

// Runs one round for each region of the program, in order. In a single round
// over a large program, the makespan would fall only once the temperature is
// low everywhere. In a round for one region, all moves choose their sites
// there, and most of the program stays as it is. \p isShifted moves the borders
// between regions by half a region.
void SearchPortfolio::sweep(const Chains &group, Incumbent &best,
                            int64_t length, bool isShifted, int64_t budget,
                            StopCriterion &stop) {
  SearchChain &first = *group.front();
  const int64_t count = numRegions();
  if (count < 2)
    return runRound(group, best, length, first.wholeProgram(), budget, stop);
  first.restartFrom(best);
  const std::vector<Region> regions = first.regions(count, isShifted ? 0.5 : 1);
  // All regions share the remaining budget equally.
  const int64_t share = 1 + left / static_cast<int64_t>(regions.size());
  for (const Region &region : regions)
    if (shouldContinue(stop))
      runRound(group, best, std::min(length, share), region, budget, stop);
}

// Runs a second search from a placement of the advisor, with short first
// rounds, because no move leads out of the current local optimum. The second
// search has its own chains, so the main chains are not disturbed unless a
// better placement is found. A challenger without gain is replaced by the next
// one, and each failure halves the share of the evaluations. A challenger never
// begins with less than one round.
void SearchPortfolio::challenge(const Advisor &advisor, int64_t allowance,
                                int64_t budget, StopCriterion &stop) {
  Challenger &other = challenger;
  const auto numRounds =
      static_cast<int64_t>(chains.size()) * std::max<int64_t>(1, numRegions());
  while (allowance > 0 && shouldContinue(stop)) {
    const int64_t leftBefore = left;
    if (other.length == 0 && (allowance < numRounds * options.firstRound ||
                              !beginChallenge(advisor, stop)))
      return;
    const double before = other.best.seconds;
    const int64_t rest = std::min(allowance, evaluationsLeft(stop));
    const int64_t fits = std::max<int64_t>(1, rest / numRounds);
    sweep(other.chains, other.best, std::min(other.length, fits), false, budget,
          stop);
    allowance -= leftBefore - left;
    other.length *= 2;
    if (other.best.seconds < incumbent.seconds) {
      incumbent = other.best;
      other.share = std::min(0.5, 2 * other.share);
    } else if (other.best.seconds >= (1 - minGain) * before) {
      other.length = 0;
      other.share /= 2;
    }
  }
}

// Returns false if the advisor has no start.
bool SearchPortfolio::beginChallenge(const Advisor &advisor,
                                     StopCriterion &stop) {
  SolveLimits limits =
      stop.limitsLeft(std::min(rival, incumbent.seconds), advisorShare);
  limits.seed = seed;
  const auto most =
      static_cast<int64_t>(advisorShare * static_cast<double>(left));
  const std::optional<Advice> advice =
      advisor(problem, limits, std::max<int64_t>(most, 1));
  if (!advice)
    return false;
  left -= advice->evaluations;
  Chains &group = challenger.chains;
  for (size_t i = group.size(); i < chains.size(); ++i)
    group.push_back(std::make_unique<SearchChain>(uses, base, options,
                                                  ~seed - goldenRatio * i));
  challenger.best = group.front()->incumbentOf(advice->placed);
  challenger.length = options.firstRound;
  if (challenger.best.seconds < incumbent.seconds)
    incumbent = challenger.best;
  return true;
}

// Builds an initial placement with each variant, on the first chain, and keeps
// the best. The other chains get the placement but not the choices of the
// variant; each begins with its own.
void SearchPortfolio::construct(int64_t budget, StopCriterion &stop) {
  SearchChain &first = *chains.front();
  int64_t calls = 0;
  const auto shouldGoOn = [&] {
    if (calls++ % 64 != 0)
      return !stop.isOver();
    return stop.report(std::min(rival, first.getBest().seconds),
                       1 - static_cast<double>(left) /
                               static_cast<double>(budget));
  };
  for (size_t v = 0; v < first.numVariants() && left > 0; ++v, --left)
    if (stop.wasOver() || !first.construct(v, shouldGoOn))
      break;
  incumbent = first.getBest();
}

// Starts all chains of `group` from `best`, each for `length` moves or an equal
// share of the remaining budget, whichever is less.
void SearchPortfolio::runRound(const Chains &group, Incumbent &best,
                               int64_t length, const Region &region,
                               int64_t budget, StopCriterion &stop) {
  const int64_t numChains = static_cast<int64_t>(group.size());
  std::vector<int64_t> shares;
  for (int64_t i = 0; i < numChains; ++i)
    shares.push_back(
        std::min(length, left / numChains + (i < left % numChains)));
  const double known = incumbent.seconds;
  const auto run = [&](int64_t i) {
    SearchChain &chain = *group[i];
    chain.restartFrom(best);
    int64_t made = 0;
    const auto shouldGoOn = [&, i] {
      if (made++ % 16 != 0)
        return !stop.isOver();
      const double least = std::min({rival, known, chain.getBest().seconds});
      // Each chain decides alone, so the result does not depend on timing.
      if (stop.isAtBound(least))
        return false;
      if (i > 0)
        return !stop.wasOver();
      const int64_t used = std::min(budget, budget - left + made * numChains);
      return stop.report(least, static_cast<double>(used) /
                                    static_cast<double>(budget));
    };
    chain.anneal(shares[i], length, region, shouldGoOn);
  };
  std::vector<std::thread> threads;
  for (int64_t i = 1; i < numChains; ++i)
    threads.emplace_back(run, i);
  run(0);
  for (std::thread &thread : threads)
    thread.join();
  left -= std::accumulate(shares.begin(), shares.end(), int64_t(0));
  for (const auto &chain : group)
    if (chain->getBest().seconds < best.seconds)
      best = chain->getBest();
}
