//===- EgrlAgent.h - EGRL for the solvers -----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SOLVER_EGRLAGENT_H
#define MEMPLACE_AGENT_SOLVER_EGRLAGENT_H

#include "memplace/Solver/Agent.h"

namespace memplace::agent {

/// What the solver `egrl` loads.
class EgrlAgent : public MapAgent {
public:
  Result<MapAgentResult> search(const Problem &problem,
                                const MapAgentOptions &options,
                                const SolveLimits &limits) override;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SOLVER_EGRLAGENT_H
