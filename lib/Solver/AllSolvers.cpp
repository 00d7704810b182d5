//===- AllSolvers.cpp - Registration of the shipped solvers -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Solver/AllSolvers.h"

#include "SolverLibrary.h"

using namespace memplace;
using namespace memplace::solver;

/// Returns advice for the user after loading the agent failed with \p error. In
/// a package with the agent, only LibTorch can be missing.
static std::string wayToTheAgent(const std::string &error) {
  const bool isBuilt = error.find(" libtorch") != std::string::npos ||
                       error.find(" libc10") != std::string::npos;
  return isBuilt ? "install LibTorch (Debian: libtorch1.13)"
                 : "build memplace with LibTorch (Debian: libtorch-dev)";
}

/// Adds the shipped libraries of solvers; see agent/.
static void addLibraries(SolverRegistry &solvers) {
  solvers.addLibrary("game", [](SolverRegistry &added) {
    return addSolversOf(shippedLibrary("game"), added);
  });
  solvers.addLibrary("agent",
                     [](SolverRegistry &added) -> std::optional<Error> {
                       std::optional<Error> error =
                           addSolversOf(shippedLibrary("agent"), added);
                       if (error)
                         error->message += "; " + wayToTheAgent(error->message);
                       return error;
                     });
}

void memplace::registerAllSolvers(SolverRegistry &solvers) {
  solvers.add("default-tier",
              "every buffer in its home tier, with stays only where home may "
              "not serve",
              createDefaultTierSolver);
  solvers.add("exact-placement", "proven least makespan, for small problems",
              createExactSolver);
  solvers.add("first-fit",
              "each buffer for its whole life in the fastest tier with room",
              createFirstFitSolver);
  solvers.add("greedy",
              "best benefit for its size first, with prefetch and evict",
              createGreedySolver);
  solvers.add("msa", "reimplementation of XLA's memory space assignment",
              createMsaSolver);
  solvers.add("search",
              "large-neighbourhood search on exact makespans, never slower "
              "than greedy and msa",
              createSearchSolver);
  addLibraries(solvers);
}
