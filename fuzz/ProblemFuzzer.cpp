//===- ProblemFuzzer.cpp - Reads problem files ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Input.h"

#include "memplace/Bounds/LowerBound.h"
#include "memplace/IO/JSON.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Target/Catalogue.h"

#include <cmath>

using namespace memplace;
using namespace memplace::fuzz;

/// Larger problems take the solvers too long for the added coverage.
static constexpr size_t maxOpsToSolve = 64;

static void requireReadsBack(const Problem &problem) {
  std::string printed = printProblem(problem);
  Result<Problem> again = parseProblem(printed, "printed", findBuiltinTarget);
  require(bool(again), "printed text can be read", again ? "" : again.error());
  require(*again == problem, "reading it back gives an equal problem", printed);
}

/// Requires that a solution survives writing and reading.
static void requireGoodSolution(const Problem &problem,
                                const Solution &solution) {
  std::string printed = printSolution(problem, solution);
  Result<Solution> again = parseSolution(printed, "printed", problem);
  require(bool(again), "printed text can be read", again ? "" : again.error());
  require(*again == solution, "reading it back gives an equal solution",
          printed);
}

/// Returns small budgets that still exercise all parts of a solver. Budgets are
/// counts, not times, so results are reproducible.
static SolverOptionValues fewOf(const SolverRegistry &solvers,
                                const std::string &name) {
  SolverOptionValues values;
  for (const SolverOption &option : (*solvers.create(name))->options())
    if (option.name == "budget" || option.name == "nodes")
      values.emplace_back(option.name, "200");
  return values;
}

/// Requires consistent results from each solver and between solvers.
static void solve(const Problem &problem) {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  bool isSolved = false, isInfeasible = false;
  for (const std::string &name : solvers.names()) {
    SolveLimits limits;
    limits.timeLimit = std::chrono::seconds(1);
    Result<SolveResult> result =
        solveAndVerify(solvers, name, problem, limits, fewOf(solvers, name));
    if (!result &&
        result.error().find("a solution can claim up to") != std::string::npos)
      continue; // The makespan exceeds 64-bit picoseconds.
    require(bool(result), "a solver's placement is legal",
            result ? "" : name + ": " + result.error());
    isSolved |= result->solution.has_value();
    isInfeasible |= result->status == SolveStatus::Infeasible;
    require(result->solution || !result->message.empty(),
            "a solver says why there is no placement", name);
    if (result->solution)
      requireGoodSolution(problem, *result->solution);
  }
  require(!isSolved || !isInfeasible, "a problem with a placement is feasible");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  InputFile file(asText(data, size));
  Result<Problem> problem = readProblem(file.path(), findBuiltinTarget);
  if (!problem) {
    requireGoodError(problem.error(), file.path());
    return 0;
  }
  require(!check(*problem), "an input that is read is well formed");
  requireReadsBack(*problem);
  double bound = lowerBoundOnMakespan(*problem);
  require(std::isfinite(bound) && bound >= 0, "the bound is a time",
          std::to_string(bound));
  if (problem->ops.size() <= maxOpsToSolve)
    solve(*problem);
  return 0;
}
