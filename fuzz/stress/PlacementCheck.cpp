//===- PlacementCheck.cpp - Properties of placement problems --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Support/Execution.h"
#include "Support/Mutation.h"

#include "memplace/Bounds/LowerBound.h"
#include "memplace/IO/File.h"
#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Target/Catalogue.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace memplace;
using namespace memplace::stress;
using namespace memplace::test;

/// Relative tolerance for equal makespans.
static constexpr double tolerance = 1e-9;

namespace {

/// A solver and its options.
struct Run {
  std::string solver;
  SolverOptionValues options;
  bool hasDefaults = false; // Apart from the budget.
};

/// Result of a run.
struct Finding {
  std::string solver;
  bool hasDefaults = false;
  SolveStatus status = SolveStatus::LimitReached;
  std::optional<double> seconds; // Makespan.
};

class PlacementCheck {
public:
  PlacementCheck(const PlacementSubject &subject, const Problem &problem,
                 uint64_t seed, const std::string &folder, Log &log)
      : subject(subject), problem(problem), seed(seed), folder(folder),
        log(log), random(seed) {}

  void run() {
    const std::optional<Error> error = check(problem);
    log.require(!error, "the problem is well formed",
                error ? error->message : "");
    bound = lowerBoundOnMakespan(problem);
    log.require(std::isfinite(bound) && bound >= 0, "the bound is a time",
                std::to_string(bound));
    const Problem fromFile = checkFile();
    for (const std::string &name : subject.solvers.names()) {
      random = randomFor(name);
      checkRun({name, budgetsOf(name), true});
      checkRun({name, randomOptionsOf(name), false});
      checkLimits(name);
      if (random.chance(25))
        requireSame(name, problem, fromFile);
    }
    compareFindings();
    checkStrongBound();
    checkMutants();
  }

private:
  //===--------------------------------------------------------------------===//
  // Options
  //===--------------------------------------------------------------------===//

  // Seeded by the solver's name, so options do not depend on other solvers.
  TestRandom randomFor(const std::string &name) const {
    uint64_t hash = seed;
    for (char c : name)
      hash = hash * 1099511628211u + static_cast<unsigned char>(c);
    return TestRandom(hash);
  }

  std::unique_ptr<Solver> create(const std::string &name) const {
    return std::move(*subject.solvers.create(name));
  }

  // Returns small values for the options that bound the work.
  SolverOptionValues budgetsOf(const std::string &name) {
    SolverOptionValues values;
    for (const SolverOption &option : create(name)->options())
      if (option.name == "budget" || option.name == "nodes" ||
          option.name == "evaluations")
        values.emplace_back(option.name, std::to_string(random.anyIn(1, 300)));
    return values;
  }

  // Returns random options with accepted values. Solvers do not declare the
  // legal values, so candidates are tried.
  SolverOptionValues randomOptionsOf(const std::string &name) {
    static const std::vector<std::string> candidates = {
        "0",    "1",     "2",    "3",    "7",     "0.5",  "0.01",  "1.5",
        "true", "false", "on",   "off",  "none",  "cost", "count", "sqrt",
        "b1",   "-1",    "1e30", "1000", "first", "0.1"};
    const std::unique_ptr<Solver> solver = create(name);
    SolverOptionValues values;
    for (const SolverOption &option : solver->options()) {
      if (!random.chance(40))
        continue;
      const std::string &value = random.pick(candidates);
      // Skip large numbers of threads.
      if ((option.name == "threads" && value.size() > 1) ||
          solver->setOption(option.name, value))
        continue;
      values.emplace_back(option.name, value);
    }
    for (auto &budget : budgetsOf(name))
      values.push_back(std::move(budget));
    return values;
  }

  static std::string shown(const Run &run) {
    std::string text;
    for (const auto &[name, value] : run.options)
      text.append(text.empty() ? "options: " : ",")
          .append(name)
          .append("=")
          .append(value);
    return text + "\n";
  }

