//===- CutSolve.cpp - Search for cuts and placement -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Cut/CutSolve.h"

#include "CutSearch.h"
#include "FitCuts.h"

#include "../Problem/OpDemand.h"
#include "../Solver/AccessPairs.h"
#include "memplace/Simulator/Simulator.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>

using namespace memplace;
using namespace memplace::cut;

namespace {
/// Fractions of a time limit: for the uncut problem, and for the search. The
/// rest is for the cut problem.
constexpr double uncutShare = 0.2, searchShare = 0.4;
constexpr double minStage = 0.01; // Seconds; each stage gets at least this.
/// Maximum rounds of searches with other seeds, and the minimum gain of the
/// second and later rounds for another round.
constexpr uint64_t maxRounds = 4;
constexpr double minGainOfRound = 0.002;
/// Fractions of each tier that fitting cuts may use, in the order of attempts.
constexpr std::array<double, 4> roomsToTry = {1, 0.85, 0.7, 0.5};
/// Numbers of pieces to try.
const std::vector<int64_t> usualCounts = {2, 3, 4, 6, 8, 12, 16};

/// Limits of each of several solves.
class Stages {
public:
  explicit Stages(const SolveLimits &limits)
      : limits(limits), stop(limits.token()) {}

  /// Returns limits with the fraction \p share of the total time; 1: all of the
  /// time left.
  SolveLimits next(double share) {
    SolveLimits stage = limits;
    if (limits.timeLimit)
      stage.timeLimit = std::chrono::duration<double>(
          std::max(minStage, std::min(stop.secondsLeft(),
                                      limits.timeLimit->count() * share)));
    if (limits.progress)
      stage.progress = [this](const SolveProgress &progress) {
        SolveProgress all = progress;
        all.seconds = stop.seconds();
        if (!limits.progress(all))
          stop.stop();
        return !stop.wasOver();
      };
    return stage;
  }
  bool isOver() { return stop.isOver(); }
  double seconds() const { return stop.seconds(); }

private:
  const SolveLimits &limits;
  StopToken stop;
};

} // namespace

Result<CutOptions> memplace::parseCut(std::string_view text) {
  CutOptions options;
  if (text == "none")
    return options;
  options.mode = CutOptions::Mode::Auto;
  if (text == "auto")
    return options;
  options.mode = CutOptions::Mode::Fixed;
  const char *end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, options.pieces);
  if (error != std::errc() || rest != end || options.pieces < 2)
    return Error{
        "must be none, auto, or a number of pieces, at least 2, got '" +
        std::string(text) + "'"};
  return options;
}

static int64_t largestExtent(const Problem &problem) {
  int64_t largest = 0;
  for (const Op &op : problem.ops)
    for (const CutDimension &dimension : op.cuts)
      largest = std::max(largest, dimension.extent);
  return largest;
}

static std::vector<int64_t> countsOf(const CutOptions &cut) {
  if (cut.mode == CutOptions::Mode::Fixed)
    return {cut.pieces};
  return usualCounts;
}

/// Searches for cuts within \p limits. Budget, seed and callbacks of \p search
/// are overwritten.
static std::vector<FoundCuts> findCuts(const Problem &problem,
                                       const SolveLimits &limits,
                                       const CutOptions &cut,
                                       CutSearchLimits search) {
  StopToken stop = limits.token();
  search.budget = cut.budget;
  search.seed = limits.seed;
  search.stop = &stop;
  if (limits.timeLimit)
    search.budget = std::max<int64_t>(cut.budget, 1000000);
  if (limits.progress)
    search.progress = [&](double best) {
      return limits.progress({stop.seconds(), best, 0});
    };
  return CutSearch(problem, countsOf(cut), search, cut.rules).run();
}

