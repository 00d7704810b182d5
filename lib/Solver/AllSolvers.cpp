//===- AllSolvers.cpp - Registration of the shipped solvers -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Solver/AllSolvers.h"

using namespace memplace;

void memplace::registerAllSolvers(SolverRegistry &solvers) {
  solvers.add("default-tier", "everything in its home tier all the time",
              createDefaultTierSolver);
  solvers.add("egrl", "evolution and a graph network map each buffer to a tier",
              createEgrlSolver);
  solvers.add("exact-placement",
              "the least makespan with proof, for small problems",
              createExactSolver);
  solvers.add("first-fit",
              "each buffer for its whole life in the fastest tier with room",
              createFirstFitSolver);
  solvers.add("greedy",
              "best benefit for its size first, with prefetch and evict",
              createGreedySolver);
  solvers.add("hybrid", "search, which asks the agent when it is stuck",
              createHybridSolver);
  solvers.add("msa", "XLA's memory space assignment, rebuilt", createMsaSolver);
  solvers.add("muzero",
              "the agent alone: a trained network and tree search play",
              createMuZeroSolver);
  solvers.add("random-key",
              "a population of keys from which placements are decoded",
              createRandomKeySolver);
  solvers.add("random-restarts", "the best of many random placements",
              createRandomRestartsSolver);
  solvers.add("search", "simulated annealing from the best of greedy and msa",
              createSearchSolver);
  solvers.add("whole-life",
              "each buffer in one tier all its life, plain methods",
              createWholeLifeSolver);
}
