//===- EgrlAgent.h - EGRL as a solver's agent -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SOLVER_EGRLAGENT_H
#define MEMPLACE_AGENT_SOLVER_EGRLAGENT_H

#include "agent/Egrl/GraphNetwork.h"
#include "memplace/Solver/Agent.h"

namespace memplace::agent {

/// The agent of the solver `egrl`.
class EgrlAgent : public MapAgent {
public:
  /// \p folder holds the bundled network, maps.checkpoint, for options without
  /// a checkpoint.
  explicit EgrlAgent(std::string folder) : folder(std::move(folder)) {}

  Result<MapAgentResult> search(const Problem &problem,
                                const MapAgentOptions &options,
                                const SolveLimits &limits) override;

private:
  Result<std::unique_ptr<GraphNetwork>>
  openNetwork(const MapAgentOptions &options, int64_t tiers,
              uint64_t seed) const;

  std::string folder;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SOLVER_EGRLAGENT_H
