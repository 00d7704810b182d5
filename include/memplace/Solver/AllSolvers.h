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

/// Everything in its home tier all the time, packed by first fit.
std::unique_ptr<Solver> createDefaultTierSolver();

/// Evolutionary graph reinforcement learning: one tier for each buffer's whole
/// life. Without the agent's library it finds nothing and says why. Has
/// options: a budget of maps, what to leave out.
std::unique_ptr<Solver> createEgrlSolver();

/// Branch and bound: the least makespan, with proof if the budget allows. For
/// small problems. Has options: a budget of nodes.
std::unique_ptr<Solver> createExactSolver();

/// Each buffer for its whole life in the fastest tier that has room, first
/// come, first served; externals get one blocking copy in. No overlap of
/// copies with compute.
std::unique_ptr<Solver> createFirstFitSolver();

/// Benefit per square root of size, keep, prefetch as late as the channel
/// allows, evict what must live on.
std::unique_ptr<Solver> createGreedySolver();

/// XLA's memory space assignment, rebuilt: best benefit per square root of size
/// first, keep or prefetch use by use, evict once. Has options.
std::unique_ptr<Solver> createMsaSolver();

/// `search`, which asks the agent where to go on when it is stuck; without the
/// agent's library it is `search`, with a note. Has the options of both.
std::unique_ptr<Solver> createHybridSolver();

/// The agent alone: mallocMuZero plays mallocGame. Without the agent's library
/// it finds nothing and says why. Has options: a budget of episodes, a network.
std::unique_ptr<Solver> createMuZeroSolver();

/// A biased random-key genetic algorithm over the decoder of `search`, to
/// compare with. Has options: a budget of evaluations, the population.
std::unique_ptr<Solver> createRandomKeySolver();

/// The best of random decodes, to compare with. Has options: a budget of
/// evaluations.
std::unique_ptr<Solver> createRandomRestartsSolver();

/// Simulated annealing on exact makespans, never slower than greedy and msa.
/// Has options: a budget of evaluations, threads.
std::unique_ptr<Solver> createSearchSolver();

/// One tier for each buffer's whole life, by plain methods, to compare with.
/// Has options: a budget of maps, the method.
std::unique_ptr<Solver> createWholeLifeSolver();

/// Adds all of them.
void registerAllSolvers(SolverRegistry &solvers);

} // namespace memplace

#endif // MEMPLACE_SOLVER_ALLSOLVERS_H
