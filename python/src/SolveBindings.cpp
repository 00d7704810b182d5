//===- SolveBindings.cpp - Solvers and bounds for Python ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bindings.h"
#include "Interruptible.h"
#include "Unlocked.h"

#include "agent/Baselines/Baselines.h"
#include "lib/Simulator/SlowTraffic.h"
#include "memplace/Bounds/LowerBound.h"
#include "memplace/Cut/CutSolve.h"
#include "memplace/Problem/Units.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Solver/AllSolvers.h"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>

using namespace memplace;
using namespace memplace::python;

static SolverRegistry makeRegistry() {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  // Linked in, so that a package without tools has them, too.
  solvers.addLibrary("game", [](SolverRegistry &added) {
    registerBaselines(added);
    return std::nullopt;
  });
  return solvers;
}

namespace {

/// Passes the latest progress from the solving thread to Python.
class ProgressMailbox {
public:
  void put(const SolveProgress &progress) {
    const std::lock_guard lock(mutex);
    latest = progress;
  }
  std::optional<SolveProgress> take() {
    const std::lock_guard lock(mutex);
    return std::exchange(latest, std::nullopt);
  }

private:
  std::mutex mutex;
  std::optional<SolveProgress> latest;
};

/// Passes placements from the solving thread, which must not touch Python, to a
/// clock in Python, and the seconds back.
class ClockMailbox {
public:
  /// Called on the solving thread. Waits for an answer, or until \p cancel is
  /// set; without an answer the result is empty.
  std::optional<double> ask(const Solution &solution,
                            const std::atomic<bool> &cancel) {
    std::unique_lock lock(mutex);
    asked = solution;
    seconds.reset();
    while (asked && !cancel)
      answered.wait_for(lock, std::chrono::milliseconds(50));
    asked.reset();
    return seconds;
  }
  /// Returns the placement to measure, if any.
  std::optional<Solution> pending() {
    const std::lock_guard lock(mutex);
    return asked;
  }
  void answer(std::optional<double> measured) {
    const std::lock_guard lock(mutex);
    seconds = measured;
    asked.reset();
    answered.notify_one();
  }

private:
  std::mutex mutex;
  std::condition_variable answered;
  std::optional<Solution> asked;
  std::optional<double> seconds;
};

/// Result of a solve, with its bound.
struct Outcome {
  Result<SolveResult> result = SolveResult();
  Problem cutProblem; // Problem of `result`, if cut.
  double bound = 0;   // Seconds.
  double seconds = 0; // Time for solving and checking.
};

} // namespace

/// Returns a proven bound in seconds; with \p iterations above 0 a strong
/// bound.
static double findBound(const Problem &problem, SolveResult &result,
                        int64_t iterations) {
  // A proven optimum is its own bound.
  if (result.solution && result.status == SolveStatus::Optimal)
    return secondsOf(*result.solution->makespanPs);
  if (iterations <= 0)
    return *result.bound;
  BoundLimits limits;
  limits.iterations = std::min(iterations, maxBoundIterations(problem));
  limits.simple = result.bound;
  // The check of the claim starts from the same number.
  if (result.solution)
    limits.target = secondsOf(*result.solution->makespanPs);
  const double bound = strongLowerBoundOnMakespan(problem, limits);
  if (result.solution)
    result.solution->lowerBoundPs = toPicoseconds(bound);
  return bound;
}

/// Returns the independent fields of memplace.SolveResult. \p problem: the
/// given problem, or the cut problem.
static nb::dict toDict(const BoundProblem &problem, bool isCut,
                       Outcome outcome) {
  // Names and options are valid by now. An error remains possible: e.g. a
  // makespan of months is too large for a claim.
  SolveResult result = valueOf(std::move(outcome.result));
  nb::dict out;
  out["status"] = std::string(statusName(result.status));
  out["message"] = result.message;
  out["notes"] = result.notes;
  out["bound"] = outcome.bound;
  out["seconds"] = outcome.seconds;
  out["makespan"] = nb::none();
  out["solution"] = nb::none();
  out["cut_problem"] = nb::none();
  if (isCut)
    out["cut_problem"] = problem;
  // If time ran out before the start, the front is the placement itself.
  if (result.front.empty() && result.solution)
    result.front.push_back(*result.solution);
  if (result.solution) {
    out["makespan"] = makespan(*problem.problem, *result.solution);
    out["solution"] =
        BoundSolution{problem.problem, std::move(*result.solution)};
  }
  nb::list front; // (makespan, bytes, solution) of each point.
  for (Solution &each : result.front) {
    const int64_t bytes = slowTierBytes(*problem.problem, each);
    const double seconds = makespan(*problem.problem, each);
    front.append(nb::make_tuple(
        seconds, bytes, BoundSolution{problem.problem, std::move(each)}));
  }
  out["front"] = front;
  return out;
}

