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
  solvers.add("default-tier", "every buffer in its home tier all the time",
              createDefaultTierSolver);
  solvers.add("egrl", "evolution and a graph network map each buffer to a tier",
              createEgrlSolver);
  solvers.add("exact-placement", "proven least makespan, for small problems",
              createExactSolver);
  solvers.add("first-fit",
              "each buffer for its whole life in the fastest tier with room",
              createFirstFitSolver);
  solvers.add("greedy",
              "best benefit for its size first, with prefetch and evict",
              createGreedySolver);
  solvers.add("hybrid", "search that consults the agent at local optima",
              createHybridSolver);
  solvers.add("msa", "reimplementation of XLA's memory space assignment",
              createMsaSolver);
  solvers.add("muzero", "the agent alone: tree search with a trained network",
              createMuZeroSolver);
  solvers.add("random-key", "evolution of random keys, decoded into placements",
              createRandomKeySolver);
  solvers.add("search", "simulated annealing from the best of greedy and msa",
              createSearchSolver);
  solvers.add("whole-life",
              "each buffer in one tier for its whole life, by simple methods",
              createWholeLifeSolver);
}