/// Solves the problem without cuts. \p choice: the choices of `greedy`, if it
/// is the solver.
static Result<SolveResult> solveUncut(const ChosenSolver &solver,
                                      const Problem &problem,
                                      const SolveLimits &limits,
                                      GreedyChoice &choice) {
  const auto &[solvers, name, options, inputs] = solver;
  if (name != "greedy" || !options.empty() || inputs.start || inputs.clock)
    return solveAndVerify(solvers, name, problem, limits, options, inputs);
  if (std::optional<Error> error = checkSolvable(problem))
    return *error;
  const SolveLimits bounded = withBound(problem, limits);
  SolveResult result = solveGreedily(problem, bounded, choice);
  result.bound = bounded.bound;
  return claimAndVerify(problem, name, std::move(result));
}

/// Returns true if the placement by `greedy` may count as a result of this
/// solver. Only solvers with a warm start qualify; other solvers must find
/// their own placements.
static bool mayTakeFound(const ChosenSolver &solver, const Solution &found) {
  if (solver.name == "greedy")
    return true;
  Result<std::unique_ptr<Solver>> made = solver.solvers.create(solver.name);
  return made && (*made)->setWarmStart(found);
}

/// Verifies the placement found by the search and adds its claims; replaces a
/// slower \p result.
static std::optional<Error>
takeFound(const CutProblem &cut, const FoundCuts &found, SolveResult &result) {
  Result<SolveResult> verified = claimAndVerify(cut.problem, "found",
                                                {.status = SolveStatus::Solved,
                                                 .solution = found.solution,
                                                 .message = "",
                                                 .notes = {},
                                                 .bound = result.bound});
  if (!verified)
    return verified.takeError();
  if (result.solution &&
      *result.solution->makespanPs <= *verified->solution->makespanPs)
    return std::nullopt;
  verified->notes = std::move(result.notes);
  result = std::move(*verified);
  return std::nullopt;
}

/// Solves the cut problem, and accepts a faster result.
static std::optional<Error>
tryCut(const ChosenSolver &solver, const Problem &problem,
       const SolveLimits &limits, const FoundCuts &found,
       const CutOptions &cutOptions, CutSolveResult &out) {
  const std::vector<CutGroup> &groups = found.groups;
  const Cuts cuts =
      cutGroups(problem, groups, CutNeighbours(problem, cutOptions.rules));
  Result<CutProblem> cut = makeCutProblem(problem, cuts);
  if (!cut)
    return cut.takeError();
  if (std::optional<Error> error = check(cut->problem))
    return Error{"bug: the cut problem is not well formed: " + error->message};
  SolveInputs inputs;
  if (found.isStart)
    inputs.start = &found.solution;
  Result<SolveResult> result =
      solveAndVerify(solver.solvers, solver.name, cut->problem, limits,
                     solver.options, inputs);
  if (!result)
    return result.takeError();
  if (!cutOptions.replacesPlacement && mayTakeFound(solver, found.solution))
    if (auto error = takeFound(*cut, found, *result))
      return *error;
  if (!result->solution ||
      (out.result.solution &&
       *result->solution->makespanPs >= *out.result.solution->makespanPs))
    return std::nullopt;
  out.result = std::move(*result);
  out.problem = std::move(*cut);
  out.groups = groups;
  out.cuts = cuts;
  return std::nullopt;
}

