//===- memplace-simulate.cpp - Simulates a placement ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ToolMain.h"

#include "memplace/Bounds/LowerBound.h"
#include "memplace/IO/File.h"
#include "memplace/IO/JSON.h"
#include "memplace/Problem/Units.h"
#include "memplace/Simulator/Timeline.h"
#include "memplace/Solver/Solver.h"
#include "memplace/Verify/Verify.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::tools;
namespace cl = llvm::cl;

static const char *const overview =
    "memplace-simulate: how long does a placement take, and why?\n\n"
    "Simulates SOLUTION of PROBLEM as docs/reference/simulator.md describes "
    "and prints "
    "its\nmakespan, the proven bound, the gap between them, the peak of each "
    "tier, and the\nlongest stalls, each with the transfer that caused it.\n\n"
    "Both files may be JSON or gzipped JSON. An illegal placement is not "
    "simulated; a\nwrong claim in SOLUTION is a warning.\n\n"
    "EXAMPLES:\n\n"
    "  memplace-simulate problem.json solution.json --timeline\n"
    "  memplace-simulate problem.json.gz solution.json --trace=run.json\n"
    "                                  (open run.json in ui.perfetto.dev)\n";

static const char *const exitStatus =
    "  0  the placement is legal and was simulated\n"
    "  1  it is illegal (stderr names the broken rule), or a file cannot be "
    "read or\n     written, or the options are wrong\n";

namespace {

/// The command line. Local to main; there is no global state.
struct Options {
  cl::OptionCategory category{"memplace-simulate options"};
  cl::opt<std::string> problem{cl::Positional, cl::Required,
                               cl::desc("PROBLEM"), cl::cat(category)};
  cl::opt<std::string> solution{cl::Positional, cl::Required,
                                cl::desc("SOLUTION"), cl::cat(category)};
  cl::opt<bool> timeline{
      "timeline",
      cl::desc("Print every op, stall and transfer with its time first"),
      cl::cat(category)};
  cl::opt<std::string> trace{
      "trace",
      cl::desc("Write a Chrome trace for Perfetto or chrome://tracing to this "
               "file; - is standard output, without any other output there"),
      cl::value_desc("FILE"), cl::cat(category)};
  cl::opt<unsigned> maxStalls{
      "max-stalls", cl::desc("Number of longest stalls to list (default: 10)"),
      cl::value_desc("N"), cl::init(10), cl::cat(category)};
  cl::opt<bool> json{
      "json",
      cl::desc("Print the summary as one line of JSON instead of as text"),
      cl::cat(category)};
};

/// Data of a summary.
struct Run {
  const Problem &problem;
  const Solution &solution;
  Timeline timeline;
  double lowerBound = 0; // Seconds.
};

} // namespace

static double percent(double part, double whole) {
  return whole == 0 ? 0 : 100 * part / whole;
}

static void printPeaks(const Run &run) {
  std::vector<int64_t> peaks = peakBytes(run.problem, run.solution);
  for (size_t i = 0; i < peaks.size(); ++i) {
    const Tier &tier = run.problem.target.tiers[i];
    llvm::outs() << "peak         " << quoteName(tier.name) << ": " << peaks[i]
                 << " of " << tier.capacity << " bytes"
                 << llvm::format(" (%.1f %%)\n",
                                 percent(static_cast<double>(peaks[i]),
                                         static_cast<double>(tier.capacity)));
  }
}

/// Prints the \p maxStalls stalls with the largest share of the makespan.
static void printStalls(const Run &run, size_t maxStalls) {
  std::vector<StallEvent> stalls = run.timeline.stalls;
  auto cost = [](const StallEvent &stall) {
    return stall.duration * static_cast<double>(stall.trips);
  };
  // Ties in order of time.
  std::sort(stalls.begin(), stalls.end(),
            [&](const StallEvent &lhs, const StallEvent &rhs) {
              return cost(lhs) != cost(rhs) ? cost(lhs) > cost(rhs)
                                            : lhs.start < rhs.start;
            });
  size_t count = std::min(maxStalls, stalls.size());
  if (count == 0)
    return;
  llvm::outs() << "\nlongest stalls (" << count << " of " << stalls.size()
               << ")\n";
  for (size_t i = 0; i < count; ++i) {
    llvm::outs() << "  " << formatSeconds(cost(stalls[i]));
    if (stalls[i].trips != 1)
      llvm::outs() << " in " << stalls[i].trips << " trips";
    llvm::outs() << ": " << describeStall(run.problem, run.solution, stalls[i])
                 << "\n";
  }
}

