//===- memplace-solve.cpp - From a problem to a placement -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Front.h"
#include "ScheduleFront.h"
#include "SolveReport.h"
#include "ToolMain.h"

#include "../../lib/Target/Omissions.h"
#include "memplace/Bounds/LowerBound.h"
#include "memplace/Cut/CutSolve.h"
#include "memplace/IO/File.h"
#include "memplace/IO/JSON.h"
#include "memplace/Problem/Units.h"
#include "memplace/Solver/AllSolvers.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <atomic>

using namespace memplace;
using namespace memplace::tools;
namespace cl = llvm::cl;

static const char *const overview =
    "memplace-solve: find a placement for a problem\n\n"
    "Reads PROBLEM (memplace-problem JSON, also gzipped), solves it, checks "
    "the\n"
    "placement by the rules R1 to R11 of docs/reference/problem.md, and writes "
    "it as JSON\n"
    "(memplace-solution; a name that ends in .gz compresses). Prints exactly "
    "one line\n"
    "of JSON to standard output, with the fields\n\n"
    "  solver          name of the solver\n"
    "  status          solved, optimal (proven), infeasible (proven: there is "
    "no\n"
    "                  placement) or limit-reached (none found)\n"
    "  makespan_ps     simulated time of the program, picoseconds\n"
    "  lower_bound_ps  proven lower bound on the makespan, picoseconds\n"
    "  gap             (makespan - bound) / bound\n"
    "  peak_bytes      highest byte in use, by tier\n"
    "  seconds         time to solve and check, without --bound=strong\n\n"
    "With --schedule, the line also has given_live_bytes, live_bytes and\n"
    "live_bytes_bound, the most bytes live at one step of buffers that the "
    "program\n"
    "allocates: of PROBLEM, of the schedule, and the least that is proven; "
    "and\n"
    "moved_ops, repeated_ops, repeated_ps and program_ps.\n\n"
    "With --cut, the line also has uncut_makespan_ps and pieces_bound_ps, a "
    "bound proven\n"
    "for every way to cut. With --bound=strong, the bound includes the cost of "
    "pieces,\n"
    "and holds for every way to cut that keeps the order of uncut ops.\n\n"
    "Without a placement makespan_ps, gap and peak_bytes are null, standard "
    "error says\n"
    "why, and nothing is written.\n\n"
    "EXAMPLES:\n\n"
    "  memplace-solve model.json -o placed.json\n"
    "  memplace-solve model.json.gz -o placed.json.gz --solver=first-fit\n"
    "  memplace-solve --list-solvers\n";

static const char *const exitStatus =
    "  0  solved, and written if -o is given\n"
    "  1  bad options, bad input, no placement, or the output can't be "
    "written\n"
    "  130  interrupted (Ctrl-C): the best placement so far is written, if "
    "there is one\n";

namespace {

/// Overwrites one line of a terminal; silent during the first second.
class ProgressLine {
public:
  /// \p timeLimit in seconds; 0: none.
  explicit ProgressLine(double timeLimit) : timeLimit(timeLimit) {}
  ~ProgressLine() {
    if (isShown)
      llvm::errs() << "\r\033[K";
  }

  void show(const SolveProgress &progress) {
    if (progress.seconds < 1)
      return;
    isShown = true;
    llvm::errs() << "\r\033[K"
                 << llvm::format("%3.0f%%  %.1f s",
                                 100 * fractionDone(progress),
                                 progress.seconds);
    if (timeLimit > 0)
      llvm::errs() << llvm::format(" of %.6g s", timeLimit);
    if (progress.makespan)
      llvm::errs() << llvm::format("  makespan %.6g s", *progress.makespan);
    llvm::errs().flush();
  }

private:
  /// Solvers estimate progress from their work; the time limit may end the
  /// solver earlier. Never decreases, even if the solver starts a new stage.
  double fractionDone(const SolveProgress &progress) {
    shown = std::max(shown, progress.fractionDone);
    if (timeLimit > 0)
      shown = std::max(shown, progress.seconds / timeLimit);
    return shown = std::min(1.0, shown);
  }

