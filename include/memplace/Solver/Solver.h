//===- Solver.h - What a solver is ------------------------------*- C++ -*-===//
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

/// A solver's progress, for a progress line.
struct SolveProgress {
  double seconds = 0;             // Since the start of the solve.
  std::optional<double> makespan; // Best so far, seconds.
  double fractionDone = 0;        // In [0, 1], a guess.
};

/// When to stop, and the seed of all randomness.
struct SolveLimits {
  std::optional<std::chrono::duration<double>> wallTime; // Of `clock`.
  uint64_t seed = 0;
  /// Called now and then from the solving thread; returning false asks to stop
  /// with the best placement so far. May be empty.
  std::function<bool(const SolveProgress &)> progress;
  /// Set from another thread or by a signal handler, asks to stop likewise.
  const std::atomic<bool> *cancel = nullptr;
  LimitClock clock = LimitClock::Wall; // Of SolveProgress, too.

  /// Tells when they are reached; the time counts from now.
  StopToken token() const { return StopToken(wallTime, cancel, clock); }
};

enum class SolveStatus {
  Solved,       // A placement.
  Optimal,      // A placement that is proven optimal.
  Infeasible,   // Proven: there is no placement.
  LimitReached, // None found within the limits, or by this heuristic.
};

/// "solved", "optimal", "infeasible", "limit-reached".
std::string_view statusName(SolveStatus status);

struct SolveResult {
  SolveStatus status = SolveStatus::LimitReached;
  std::optional<Solution> solution; // With Solved and Optimal.
  /// Why there is none, with the number and the way out: "the home tier 'hbm'
  /// of 100 bytes cannot hold ...".
  std::string message;
  /// What kept the solver from doing all it can, for a user to read: "no
  /// channel from 'slow' to 'fast' ...". Usually empty.
  std::vector<std::string> notes;
  /// Of solvers whose option `pareto` is set: placements of which none is at
  /// least as good as another in both makespan and `slowTierBytes`, fastest
  /// first.
  std::vector<Solution> front = {};
};

/// An option of a solver, for --list-solver-options and docs.
struct SolverOption {
  std::string name;
  std::string value;       // Now, or by default; as `setOption` takes it.
  std::string description; // One line.
};

/// Options as the user writes them, in order; of two for one name the last
/// counts.
using SolverOptionValues = std::vector<std::pair<std::string, std::string>>;

/// Turns a problem into a solution. A solver knows neither MLIR nor files; all
/// it needs to know is in the problem. Not thread-safe: make one per solve.
class Solver {
public:
  virtual ~Solver() = default;

  /// Expects a problem that passes `check`; the caller runs `verify` on the
  /// result. An unsolvable problem is a status, not an error. The solution's
  /// claims are left empty: `solveAndVerify` fills them.
  virtual SolveResult solve(const Problem &problem,
                            const SolveLimits &limits) = 0;

  /// Hands over a placement that passes `verify`, for the next `solve`, of the
  /// same problem, to go on from. False: this solver goes on from nothing.
  virtual bool startFrom(const Solution & /*start*/) { return false; }

  /// Makes the next `solve` believe this clock, as far as it can, instead of a
  /// model of the machine. It is called from the solving thread. False: this
  /// solver measures nothing.
  virtual bool measureBy(const PlacementClock & /*clock*/) { return false; }

  /// What `setOption` knows, with the present values.
  virtual std::vector<SolverOption> options() const { return {}; }

  /// Sets one of `options`. The error says what is wrong with the value: "must
  /// be at least 1, got 0".
  virtual std::optional<Error> setOption(std::string_view /*name*/,
                                         std::string_view /*value*/) {
    return Error{"has no options"};
  }
};

/// Reads "NAME=VALUE,NAME=VALUE", as command lines have it. A value may hold
/// '=', but no ','.
Result<SolverOptionValues> parseSolverOptions(std::string_view text);

/// Named solvers of one context or tool; there is no global one.
class SolverRegistry {
public:
  using Factory = std::function<std::unique_ptr<Solver>()>;

  /// Adds a solver; \p summary is one line for --help and docs. A name that is
  /// there already is replaced.
  void add(std::string name, std::string summary, Factory create);

  /// A new solver; the error lists the known names.
  Result<std::unique_ptr<Solver>> create(std::string_view name) const;

  /// Likewise, with options set. The error names the solver and the option, and
  /// lists the known ones.
  Result<std::unique_ptr<Solver>>
  create(std::string_view name, const SolverOptionValues &options) const;

  /// Names, sorted.
  std::vector<std::string> names() const;
  std::string_view summary(std::string_view name) const;

private:
  struct Entry {
    std::string summary;
    Factory create;
  };
  std::map<std::string, Entry, std::less<>> entries;
};

/// What a solver is handed besides the problem.
struct SolveInputs {
  const Solution *start = nullptr; // See Solver::startFrom. Null: none.
  PlacementClock clock;            // See Solver::measureBy. Empty: none.
};

/// An error if \p seconds, a makespan, are more picoseconds than 64 bits hold.
std::optional<Error> checkClaimable(const Problem &problem, double seconds);

/// Solves by the solver \p name, runs `verify`, simulates, and fills in the
/// claims (makespan, bound, peak). A makespan that reaches the bound is
/// optimal. An unknown name or option is an error; so is a makespan that no
/// solution can claim, and an illegal placement, which is a bug of the solver
/// and says so. From the start of \p inputs the solver goes on; what is found
/// is never slower than that by the model. An illegal start is an error, and so
/// is a start or a clock that the solver has no use for.
Result<SolveResult> solveAndVerify(const SolverRegistry &solvers,
                                   std::string_view name,
                                   const Problem &problem,
                                   const SolveLimits &limits,
                                   const SolverOptionValues &options = {},
                                   const SolveInputs &inputs = {});

} // namespace memplace

#endif // MEMPLACE_SOLVER_SOLVER_H
