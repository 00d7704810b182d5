//===- TestSolver.h - Strange but legal placements --------------*- C++ -*-===//
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

/// `test-random`: the placement of greedy, or for odd seeds of default-tier,
/// changed at random, by the seed, as far as it stays legal: copies that nobody
/// needs, residencies that end or begin in the middle of loops, waits at odd
/// places. For tests of what is made of placements, where no sensible solver
/// would go.
std::unique_ptr<Solver> createTestRandomSolver();

} // namespace memplace

#endif // MEMPLACE_TOOLS_MEMPLACEOPT_TESTSOLVER_H