/// Returns the coarsest cuts for which each op fits and `greedy` finds a
/// placement. The parts of a tier in use at other steps may leave no run of
/// bytes long enough, so the cuts may have to use less of the tiers. Without a
/// placement, returns the coarsest cuts that use all of the tiers.
static FittingCuts findFittingCuts(const Problem &problem,
                                   const CutOptions &cut, Stages &stages) {
  const CutNeighbours neighbours(problem, cut.rules);
  const auto isPlaced = [&](const FittingCuts &fitting) {
    Result<CutProblem> made =
        makeCutProblem(problem, cutGroups(problem, fitting.groups, neighbours));
    GreedyChoice choice;
    return made &&
           solveGreedily(made->problem, stages.next(searchShare), choice)
               .solution.has_value();
  };
  // The uncut problem has no placement.
  const auto isWorthTrying = [&](const FittingCuts &fitting) {
    return fitting.doesFit && !fitting.groups.empty() && !stages.isOver();
  };
  FittingCuts coarsest;
  for (double room : roomsToTry) {
    FittingCuts fitting = cutToFit(problem, countsOf(cut), neighbours, room);
    if (room == roomsToTry.front())
      coarsest = fitting;
    if (isWorthTrying(fitting) && isPlaced(fitting))
      return fitting;
    if (!coarsest.doesFit || stages.isOver())
      break;
  }
  // More pieces than each op needs leave room for the operands of others.
  if (coarsest.doesFit && cut.mode != CutOptions::Mode::Fixed)
    for (int64_t count : usualCounts) {
      const FittingCuts fitting = cutToFit(problem, {count}, neighbours, 1);
      if (isWorthTrying(fitting) && isPlaced(fitting))
        return fitting;
    }
  if (!coarsest.doesFit) {
    coarsest.groups.clear();
    findFinest(problem, neighbours, coarsest.tightest);
    findCutOfRows(problem, countsOf(cut), cut.rules, coarsest.tightest);
  }
  return coarsest;
}

namespace {
/// Runs searches for cuts, and places their results by the solver.
struct CutRun {
  const ChosenSolver &solver;
  const Problem &problem;
  const CutOptions &cut;
  const std::vector<CutGroup> &fitting; // See CutSearchLimits.

  /// \p moreSeed: added to the seed.
  std::optional<Error> tryAll(const std::vector<FoundCuts> &found,
                              uint64_t moreSeed, Stages &stages,
                              CutSolveResult &out) const {
    for (const FoundCuts &one : found) {
      SolveLimits limits = stages.next(1);
      limits.seed += moreSeed;
      if (auto error = tryCut(solver, problem, limits, one, cut, out))
        return *error;
    }
    return std::nullopt;
  }

  /// Places the best result of a search; with `replacesPlacement`, the best of
  /// all results after placement. \p uncut: without priorities if not known.
  std::optional<Error> tryBest(const UncutPlacement &uncut, Stages &stages,
                               CutSolveResult &out) const {
    std::vector<FoundCuts> found =
        findCuts(problem, stages.next(searchShare), cut,
                 {.uncut = uncut.choice.weights.empty() ? nullptr : &uncut,
                  .fitting = &fitting});
    if (!found.empty() && !cut.replacesPlacement)
      found.resize(1);
    return tryAll(found, 0, stages, out);
  }

  /// Searches with and without reuse of priorities (CutSearchLimits).
  std::optional<Error> tryRound(uint64_t round, bool isLocal, Stages &stages,
                                CutSolveResult &out) const {
    for (bool reusesPriorities : {true, false}) {
      SolveLimits limits = stages.next(searchShare);
      limits.seed += round;
      if (auto error = tryAll(findCuts(problem, limits, cut,
                                       {.reusesPriorities = reusesPriorities,
                                        .isLocal = isLocal,
                                        .fitting = &fitting}),
                              round, stages, out))
        return *error;
    }
    return std::nullopt;
  }

  /// The best cuts for `greedy` may not be the best for another solver. So this
  /// function repeats rounds with other seeds, up to `maxRounds` and as long as
  /// they gain. Then one round cuts a few ops at a time.
  std::optional<Error> tryRounds(Stages &stages, CutSolveResult &out) const {
    std::optional<int64_t> before = out.uncutPs;
    for (uint64_t round = 0; round < maxRounds && !stages.isOver(); ++round) {
      if (auto error = tryRound(round, /*isLocal=*/false, stages, out))
        return *error;
      if (!out.result.solution || out.groups.empty())
        break;
      const int64_t now = *out.result.solution->makespanPs;
      if (round > 0 && before && !isWorth(now, *before))
        break;
      before = now;
    }
    if (stages.isOver())
      return std::nullopt;
    if (auto error = tryRound(0, /*isLocal=*/true, stages, out))
      return error;
    return tryAround(stages, out);
  }