  double timeLimit;
  double shown = 0; // Fraction.
  bool isShown = false;
};

} // namespace

static int listSolvers(const SolverRegistry &solvers) {
  size_t width = 0;
  for (const std::string &name : solvers.names())
    width = std::max(width, name.size() + 2);
  for (const std::string &name : solvers.names())
    llvm::outs() << llvm::left_justify(name, width) << solvers.summary(name)
                 << "\n";
  return 0;
}

static int listOptions(const SolverRegistry &solvers, const std::string &name) {
  Result<std::unique_ptr<Solver>> solver = solvers.create(name);
  if (!solver)
    return fail(solver.error());
  for (const SolverOption &option : (*solver)->options())
    llvm::outs() << option.name << "=" << option.value << "\n    "
                 << option.description << "\n";
  return 0;
}

namespace {

/// The command line. Local to main; there is no global state.
struct Options {
  cl::OptionCategory category{"memplace-solve options"};
  cl::opt<std::string> problem{cl::Positional, cl::desc("PROBLEM"),
                               cl::cat(category)};
  cl::opt<std::string> output{
      "o",
      cl::desc("Write the placement to this file; - is standard output, and "
               "then the JSON line goes to standard error. Without -o only the "
               "JSON line is printed"),
      cl::value_desc("FILE"), cl::cat(category)};
  cl::opt<std::string> solver{
      "solver", cl::desc("Solver, one of --list-solvers (default: greedy)"),
      cl::value_desc("NAME"), cl::init("greedy"), cl::cat(category)};
  cl::opt<double> timeLimit{
      "time-limit",
      cl::desc("Stop after this many seconds with the best placement so far "
               "(default: at the end of the search)"),
      cl::value_desc("SECONDS"), cl::init(0), cl::cat(category)};
  cl::opt<bool> cpuTime{
      "cpu-time",
      cl::desc("--time-limit counts the CPU time of all threads, independent "
               "of other load on the machine"),
      cl::cat(category)};
  cl::opt<uint64_t> seed{"seed", cl::desc("Random seed (default: 0)"),
                         cl::value_desc("N"), cl::init(0), cl::cat(category)};
  cl::opt<std::string> start{
      "start",
      cl::desc(
          "Start from this legal placement of PROBLEM, if the solver has a "
          "warm start; the result is never slower"),
      cl::value_desc("SOLUTION"), cl::cat(category)};
  cl::opt<std::string> pareto{
      "pareto",
      cl::desc(
          "Write the Pareto front of makespan and bytes to and from the "
          "slowest tier to this JSON file; sets option pareto of the solver"),
      cl::value_desc("FILE"), cl::cat(category)};
  cl::list<std::string> solverOptions{
      "option",
      cl::desc("Set an option of the solver, see --list-options; may be given "
               "several times"),
      cl::value_desc("NAME=VALUE"), cl::cat(category)};
  cl::opt<std::string> bound{
      "bound",
      cl::desc("Lower bound to prove and claim: simple (quick) or strong "
               "(takes seconds); default: simple"),
      cl::value_desc("simple|strong"), cl::init("simple"), cl::cat(category)};
  cl::opt<int64_t> boundIterations{
      "bound-iterations",
      cl::desc("With --bound=strong: number of iterations, up to the limit for "
               "checking the bound (5000 for programs of some hundred ops; "
               "default: 2000)"),
      cl::value_desc("N"), cl::init(BoundLimits().iterations),
      cl::cat(category)};
  cl::opt<std::string> cut{
      "cut",
      cl::desc("Cut ops and buffers into pieces if that is faster: auto, or N "
               "for N pieces per cut; the solution then belongs to the problem "
               "written by --cut-problem (default: none)"),
      cl::value_desc("none|auto|N"), cl::init("none"), cl::cat(category)};
  cl::opt<std::string> cutProblem{
      "cut-problem",
      cl::desc("With --cut: write the cut problem to this file; it equals "
               "PROBLEM if nothing is cut"),
      cl::value_desc("FILE"), cl::cat(category)};
  cl::opt<int64_t> cutBudget{
      "cut-budget",
      cl::desc("With --cut: number of cut problems to try (default: 300, or as "
               "many as the time limit allows)"),
      cl::value_desc("N"), cl::init(CutOptions().budget), cl::cat(category)};
  cl::opt<int64_t> cutPiecePs{
      "cut-piece-ps",
      cl::desc("With --cut: cost of each piece of an op after the first, "
               "picoseconds (default: the target's piece_ps)"),
      cl::value_desc("N"), cl::init(0), cl::cat(category)};
  cl::opt<std::string> schedule{
      "schedule",
      cl::desc("Run the ops in another order: peak for the fewest live bytes, "
               "makespan for the least time; the solution then belongs to the "
               "problem written by --schedule-problem (default: none)"),
      cl::value_desc("none|peak|makespan"), cl::init("none"),
      cl::cat(category)};
  cl::opt<double> recompute{
      "recompute",
      cl::desc("With --schedule: time of ops that may run again, percent of "
               "the time of all ops with operands in their home tiers "
               "(default: 0)"),
      cl::value_desc("PERCENT"), cl::init(0), cl::cat(category)};
  cl::opt<std::string> scheduleProblem{
      "schedule-problem",
      cl::desc("With --schedule: write the scheduled problem to this file"),
      cl::value_desc("FILE"), cl::cat(category)};
  cl::opt<std::string> scheduleMap{
      "schedule-map",
      cl::desc("With --schedule: write the origin of the ops and buffers of "
               "the scheduled problem to this file, as indices into PROBLEM"),
      cl::value_desc("FILE"), cl::cat(category)};
  cl::opt<bool> listSolvers{
      "list-solvers", cl::desc("List the solvers and exit"), cl::cat(category)};
  cl::opt<bool> listOptions{
      "list-options",
      cl::desc("List the options of the solver with their defaults and exit"),
      cl::cat(category)};
};

} // namespace

