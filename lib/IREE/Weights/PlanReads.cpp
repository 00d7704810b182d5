//===- PlanReads.cpp - Plans the reads of a region ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanReads.h"

#include "StayHillClimber.h"

#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include "llvm/Support/MathExtras.h"

#include <set>

using namespace memplace;
using Policy = PlannerOptions::Policy;

/// Factor on the arena that leaves a solver almost unrestricted.
static constexpr int64_t roomFactor = 4;

namespace {
/// Stays with offsets, and the arena size needed.
struct PackedStays {
  StreamPlan plan;
  int64_t size = 0;      // Bytes.
  bool isProven = false; // `size` is proven minimal.
};

class ReadPlanner {
public:
  ReadPlanner(const StreamExecute &execute, const PlannerOptions &options,
              const SolverRegistry &solvers, std::vector<std::string> &notes)
      : execute(execute), options(options), solvers(solvers), notes(notes) {
    if (options.solveLimits.timeLimit)
      deadline = StayHillClimber::Clock::now() +
                 std::chrono::duration_cast<StayHillClimber::Clock::duration>(
                     *options.solveLimits.timeLimit);
  }

  Result<PlannedExecute> plan(const Target &machine,
                              llvm::ArrayRef<int64_t> computePs);

private:
  Result<PackedStays> packStays(std::vector<ReadStay> stays);
  std::optional<Error> consider(Solution solution, std::string_view planner);
  std::optional<Error> considerStays(const PackedStays &packed,
                                     std::string_view planner);
  std::optional<Error> considerSolver();
  SolveLimits getLimits() const;
  std::optional<std::vector<ReadStay>> solveWithRoom() const;
  std::optional<Error> considerShifted();
  std::optional<Error> considerPlan();
  PlannedExecute finish();
  Error tooSmall(const PackedStays &packed, llvm::StringRef what) const;
  const Problem &problem() const { return result.problem.problem; }

  const StreamExecute &execute;
  const PlannerOptions &options;
  const SolverRegistry &solvers;
  std::vector<std::string> &notes;
  std::optional<StayHillClimber::Clock::time_point> deadline;
  PlannedExecute result;
  bool isPlanned = false;
};
} // namespace

Result<PackedStays> ReadPlanner::packStays(std::vector<ReadStay> stays) {
  PackingProblem packing =
      toPacking(makeMemory(problem(), options.arena), stays);
  packing.arenas[0].capacity.reset();
  if (std::optional<Error> error = check(packing))
    return *error;
  PackResult packed = pack(packing, options.packLimits);
  if (!packed.packing)
    return Error{"its arena cannot be packed: " + packed.message};
  PackedStays result;
  result.size = llvm::alignTo(peaksOf(packing, *packed.packing)[0],
                              uint64_t(execute.alignment.range));
  result.plan = {std::move(stays), std::move(packed.packing->offsets)};
  result.isProven = packed.isProven();
  return result;
}

/// Verifies \p solution and keeps the best so far.
std::optional<Error> ReadPlanner::consider(Solution solution,
                                           std::string_view planner) {
  if (std::optional<Violation> violation = verify(problem(), solution))
    return Error{"the plan of '" + std::string(planner) + "' breaks rule " +
                 std::string(ruleName(violation->rule)) + ": " +
                 violation->message + "; this is a bug"};
  const StreamCost value = valueOf(problem(), solution);
  if (isPlanned && !(value < result.value))
    return std::nullopt;
  isPlanned = true;
  result.value = value;
  result.planner = planner;
  result.solution = std::move(solution);
  return std::nullopt;
}

std::optional<Error> ReadPlanner::considerStays(const PackedStays &packed,
                                                std::string_view planner) {
  return consider(makePlan(problem(), packed.plan), planner);
}

std::optional<Error> ReadPlanner::considerSolver() {
  Result<SolveResult> solved = solveAndVerify(
      solvers, options.solver, problem(), getLimits(), options.solverOptions);
  if (!solved)
    return solved.takeError();
  notes.insert(notes.end(), solved->notes.begin(), solved->notes.end());
  if (!solved->solution)
    return std::nullopt;
  return consider(std::move(*solved->solution), options.solver);
}

/// Considers the plan of the file `options.plan`.
std::optional<Error> ReadPlanner::considerPlan() {
  Result<Solution> read = readSolution(options.plan, problem());
  if (!read)
    return read.takeError();
  if (std::optional<Violation> violation = verify(problem(), *read))
    return Error{"the plan of '" + options.plan + "' breaks rule " +
                 std::string(ruleName(violation->rule)) + ": " +
                 violation->message};
  return consider(std::move(*read), "plan");
}

/// Each solver gets half of the remaining time.
SolveLimits ReadPlanner::getLimits() const {
  SolveLimits limits = options.solveLimits;
  if (deadline)
    limits.timeLimit = std::max(*deadline - StayHillClimber::Clock::now(),
                                StayHillClimber::Clock::duration(
                                    std::chrono::milliseconds(2))) /
                       2;
  return limits;
}

