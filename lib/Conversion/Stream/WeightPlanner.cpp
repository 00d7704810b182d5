//===- WeightPlanner.cpp - Solves for the reads of a region ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WeightPlanner.h"

#include "memplace/Problem/Verify.h"
#include "memplace/Simulator/Simulator.h"

#include "llvm/Support/MathExtras.h"

using namespace memplace;
using Policy = PlannerOptions::Policy;

namespace {
/// Stays with offsets, and how large an arena they need.
struct PackedStays {
  std::vector<WeightStay> stays;
  Packing packing;
  int64_t size = 0;      // Bytes.
  bool isProven = false; // No other offsets need less.
};

class ReadPlanner {
public:
  ReadPlanner(const StreamExecute &execute, const PlannerOptions &options,
              const SolverRegistry &solvers, std::vector<std::string> &notes)
      : execute(execute), options(options), solvers(solvers), notes(notes) {}

  Result<PlannedExecute> plan(const Target &machine,
                              llvm::ArrayRef<int64_t> computePs);

private:
  Result<PackedStays> packStays(std::vector<WeightStay> stays);
  std::optional<Error> consider(Solution solution, std::string_view planner);
  std::optional<Error> considerStays(const PackedStays &packed,
                                     std::string_view planner);
  std::optional<Error> considerSolver();
  Error tooSmall(const PackedStays &packed, llvm::StringRef what) const;
  const Problem &problem() const { return result.problem.problem; }

  const StreamExecute &execute;
  const PlannerOptions &options;
  const SolverRegistry &solvers;
  std::vector<std::string> &notes;
  PlannedExecute result;
  bool isPlanned = false;
};
} // namespace

Result<PackedStays> ReadPlanner::packStays(std::vector<WeightStay> stays) {
  PackingProblem packing = toPackingProblem(problem(), stays);
  if (std::optional<Error> error = check(packing))
    return *error;
  PackResult packed = pack(packing, options.packLimits);
  if (!packed.packing)
    return Error{"its arena cannot be packed: " + packed.message};
  PackedStays result;
  result.stays = std::move(stays);
  result.packing = std::move(*packed.packing);
  result.size = llvm::alignTo(peaksOf(packing, result.packing)[0],
                              uint64_t(execute.alignment.range));
  result.isProven = packed.isProven();
  return result;
}

/// Takes \p solution if it is the best so far.
std::optional<Error> ReadPlanner::consider(Solution solution,
                                           std::string_view planner) {
  if (std::optional<Violation> violation = verify(problem(), solution))
    return Error{"the plan of '" + std::string(planner) + "' breaks rule " +
                 std::string(ruleName(violation->rule)) + ": " +
                 violation->message + "; this is a bug"};
  double makespan = memplace::makespan(problem(), solution);
  if (isPlanned && makespan >= result.makespan)
    return std::nullopt;
  isPlanned = true;
  result.makespan = makespan;
  result.planner = planner;
  result.solution = std::move(solution);
  return std::nullopt;
}

std::optional<Error> ReadPlanner::considerStays(const PackedStays &packed,
                                                std::string_view planner) {
  return consider(makePlan(problem(), packed.stays, packed.packing), planner);
}

std::optional<Error> ReadPlanner::considerSolver() {
  Result<SolveResult> solved =
      solveAndVerify(solvers, options.solver, problem(), options.solveLimits,
                     options.solverOptions);
  if (!solved)
    return Error{solved.error()};
  notes.insert(notes.end(), solved->notes.begin(), solved->notes.end());
  if (!solved->solution)
    return std::nullopt;
  return consider(std::move(*solved->solution), options.solver);
}

Error ReadPlanner::tooSmall(const PackedStays &packed,
                            llvm::StringRef what) const {
  return Error{"an arena of " + std::to_string(options.arena) +
               " bytes is too small for " + what.str() +
               "; the smallest that would do has " +
               std::to_string(packed.size) + " bytes"};
}

Result<PlannedExecute> ReadPlanner::plan(const Target &machine,
                                         llvm::ArrayRef<int64_t> computePs) {
  Result<Target> target =
      makeStreamTarget(machine, options.arena, execute.alignment.offset);
  if (!target)
    return Error{target.error()};
  result.execute = execute;
  result.function = getFunctionName(execute.op).str();
  result.arena = options.arena;
  result.problem = makeWeightProblem(execute, *target, computePs);
  // Buffers larger than the arena are told by the smallest one below.
  Result<PackedStays> onDemand = packStays(readOnDemand(problem()));
  if (!onDemand)
    return Error{onDemand.error()};
  result.smallest = onDemand->size;
  result.isSmallest = onDemand->isProven;
  if (onDemand->size > options.arena)
    return tooSmall(*onDemand, "its transients and the weights of one op");
  if (std::optional<Error> error = check(problem()))
    return Error{"its problem is not well formed: " + error->message};

  if (options.policy != Policy::DoubleBuffer)
    if (auto error = considerStays(*onDemand, "on-demand"))
      return *error;
  if (options.policy != Policy::OnDemand) {
    Result<PackedStays> twoFold = packStays(doubleBuffer(problem()));
    if (!twoFold)
      return Error{twoFold.error()};
    bool fits = twoFold->size <= options.arena;
    if (!fits && options.policy == Policy::DoubleBuffer)
      return tooSmall(*twoFold, "a double buffer");
    if (fits)
      if (auto error = considerStays(*twoFold, "double-buffer"))
        return *error;
  }
  if (options.policy == Policy::Solver)
    if (auto error = considerSolver())
      return *error;

  result.solution.problem = problem().name;
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