  /// Searches for cuts around the solver's own placement as the warm start, as
  /// long as there is a gain.
  std::optional<Error> tryAround(Stages &stages, CutSolveResult &out) const {
    if (cut.replacesPlacement || !out.result.solution ||
        !mayTakeFound(solver, *out.result.solution))
      return std::nullopt;
    std::optional<int64_t> before;
    while (!out.groups.empty() && !stages.isOver() &&
           (!before || isWorth(*out.result.solution->makespanPs, *before))) {
      before = out.result.solution->makespanPs;
      const FoundCuts own{out.groups,
                          makespan(out.problem.problem, *out.result.solution),
                          *out.result.solution};
      std::vector<FoundCuts> found =
          findCuts(problem, stages.next(searchShare), cut, {.around = &own});
      for (FoundCuts &one : found)
        one.isStart = true;
      if (auto error = tryAll(found, 0, stages, out))
        return error;
    }
    return std::nullopt;
  }

private:
  /// Returns true if another round may gain as much again.
  static bool isWorth(int64_t nowPs, int64_t beforePs) {
    return static_cast<double>(nowPs) <=
           static_cast<double>(beforePs) * (1 - minGainOfRound);
  }
};
} // namespace

/// Returns an error if no op can be cut in the number of pieces asked for.
static std::optional<Error>
checkPieces(const Problem &problem, const CutOptions &cut, int64_t maxPieces) {
  if (cut.mode != CutOptions::Mode::Fixed || maxPieces < 2 ||
      cut.pieces <= maxPieces)
    return std::nullopt;
  return Error{"problem '" + problem.name + "' has no op that can be cut in " +
               std::to_string(cut.pieces) + " pieces; the most is " +
               std::to_string(maxPieces)};
}

/// Returns the result for a problem whose pairs of accesses allow no choice of
/// tiers.
static Result<CutSolveResult> noChoice(const Problem &problem,
                                       const ResolvedPairs &resolved) {
  Result<CutProblem> whole = makeCutProblem(problem, {});
  if (!whole)
    return whole.takeError();
  CutSolveResult none{.problem = std::move(*whole)};
  none.result.status = resolved.isInfeasible ? SolveStatus::Infeasible
                                             : SolveStatus::LimitReached;
  none.result.message = resolved.message;
  none.result.failedStep = resolved.failedStep;
  return none;
}

static void reportMisfit(const Problem &problem, Misfit misfit,
                         CutSolveResult &out) {
  misfit.reasonUncut = out.result.message;
  out.result.message = describeMisfit(problem, misfit);
  out.misfit = std::move(misfit);
}

/// Adds the note "no op has cuts", and sets the message about an op that does
/// not fit.
static void reportUncuttable(const Problem &problem, const CutOptions &cut,
                             CutSolveResult &out) {
  out.result.notes.push_back(
      "no op of problem '" + problem.name +
      "' has cuts (field 'cuts', docs/reference/problem.md)");
  if (out.result.solution || findUnreached(problem))
    return;
  const FittingCuts fitting =
      cutToFit(problem, {}, CutNeighbours(problem, cut.rules));
  const Misfit &misfit = fitting.tightest;
  if (!fitting.doesFit &&
      misfit.bytes > problem.target.tiers[misfit.tier].capacity)
    reportMisfit(problem, misfit, out);
}

