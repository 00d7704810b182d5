//===- memplace-solve.cpp - From a problem to a placement -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolMain.h"

#include "memplace/Problem/JSON.h"
#include "memplace/Problem/LowerBound.h"
#include "memplace/Solver/AllSolvers.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <limits>

using namespace memplace;
using namespace memplace::tools;
namespace cl = llvm::cl;

static const char *const overview =
    "memplace-solve: find a placement for a problem\n\n"
    "Reads PROBLEM (memplace-problem JSON, also gzipped), solves it, checks "
    "the\n"
    "placement by the rules R1 to R10 of docs/problem.md, and writes it as\n"
    "memplace-solution JSON. Prints one line of JSON:\n\n"
    "  "
    "{\"solver\":\"greedy\",\"status\":\"solved\",\"makespan_ps\":"
    "1680000000000,\n"
    "   \"lower_bound_ps\":1240000000000,\"gap\":0.35,\"peak_bytes\":[200,0],\n"
    "   \"seconds\":0.002}      (in one line)\n\n"
    "makespan_ps and lower_bound_ps are picoseconds, gap is (makespan - bound) "
    "/\n"
    "bound, peak_bytes has a number per tier, seconds is the solver's own "
    "time.\n"
    "If there is no placement, status is \"infeasible\" (proven) or\n"
    "\"limit-reached\", makespan_ps, gap and peak_bytes are null, and nothing "
    "is\n"
    "written.\n\n"
    "EXAMPLES:\n\n"
    "  memplace-solve model.json -o placed.json\n"
    "  memplace-solve model.json.gz -o placed.json.gz --solver=first-fit\n"
    "  memplace-solve --list-solvers\n";

static const char *const exitStatus =
    "  0  solved, and written if -o is given\n"
    "  1  bad options, bad input, no placement, or the output can't be "
    "written\n";

/// Overwrites one line of a terminal; silent during the first second.
class ProgressLine {
public:
  ~ProgressLine() {
    if (isShown)
      llvm::errs() << "\r\033[K";
  }

  void show(const SolveProgress &progress) {
    if (progress.seconds < 1)
      return;
    isShown = true;
    llvm::errs() << "\r\033[K"
                 << llvm::format("%3.0f%%  %.1f s", 100 * progress.fractionDone,
                                 progress.seconds);
    if (progress.makespan)
      llvm::errs() << llvm::format("  makespan %.6g s", *progress.makespan);
    llvm::errs().flush();
  }

private:
  bool isShown = false;
};

static void printReport(llvm::raw_ostream &out, const std::string &solver,
                        const Problem &problem, const SolveResult &result,
                        double seconds) {
  const std::optional<Solution> &solution = result.solution;
  const double bound = lowerBoundOnMakespan(problem);
  llvm::json::OStream json(out);
  json.object([&] {
    json.attribute("solver", solver);
    json.attribute("status", llvm::StringRef(statusName(result.status)));
    json.attributeBegin("makespan_ps");
    if (solution)
      json.value(*solution->makespanPs);
    else
      json.value(nullptr);
    json.attributeEnd();
    json.attribute("lower_bound_ps", toPicoseconds(bound));
    json.attributeBegin("gap");
    double relative =
        solution
            ? gap(static_cast<double>(*solution->makespanPs) * 1e-12, bound)
            : 0;
    // JSON has no infinity.
    if (solution && std::isfinite(relative))
      json.value(relative);
    else
      json.value(nullptr);
    json.attributeEnd();
    json.attributeBegin("peak_bytes");
    if (solution)
      json.array([&] {
        for (int64_t bytes : *solution->peakBytes)
          json.value(bytes);
      });
    else
      json.value(nullptr);
    json.attributeEnd();
    json.attribute("seconds", seconds);
  });
  out << "\n";
}

static int listSolvers(const SolverRegistry &solvers) {
  for (const std::string &name : solvers.names())
    llvm::outs() << llvm::left_justify(name, 14) << solvers.summary(name)
                 << "\n";
  return 0;
}

int main(int argc, char **argv) {
  cl::OptionCategory category("memplace-solve options");
  cl::opt<std::string> problemPath(cl::Positional, cl::desc("PROBLEM"),
                                   cl::cat(category));
  cl::opt<std::string> outputPath(
      "o",
      cl::desc("Write the placement to this file; \"-\" is standard output, "
               "the report goes to standard error then. Without it only the "
               "report is printed"),
      cl::value_desc("file"), cl::cat(category));
  cl::opt<std::string> solverName(
      "solver", cl::desc("Solver, one of --list-solvers (default: greedy)"),
      cl::value_desc("name"), cl::init("greedy"), cl::cat(category));
  cl::opt<double> timeLimit(
      "time-limit",
      cl::desc("Stop with the best placement so far after this many seconds "
               "(default: the solver's own limit)"),
      cl::value_desc("seconds"), cl::init(0), cl::cat(category));
  cl::opt<uint64_t> seed("seed",
                         cl::desc("Seed of all randomness (default: 0)"),
                         cl::value_desc("n"), cl::init(0), cl::cat(category));
  cl::opt<bool> list("list-solvers", cl::desc("List the solvers and exit"),
                     cl::cat(category));
  parseCommandLine(argc, argv, category, overview, exitStatus);

  SolverRegistry solvers;
  registerAllSolvers(solvers);
  if (list)
    return listSolvers(solvers);
  if (problemPath.empty())
    return fail("no problem given, see --help");
  if (timeLimit.getNumOccurrences() &&
      !(std::isfinite(timeLimit) && timeLimit > 0))
    return fail("--time-limit must be above 0 seconds");
  if (Result<std::unique_ptr<Solver>> solver = solvers.create(solverName);
      !solver)
    return fail(solver.error());

  Result<Problem> problem = loadProblem(problemPath);
  if (!problem)
    return fail(problem.error());

  SolveLimits limits;
  limits.seed = seed;
  if (timeLimit.getNumOccurrences())
    limits.wallTime = std::chrono::duration<double>(timeLimit);
  auto start = std::chrono::steady_clock::now();
  Result<SolveResult> result = [&] {
    ProgressLine line;
    if (llvm::sys::Process::StandardErrIsDisplayed())
      limits.progress = [&line](const SolveProgress &progress) {
        line.show(progress);
        return true;
      };
    return solveAndVerify(solvers, solverName, *problem, limits);
  }();
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  if (!result)
    return fail(result.error());

  if (result->solution && !outputPath.empty())
    if (std::optional<Error> error =
            writeFile(outputPath, printSolution(*problem, *result->solution)))
      return fail(error->message);
  printReport(outputPath == "-" ? llvm::errs() : llvm::outs(), solverName,
              *problem, *result, seconds.count());
  if (!result->solution)
    return fail("no placement of problem '" + problem->name +
                "': " + result->message);
  return 0;
}
