//===- Checks.h - What must hold for any problem ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_FUZZ_STRESS_CHECKS_H
#define MEMPLACE_FUZZ_STRESS_CHECKS_H

#include "Apart.h"

#include "memplace/Packing/Pack.h"
#include "memplace/Solver/Solver.h"
#include "memplace/Verify/Verify.h"

namespace memplace::stress {

/// What is tested with placement problems. That it can be exchanged is for the
/// tests of the tester.
struct PlacementSubject {
  SolverRegistry solvers;
  std::function<std::optional<Violation>(const Problem &, const Solution &)>
      verify = memplace::verify;
};

/// Solves by all solvers, with random options, limits and requests to stop, and
/// compares the results with each other, with the bound, with an execution, and
/// with those of the problem as read from a file. \p seed decides what is
/// random, \p folder is for files.
void checkPlacement(const PlacementSubject &subject, const Problem &problem,
                    uint64_t seed, const std::string &folder, Log &log);

/// Something that packs, or says why not.
struct PackingSubject {
  std::string name;
  std::function<PackResult(const PackingProblem &, const PackLimits &)> pack;
  bool takesArenas = false;
  /// Obeys `PackLimits::nodes`, and says `Infeasible`.
  bool isSearch = false;
};

/// `pack` and all packers.
std::vector<PackingSubject> allPackers();

/// Likewise for packing problems; small ones are packed by brute force, too.
void checkPacking(const std::vector<PackingSubject> &subjects,
                  const PackingProblem &problem, uint64_t seed,
                  const std::string &folder, Log &log);

/// A problem that must be refused, for the reason \p flaw, is refused.
void checkRefused(const Problem &problem, const std::string &flaw, Log &log);
void checkRefused(const PackingProblem &problem, const std::string &flaw,
                  Log &log);

} // namespace memplace::stress

#endif // MEMPLACE_FUZZ_STRESS_CHECKS_H