Result<CutSolveResult> memplace::solveWithCuts(const ChosenSolver &solver,
                                               const Problem &given,
                                               const SolveLimits &limits,
                                               const CutOptions &cut) {
  // The search and `makeCutProblem` expect a problem without pairs.
  if (given.hasPairs()) {
    ResolvedPairs resolved =
        resolvePairs(given, cut.mode != CutOptions::Mode::None);
    return resolved.problems.empty()
               ? noChoice(given, resolved)
               : solveWithCuts(solver,
                               chooseByGreedy(std::move(resolved.problems)),
                               limits, cut);
  }
  Problem problem = given;
  if (cut.piecePs)
    problem.target.piecePs = *cut.piecePs;
  const int64_t maxPieces = largestExtent(problem);
  const bool mayCut = cut.mode != CutOptions::Mode::None && maxPieces > 1;
  if (std::optional<Error> error = checkPieces(problem, cut, maxPieces))
    return *error;
  Result<CutProblem> whole = makeCutProblem(problem, {});
  if (!whole)
    return whole.takeError();
  Stages stages(limits);
  UncutPlacement uncut;
  Result<SolveResult> result =
      solveUncut(solver, whole->problem,
                 mayCut ? stages.next(uncutShare) : limits, uncut.choice);
  if (!result)
    return result.takeError();
  CutSolveResult out{.result = std::move(*result),
                     .problem = std::move(*whole)};
  if (out.result.solution)
    out.uncutPs = out.result.solution->makespanPs;
  if (cut.mode != CutOptions::Mode::None && !mayCut)
    reportUncuttable(problem, cut, out);
  if (!mayCut || stages.isOver())
    return out;
  if (findUnreached(problem))
    return out; // Cuts don't help.
  FittingCuts fitting;
  if (out.result.solution)
    uncut.solution = *out.result.solution;
  else
    fitting = findFittingCuts(problem, cut, stages);
  const CutRun run{solver, problem, cut, fitting.groups};
  // With a time limit, further rounds would get no time; with `greedy` they are
  // slower.
  if (auto error = limits.timeLimit || solver.name == "greedy"
                       ? run.tryBest(uncut, stages, out)
                       : run.tryRounds(stages, out))
    return *error;
  if (!out.result.solution)
    reportMisfit(problem, fitting.tightest, out);
  return out;
}

Cuts memplace::findFirstCuts(const Problem &problem, const CutOptions &cut) {
  const CutNeighbours neighbours(problem, cut.rules);
  return cutGroups(problem, cutToFitLater(problem, countsOf(cut), neighbours),
                   neighbours);
}

/// Returns e.g. "ops 3 'conv' to 40 'add' in 8 pieces, 38 ops".
static std::string describeCascade(const Problem &problem,
                                   const std::vector<const OpCut *> &cuts) {
  size_t numPieces = 0;
  for (const OpCut *cut : cuts)
    numPieces = std::max(numPieces, cut->bounds.size() + 1);
  const Step first = cuts.front()->op, last = cuts.back()->op;
  std::string text =
      "cut op " + std::to_string(first) + " '" + problem.ops[first].name + "'";
  if (first != last)
    text += " to op " + std::to_string(last) + " '" + problem.ops[last].name +
            "', " + std::to_string(cuts.size()) + " ops,";
  return text + " in " + std::to_string(numPieces) + " pieces";
}

std::vector<std::string> memplace::describeCuts(const Problem &problem,
                                                const CutSolveResult &result) {
  std::vector<std::string> lines;
  if (result.groups.empty())
    return lines;
  std::map<std::pair<int32_t, Step>, std::vector<const OpCut *>> cascades;
  int64_t bytes = 0, cutBytes = 0;
  for (const OpCut &cut : result.cuts.ops)
    cascades[{cut.cascade, cut.cascade < 0 ? cut.op : 0}].push_back(&cut);
  for (const auto &[cascade, cuts] : cascades)
    lines.push_back(describeCascade(problem, cuts));
  for (const Op &op : problem.ops)
    for (const Access &access : op.accesses)
      bytes += access.bytes;
  for (const Op &op : result.problem.problem.ops)
    for (const Access &access : op.accesses)
      cutBytes += access.bytes;
  lines.push_back("cut " + std::to_string(result.cuts.buffers.size()) + " of " +
                  std::to_string(problem.buffers.size()) + " buffers; " +
                  std::to_string(problem.numSteps()) + " ops became " +
                  std::to_string(result.problem.problem.numSteps()) +
                  ", their traffic " + std::to_string(bytes) +
                  " bytes became " + std::to_string(cutBytes));
  if (result.uncutPs)
    lines.push_back(
        "makespan without cuts: " + std::to_string(*result.uncutPs) + " ps");
  return lines;
}
