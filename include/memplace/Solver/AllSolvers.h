//===- AllSolvers.h - The solvers that come with memplace -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_SOLVER_ALLSOLVERS_H
#define MEMPLACE_SOLVER_ALLSOLVERS_H

#include "memplace/Solver/Solver.h"

namespace memplace {

/// Places every buffer in its home tier, which need not be the target's default
/// tier, or in another tier if home has no room. Accesses that this tier may
/// not serve get stays.
std::unique_ptr<Solver> createDefaultTierSolver();

/// Branch and bound for the least makespan of small problems, with proof if the
/// budget allows. Options: a budget of nodes.
std::unique_ptr<Solver> createExactSolver();

/// Places each buffer for its whole life in the fastest tier with room, in
/// order of first step. A live-in or live-out buffer stays at home, and a
/// blocking copy serves its accesses from the fastest tier with room; changed
/// contents are copied back.
std::unique_ptr<Solver> createFirstFitSolver();

/// Places buffers by benefit per root of size; keeps them between uses,
/// prefetches as late as the channel allows, and evicts contents that are
/// needed again.
std::unique_ptr<Solver> createGreedySolver();

/// XLA's memory space assignment, rebuilt: buffers by benefit per root of size,
/// kept or prefetched use by use, evicted once. Has options.
std::unique_ptr<Solver> createMsaSolver();

/// Large-neighbourhood search on exact makespans. Starts from the placements of
/// greedy and msa, so it is never slower, unless a time limit ends first.
/// Options: a budget of evaluations, threads, and the probabilities of the
/// moves.
std::unique_ptr<Solver> createSearchSolver();

/// Adds all solvers. Those of agent/ are in libraries that load when first
/// needed: "game" has `random-key` and `whole-life`;
/// "agent", which needs LibTorch, has `egrl`, `hybrid` and `muzero`.
void registerAllSolvers(SolverRegistry &solvers);

} // namespace memplace

#endif // MEMPLACE_SOLVER_ALLSOLVERS_H
