//===- TestSolver.h - Unusual but legal placements --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TOOLS_MEMPLACEOPT_TESTSOLVER_H
#define MEMPLACE_TOOLS_MEMPLACEOPT_TESTSOLVER_H

#include "memplace/Solver/Solver.h"

namespace memplace {

/// Creates the solver `test-random`: starts from the placement of greedy, or of
/// default-tier for odd seeds, and makes random legal changes. Results have
/// unneeded copies, residencies beginning or ending inside loops, and waits at
/// unusual boundaries. Tests the handling of placements beyond those of
/// sensible solvers.
std::unique_ptr<Solver> createTestRandomSolver();

} // namespace memplace

#endif // MEMPLACE_TOOLS_MEMPLACEOPT_TESTSOLVER_H