static void printSummary(const Run &run, size_t maxStalls) {
  const Timeline &timeline = run.timeline;
  llvm::outs() << "problem      " << quoteName(run.problem.name)
               << " on target " << quoteName(run.problem.target.name) << ": "
               << run.problem.ops.size() << " ops, "
               << run.problem.buffers.size() << " buffers"
               << (run.problem.isCyclic
                       ? "; cyclic: the third of three invocations\n"
                       : "\n")
               << "placement    " << run.solution.residencies.size()
               << " residencies, " << run.solution.transfers.size()
               << (run.solution.transfers.size() == 1 ? " transfer"
                                                      : " transfers");
  if (!run.solution.solver.empty())
    llvm::outs() << ", by solver " << quoteName(run.solution.solver);
  llvm::outs() << "\nmakespan     " << formatSeconds(timeline.makespan)
               << "\nlower bound  "
               << formatSeconds(run.lowerBound)
               // Avoid "-0.00 %" if rounding makes the gap negative.
               << llvm::format(" (gap %.2f %%)\n",
                               std::max(0.0, 100 * gap(timeline.makespan,
                                                       run.lowerBound)))
               << "ops          " << formatSeconds(timeline.opSeconds)
               << "\nstalls       " << formatSeconds(timeline.stallSeconds)
               << llvm::format(
                      " (%.2f %% of the makespan)\n",
                      percent(timeline.stallSeconds, timeline.makespan))
               << "transferred  " << timeline.bytesTransferred << " bytes\n";
  printPeaks(run);
  printStalls(run, maxStalls);
}

static void printJSONSummary(const Run &run) {
  const Timeline &timeline = run.timeline;
  llvm::outs() << "{\"problem\": " << quoteName(run.problem.name)
               << ", \"solver\": " << quoteName(run.solution.solver)
               << ", \"makespan_ps\": " << toPicoseconds(timeline.makespan)
               << ", \"lower_bound_ps\": " << toPicoseconds(run.lowerBound)
               << ", \"gap\": ";
  // JSON has no infinity.
  double relative = gap(timeline.makespan, run.lowerBound);
  if (std::isfinite(relative))
    llvm::outs() << llvm::format("%.9g", relative);
  else
    llvm::outs() << "null";
  llvm::outs() << ", \"ops_ps\": " << toPicoseconds(timeline.opSeconds)
               << ", \"stalls_ps\": " << toPicoseconds(timeline.stallSeconds)
               << ", \"num_stalls\": " << timeline.stalls.size()
               << ", \"transferred_bytes\": " << timeline.bytesTransferred
               << ", \"peak_bytes\": [";
  std::vector<int64_t> peaks = peakBytes(run.problem, run.solution);
  for (size_t i = 0; i < peaks.size(); ++i)
    llvm::outs() << (i == 0 ? "" : ", ") << peaks[i];
  llvm::outs() << "]}\n";
}

/// Writes the requested output. Returns the exit code.
static int report(const Run &run, const Options &options) {
  // JSON numbers are 64-bit picoseconds, as in a solution.
  if (options.json)
    if (std::optional<Error> error =
            checkClaimable(run.problem, run.timeline.makespan))
      return fail(error->message + ", or omit --json");
  if (!options.trace.empty()) {
    if (std::optional<Error> error =
            writeFile(options.trace, printChromeTrace(run.problem, run.solution,
                                                      run.timeline)))
      return fail(error->message);
    if (options.trace == "-")
      return 0;
  }
  if (options.timeline)
    llvm::outs() << printTimeline(run.problem, run.solution, run.timeline)
                 << "\n";
  if (options.json)
    printJSONSummary(run);
  else
    printSummary(run, options.maxStalls);
  return finish();
}

int main(int argc, char **argv) {
  Options options;
  parseCommandLine(argc, argv, options.category, overview, exitStatus);

  if (options.trace.getNumOccurrences() && options.trace.empty())
    return fail("--trace needs the name of a file");
  if (isSameFile(options.trace, options.problem) ||
      isSameFile(options.trace, options.solution))
    return fail(options.trace + ": --trace would overwrite the input");

  Result<Problem> problem = loadProblem(options.problem);
  if (!problem)
    return fail(problem.error());
  Result<Solution> solution = readSolution(options.solution, *problem);
  if (!solution)
    return fail(solution.error());
  if (std::optional<Violation> violation = verify(*problem, *solution))
    return fail(options.solution + ": " +
                std::string(ruleName(violation->rule)) + ": " +
                violation->message);
  double lowerBound = lowerBoundOnMakespan(*problem);
  if (std::optional<Error> error = checkClaims(*problem, *solution, lowerBound))
    llvm::errs() << "warning: "
                 << oneLine(options.solution + ": " + error->message) << "\n";
  else if (solution->lowerBoundPs && !solution->provenOptimal.value_or(false))
    // The claim may be a stronger bound, which `checkClaims` has proven again.
    lowerBound = std::max(lowerBound, secondsOf(*solution->lowerBoundPs));
  return report({.problem = *problem,
                 .solution = *solution,
                 .timeline = simulate(*problem, *solution),
                 .lowerBound = lowerBound},
                options);
}
