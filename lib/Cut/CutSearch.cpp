//===- CutSearch.cpp - Search for cuts ------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CutSearch.h"

#include "CarryOver.h"
#include "PieceSizes.h"

#include "../Bounds/Relaxation.h"
#include "memplace/Bounds/LowerBound.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include <algorithm>
#include <array>
#include <numeric>

using namespace memplace;
using namespace memplace::cut;

namespace {
/// Minimum relative gain worth more pieces: solvers differ by as much.
constexpr double minGain = 1e-4;
/// Seeds tried over the whole program and nearby.
constexpr size_t numFirstSeeds = 16;
/// Each of these two stages gets the budget divided by this number.
constexpr int64_t firstDivisor = 3;
/// The budget divided by this number is reserved for other numbers of pieces.
constexpr int64_t countsDivisor = 10;
/// Steps before and after a seed initially cut with the seed.
constexpr std::array<Step, 3> nearby = {0, 2, 12};
/// Iterations of the relaxation: a rough guide, not a good bound.
constexpr int64_t relaxationSteps = 100;
/// A trial is stopped if it is slower than the best so far by a share after a
/// number of passes of `greedy`. The first pass uses the priorities of the best
/// so far and is the most informative; later passes rarely gain as much.
struct EarlyStop {
  int passes;
  double share;
};
constexpr std::array<EarlyStop, 4> earlyStops = {
    {{1, 0.1}, {2, 0.05}, {3, 0.02}, {8, 0.004}}};
/// A trial also ends after this many passes without a gain; a trial faster than
/// the best so far is then accepted.
constexpr int idlePasses = 3, idlePassesOfFaster = 20;
/// If a pass begins with plain priorities, the first passes say little.
constexpr int idlePassesOfPlain = 5, firstOfPlain = 3;
/// A patient trial ends after this many steps in passes without a gain. For the
/// last tuning of the sizes of pieces.
constexpr int64_t patientSteps = 3000;
/// Minimum fraction of the buffers for which a trial keeps the placement. Such
/// a trial costs a third of another trial.
constexpr double minKept = 0.5;
constexpr int64_t costOfTrial = 3, costOfKept = 1;
/// Ops of a cut problem whose trial counts once; a problem with more ops counts
/// in proportion. A pass of `greedy` takes time in proportion to the ops.
constexpr int64_t opsOfTrial = 2000;
/// Cost without a gain after which trials switch between a full and an
/// incremental placement.
constexpr int64_t costOfBlock = 100 * costOfTrial;
/// Minimum relative gain of a pass.
constexpr double minGainOfPass = 1e-5;
} // namespace

/// Returns the seconds of \p op with all operands in the fastest tier allowed.
static double leastOf(const Problem &problem, const Op &op) {
  if (op.isNull())
    return 0;
  std::vector<TierId> tiers;
  for (const Access &access : op.accesses) {
    TierId tier = problem.homeOf(access.buffer);
    for (TierId m = static_cast<TierId>(problem.target.tiers.size()) - 1;
         m >= 0; --m)
      if (problem.mayBeIn(problem.buffers[access.buffer], m) &&
          mayServe(problem.target, access, m))
        tier = m;
    tiers.push_back(tier);
  }
  return opDuration(problem.target, op, tiers);
}

CutSearch::CutSearch(const Problem &problem, std::vector<int64_t> counts,
                     const CutSearchLimits &limits, const CutRules &rules)
    : problem(problem), counts(std::move(counts)), limits(limits),
      neighbours(problem, rules), trips(tripsOfSteps(problem)),
      relaxedGains(problem.ops.size(), 0), random(limits.seed) {
  for (const Op &op : problem.ops)
    minSeconds.push_back(leastOf(problem, op));
}

bool CutSearch::shouldContinue() {
  if (spent >= limits.budget * costOfTrial ||
      (limits.stop && limits.stop->isOver()))
    return false;
  if (limits.progress && !limits.progress(best.seconds)) {
    if (limits.stop)
      limits.stop->stop();
    return false;
  }
  return true;
}

