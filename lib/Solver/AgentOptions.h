//===- AgentOptions.h - What of the agent can be set ------------*- C++ -*-===//
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

/// All options but the budget, with their present values, sorted by name.
std::vector<SolverOption> describe(const AgentOptions &options);

/// Sets one of them. The error says what is wrong with the value.
std::optional<Error> setOption(AgentOptions &options, std::string_view name,
                               std::string_view value);

/// Whether \p limits leave time to load the agent's library, unless it is
/// loaded: LibTorch takes 0.4 s, and cannot be stopped.
bool hasTimeToLoad(const AgentOptions &options, const SolveLimits &limits);

} // namespace memplace::solver

#endif // MEMPLACE_LIB_SOLVER_AGENTOPTIONS_H
