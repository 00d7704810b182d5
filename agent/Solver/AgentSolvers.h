//===- AgentSolvers.h - Solvers with a trained network ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SOLVER_AGENTSOLVERS_H
#define MEMPLACE_AGENT_SOLVER_AGENTSOLVERS_H

#include "memplace/Solver/Solver.h"

namespace memplace::agent {

// Solvers take the folder of the bundled networks, for options without a
// checkpoint: network.checkpoint, learned.checkpoint and maps.checkpoint.

/// Evolutionary graph reinforcement learning: one tier per buffer for its whole
/// life. Options: a budget of maps, an ablation.
std::unique_ptr<Solver> createEgrlSolver(std::string folder);

/// `search` with restarts from placements of the agent. Has the options of
/// both.
std::unique_ptr<Solver> createHybridSolver(std::string folder);

/// The agent alone: mallocMuZero plays mallocGame. Options: a budget of
/// episodes, a network.
std::unique_ptr<Solver> createMuZeroSolver(std::string folder);

/// Adds all solvers of this folder.
void registerAgentSolvers(SolverRegistry &solvers, const std::string &folder);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SOLVER_AGENTSOLVERS_H