/// Returns the limits that the command line gives.
static SolveLimits limitsOf(const Options &options,
                            const std::atomic<bool> &isInterrupted) {
  SolveLimits limits;
  limits.seed = options.seed;
  if (options.timeLimit.getNumOccurrences())
    limits.timeLimit = std::chrono::duration<double>(options.timeLimit);
  if (options.cpuTime)
    limits.clock = LimitClock::Cpu;
  limits.cancel = &isInterrupted;
  return limits;
}

/// Runs the solver to its end or until an interrupt. Shows a progress line if
/// standard error is a terminal.
static Result<CutSolveResult>
solve(const SolverRegistry &solvers, const Problem &problem,
      const SolverOptionValues &solverOptions, const CutOptions &cut,
      const Options &options, SolveLimits limits) {
  std::optional<Solution> start;
  if (options.start.getNumOccurrences()) {
    Result<Solution> read = readSolution(options.start, problem);
    if (!read)
      return read.takeError();
    start = std::move(*read);
  }
  ProgressLine line(options.timeLimit);
  const bool isShown = llvm::sys::Process::StandardErrIsDisplayed();
  limits.progress = [&](const SolveProgress &progress) {
    if (isShown)
      line.show(progress);
    return true;
  };
  SolveInputs inputs;
  inputs.start = start ? &*start : nullptr;
  return solveWithCuts({solvers, options.solver, solverOptions, inputs},
                       problem, limits, cut);
}

