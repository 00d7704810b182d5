//===- Agent.h - Interface of the agent's library ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The agent is a separate library because it needs LibTorch. A solver loads the
// library on first use. All other solvers work without the library.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_SOLVER_AGENT_H
#define MEMPLACE_SOLVER_AGENT_H

#include "memplace/Planning/Placement.h"
#include "memplace/Solver/Solver.h"

namespace memplace {

/// Options of the agent. See docs/guide/solvers.md, section `muzero`.
struct AgentOptions {
  std::string checkpoint;  // A file; empty: the shipped network.
  std::string library;     // A file; empty: the shipped library.
  std::string model;       // "exact", "learned"; empty: the network's own.
  int64_t simulations = 1; // Per move, at least 1.
  int64_t games = 8;       // Played at once, at least 1.
  int64_t budget = 0;      // Episodes; 0: see docs.
  /// After `games` + 1 episodes, revise parts of the best episode repeatedly
  /// instead of playing whole episodes.
  bool revises = true;
};

/// A placement found by the agent.
struct AgentPlacement {
  double seconds = 0; // Makespan.
  /// By buffer; stays on top of `buildBasePlacement`.
  std::vector<planning::PlacedBuffer> placed;
};

/// Plays mallocGame with a trained network.
class Agent {
public:
  virtual ~Agent() = default;

  /// Loads the network and sets up \p problem, which must outlive this object.
  /// Takes at most half of the time of \p limits if possible. Ignores the
  /// budget in \p options.
  virtual std::optional<Error> begin(const Problem &problem,
                                     const AgentOptions &options,
                                     const SolveLimits &limits) = 0;

  /// Sets a warm start: a legal placement of the problem. The next `play`
  /// continues from the placement, as far as the game can express its
  /// decisions. Plays nothing yet.
  virtual void setWarmStart(const Solution & /*start*/) {}

  /// Plays the next \p episodes, or fewer if \p limits request a stop. Calls
  /// \p found with each placement better than all earlier placements of this
  /// call, and with the placement of an unfinished episode if no episode was
  /// finished in time. Deterministic for the same seed and sequence of calls.
  /// Returns the number of finished episodes; all of \p episodes if the problem
  /// has no decisions.
  virtual Result<int64_t>
  play(int64_t episodes, const SolveLimits &limits,
       const std::function<void(AgentPlacement)> &found) = 0;
};

/// Options of the EGRL search for a whole-life map. See docs/guide/egrl.md.
struct MapAgentOptions {
  std::string checkpoint; // A file; 'new': random; empty: the shipped network.
  std::string library;    // See AgentOptions.
  /// Disabled parts: "none", "evolution" (evolution alone), "policy-gradient"
  /// (policy gradients alone), "no-boltzmann", "no-migration", "paper" (without
  /// our additions), "policy" (a single pass of the policy alone),
  /// "policy-or-native" (the faster of this pass and the native map).
  std::string ablation = "none";
  int64_t budget = 0;    // Maps; 0: see docs.
  PlacementClock clock;  // Empty: the simulator's times.
  bool isPareto = false; // Optimize time and traffic. Not with a clock.
};

/// A whole-life placement found by EGRL.
struct MapAgentResult {
  std::vector<planning::BufferPlan> plans; // By buffer.
  int64_t numTried = 0;                    // Maps.
  /// See SolveResult::front. Plans are by buffer.
  std::vector<std::vector<planning::BufferPlan>> front = {};
};

/// Searches for a whole-life map with a population and a network.
class MapAgent {
public:
  virtual ~MapAgent() = default;

  /// Returns the best map of \p problem within \p limits and the budget of
  /// \p options, which must be above 0.
  virtual Result<MapAgentResult> search(const Problem &problem,
                                        const MapAgentOptions &options,
                                        const SolveLimits &limits) = 0;
};

/// Loads the agent's library if necessary, and creates a map agent. The error
/// explains why no agent is available.
Result<std::unique_ptr<MapAgent>> loadMapAgent(const std::string &library);

/// Loads the agent's library if necessary, and creates an agent. The error
/// explains why no agent is available.
Result<std::unique_ptr<Agent>> loadAgent(const AgentOptions &options);

/// Returns true if this process has already loaded the library. Loading takes
/// some tenths of a second and cannot be interrupted.
bool isAgentLoaded(const AgentOptions &options);

/// Names of the `extern "C"` symbols of an agent's library: a build identifier
/// (see `agentBuild`) and two functions that create an agent. The caller
/// deletes the agent.
inline constexpr char agentBuildSymbol[] = "memplaceAgentBuild";
inline constexpr char agentCreateSymbol[] = "memplaceCreateAgent";
inline constexpr char mapAgentCreateSymbol[] = "memplaceCreateMapAgent";
using AgentBuildFunction = const char *();
using AgentCreateFunction = Agent *();
using MapAgentCreateFunction = MapAgent *();

/// Returns an identifier of the memplace build of a library. Libraries with
/// different identifiers must not be used together.
inline std::string agentBuild(std::string_view version) {
  constexpr int interface = 5; // Increment with each change of `Agent`.
  std::string build = std::string(version) + "." + std::to_string(interface);
  for (size_t size : {sizeof(Problem), sizeof(Op), sizeof(Buffer),
                      sizeof(SolveLimits), sizeof(AgentOptions),
                      sizeof(planning::PlacedBuffer), sizeof(planning::Stay)})
    build += "." + std::to_string(size);
  return build;
}

} // namespace memplace

#endif // MEMPLACE_SOLVER_AGENT_H