/// Returns the time of each op and of the stalls before it beyond the minimum,
/// by op of the problem.
std::vector<double> CutSearch::lossesOf(const CutProblem &cut,
                                        const Solution &solution) const {
  const Timeline timeline = simulate(cut.problem, solution);
  std::vector<double> losses(problem.ops.size(), 0);
  for (const OpEvent &event : timeline.ops)
    losses[cut.opOf[event.step]] +=
        event.duration * static_cast<double>(trips[cut.opOf[event.step]]);
  for (size_t i = 0; i < losses.size(); ++i)
    losses[i] = std::max(0.0, losses[i] - minSeconds[i] *
                                              static_cast<double>(trips[i]));
  for (const StallEvent &stall : timeline.stalls) {
    const Step last = cut.problem.numSteps() - 1;
    losses[cut.opOf[std::min(stall.step, last)]] +=
        stall.duration * static_cast<double>(stall.trips);
  }
  return losses;
}

/// Encodes cuts as numbers, to recognise repeated cuts.
static std::vector<int64_t> keyOf(const Cuts &cuts) {
  std::vector<int64_t> key;
  for (const OpCut &cut : cuts.ops) {
    key.insert(key.end(), {-1, cut.op, cut.dimension});
    if (cut.cascade < 0) // In program order.
      key.push_back(-2);
    key.insert(key.end(), cut.bounds.begin(), cut.bounds.end());
  }
  return key;
}

/// Returns true if \p seconds are sufficiently less than the best so far.
bool CutSearch::isWorth(double seconds) const {
  return seconds < best.seconds * (1 - minGain);
}

/// Returns the number of passes without a gain after which a trial ends.
int64_t CutSearch::idleOf(double seconds) const {
  if (isPatient)
    return std::max<int64_t>(idlePassesOfFaster,
                             patientSteps / problem.numSteps());
  if (isWorth(seconds))
    return idlePassesOfFaster;
  return limits.reusesPriorities ? idlePasses : idlePassesOfPlain;
}

/// Returns true if more passes will hardly change the outcome of a trial.
/// \p seconds is its time after \p passes, the last \p idle of which gained
/// nothing. Never for problems with loops: `greedy` handles loops after its
/// passes.
bool CutSearch::isDecided(int passes, int idle, double seconds) const {
  if (!problem.loops.empty())
    return false;
  if (idle >= idleOf(seconds))
    return true;
  return std::any_of(
      earlyStops.begin(), earlyStops.end(), [&](const EarlyStop &one) {
        return passes > one.passes &&
               (limits.reusesPriorities || one.passes >= firstOfPlain) &&
               seconds > best.seconds * (1 + one.share);
      });
}

/// Places by `greedy`, until the outcome is decided. \p bound: on the makespan.
SolveResult CutSearch::place(const Problem &cut, double bound,
                             GreedyChoice &choice) {
  SolveLimits solveLimits;
  solveLimits.bound = bound;
  int passes = 0, idle = 0;
  double least = std::numeric_limits<double>::infinity();
  solveLimits.progress = [&](const SolveProgress &progress) {
    const double now = progress.makespan.value_or(least);
    ++passes;
    idle = now < least * (1 - minGainOfPass) ? 0 : idle + 1;
    least = std::min(least, now);
    return !(limits.stop && limits.stop->isOver()) &&
           !isDecided(passes, idle, least);
  };
  return solveGreedily(cut, solveLimits, choice);
}

/// Returns the placement of the best so far carried over to \p cut, if most
/// buffers can be kept.
std::optional<Solution> CutSearch::keptIn(const CutProblem &cut) const {
  if (!isIncremental)
    return std::nullopt;
  std::optional<Solution> kept = carryOver(best.cut, best.solution, cut);
  if (!kept)
    return std::nullopt;
  std::vector<bool> isKept(cut.problem.buffers.size(), false);
  for (const Residency &residency : kept->residencies)
    isKept[residency.buffer] = true;
  const auto numKept = std::count(isKept.begin(), isKept.end(), true);
  if (static_cast<double>(numKept) <
      minKept * static_cast<double>(isKept.size()))
    return std::nullopt;
  return kept;
}

CutSearch::Trial CutSearch::makeTrial(FoundCuts found, CutProblem cut,
                                      PiecePriorities priorities) const {
  std::vector<double> losses = lossesOf(cut, found.solution);
  return {std::move(found.groups), found.seconds,  std::move(losses),
          std::move(priorities),   std::move(cut), std::move(found.solution)};
}