/// Limits of --bound=strong, given a placement of \p makespanPs.
static BoundLimits limitsOfBound(const Problem &problem,
                                 std::optional<int64_t> makespanPs,
                                 const Options &options,
                                 const std::atomic<bool> &isInterrupted) {
  BoundLimits limits;
  limits.iterations =
      std::min<int64_t>(options.boundIterations, maxBoundIterations(problem));
  // `checkClaims` uses the same target, so it can prove the claimed bound.
  if (makespanPs)
    limits.target = secondsOf(*makespanPs);
  limits.shouldContinue = [flag = &isInterrupted] { return !*flag; };
  return limits;
}

/// Returns the bound on the makespan, seconds. Also adds a strong bound to the
/// solution's claims.
static double findBound(const Problem &problem, SolveResult &result,
                        const Options &options,
                        const std::atomic<bool> &isInterrupted) {
  // An optimal makespan is its own bound.
  if (result.solution && result.status == SolveStatus::Optimal)
    return secondsOf(*result.solution->makespanPs);
  if (options.bound != "strong" || isInterrupted)
    return *result.bound;
  std::optional<int64_t> makespanPs;
  if (result.solution)
    makespanPs = result.solution->makespanPs;
  BoundLimits limits =
      limitsOfBound(problem, makespanPs, options, isInterrupted);
  limits.simple = result.bound;
  const double bound = strongLowerBoundOnMakespan(problem, limits);
  if (result.solution)
    result.solution->lowerBoundPs = toPicoseconds(bound);
  return bound;
}

/// Returns the bound for all ways to cut \p problem, seconds.
static double findPiecesBound(Problem problem, const CutOptions &cut,
                              std::optional<int64_t> uncutPs,
                              const Options &options,
                              const std::atomic<bool> &isInterrupted) {
  if (options.bound != "strong" || isInterrupted)
    return lowerBoundWithPieces(problem);
  if (cut.piecePs)
    problem.target.piecePs = *cut.piecePs;
  return strongLowerBoundWithPieces(
      problem, limitsOfBound(problem, uncutPs, options, isInterrupted));
}

/// Parses all --option values. The text after '=' is taken verbatim.
static Result<SolverOptionValues> readSolverOptions(const Options &options) {
  SolverOptionValues values;
  for (const std::string &text : options.solverOptions) {
    const size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos)
      return Error{"--option expects NAME=VALUE, got '" + text + "'"};
    values.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  if (options.pareto.getNumOccurrences())
    values.emplace_back("pareto", "true");
  return values;
}

/// Returns the first error in the options for schedules.
static std::optional<Error> checkScheduleOptions(const Options &options) {
  Result<Objective> objective = parseObjective(options.schedule);
  if (!objective)
    return objective.takeError();
  if (*objective == Objective::None) {
    if (options.recompute.getNumOccurrences() ||
        options.scheduleProblem.getNumOccurrences() ||
        options.scheduleMap.getNumOccurrences())
      return Error{
          "--recompute, --schedule-problem and --schedule-map need --schedule"};
    return std::nullopt;
  }
  if (!(options.recompute >= 0 && options.recompute <= 10000))
    return Error{"--recompute must be from 0 to 10000"};
  if (options.cut != "none" || options.start.getNumOccurrences())
    return Error{"--schedule is not for --cut or --start; cut the problem "
                 "written by --schedule-problem"};
  return std::nullopt;
}

