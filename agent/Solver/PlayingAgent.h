//===- PlayingAgent.h - mallocGame players as solver agents -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SOLVER_PLAYINGAGENT_H
#define MEMPLACE_AGENT_SOLVER_PLAYINGAGENT_H

#include "AgentOptions.h"

#include "agent/SelfPlay/Player.h"
#include "agent/SelfPlay/Reviser.h"
#include "lib/Planning/Placement.h"

#include <optional>

namespace memplace::agent {

/// A placement found by the agent.
struct AgentPlacement {
  double seconds = 0; // Makespan.
  /// By buffer; stays on top of `buildBasePlacement`.
  std::vector<planning::PlacedBuffer> placed;
};

/// Plays mallocGame with a trained network, for the solvers `muzero` and
/// `hybrid`. The first episode is played without noise, followed by one round
/// of simultaneous episodes with noise. Then `Reviser` improves the best
/// episode until it is stuck, and the next round starts. A revision counts as
/// one episode.
class PlayingAgent {
public:
  /// \p folder holds the bundled networks, for options without a checkpoint:
  /// network.checkpoint, or learned.checkpoint for the model `learned`.
  explicit PlayingAgent(std::string folder) : folder(std::move(folder)) {}

  /// Loads the network and sets up \p problem, which must outlive this object.
  /// Takes at most half of the time of \p limits if possible. Ignores the
  /// budget in \p options.
  std::optional<Error> begin(const Problem &problem,
                             const AgentOptions &options,
                             const SolveLimits &limits);

  /// Sets a warm start: a legal placement of the problem. The next `play`
  /// continues from the placement, as far as the game can express its
  /// decisions. Plays nothing yet.
  void setWarmStart(const Solution &start);

  /// Plays the next \p episodes, or fewer if \p limits request a stop. Calls
  /// \p found with each placement better than all earlier placements of this
  /// call, and with the placement of an unfinished episode if no episode was
  /// finished in time. Deterministic for the same seed and sequence of calls.
  /// Returns the number of finished episodes; all of \p episodes if the problem
  /// has no decisions.
  Result<int64_t> play(int64_t episodes, const SolveLimits &limits,
                       const std::function<void(AgentPlacement)> &found);

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
