//===- Solver.h - Interface and registry of solvers -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_SOLVER_SOLVER_H
#define MEMPLACE_SOLVER_SOLVER_H

#include "memplace/Problem/PlacementClock.h"
#include "memplace/Problem/Solution.h"
#include "memplace/Problem/StopToken.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>

namespace memplace {

/// Progress of a solver, for a progress line.
struct SolveProgress {
  double seconds = 0;             // Since the start of the solve.
  std::optional<double> makespan; // Best so far, seconds.
  double fractionDone = 0;        // In [0, 1], an estimate.
};

/// Limits of a solve, and the seed of all randomness.
struct SolveLimits {
  std::optional<std::chrono::duration<double>> timeLimit; // By `clock`.
  uint64_t seed = 0;
  /// Called repeatedly from the solving thread; false requests a stop with the
  /// best placement so far. May be empty.
  std::function<bool(const SolveProgress &)> progress;
  /// True requests a stop; another thread or a signal handler may set it.
  const std::atomic<bool> *cancel = nullptr;
  LimitClock clock = LimitClock::Wall; // Also the clock of SolveProgress.
  /// `lowerBoundOnMakespan` of the problem, seconds, if already computed.
  std::optional<double> bound;

  /// Returns a token for these limits; its time counts from this call.
  StopToken token() const { return StopToken(timeLimit, cancel, clock); }
};

/// Outcome of a solve.
enum class SolveStatus {
  Solved,       // A placement.
  Optimal,      // A placement, proven optimal.
  Infeasible,   // No placement exists, proven.
  LimitReached, // No placement within the limits, or by this heuristic.
};

/// Returns "solved", "optimal", "infeasible" or "limit-reached".
std::string_view statusName(SolveStatus status);

/// Result of a solve.
struct SolveResult {
  SolveStatus status = SolveStatus::LimitReached;
  std::optional<Solution> solution; // With Solved and Optimal.
  /// Reason for the absence of a placement, with the number and the way out:
  /// "the home tier 'hbm' of 100 bytes cannot hold ...".
  std::string message;
  /// Conditions that limited the solver, for the user: "no channel from 'slow'
  /// to 'fast' ...". Usually empty.
  std::vector<std::string> notes;
  /// With the option `pareto`: the non-dominated placements by makespan and
  /// `slowTierBytes`, fastest first. Placements too slow to claim are left out.
  std::vector<Solution> front = {};
  /// `lowerBoundOnMakespan` of the problem, seconds; `claimAndVerify` sets it.
  std::optional<double> bound = {};
  /// Op named by `message`, if any.
  std::optional<Step> failedStep = {};
};

/// An option of a solver, for --list-options and docs.
struct SolverOption {
  std::string name;
  std::string value;       // Current value, in the format of `setOption`.
  std::string description; // One line.
};

/// Names and values of options in the user's order. The last value of a name
/// counts.
using SolverOptionValues = std::vector<std::pair<std::string, std::string>>;

/// Turns a problem into a solution. A solver depends neither on MLIR nor on
/// files; the problem has all of its input. Not thread-safe: make one per
/// solve.
class Solver {
public:
  virtual ~Solver() = default;

  /// Expects a problem that passes `check`; the caller runs `verify` on the
  /// result. An unsolvable problem is a status, not an error. The solution's
  /// claims are left empty: `solveAndVerify` fills them.
  virtual SolveResult solve(const Problem &problem,
                            const SolveLimits &limits) = 0;

  /// Sets the warm start of the next `solve` of the same problem: a placement
  /// that passes `verify`. Returns false if the solver has no warm start.
  virtual bool setWarmStart(const Solution & /*start*/) { return false; }

  /// Makes the next `solve` use times of this clock instead of modelled times.
  /// The solving thread calls the clock. Returns false if the solver cannot use
  /// a clock.
  virtual bool setClock(const PlacementClock & /*clock*/) { return false; }

  /// Returns all options with their current values.
  virtual std::vector<SolverOption> options() const { return {}; }