static nb::dict solve(const BoundProblem &problem, const std::string &solver,
                      const SolverOptionValues &options,
                      std::optional<double> timeLimit, uint64_t seed,
                      int64_t boundIterations, const nb::object &progress,
                      const std::string &cutText, int64_t cutBudget,
                      const std::optional<BoundSolution> &start,
                      const nb::object &clock) {
  CutOptions cut = valueOf(parseCut(cutText));
  cut.budget = cutBudget;
  const bool isCut = cut.mode != CutOptions::Mode::None;
  const SolverRegistry solvers = makeRegistry();
  valueOf(solvers.create(solver, options));
  std::atomic<bool> cancel = false;
  ProgressMailbox mailbox;
  ClockMailbox clockMailbox;
  SolveInputs inputs;
  inputs.start = start ? &start->solution : nullptr;
  if (!clock.is_none())
    inputs.clock = [&](const Solution &solution) {
      return clockMailbox.ask(solution, cancel);
    };
  SolveLimits limits;
  limits.seed = seed;
  if (timeLimit)
    limits.timeLimit = std::chrono::duration<double>(*timeLimit);
  limits.cancel = &cancel;
  limits.progress = [&](const SolveProgress &now) {
    mailbox.put(now);
    return true;
  };

  Outcome outcome;
  const auto work = [&] {
    const auto start = std::chrono::steady_clock::now();
    Result<CutSolveResult> found = solveWithCuts(
        {solvers, solver, options, inputs}, *problem.problem, limits, cut);
    if (found) {
      outcome.result = std::move(found->result);
      outcome.cutProblem = std::move(found->problem.problem);
    } else {
      outcome.result = found.takeError();
    }
    outcome.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
            .count();
    if (outcome.result)
      outcome.bound = findBound(isCut ? outcome.cutProblem : *problem.problem,
                                *outcome.result, boundIterations);
  };
  const std::function<void()> poll = [&] {
    if (std::optional<Solution> asked = clockMailbox.pending();
        asked && !cancel)
      clockMailbox.answer(nb::cast<std::optional<double>>(
          clock(BoundSolution{problem.problem, std::move(*asked)})));
    const std::optional<SolveProgress> now = mailbox.take();
    if (!now || cancel || progress.is_none())
      return;
    const nb::object answer =
        progress(now->seconds, now->makespan, now->fractionDone);
    if (answer.is(nb::handle(Py_False)))
      cancel = true;
  };
  runInterruptible(
      work, cancel,
      progress.is_none() && clock.is_none() ? std::function<void()>() : poll);
  const BoundProblem solved =
      isCut ? BoundProblem{std::make_shared<const Problem>(
                  std::move(outcome.cutProblem))}
            : problem;
  return toDict(solved, isCut, std::move(outcome));
}

static double lowerBound(const BoundProblem &problem, int64_t iterations,
                         double target) {
  const Unlocked unlocked;
  if (iterations <= 0)
    return lowerBoundOnMakespan(*problem.problem);
  BoundLimits limits;
  limits.iterations = iterations;
  limits.target = target;
  return strongLowerBoundOnMakespan(*problem.problem, limits);
}

/// Returns (name, summary) of each solver.
static std::vector<std::pair<std::string, std::string>> listSolvers() {
  const SolverRegistry solvers = makeRegistry();
  std::vector<std::pair<std::string, std::string>> list;
  for (const std::string &name : solvers.names())
    list.emplace_back(name, std::string(solvers.summary(name)));
  return list;
}

/// Returns (name, default, description) of each option of \p solver.
static std::vector<std::tuple<std::string, std::string, std::string>>
listOptions(const std::string &solver) {
  const auto created = valueOf(makeRegistry().create(solver));
  std::vector<std::tuple<std::string, std::string, std::string>> list;
  for (const SolverOption &option : created->options())
    list.emplace_back(option.name, option.value, option.description);
  return list;
}

void python::bindSolve(nb::module_ &module) {
  module.def("solvers", listSolvers);
  module.def("solver_options", listOptions, nb::arg("solver"));
  module.def(
      "solve", solve, nb::arg("problem"), nb::arg("solver"), nb::arg("options"),
      nb::arg("time_limit").none(), nb::arg("seed"),
      nb::arg("bound_iterations"), nb::arg("progress").none(), nb::arg("cut"),
      nb::arg("cut_budget"), nb::arg("start").none(), nb::arg("clock").none(),
      nb::sig("def solve(problem: Problem, solver: str, options: "
              "collections.abc.Sequence[tuple[str, str]], time_limit: "
              "float | None, seed: int, bound_iterations: int, progress: "
              "collections.abc.Callable[[float, float | None, float], "
              "object] | None, cut: str, cut_budget: int, start: Solution | "
              "None, clock: collections.abc.Callable[[Solution], float | "
              "None] | None) -> dict[str, typing.Any]"));
  module.def("lower_bound", lowerBound, nb::arg("problem"),
             nb::arg("iterations"), nb::arg("target"));
  module.def(
      "lower_bound_on_peak",
      [](const BoundProblem &problem) {
        return lowerBoundOnPeak(*problem.problem);
      },
      nb::arg("problem"));
  module.def("gap", gap, nb::arg("value"), nb::arg("bound"));
}
