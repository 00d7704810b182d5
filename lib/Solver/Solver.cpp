//===- Solver.cpp - What a solver is ----------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Solver/Solver.h"

#include "memplace/Problem/LowerBound.h"
#include "memplace/Problem/Verify.h"
#include "memplace/Simulator/Simulator.h"

using namespace memplace;

std::string_view memplace::statusName(SolveStatus status) {
  switch (status) {
  case SolveStatus::Solved:
    return "solved";
  case SolveStatus::Optimal:
    return "optimal";
  case SolveStatus::Infeasible:
    return "infeasible";
  case SolveStatus::LimitReached:
    return "limit-reached";
  }
  assert(false && "a status without a name");
  return "";
}

//===----------------------------------------------------------------------===//
// SolverRegistry
//===----------------------------------------------------------------------===//

void SolverRegistry::add(std::string name, std::string summary,
                         Factory create) {
  entries[std::move(name)] = {std::move(summary), std::move(create)};
}

Result<std::unique_ptr<Solver>>
SolverRegistry::create(std::string_view name) const {
  auto entry = entries.find(name);
  if (entry != entries.end())
    return entry->second.create();
  std::string known;
  for (const std::string &other : names())
    known += (known.empty() ? "'" : ", '") + other + "'";
  return Error{"no solver '" + std::string(name) + "', use one of " +
               (known.empty() ? "none, since none is registered" : known)};
}

std::vector<std::string> SolverRegistry::names() const {
  std::vector<std::string> result;
  for (const auto &[name, entry] : entries)
    result.push_back(name);
  return result;
}

std::string_view SolverRegistry::summary(std::string_view name) const {
  auto entry = entries.find(name);
  return entry == entries.end() ? std::string_view() : entry->second.summary;
}

//===----------------------------------------------------------------------===//
// solveAndVerify
//===----------------------------------------------------------------------===//

Result<SolveResult> memplace::solveAndVerify(const SolverRegistry &solvers,
                                             std::string_view name,
                                             const Problem &problem,
                                             const SolveLimits &limits) {
  Result<std::unique_ptr<Solver>> solver = solvers.create(name);
  if (!solver)
    return Error{solver.error()};

  SolveResult result = (*solver)->solve(problem, limits);
  if (!result.solution)
    return result;

  Solution &solution = *result.solution;
  solution.problem = problem.name;
  solution.solver = std::string(name);
  solution.peakBytes = peakBytes(problem, solution);
  if (std::optional<Violation> violation = verify(problem, solution))
    return Error{"bug in solver '" + std::string(name) +
                 "', please report it: its placement of problem '" +
                 problem.name + "' breaks rule " +
                 std::string(ruleName(violation->rule)) + ": " +
                 violation->message};
  solution.makespanPs = toPicoseconds(makespan(problem, solution));
  solution.lowerBoundPs = toPicoseconds(lowerBoundOnMakespan(problem));
  // What reaches a proven bound is proven to be optimal, whoever found it.
  if (*solution.makespanPs <= *solution.lowerBoundPs)
    result.status = SolveStatus::Optimal;
  if (result.status == SolveStatus::Optimal)
    solution.provenOptimal = true;
  return result;
}