  /// Sets an option. The error explains the value: "must be at least 1, got 0".
  virtual std::optional<Error> setOption(std::string_view /*name*/,
                                         std::string_view /*value*/) {
    return Error{"has no options"};
  }
};

/// Parses "NAME=VALUE,NAME=VALUE". A value may contain '=', but no ','.
Result<SolverOptionValues> parseSolverOptions(std::string_view text);

/// Solvers of one context or tool by name. There is no global registry.
class SolverRegistry {
public:
  using Factory = std::function<std::unique_ptr<Solver>()>;
  /// Adds the solvers of a library. The error gives the reason why the library
  /// cannot be loaded, and the way out.
  using Loader = std::function<std::optional<Error>(SolverRegistry &)>;

  /// Adds a solver, or replaces the one of that name. \p summary is one line
  /// for --help and docs.
  void add(std::string name, std::string summary, Factory create);

  /// Adds the library \p name, or replaces the library of that name. Runs \p
  /// load at most once: on the first request for all names, or for a solver
  /// that neither `add` nor an earlier library has added. Several threads may
  /// make such requests at once.
  void addLibrary(const std::string &name, Loader load);

  /// Creates a solver. The error lists the known names, and the errors of
  /// libraries.
  Result<std::unique_ptr<Solver>> create(std::string_view name) const;

  /// Creates a solver with options. The error names the solver and the option,
  /// and lists the known options.
  Result<std::unique_ptr<Solver>>
  create(std::string_view name, const SolverOptionValues &options) const;

  /// Returns all names, sorted. Loads all libraries.
  std::vector<std::string> names() const;
  std::string_view summary(std::string_view name) const;

private:
  struct Entry {
    std::string summary;
    Factory create;
  };
  struct Library;

  /// Returns null for an unknown name.
  const Entry *find(std::string_view name) const;

  std::map<std::string, Entry, std::less<>> entries;
  std::vector<std::shared_ptr<Library>> libraries; // Shared by copies.
};

/// Inputs of a solve besides the problem.
struct SolveInputs {
  const Solution *start = nullptr; // See Solver::setWarmStart. Null: none.
  PlacementClock clock;            // See Solver::setClock. Empty: none.
};

/// Returns an error if the makespan \p seconds exceeds 64 bits of picoseconds.
std::optional<Error> checkClaimable(const Problem &problem, double seconds);

/// Returns an error if \p problem has so many ops, tiers and channels that a
/// solver would take too much memory.
std::optional<Error> checkSolvable(const Problem &problem);

/// Returns \p limits with the bound of \p problem, and with the wall time that
/// remains after computing the bound.
SolveLimits withBound(const Problem &problem, SolveLimits limits);

/// Makes the placements of \p result meet the limits of channels by waiting
/// earlier; if a wait moves, `Optimal` becomes `Solved`. Then verifies and
/// simulates the placements, and fills in the solver \p name, makespan and peak
/// of each. The bound is claimed for `solution` only. Computes the bound only
/// if \p result has none. A makespan that reaches the bound is optimal. Errors:
/// a makespan too large to claim (see `checkClaimable`); an illegal placement,
/// which is a bug in the solver.
Result<SolveResult> claimAndVerify(const Problem &problem,
                                   std::string_view name, SolveResult result);

/// Solves by the solver \p name, then calls `claimAndVerify`. With a start in
/// \p inputs, the result is never slower than the start by the model. Further
/// errors: an unknown name or option; an illegal start; a start for a solver
/// without warm starts; a clock for a solver that only uses modelled times; and
/// a problem that `checkSolvable` rejects.
Result<SolveResult> solveAndVerify(const SolverRegistry &solvers,
                                   std::string_view name,
                                   const Problem &problem,
                                   const SolveLimits &limits,
                                   const SolverOptionValues &options = {},
                                   const SolveInputs &inputs = {});

} // namespace memplace

#endif // MEMPLACE_SOLVER_SOLVER_H