std::optional<CutSearch::Trial>
CutSearch::evaluate(const std::vector<CutGroup> &groups) {
  const Cuts cuts = cutGroups(problem, groups, neighbours);
  if (!seen.insert(keyOf(cuts)).second)
    return std::nullopt;
  Result<CutProblem> cut = makeCutProblem(problem, cuts);
  std::optional<Solution> kept = cut ? keptIn(*cut) : std::nullopt;
  const bool isKept = kept.has_value();
  spent += (isKept || limits.around ? costOfKept : costOfTrial) *
           (cut ? 1 + cut->problem.numSteps() / opsOfTrial : 1);
  // With `around`, only trials that keep most of the placement count: the
  // placement is from a better solver than `greedy`.
  if (!cut || (limits.around && !isKept))
    return std::nullopt;
  const double bound = lowerBoundOnMakespan(cut->problem);
  if (!isWorth(bound))
    return std::nullopt;
  GreedyChoice choice;
  if (limits.reusesPriorities)
    choice = best.priorities.choiceFor(*cut);
  const GreedyChoice handed = choice;
  choice.kept = std::move(kept);
  SolveResult result = place(cut->problem, bound, choice);
  if (!result.solution)
    return std::nullopt;
  const double seconds = makespan(cut->problem, *result.solution);
  if (!isWorth(seconds) || check(cut->problem) ||
      (isKept && verify(cut->problem, *result.solution)))
    return std::nullopt;
  // The kept part is from a pass that fills the fastest tier, so the next trial
  // that places everything begins with such a pass, too.
  PiecePriorities priorities(*cut,
                             isKept && handed.fillsFastTier ? handed : choice);
  return makeTrial({groups, seconds, std::move(*result.solution)},
                   std::move(*cut), std::move(priorities));
}

std::optional<CutSearch::Trial> CutSearch::evaluateUncut() {
  if (!limits.uncut)
    return evaluate({});
  Result<CutProblem> whole = makeCutProblem(problem, {});
  if (!whole)
    return std::nullopt;
  spent += costOfTrial;
  seen.insert(keyOf({}));
  const Solution &solution = limits.uncut->solution;
  PiecePriorities priorities(*whole, limits.uncut->choice);
  const double seconds = makespan(whole->problem, solution);
  return makeTrial({{}, seconds, solution}, std::move(*whole),
                   std::move(priorities));
}

std::optional<CutSearch::Trial>
CutSearch::evaluateGiven(const FoundCuts &given) {
  const Cuts cuts = cutGroups(problem, given.groups, neighbours);
  Result<CutProblem> cut = makeCutProblem(problem, cuts);
  if (!cut)
    return std::nullopt;
  seen.insert(keyOf(cuts));
  return makeTrial(given, std::move(*cut), {});
}

bool CutSearch::offer(const std::vector<CutGroup> &groups) {
  std::optional<Trial> trial = evaluate(groups);
  if (!trial)
    return false;
  best = std::move(*trial);
  return true;
}

/// Adds preferences for cuts: a buffer served from fast memory by a fraction in
/// the relaxation should be cut. The weight is the saving by that fraction.
void CutSearch::addRelaxedGains() {
  const std::vector<Tier> &tiers = problem.target.tiers;
  BoundLimits bound;
  bound.iterations = std::min(relaxationSteps, maxBoundIterations(problem));
  bound.target = best.seconds;
  bound.window = 12; // The number of prices is steps times pieces.
  bound.shouldContinue = [&] { return !limits.stop || !limits.stop->isOver(); };
  const RelaxedPlacement relaxed = relaxedPlacement(problem, bound);
  for (size_t op = 0; op < relaxed.served.size(); ++op)
    for (size_t i = 0; i < relaxed.served[op].size(); ++i) {
      const Access &access = problem.ops[op].accesses[i];
      const TierId home = problem.homeOf(access.buffer);
      const double share = relaxed.served[op][i];
      const double slower = 1 / tiers[home].readBytesPerSecond -
                            1 / tiers.front().readBytesPerSecond;
      relaxedGains[op] += std::min(share, 1 - share) * std::max(0.0, slower) *
                          static_cast<double>(access.bytes * trips[op]);
    }
}

/// Returns ops with possible cuts, largest loss first; only one of several
/// alike ops.
std::vector<Step> CutSearch::worstSeeds() const {
  std::vector<double> weights = best.losses;
  for (size_t i = 0; i < weights.size(); ++i)
    weights[i] += relaxedGains[i];
  std::vector<Step> order(problem.ops.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](Step a, Step b) {
    return std::pair(-weights[a], a) < std::pair(-weights[b], b);
  });
  std::vector<Step> seeds;
  for (Step step : order) {
    if (seeds.size() == numFirstSeeds || weights[step] <= 0)
      break;
    if (!problem.ops[step].cuts.empty() &&
        std::none_of(seeds.begin(), seeds.end(),
                     [&](Step seed) { return areAlike(problem, seed, step); }))
      seeds.push_back(step);
  }
  return seeds;
}

