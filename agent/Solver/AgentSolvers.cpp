//===- AgentSolvers.cpp - Registration of the agent's solvers -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AgentSolvers.h"

using namespace memplace;

void agent::registerAgentSolvers(SolverRegistry &solvers,
                                 const std::string &folder) {
  solvers.add("egrl", "evolution and a graph network map each buffer to a tier",
              [folder] { return createEgrlSolver(folder); });
  solvers.add("hybrid", "search that consults the agent at local optima",
              [folder] { return createHybridSolver(folder); });
  solvers.add("muzero", "the agent alone: tree search with a trained network",
              [folder] { return createMuZeroSolver(folder); });
}
