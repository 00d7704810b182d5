//===- Bugs.cpp - Injected bugs, for tests of the stress tool -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bugs.h"

#include "memplace/Solver/AllSolvers.h"

#include <algorithm>
#include <cstdlib>

using namespace memplace;
using namespace memplace::stress;

namespace {

/// `greedy` or `default-tier` with a bug.
class BuggySolver : public Solver {
public:
  using Solve = SolveResult (*)(const Problem &, const SolveLimits &);
  explicit BuggySolver(Solve solveWrongly) : solveWrongly(solveWrongly) {}

  SolveResult solve(const Problem &problem,
                    const SolveLimits &limits) override {
    return solveWrongly(problem, limits);
  }

private:
  const Solve solveWrongly;
};

/// One bug of a solver.
struct SolverBug {
  const char *name;
  BuggySolver::Solve solve;
};

SolveResult solveGreedily(const Problem &problem, const SolveLimits &limits) {
  return createGreedySolver()->solve(problem, limits);
}

/// Moves every residency in the fastest tier to offset 0.
SolveResult overlap(const Problem &problem, const SolveLimits &limits) {
  SolveResult result = solveGreedily(problem, limits);
  if (result.solution)
    for (Residency &residency : result.solution->residencies)
      if (residency.tier == 0 && residency.offset)
        residency.offset = 0;
  return result;
}

SolveResult claimOptimal(const Problem &problem, const SolveLimits &limits) {
  SolveResult result = createDefaultTierSolver()->solve(problem, limits);
  if (result.solution)
    result.status = SolveStatus::Optimal;
  return result;
}

SolveResult claimInfeasible(const Problem &problem, const SolveLimits &limits) {
  if (problem.loops.empty())
    return solveGreedily(problem, limits);
  return {SolveStatus::Infeasible, std::nullopt, "it has loops", {}};
}

/// Returns alternating results, as if from an uninitialised variable.
SolveResult changeItsMind(const Problem &problem, const SolveLimits &limits) {
  static bool isOdd = false; // The bug.
  isOdd = !isOdd;
  return isOdd ? solveGreedily(problem, limits)
               : createDefaultTierSolver()->solve(problem, limits);
}

SolveResult ignoreStop(const Problem &problem, const SolveLimits &limits) {
  for (int i = 0; limits.progress && i < 1000; ++i)
    (void)limits.progress({0, std::nullopt, 0});
  return solveGreedily(problem, limits);
}

SolveResult crash(const Problem &problem, const SolveLimits &limits) {
  if (!problem.target.channels.empty() && problem.buffers.size() > 1)
    abort();
  return solveGreedily(problem, limits);
}

SolveResult hang(const Problem &problem, const SolveLimits &limits) {
  for (volatile bool isThere = true; isThere && problem.buffers.size() > 1;)
    continue;
  return solveGreedily(problem, limits);
}

constexpr SolverBug solverBugs[] = {
    {"overlap", overlap},
    {"claim-optimal", claimOptimal},
    {"claim-infeasible", claimInfeasible},
    {"change-its-mind", changeItsMind},
    {"ignore-stop", ignoreStop},
    {"crash", crash},
    {"hang", hang},
};

/// Makes `verify` accept violations of one rule.
void ignoreRule(PlacementSubject &subject, Rule rule) {
  subject.verify = [rule](const Problem &problem, const Solution &solution) {
    std::optional<Violation> violation = verify(problem, solution);
    return violation && violation->rule == rule ? std::nullopt : violation;
  };
}

/// Changes the results of the packer `pack`.
template <typename Change>
void spoilPack(std::vector<PackingSubject> &packing, Change change) {
  for (PackingSubject &subject : packing)
    if (subject.name == "pack")
      subject.pack = [change](const PackingProblem &problem,
                              const PackLimits &limits) {
        PackResult result = ::pack(problem, limits);
        change(problem, limits, result);
        return result;
      };
}

} // namespace

std::vector<std::string> stress::bugNames() {
  std::vector<std::string> names = {"verify-ignores-overlap",
                                    "verify-ignores-old-data", "pack-too-low",
                                    "pack-claims-optimal", "pack-overspends"};
  for (const SolverBug &bug : solverBugs)
    names.emplace_back(bug.name);
  return names;
}

bool stress::addBug(std::string_view name, PlacementSubject &placement,
                    std::vector<PackingSubject> &packing) {
  for (const SolverBug &bug : solverBugs)
    if (name == bug.name) {
      placement.solvers.add("buggy", "has a bug", [solve = bug.solve] {
        return std::make_unique<BuggySolver>(solve);
      });
      return true;
    }
  if (name == "verify-ignores-overlap") {
    ignoreRule(placement, Rule::R3NoOverlap);
  } else if (name == "verify-ignores-old-data") {
    ignoreRule(placement, Rule::R6NewestData);
  } else if (name == "pack-too-low") {
    spoilPack(packing, [](const PackingProblem &, const PackLimits &,
                          PackResult &result) {
      if (result.packing && result.packing->offsets.size() > 2)
        result.packing->offsets.back() = 0;
    });
  } else if (name == "pack-claims-optimal") {
    spoilPack(packing, [](const PackingProblem &, const PackLimits &,
                          PackResult &result) {
      if (result.packing)
        result.status = PackStatus::Optimal;
    });
  } else if (name == "pack-overspends") {
    spoilPack(packing, [](const PackingProblem &, const PackLimits &limits,
                          PackResult &result) {
      if (limits.nodes && result.nodes == *limits.nodes)
        ++result.nodes;
    });
  } else {
    return false;
  }
  return true;
}