/// Returns true if each piece along the dimension updates a whole result: the
/// consumers of the result cannot be cut together with the op.
static bool isSum(const Op &op, const CutDimension &dimension) {
  for (size_t i = 0; i < op.accesses.size(); ++i)
    if (op.accesses[i].writes() &&
        std::none_of(dimension.accesses.begin(), dimension.accesses.end(),
                     [&](const CutAccess &cut) {
                       return static_cast<size_t>(cut.access) == i;
                     }))
      return true;
  return false;
}

/// Tries the same cuts over the whole program.
void CutSearch::tryWholeProgram(const std::vector<Step> &seeds) {
  const int64_t last = spent + limits.budget * costOfTrial / firstDivisor;
  for (Step seed : seeds)
    for (size_t d = 0; d < problem.ops[seed].cuts.size(); ++d)
      for (int64_t count : counts) {
        if (isSum(problem.ops[seed], problem.ops[seed].cuts[d]))
          break;
        if (!shouldContinue() || spent > last)
          return;
        offer(
            {{seed, static_cast<int32_t>(d), count, {0, problem.numSteps()}}});
      }
}

/// Tries cuts of a seed and a few ops around the seed, in all layers.
void CutSearch::tryNearby(const std::vector<Step> &seeds) {
  const int64_t last = spent + limits.budget * costOfTrial / firstDivisor;
  for (Step seed : seeds)
    for (size_t d = 0; d < problem.ops[seed].cuts.size(); ++d)
      for (Step radius : nearby)
        for (int64_t count : {counts.back(), counts[counts.size() / 2]}) {
          if (!shouldContinue() || spent > last)
            return;
          const std::vector<CutGroup> more = repeatAlike(
              problem, {seed,
                        static_cast<int32_t>(d),
                        count,
                        {std::max<Step>(0, seed - radius),
                         std::min(problem.numSteps(), seed + 1 + radius)}});
          std::vector<CutGroup> groups = best.groups;
          groups.insert(groups.end(), more.begin(), more.end());
          offer(groups);
        }
}

/// Tries both orders of pieces, alternating and in program order, for each
/// group of the best cuts and for all groups. If pieces alternate, weights that
/// fit one op at a time are loaded again for each piece.
void CutSearch::tryOrders() {
  for (const bool takesTurns : {false, true}) {
    std::vector<CutGroup> all = best.groups;
    for (CutGroup &group : all)
      group.takesTurns = takesTurns;
    offer(all);
  }
  for (size_t i = 0; i < best.groups.size() && shouldContinue(); ++i) {
    std::vector<CutGroup> groups = best.groups;
    groups[i].takesTurns = !groups[i].takesTurns;
    offer(groups);
  }
}

/// Draws an op with possible cuts, weighted by its loss; -1: there is none.
Step CutSearch::chooseSeed(const Trial &trial) {
  double sum = 0;
  std::vector<std::pair<double, Step>> chances;
  for (Step step = 0; step < problem.numSteps(); ++step)
    if (!problem.ops[step].cuts.empty() &&
        trial.losses[step] + relaxedGains[step] > 0) {
      sum += trial.losses[step] + relaxedGains[step];
      chances.push_back({sum, step});
    }
  if (chances.empty())
    return -1;
  const double drawn = random.uniform() * sum;
  const auto found = std::upper_bound(
      chances.begin(), chances.end(), drawn,
      [](double value, const auto &chance) { return value < chance.first; });
  return found == chances.end() ? chances.back().second : found->second;
}

/// Changes the number of pieces, or the range of steps.
void CutSearch::alter(CutGroup &group) {
  const Step length = group.steps.end - group.steps.begin;
  const Step change = 1 + static_cast<Step>(random.below(1 + length / 2));
  switch (random.below(5)) {
  case 0:
    group.steps.begin = std::max<Step>(0, group.steps.begin - change);
    break;
  case 1:
    group.steps.end = std::min(problem.numSteps(), group.steps.end + change);
    break;
  case 2:
    group.steps.begin = std::min(group.seed, group.steps.begin + change);
    break;
  case 3:
    group.steps.end = std::max(group.seed + 1, group.steps.end - change);
    break;
  default:
    group.pieces = counts[random.below(counts.size())];
    break;
  }
}

