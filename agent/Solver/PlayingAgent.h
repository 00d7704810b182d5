//===- PlayingAgent.h - Plays for the solvers -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SOLVER_PLAYINGAGENT_H
#define MEMPLACE_AGENT_SOLVER_PLAYINGAGENT_H

#include "agent/SelfPlay/Player.h"
#include "agent/SelfPlay/Reviser.h"
#include "memplace/Solver/Agent.h"

#include <optional>

namespace memplace::agent {

/// The agent that solvers load. Its first episode is without noise; then comes
/// a round of episodes with noise, all at once; then the best of them is
/// revised
/// (`Reviser`) until that is stuck, and all but the first begins anew. A
/// revised episode counts as one.
class PlayingAgent : public Agent {
public:
  /// \p folder: where the networks are that come along, which are read if the
  /// options name none: network.checkpoint, or for the model `learned`
  /// learned.checkpoint.
  explicit PlayingAgent(std::string folder) : folder(std::move(folder)) {}

  std::optional<Error> begin(const Problem &problem,
                             const AgentOptions &options,
                             const SolveLimits &limits) override;
  void startFrom(const Solution &start) override;
  Result<int64_t>
  play(int64_t episodes, const SolveLimits &limits,
       const std::function<void(AgentPlacement)> &found) override;

private:
  class Watch;
  PlayOptions playOptions() const;
  /// Loads the network that the options ask for, and which kind it is.
  std::optional<Error> loadNetwork();
  void playStart(Watch &watch);
  std::optional<Error> playRound(size_t count, Watch &watch);
  std::optional<Error> revise(Watch &watch);

  const std::string folder;
  std::unique_ptr<Network> network;
  ModelKind kind = ModelKind::Exact;
  AgentOptions options;
  std::vector<Game> games; // Of one problem; none: nothing to decide.
  double scale = 0;        // Of rewards.
  int64_t played = 0;
  std::optional<Solution> start;  // To be played first; none: nothing is.
  std::optional<Reviser> reviser; // Of the best; none: no episode was over yet.
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SOLVER_PLAYINGAGENT_H
