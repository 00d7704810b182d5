//===- AgentOptions.h - Options of the agent --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_AGENTOPTIONS_H
#define MEMPLACE_LIB_SOLVER_AGENTOPTIONS_H

#include "memplace/Solver/Agent.h"

namespace memplace::solver {

/// Returns all options except the budget, with their current values, sorted by
/// name.
std::vector<SolverOption> describe(const AgentOptions &options);

/// Sets one option. The error explains the rejected value.
std::optional<Error> setOption(AgentOptions &options, std::string_view name,
                               std::string_view value);

/// Returns true if \p limits leave time to load the agent's library, or if the
/// library is already loaded. Loading LibTorch takes 0.4 s and cannot be
/// interrupted.
bool hasTimeToLoad(const AgentOptions &options, const SolveLimits &limits);

} // namespace memplace::solver

#endif // MEMPLACE_LIB_SOLVER_AGENTOPTIONS_H