std::vector<CutGroup> CutSearch::neighbourOf(const Trial &trial) {
  std::vector<CutGroup> groups = trial.groups;
  if (!groups.empty() && random.below(2) == 0) {
    const size_t index = random.below(groups.size());
    if (random.below(8) == 0)
      groups.erase(groups.begin() + static_cast<ptrdiff_t>(index));
    else
      alter(groups[index]);
    return groups;
  }
  const Step seed = chooseSeed(trial);
  if (seed < 0)
    return groups;
  CutGroup group{
      seed,
      static_cast<int32_t>(random.below(problem.ops[seed].cuts.size())),
      counts[random.below(counts.size())],
      {}};
  const Step radius = Step(1) << random.below(8);
  group.steps = {
      std::max<Step>(0, seed - static_cast<Step>(random.below(radius))),
      std::min(problem.numSteps(),
               seed + 1 + static_cast<Step>(random.below(radius)))};
  // Before or after the existing groups: the first group of an op cuts it.
  const bool inFront = random.below(2) == 0;
  std::vector<CutGroup> more = {group};
  if (random.below(2) == 0)
    more = repeatAlike(problem, group);
  groups.insert(inFront ? groups.begin() : groups.end(), more.begin(),
                more.end());
  return groups;
}

/// Tunes the sizes of pieces. A trial rejected earlier may be faster with the
/// priorities of the new best.
void CutSearch::tuneSizes(bool areEndsTuned) {
  seen.clear();
  const SizeTrials trials{
      [this] { return shouldContinue(); },
      [this](const std::vector<CutGroup> &groups) { return offer(groups); }};
  const std::vector<CutGroup> groups =
      tuneCounts(best.groups, counts.front(), counts.back(), trials);
  // A requested number of pieces means even pieces.
  if (areEndsTuned && counts.size() > 1)
    tuneEnds(problem, groups, trials);
}

void CutSearch::improve() {
  // Known cuts cost nothing, so repeated proposals must end.
  int64_t numIdle = 0;
  int64_t last = limits.budget * costOfTrial;
  if (limits.reusesPriorities)
    last -= last / countsDivisor;
  int64_t inVain = 0;
  while (shouldContinue() && spent < last && numIdle < 20 * limits.budget) {
    const int64_t before = spent;
    const bool isBetter = offer(neighbourOf(best));
    numIdle += spent == before;
    inVain = isBetter ? 0 : inVain + spent - before;
    if (inVain > costOfBlock && !limits.around) {
      isIncremental = !isIncremental;
      inVain = 0;
    }
  }
}

/// Adds the best so far to the possible results.
void CutSearch::keepBest(std::vector<FoundCuts> &found) const {
  if (!best.groups.empty() &&
      (found.empty() || found.back().seconds > best.seconds))
    found.push_back({best.groups, best.seconds, best.solution});
}

std::vector<FoundCuts> CutSearch::runAround() {
  std::optional<Trial> first = evaluateGiven(*limits.around);
  if (!first)
    return {};
  best = std::move(*first);
  addRelaxedGains();
  isIncremental = true;
  improve();
  tuneSizes(/*areEndsTuned=*/true);
  if (best.seconds >= limits.around->seconds)
    return {};
  return {{best.groups, best.seconds, best.solution}};
}

std::vector<FoundCuts> CutSearch::run() {
  if (limits.around)
    return runAround();
  std::vector<FoundCuts> found;
  std::optional<Trial> first = evaluateUncut();
  const bool fitsUncut = first.has_value();
  if (!first && limits.fitting && !limits.fitting->empty())
    first = evaluate(*limits.fitting);
  if (!first)
    return found;
  best = std::move(*first);
  if (!fitsUncut)
    tryOrders();
  addRelaxedGains();
  const std::vector<Step> seeds = worstSeeds();
  if (!limits.isLocal)
    tryWholeProgram(seeds);
  keepBest(found);
  tryNearby(seeds);
  keepBest(found);
  if (limits.reusesPriorities)
    tuneSizes(/*areEndsTuned=*/false);
  keepBest(found);
  isIncremental = limits.reusesPriorities;
  improve();
  keepBest(found);
  isIncremental = false;
  isPatient = true;
  if (limits.reusesPriorities)
    tuneSizes(/*areEndsTuned=*/true);
  keepBest(found);
  std::reverse(found.begin(), found.end());
  return found;
}
