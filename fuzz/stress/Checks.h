//===- Checks.h - Properties checked for random problems --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_FUZZ_STRESS_CHECKS_H
#define MEMPLACE_FUZZ_STRESS_CHECKS_H

#include "Isolated.h"

#include "memplace/Packing/Pack.h"
#include "memplace/Solver/Solver.h"
#include "memplace/Verify/Verify.h"

namespace memplace::stress {

/// Solvers and verifier under test for placement problems. Tests of the stress
/// tool use broken replacements.
struct PlacementSubject {
  SolverRegistry solvers;
  std::function<std::optional<Violation>(const Problem &, const Solution &)>
      verify = memplace::verify;
};

/// Solves by all solvers, with random options, limits and requests to stop.
/// Compares the results with each other, with the bound, with an execution, and
/// with the results for the problem as read from a file. \p seed determines all
/// random choices; \p folder is for files.
void checkPlacement(const PlacementSubject &subject, const Problem &problem,
                    uint64_t seed, const std::string &folder, Log &log);

/// A packer under test.
struct PackingSubject {
  std::string name;
  std::function<PackResult(const PackingProblem &, const PackLimits &)> pack;
  bool takesArenas = false;
  /// Obeys `PackLimits::nodes`, and can prove `Infeasible`.
  bool isSearch = false;
};

/// Returns `pack` and all single packers.
std::vector<PackingSubject> allPackers();

/// Checks packing problems in the same way. Small problems are also packed by
/// brute force.
void checkPacking(const std::vector<PackingSubject> &subjects,
                  const PackingProblem &problem, uint64_t seed,
                  const std::string &folder, Log &log);

/// Requires that \p problem is rejected because of \p flaw.
void checkRefused(const Problem &problem, const std::string &flaw, Log &log);
void checkRefused(const PackingProblem &problem, const std::string &flaw,
                  Log &log);

} // namespace memplace::stress

#endif // MEMPLACE_FUZZ_STRESS_CHECKS_H
