//===- AgentOptions.h - Options of the agent --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SOLVER_AGENTOPTIONS_H
#define MEMPLACE_AGENT_SOLVER_AGENTOPTIONS_H

#include "memplace/Solver/Solver.h"

namespace memplace::agent {

/// Options of the agent. See docs/guide/solvers.md, section `muzero`.
struct AgentOptions {
  std::string checkpoint;  // A file; empty: the shipped network.
  std::string model;       // "exact", "learned"; empty: the network's own.
  int64_t simulations = 1; // Per move, at least 1.
  int64_t games = 8;       // Played at once, at least 1.
  int64_t budget = 0;      // Episodes; 0: `games` + 1, or up to a time limit.
  /// After `games` + 1 episodes, revise parts of the best episode repeatedly
  /// instead of playing whole episodes.
  bool revises = true;
};

/// Returns all options except the budget, with their current values, sorted by
/// name.
std::vector<SolverOption> describe(const AgentOptions &options);

/// Sets one option. The error explains the rejected value.
std::optional<Error> setOption(AgentOptions &options, std::string_view name,
                               std::string_view value);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SOLVER_AGENTOPTIONS_H