  //===--------------------------------------------------------------------===//
  // Files
  //===--------------------------------------------------------------------===//

  // Returns the problem as read back from a file.
  Problem checkFile() {
    const std::string path =
        folder + (random.chance(50) ? "/problem.json" : "/problem.json.gz");
    const std::optional<Error> error = writeFile(path, printProblem(problem));
    log.require(!error, "a problem can be written",
                error ? error->message : "");
    Result<Problem> again = readProblem(path, findBuiltinTarget);
    log.require(bool(again), "a problem that was written can be read",
                again ? "" : again.error());
    log.require(*again == problem, "reading back gives an equal problem");
    return std::move(*again);
  }

  void checkFile(const std::string &name, const Solution &solution) {
    const std::string path = folder + "/solution.json";
    const std::optional<Error> error =
        writeFile(path, printSolution(problem, solution));
    log.require(!error, "a solution can be written",
                error ? error->message : "");
    Result<Solution> again = readSolution(path, problem);
    log.require(bool(again), "a solution that was written can be read",
                again ? name : again.error());
    log.require(*again == solution, "reading back gives an equal solution",
                name);
  }

  //===--------------------------------------------------------------------===//
  // Solvers
  //===--------------------------------------------------------------------===//

  void checkRun(const Run &run) {
    SolveLimits limits;
    limits.seed = seed;
    Result<std::unique_ptr<Solver>> solver =
        subject.solvers.create(run.solver, run.options);
    log.require(bool(solver), run.solver + ": takes its options",
                solver ? "" : solver.error());
    SolveResult result = (*solver)->solve(problem, limits);
    requireSane(run.solver, result, shown(run));
    Result<SolveResult> again = solveAndVerify(subject.solvers, run.solver,
                                               problem, limits, run.options);
    if (result.solution &&
        checkClaimable(problem, makespan(problem, *result.solution))) {
      log.require(!again,
                  run.solver + ": a makespan too long to claim is refused",
                  shown(run));
      log.count(run.solver + " too long to claim");
      return;
    }
    log.require(bool(again), run.solver + ": solveAndVerify accepts",
                again ? "" : again.error() + "\n" + shown(run));
    requireEqual(run.solver, result, *again, shown(run));
    Finding finding = {run.solver, run.hasDefaults, again->status,
                       std::nullopt};
    if (again->solution) {
      const Solution &solution = *again->solution;
      const std::optional<Error> claim = checkClaims(problem, solution);
      log.require(!claim, run.solver + ": the claims are right",
                  claim ? claim->message : "");
      checkFile(run.solver, solution);
      finding.seconds = makespan(problem, solution);
      solutions.push_back(solution);
    }
    findings.push_back(finding);
    log.count(run.solver + " " + std::string(statusName(again->status)));
  }

  void requireSane(const std::string &name, const SolveResult &result,
                   const std::string &detail) {
    const bool isPlaced = result.status == SolveStatus::Solved ||
                          result.status == SolveStatus::Optimal;
    log.require(isPlaced == result.solution.has_value(),
                name + ": the status fits", detail);
    log.require(isPlaced || !result.message.empty(),
                name + ": says why there is no placement", detail);
    if (result.solution)
      requireLegal(name, *result.solution, detail);
  }

  void requireLegal(const std::string &name, Solution solution,
                    const std::string &detail) {
    solution.problem = problem.name;
    const std::optional<Violation> violation =
        subject.verify(problem, solution);
    log.require(!violation, name + ": placements are legal",
                violation ? detail + std::string(ruleName(violation->rule)) +
                                ": " + violation->message
                          : "");
    requireRuns(name, solution, detail);
  }