/// Returns the solver's stays for an arena four times as large.
std::optional<std::vector<ReadStay>> ReadPlanner::solveWithRoom() const {
  Problem problem = result.problem.problem;
  problem.target.tiers[arenaTier].capacity *= roomFactor;
  Result<SolveResult> solved = solveAndVerify(
      solvers, options.solver, problem, getLimits(), options.solverOptions);
  if (!solved || !solved->solution)
    return std::nullopt;
  return findStays(problem, *solved->solution);
}

/// Starts hill climbing from the best plan so far, from reads on demand, from
/// the solver's plan for a larger arena, and from streams. Also climbs within
/// other arena sizes, because these lead to different plans.
std::optional<Error> ReadPlanner::considerShifted() {
  std::vector<std::vector<ReadStay>> starts = {
      findStays(problem(), result.solution), readAhead(problem(), 0)};
  if (auto stays = solveWithRoom())
    starts.push_back(std::move(*stays));
  // A climb through plans slightly above the arena's size may end below it.
  const int64_t maxArena = options.arena + options.arena / 8;
  std::set<int64_t> limits = {options.arena, maxArena};
  for (int64_t part : {9, 10, 11, 12, 14, 16, 20, 24})
    limits.insert(std::min(maxArena, result.smallest / 8 * part));
  StayHillClimber shifter(problem(), options.arena, options.solveLimits.seed,
                          deadline);
  for (int64_t limit : limits) {
    for (const std::vector<ReadStay> &stays : starts)
      shifter.climb(stays, limit);
    for (const StreamPlan &plan : planStreams(problem(), limit))
      shifter.climb(plan.stays, limit);
  }
  const std::optional<ShiftedStays> &best = shifter.getBest();
  if (!best)
    return std::nullopt;
  return consider(makePlan(problem(), best->plan), "shift");
}

Error ReadPlanner::tooSmall(const PackedStays &packed,
                            llvm::StringRef what) const {
  if (options.memory) {
    std::string all = what.str();
    if (options.forced)
      all = std::to_string(options.forced) +
            " bytes of weights that stay resident, " + all;
    return Error{"a memory of " + std::to_string(*options.memory) +
                 " bytes is too small for " + all +
                 "; the smallest that would do has " +
                 std::to_string(options.forced + packed.size) + " bytes"};
  }
  return Error{"an arena of " + std::to_string(options.arena) +
               " bytes is too small for " + what.str() +
               "; the smallest that would do has " +
               std::to_string(packed.size) + " bytes"};
}

Result<PlannedExecute> ReadPlanner::plan(const Target &machine,
                                         llvm::ArrayRef<int64_t> computePs) {
  Result<Target> target =
      makeArenaTarget(machine, options.arena, execute.alignment.offset);
  if (!target)
    return target.takeError();
  result.execute = execute;
  result.function = getFunctionName(execute.op).str();
  result.arena = options.arena;
  result.problem = makeReadProblem(execute, *target, computePs);
  // The error below also covers buffers larger than the arena.
  Result<PackedStays> onDemand = packStays(readAhead(problem(), 0));
  if (!onDemand)
    return onDemand.takeError();
  result.smallest = onDemand->size;
  result.isSmallest = onDemand->isProven;
  if (onDemand->size > options.arena)
    return tooSmall(*onDemand, "its transients and the weights of one op");
  if (std::optional<Error> error = check(problem()))
    return Error{"its problem is not well formed: " + error->message};

  if (!options.plan.empty()) {
    if (auto error = considerPlan())
      return *error;
    return finish();
  }
  if (options.policy != Policy::DoubleBuffer)
    if (auto error = considerStays(*onDemand, "on-demand"))
      return *error;
  if (options.policy != Policy::OnDemand) {
    Result<PackedStays> twoFold = packStays(readAhead(problem(), 1));
    if (!twoFold)
      return twoFold.takeError();
    bool fits = twoFold->size <= options.arena;
    if (!fits && options.policy == Policy::DoubleBuffer)
      return tooSmall(*twoFold, "a double buffer");
    if (fits)
      if (auto error = considerStays(*twoFold, "double-buffer"))
        return *error;
  }
  if (options.policy == Policy::Solver) {
    if (auto error = considerSolver())
      return *error;
    if (auto error = considerShifted())
      return *error;
  }

  return finish();
}

PlannedExecute ReadPlanner::finish() {
  result.solution.problem = problem().name;
  result.solution.solver = result.planner;
  result.size = arenaSize(execute, problem(), result.solution);
  result.residentTime = simulate(problem(), result.solution).opSeconds;
  return std::move(result);
}

Result<PlannedExecute> memplace::planReads(const StreamExecute &execute,
                                           const Target &machine,
                                           llvm::ArrayRef<int64_t> computePs,
                                           const PlannerOptions &options,
                                           const SolverRegistry &solvers,
                                           std::vector<std::string> &notes) {
  return ReadPlanner(execute, options, solvers, notes).plan(machine, computePs);
}