/// Returns the first error that the command line alone shows, before any file
/// is read. `readCutOptions` and `readSolverOptions` check the rest.
static std::optional<Error> check(const Options &options) {
  if (options.problem.empty())
    return Error{"no PROBLEM given, see --help"};
  if (std::optional<Error> error =
          checkOptions(ifGiven<std::string>(options.output), options.problem,
                       "the problem", ifGiven<double>(options.timeLimit)))
    return error;
  if (options.cpuTime && !options.timeLimit.getNumOccurrences())
    return Error{"--cpu-time needs --time-limit"};
  if (options.bound != "simple" && options.bound != "strong")
    return Error{"--bound must be simple or strong, not '" + options.bound +
                 "'"};
  if (options.boundIterations < 0)
    return Error{"--bound-iterations must be at least 0"};
  if (options.pareto.getNumOccurrences() && options.cut != "none")
    return Error{"--pareto is not for --cut"};
  if (options.cut == "none" && (options.cutProblem.getNumOccurrences() ||
                                options.cutBudget.getNumOccurrences() ||
                                options.cutPiecePs.getNumOccurrences()))
    return Error{"--cut-problem, --cut-budget and --cut-piece-ps need --cut"};
  return checkScheduleOptions(options);
}

/// Parses the options for cuts.
static Result<CutOptions> readCutOptions(const Options &options) {
  Result<CutOptions> cut = parseCut(options.cut.getValue());
  if (!cut)
    return Error{"--cut " + cut.error()};
  if (options.cutBudget < 0)
    return Error{"--cut-budget must be at least 0"};
  if (options.cutPiecePs < 0)
    return Error{"--cut-piece-ps must be at least 0"};
  cut->budget = options.cutBudget;
  cut->piecePs = ifGiven<int64_t>(options.cutPiecePs);
  return cut;
}

/// Writes the front, the cut or scheduled problem, the map and the placement,
/// as far as requested; either all or none. \p map: the text of the map.
static std::optional<Error> writeResults(const Options &options,
                                         const Problem &problem,
                                         const SolveResult &result,
                                         const std::string &map) {
  std::string front, changed, placement;
  std::vector<OutputFile> files;
  if (!options.pareto.empty()) {
    front = printFront(problem, result);
    files.push_back({options.pareto, front});
  }
  for (const std::string &path :
       {options.cutProblem.getValue(), options.scheduleProblem.getValue()})
    if (!path.empty()) {
      changed = printProblem(problem);
      files.push_back({path, changed});
    }
  if (!options.scheduleMap.empty())
    files.push_back({options.scheduleMap, map});
  if (!options.output.empty()) {
    placement = printSolution(problem, *result.solution);
    files.push_back({options.output, placement});
  }
  return writeFiles(files);
}

namespace {

/// A placement to write and report.
struct Outcome {
  std::string solver; // Its name.
  SolveResult result;
  double seconds = 0; // Of the search.
  std::string more;   // JSON fields.
  std::string map;    // Text of --schedule-map.
};

} // namespace

/// Writes the placement and prints its report. Returns the exit code.
static int finishSolve(const Options &options, const Problem &problem,
                       Outcome outcome,
                       const std::atomic<bool> &isInterrupted) {
  SolveResult &result = outcome.result;
  for (const std::string &note : result.notes)
    llvm::errs() << "memplace-solve: note: " << oneLine(note) << "\n";
  const double bound = findBound(problem, result, options, isInterrupted);
  if (result.solution)
    if (std::optional<Error> error =
            writeResults(options, problem, result, outcome.map))
      return fail(error->message);
  printReport(options.output == "-" ? llvm::errs() : llvm::outs(),
              outcome.solver, result, bound, outcome.seconds, outcome.more);
  if (!result.solution) {
    const int status = fail("no placement of problem '" + problem.name +
                            "': " + result.message);
    return isInterrupted ? exitInterrupted : status;
  }
  if (!isInterrupted)
    return finish();
  llvm::errs() << "memplace-solve: interrupted; "
               << (options.output.empty()
                       ? "this is the best placement so far"
                       : "the best placement so far is in '" + options.output +
                             "'")
               << "\n";
  return finish() == 0 ? exitInterrupted : 1;
}

/// Returns the seconds since \p start.
static double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