  // Requires that a placement accepted by `verify` runs correctly, in a
  // plausible time.
  void requireRuns(const std::string &name, const Solution &solution,
                   const std::string &detail) {
    const Timeline timeline = simulate(problem, solution);
    const double seconds = makespan(problem, solution);
    const std::string numbers = detail + "makespan " + std::to_string(seconds) +
                                " s, bound " + std::to_string(bound) + " s";
    log.require(std::isfinite(seconds) && seconds >= bound * (1 - tolerance),
                name + ": no makespan is below the bound", numbers);
    log.require(timeline.makespan == seconds &&
                    std::abs(timeline.opSeconds + timeline.stallSeconds -
                             seconds) <= tolerance * seconds,
                name + ": the timeline adds up", numbers);
    if (!canExecute(problem, solution))
      return;
    log.count("executed");
    for (uint64_t n = 0; n < 2; ++n) {
      TestRandom trips(seed + n);
      const std::string complaint = execute(problem, solution, trips);
      log.require(complaint.empty(), name + ": legal placements run correctly",
                  detail + complaint);
    }
  }

  void requireEqual(const std::string &name, const SolveResult &a,
                    const SolveResult &b, const std::string &detail) {
    const bool areEqual =
        a.solution.has_value() == b.solution.has_value() &&
        (!a.solution || (a.solution->residencies == b.solution->residencies &&
                         a.solution->transfers == b.solution->transfers &&
                         a.solution->served == b.solution->served));
    log.require(areEqual, name + ": gives the same result twice", detail);
  }

  void requireSame(const std::string &name, const Problem &ours,
                   const Problem &fromFile) {
    const Run run = {name, budgetsOf(name), true};
    SolveLimits limits;
    limits.seed = seed;
    auto solve = [&](const Problem &which) {
      return (*subject.solvers.create(name, run.options))->solve(which, limits);
    };
    requireEqual(name, solve(ours), solve(fromFile), "through a file");
  }

  // Checks solvers with tiny time limits and early requests to stop.
  void checkLimits(const std::string &name) {
    SolveLimits limits;
    limits.seed = seed;
    const int64_t wanted = random.anyIn(0, 100);
    int64_t numCalls = 0;
    limits.progress = [&](const SolveProgress &progress) {
      log.require(progress.seconds >= 0 && progress.fractionDone >= 0 &&
                      progress.fractionDone <= 1 + tolerance,
                  name + ": progress makes sense",
                  std::to_string(progress.fractionDone));
      log.require(numCalls <= wanted, name + ": stops when it is asked to");
      return numCalls++ < wanted;
    };
    const std::string when =
        "asked to stop at report " + std::to_string(wanted);
    requireSane(name, create(name)->solve(problem, limits), when + "\n");
    limits.progress = nullptr;
    limits.timeLimit = std::chrono::duration<double>(
        random.chance(50) ? 0 : 1e-6 * static_cast<double>(random.in(1, 3000)));
    requireSane(name, create(name)->solve(problem, limits),
                "time limit " + std::to_string(limits.timeLimit->count()) +
                    " s\n");
  }

  //===--------------------------------------------------------------------===//
  // Comparisons
  //===--------------------------------------------------------------------===//

  void compareFindings() {
    for (const Finding &finding : findings) {
      for (const Finding &other : findings) {
        requireNoContradiction(finding, other);
        if (isNeverSlower(finding, other))
          requireNotSlower(finding, other,
                           finding.solver + ": is never slower than " +
                               other.solver);
      }
    }
  }

  void requireNoContradiction(const Finding &finding, const Finding &other) {
    if (finding.status == SolveStatus::Infeasible)
      log.require(!other.seconds,
                  finding.solver + ": infeasible means no placement",
                  other.solver + " finds one");
    if (finding.status == SolveStatus::Optimal && other.seconds)
      requireNotSlower(finding, other,
                       finding.solver +
                           ": no placement is faster than optimal");
    if (finding.solver == "default-tier" && finding.seconds)
      log.require(other.seconds.has_value(),
                  other.solver + ": finds what default-tier finds");
  }

