//===- Solver.cpp - Registry and verified solves ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Solver/Solver.h"

#include "../Planning/TransferLimits.h"
#include "AccessPairs.h"

#include "memplace/Bounds/LowerBound.h"
#include "memplace/Problem/Suggestion.h"
#include "memplace/Problem/Units.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include <algorithm>
#include <cstdio>
#include <mutex>
#include <set>

using namespace memplace;

std::string_view memplace::statusName(SolveStatus status) {
  switch (status) {
  case SolveStatus::Solved:
    return "solved";
  case SolveStatus::Optimal:
    return "optimal";
  case SolveStatus::Infeasible:
    return "infeasible";
  case SolveStatus::LimitReached:
    return "limit-reached";
  }
  assert(false && "a status without a name");
  return "";
}

//===----------------------------------------------------------------------===//
// Registry of solvers.
//===----------------------------------------------------------------------===//

/// A library, loaded when first needed.
struct SolverRegistry::Library {
  Library(std::string name, Loader load)
      : name(std::move(name)), load(std::move(load)) {}

  const SolverRegistry &get() {
    std::call_once(loaded, [this] { error = load(solvers); });
    return solvers;
  }

  const std::string name;
  const Loader load;
  std::once_flag loaded;
  SolverRegistry solvers;
  std::optional<Error> error; // If loading failed.
};

void SolverRegistry::add(std::string name, std::string summary,
                         Factory create) {
  entries[std::move(name)] = {std::move(summary), std::move(create)};
}

void SolverRegistry::addLibrary(const std::string &name, Loader load) {
  auto library = std::make_shared<Library>(name, std::move(load));
  for (std::shared_ptr<Library> &other : libraries)
    if (other->name == name) {
      other = std::move(library);
      return;
    }
  libraries.push_back(std::move(library));
}

const SolverRegistry::Entry *SolverRegistry::find(std::string_view name) const {
  if (auto entry = entries.find(name); entry != entries.end())
    return &entry->second;
  for (const std::shared_ptr<Library> &library : libraries)
    if (const Entry *entry = library->get().find(name))
      return entry;
  return nullptr;
}

Result<std::unique_ptr<Solver>>
SolverRegistry::create(std::string_view name) const {
  if (const Entry *entry = find(name))
    return entry->create();
  const std::vector<std::string> known = names();
  std::string message = "no solver '" + std::string(name) + "'" +
                        suggestion(name, known, ", use one of ");
  if (known.empty())
    message += "none, since none is registered";
  if (findNearest(name, known).empty())
    for (const std::shared_ptr<Library> &library : libraries)
      if (library->error)
        message += "; " + library->error->message;
  return Error{std::move(message)};
}

/// Returns the message for an unknown option, or for a bad value of a known
/// option.
static std::string optionError(std::string_view solverName,
                               const Solver &solver, const std::string &name,
                               const std::string &reason) {
  std::vector<std::string> known;
  for (const SolverOption &option : solver.options())
    known.emplace_back(option.name);
  const std::string text(solverName);
  if (std::find(known.begin(), known.end(), name) != known.end())
    return "option '" + name + "' of solver '" + text + "' " + reason;
  return "solver '" + text + "' has no option '" + name + "'" +
         (known.empty() ? ", nor any other"
                        : suggestion(name, known, ", use one of "));
}

Result<std::unique_ptr<Solver>>
SolverRegistry::create(std::string_view name,
                       const SolverOptionValues &options) const {
  Result<std::unique_ptr<Solver>> solver = create(name);
  if (!solver)
    return solver;
  for (const auto &[option, value] : options)
    if (std::optional<Error> error = (*solver)->setOption(option, value))
      return Error{optionError(name, **solver, option, error->message)};
  return solver;
}

Result<SolverOptionValues> memplace::parseSolverOptions(std::string_view text) {
  SolverOptionValues options;
  while (!text.empty()) {
    const std::string_view item = text.substr(0, text.find(','));
    const size_t equals = item.find('=');
    if (equals == 0 || equals == std::string_view::npos)
      return Error{"expected NAME=VALUE for an option of the solver, got '" +
                   std::string(item) + "'"};
    options.emplace_back(item.substr(0, equals), item.substr(equals + 1));
    text.remove_prefix(std::min(item.size() + 1, text.size()));
  }
  return options;
}

std::vector<std::string> SolverRegistry::names() const {
  std::set<std::string> names;
  for (const auto &[name, entry] : entries)
    names.insert(name);
  for (const std::shared_ptr<Library> &library : libraries)
    for (std::string &name : library->get().names())
      names.insert(std::move(name));
  return {names.begin(), names.end()};
}

std::string_view SolverRegistry::summary(std::string_view name) const {
  const Entry *entry = find(name);
  return entry ? std::string_view(entry->summary) : std::string_view();
}