/// Schedules and places \p problem. Returns the exit code.
static int runScheduled(const SolverRegistry &solvers, const Problem &problem,
                        const SolverOptionValues &solverOptions,
                        const Options &options) {
  const std::atomic<bool> &isInterrupted = watchForInterrupts();
  const auto start = std::chrono::steady_clock::now();
  SolveLimits limits = limitsOf(options, isInterrupted);
  const Objective objective = *parseObjective(options.schedule);
  ScheduleOptions schedule;
  schedule.recomputePercent = options.recompute;
  schedule.seed = options.seed;
  Result<ScheduleResult> found =
      findSchedule(solvers, problem, objective, schedule, limits);
  if (!found)
    return fail(found.error());
  if (limits.timeLimit)
    *limits.timeLimit -= std::chrono::duration<double>(secondsSince(start));
  Result<std::optional<SolveResult>> packed = std::optional<SolveResult>();
  if (objective == Objective::Peak && !options.solver.getNumOccurrences())
    packed = placePacked(problem, *found, limits);
  if (!packed)
    return fail(packed.error());
  if (std::optional<Error> error = checkSchedule(problem, found->scheduled))
    return fail("internal error: the schedule is wrong: " + error->message);
  const Problem &scheduled = found->scheduled.problem;
  Outcome outcome;
  if (*packed) {
    outcome.solver = "packed";
    outcome.result = std::move(**packed);
  } else {
    Result<CutSolveResult> placed =
        solve(solvers, scheduled, solverOptions, {}, options,
              limitsOf(options, isInterrupted)); // The search took its own.
    if (!placed)
      return fail(placed.error());
    outcome.solver = options.solver;
    outcome.result = std::move(placed->result);
  }
  outcome.more = describeSchedule(*found);
  outcome.map = printScheduleMap(found->scheduled.map);
  outcome.seconds = secondsSince(start);
  return finishSolve(options, scheduled, std::move(outcome), isInterrupted);
}

static int runSolver(const Options &options, const SolverRegistry &solvers) {
  // Check options before reading a large problem.
  Result<SolverOptionValues> solverOptions = readSolverOptions(options);
  if (!solverOptions)
    return fail(solverOptions.error());
  if (Result<std::unique_ptr<Solver>> solver =
          solvers.create(options.solver, *solverOptions);
      !solver)
    return fail(solver.error());

  Result<CutOptions> cut = readCutOptions(options);
  if (!cut)
    return fail(cut.error());

  Result<Problem> problem = loadProblem(options.problem);
  if (!problem)
    return fail(problem.error());
  if (std::optional<std::string> warning = findSlowFirst(problem->target))
    llvm::errs() << "memplace-solve: warning: " << oneLine(*warning) << "\n";
  if (options.schedule != "none")
    return runScheduled(solvers, *problem, *solverOptions, options);
  const std::atomic<bool> &isInterrupted = watchForInterrupts();
  auto start = std::chrono::steady_clock::now();
  Result<CutSolveResult> result =
      solve(solvers, *problem, *solverOptions, *cut, options,
            limitsOf(options, isInterrupted));
  Outcome outcome;
  outcome.solver = options.solver;
  outcome.seconds = secondsSince(start);
  if (!result)
    return fail(result.error());
  for (const std::string &line : describeCuts(*problem, *result))
    llvm::errs() << "memplace-solve: note: " << oneLine(line) << "\n";
  if (cut->mode != CutOptions::Mode::None)
    outcome.more =
        describeUncut(*problem, *result,
                      findPiecesBound(*problem, *cut, result->uncutPs, options,
                                      isInterrupted));
  outcome.result = std::move(result->result);
  return finishSolve(options, result->problem.problem, std::move(outcome),
                     isInterrupted);
}

int main(int argc, char **argv) {
  Options options;
  parseCommandLine(argc, argv, options.category, overview, exitStatus);
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  if (options.listSolvers)
    return listSolvers(solvers);
  if (options.listOptions)
    return listOptions(solvers, options.solver);
  if (std::optional<Error> error = check(options))
    return fail(error->message);
  return runSolver(options, solvers);
}