  static bool isNeverSlower(const Finding &finding, const Finding &other) {
    if (!finding.hasDefaults || !other.hasDefaults || !finding.seconds ||
        !other.seconds)
      return false;
    if (finding.solver == "greedy")
      return other.solver == "default-tier" || other.solver == "first-fit";
    // Baseline methods with placements of their own: a single pass, or
    // whole-life maps.
    for (const char *method :
         {"default-tier", "first-fit", "msa", "muzero", "egrl", "whole-life"})
      if (finding.solver == method)
        return false;
    return other.solver == "default-tier" || other.solver == "first-fit" ||
           other.solver == "greedy" || other.solver == "msa";
  }

  void requireNotSlower(const Finding &finding, const Finding &other,
                        const std::string &promise) {
    // Claims are whole picoseconds.
    log.require(*finding.seconds <= *other.seconds * (1 + tolerance) + 2e-12,
                promise,
                std::to_string(*finding.seconds) + " s and " +
                    std::to_string(*other.seconds) + " s of " + other.solver);
  }

  void checkStrongBound() {
    BoundLimits limits;
    limits.iterations = random.in(0, problem.buffers.size() > 200 ? 3 : 40);
    limits.window = random.anyIn(0, 64);
    double best = std::numeric_limits<double>::infinity();
    for (const Finding &finding : findings)
      if (finding.seconds)
        best = std::min(best, *finding.seconds);
    // An unreachable target must not become a claim.
    if (random.chance(70))
      limits.target = best * (random.chance(50) ? 1 : 0.5);
    const double strong = strongLowerBoundOnMakespan(problem, limits);
    const std::string numbers = std::to_string(strong) + " s, simple " +
                                std::to_string(bound) + " s, best " +
                                std::to_string(best) + " s";
    log.require(strong >= bound, "the strong bound is not below the simple one",
                numbers);
    log.require(strong <= best * (1 + tolerance),
                "no makespan is below the strong bound", numbers);
    log.require(strong == strongLowerBoundOnMakespan(problem, limits),
                "the strong bound is the same twice", numbers);
    if (strong > bound * (1 + tolerance))
      log.count("strong bounds above the simple one");
  }

  // Mutates solutions slightly. `verify` may accept or reject a mutant, but
  // must explain a rejection, and accepted mutants must run.
  void checkMutants() {
    if (solutions.empty() || problem.buffers.size() > 200)
      return;
    for (int n = 0; n < 60; ++n) {
      Solution mutant = random.pick(solutions);
      mutant.makespanPs = mutant.lowerBoundPs = std::nullopt;
      mutant.peakBytes = std::nullopt;
      mutate(mutant, random);
      const std::optional<Violation> violation =
          subject.verify(problem, mutant);
      log.count(violation ? "mutants refused" : "mutants accepted");
      log.require(!violation || !violation->message.empty(),
                  "verify says what is wrong");
      if (violation)
        continue;
      requireRuns("verify", mutant, "");
      const Finding found = {"verify", false, SolveStatus::Solved,
                             makespan(problem, mutant)};
      for (const Finding &finding : findings)
        requireNoContradiction(finding, found);
    }
  }

  const PlacementSubject &subject;
  const Problem &problem;
  const uint64_t seed;
  const std::string &folder;
  Log &log;
  TestRandom random;
  double bound = 0; // Seconds.
  std::vector<Finding> findings;
  std::vector<Solution> solutions;
};

} // namespace

void stress::checkPlacement(const PlacementSubject &subject,
                            const Problem &problem, uint64_t seed,
                            const std::string &folder, Log &log) {
  PlacementCheck(subject, problem, seed, folder, log).run();
}

void stress::checkRefused(const Problem &problem, const std::string &flaw,
                          Log &log) {
  const std::optional<Error> error = check(problem);
  log.require(error && !error->message.empty(), "check refuses " + flaw);
  // Some flaws cannot be written to a file.
  if (flaw == "a name that is not UTF-8" ||
      flaw.find("not there") != std::string::npos)
    return;
  Result<Problem> read =
      parseProblem(printProblem(problem), "spoilt.json", findBuiltinTarget);
  log.require(!read, "the reader refuses " + flaw);
  log.require(read.error().starts_with("spoilt.json: "),
              "the reader names the file", read.error());
}