//===----------------------------------------------------------------------===//
// Verified solves.
//===----------------------------------------------------------------------===//

std::optional<Error> memplace::checkClaimable(const Problem &problem,
                                              double seconds) {
  if (seconds < maxClaimSeconds)
    return std::nullopt;
  char text[64];
  std::snprintf(text, sizeof(text), "%.3g", seconds);
  return Error{"problem '" + problem.name + "' takes " + text +
               " s; a solution can claim up to 9.2e6 s (106 days). Give "
               "trip counts of a part of the program, or check the units of "
               "'compute_ps' and of the target's rates"};
}

/// Returns an error if the tables of a solver would not fit in memory. Solvers
/// keep tables by op and tier and by op and channel, and even a short file can
/// declare many ops, tiers and channels.
std::optional<Error> memplace::checkSolvable(const Problem &problem) {
  constexpr double maxCells = 0x1p27, cellsOfATier = 8;
  const auto numOps = static_cast<double>(problem.ops.size());
  const size_t numTiers = problem.target.tiers.size();
  const size_t numChannels = problem.target.channels.size();
  if (numOps * (cellsOfATier * static_cast<double>(numTiers) +
                static_cast<double>(numChannels)) <=
      maxCells)
    return std::nullopt;
  return Error{"problem '" + problem.name + "' has " +
               std::to_string(problem.ops.size()) + " ops, " +
               std::to_string(numTiers) + " tiers and " +
               std::to_string(numChannels) +
               " channels; ops * (8 * tiers + channels) must be at most 2^27, "
               "or a solver would take too much memory"};
}

/// Returns the warm start without its claims, because the solver did not find
/// this placement.
static Solution withoutClaims(Solution start) {
  start.makespanPs.reset();
  start.lowerBoundPs.reset();
  start.peakBytes.reset();
  start.provenOptimal.reset();
  return start;
}

/// Returns the error that solver \p name \p cannot do something; lists the
/// solvers that \p can.
static Error cannotError(const SolverRegistry &solvers, std::string_view name,
                         const std::string &cannot,
                         const std::function<bool(Solver &)> &can) {
  std::string able;
  for (const std::string &other : solvers.names()) {
    Result<std::unique_ptr<Solver>> solver = solvers.create(other);
    if (solver && can(**solver))
      able += (able.empty() ? "'" : ", '") + other + "'";
  }
  return Error{"solver '" + std::string(name) + "' cannot " + cannot +
               (able.empty() ? "" : "; use one of " + able)};
}

/// Verifies the warm start and hands it to \p solver.
static std::optional<Error>
applyWarmStart(const SolverRegistry &solvers, const Solution &start,
               const Problem &problem, std::string_view name, Solver &solver) {
  if (std::optional<Violation> violation = verify(problem, start))
    return Error{"the placement to start from breaks rule " +
                 std::string(ruleName(violation->rule)) + " of problem '" +
                 problem.name + "': " + violation->message +
                 "; give one that memplace-verify finds legal"};
  if (solver.setWarmStart(withoutClaims(start)))
    return std::nullopt;
  return cannotError(
      solvers, name, "start from a placement",
      [&start](Solver &other) { return other.setWarmStart(start); });
}

/// Makes the placements of \p result meet the limits of channels.
static void meetLimits(const Problem &problem, SolveResult &result) {
  if (result.solution &&
      planning::meetTransferLimits(problem, *result.solution) &&
      result.status == SolveStatus::Optimal) {
    result.status = SolveStatus::Solved;
    result.solution->provenOptimal.reset();
  }
  for (Solution &other : result.front)
    planning::meetTransferLimits(problem, other);
}

/// Replaces the result by the warm start if the result is slower or missing.
static void keepFaster(const Problem &problem, const Solution &start,
                       SolveResult &result) {
  if (result.solution &&
      makespan(problem, *result.solution) <= makespan(problem, start))
    return;
  result.status = SolveStatus::Solved;
  result.solution = withoutClaims(start);
  result.notes.push_back(
      "found nothing faster than the placement to start from" +
      (result.message.empty() ? "" : ": " + result.message));
  result.message.clear();
}

/// Verifies \p solution and fills in its name, peak and makespan, but no bound.
/// Returns the makespan in seconds.
static Result<double> claim(const Problem &problem, std::string_view name,
                            Solution &solution) {
  solution.problem = problem.name;
  solution.solver = std::string(name);
  solution.peakBytes = peakBytes(problem, solution);
  if (std::optional<Violation> violation = verify(problem, solution))
    return Error{"bug in solver '" + std::string(name) +
                 "', please report it: its placement of problem '" +
                 problem.name + "' breaks rule " +
                 std::string(ruleName(violation->rule)) + ": " +
                 violation->message};
  const double seconds = makespan(problem, solution);
  if (std::optional<Error> error = checkClaimable(problem, seconds))
    return *error;
  solution.makespanPs = toPicoseconds(seconds);
  return seconds;
}

