//===- PlayingAgent.h - mallocGame players as solver agents -----*- C++ -*-===//
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

/// The agent of the solvers `muzero` and `hybrid`. The first episode is played
/// without noise, followed by one round of simultaneous episodes with noise.
/// Then `Reviser` improves the best episode until it is stuck, and the next
/// round starts. A revision counts as one episode.
class PlayingAgent : public Agent {
public:
  /// \p folder holds the bundled networks, for options without a checkpoint:
  /// network.checkpoint, or learned.checkpoint for the model `learned`.
  explicit PlayingAgent(std::string folder) : folder(std::move(folder)) {}

  std::optional<Error> begin(const Problem &problem,
                             const AgentOptions &options,
                             const SolveLimits &limits) override;
  void setWarmStart(const Solution &start) override;
  Result<int64_t>
  play(int64_t episodes, const SolveLimits &limits,
       const std::function<void(AgentPlacement)> &found) override;

private:
  class PlayBudget;
  PlayOptions playOptions() const;
  /// Loads the network of the options and sets its kind.
  std::optional<Error> loadNetwork();
  void playStart(PlayBudget &watch);
  std::optional<Error> playRound(size_t count, PlayBudget &watch);
  std::optional<Error> revise(PlayBudget &watch);

  const std::string folder;
  std::unique_ptr<Network> network;
  ModelKind kind = ModelKind::Exact;
  AgentOptions options;
  std::vector<Game> games; // Of one problem; none: nothing to decide.
  double scale = 0;        // Of rewards.
  int64_t played = 0;
  std::optional<Solution> start;  // Warm start of the next `play`, if any.
  std::optional<Reviser> reviser; // Of the best; none at first.
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SOLVER_PLAYINGAGENT_H