SolveLimits memplace::withBound(const Problem &problem, SolveLimits limits) {
  if (limits.bound)
    return limits;
  const StopToken token = limits.token();
  limits.bound = lowerBoundOnMakespan(problem);
  if (limits.timeLimit)
    limits.timeLimit =
        std::chrono::duration<double>(std::max(0.0, token.secondsLeft()));
  return limits;
}

Result<SolveResult> memplace::claimAndVerify(const Problem &problem,
                                             std::string_view name,
                                             SolveResult result) {
  if (!result.bound)
    result.bound = lowerBoundOnMakespan(problem);
  if (!result.solution)
    return result;
  Solution &solution = *result.solution;
  meetLimits(problem, result);
  Result<double> seconds = claim(problem, name, solution);
  if (!seconds)
    return seconds.takeError();
  // Less traffic may take longer than a solution can claim.
  std::erase_if(result.front, [&](const Solution &other) {
    return makespan(problem, other) >= maxClaimSeconds;
  });
  for (Solution &other : result.front)
    if (Result<double> claimed = claim(problem, name, other); !claimed)
      return claimed.takeError();
  solution.lowerBoundPs = toPicoseconds(*result.bound);
  // A makespan equal to a proven bound is optimal, whichever solver found the
  // placement.
  if (reachesBound(*seconds, *result.bound))
    result.status = SolveStatus::Optimal;
  if (result.status == SolveStatus::Optimal) {
    solution.provenOptimal = true;
    solution.lowerBoundPs = solution.makespanPs;
  }
  return result;
}

/// Solves a problem with pairs of accesses (rule R11). The tiers of each pair
/// are chosen first, which leaves a problem without pairs. The bound is that of
/// \p problem.
static Result<SolveResult>
solveWithPairs(const SolverRegistry &solvers, std::string_view name,
               const Problem &problem, const SolveLimits &limits,
               const SolverOptionValues &options, const SolveInputs &inputs) {
  const SolveLimits bounded = withBound(problem, limits);
  ResolvedPairs resolved;
  if (inputs.start && !verify(problem, *inputs.start))
    resolved.problems = {resolvePairsAs(problem, *inputs.start)};
  else
    resolved = resolvePairs(problem);
  if (resolved.problems.empty())
    return SolveResult{.status = resolved.isInfeasible
                                     ? SolveStatus::Infeasible
                                     : SolveStatus::LimitReached,
                       .message = resolved.message,
                       .bound = bounded.bound,
                       .failedStep = resolved.failedStep};
  const Problem single = chooseByGreedy(std::move(resolved.problems));
  Result<SolveResult> solved =
      solveAndVerify(solvers, name, single, bounded, options, inputs);
  if (!solved)
    return solved.takeError();
  // A proof for the chosen tiers is no proof for others.
  if (solved->status == SolveStatus::Infeasible)
    solved->status = SolveStatus::LimitReached;
  if (solved->status == SolveStatus::Optimal)
    solved->status = SolveStatus::Solved;
  if (solved->solution)
    solved->solution->provenOptimal.reset();
  return claimAndVerify(problem, name, std::move(*solved));
}

Result<SolveResult> memplace::solveAndVerify(const SolverRegistry &solvers,
                                             std::string_view name,
                                             const Problem &problem,
                                             const SolveLimits &limits,
                                             const SolverOptionValues &options,
                                             const SolveInputs &inputs) {
  Result<std::unique_ptr<Solver>> solver = solvers.create(name, options);
  if (!solver)
    return solver.takeError();
  if (std::optional<Error> error = checkSolvable(problem))
    return *error;
  if (problem.hasPairs())
    return solveWithPairs(solvers, name, problem, limits, options, inputs);
  if (inputs.start)
    if (std::optional<Error> error =
            applyWarmStart(solvers, *inputs.start, problem, name, **solver))
      return *error;
  if (inputs.clock && !(*solver)->setClock(inputs.clock))
    return cannotError(
        solvers, name, "use a measured clock",
        [&inputs](Solver &other) { return other.setClock(inputs.clock); });

  const SolveLimits bounded = withBound(problem, limits);
  SolveResult result =
      problem.target.limitsTransfers()
          ? (*solver)->solve(planning::withoutTransferLimits(problem), bounded)
          : (*solver)->solve(problem, bounded);
  result.bound = bounded.bound;
  if (inputs.start) {
    meetLimits(problem, result);
    keepFaster(problem, *inputs.start, result);
  }
  return claimAndVerify(problem, name, std::move(result));
}
