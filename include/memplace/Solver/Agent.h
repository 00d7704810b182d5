//===- Agent.h - What plays for the solvers ---------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The agent is a library of its own, since it brings LibTorch along. It is
// loaded when a solver first needs it; without it all else works.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_SOLVER_AGENT_H
#define MEMPLACE_SOLVER_AGENT_H

#include "memplace/Planning/Placement.h"
#include "memplace/Solver/Solver.h"

namespace memplace {

/// How the agent plays. See docs/guide/solvers.md, section `muzero`.
struct AgentOptions {
  std::string checkpoint;  // A file; empty: the one that comes along.
  std::string library;     // A file; empty: the one that comes along.
  std::string model;       // "exact", "learned"; empty: what the network can.
  int64_t simulations = 1; // A move, at least 1.
  int64_t games = 8;       // Played at once, at least 1.
  int64_t budget = 0;      // Episodes; 0: see docs.
  /// After `games` + 1 episodes revise the best, again and again, instead of
  /// playing whole ones.
  bool revises = true;
};

/// A placement that the agent came to.
struct AgentPlacement {
  double seconds = 0; // Makespan.
  /// By buffer, on top of `buildBasePlacement`.
  std::vector<planning::PlacedBuffer> placed;
};

/// Plays mallocGame with a network that has learned to.
class Agent {
public:
  virtual ~Agent() = default;

  /// Loads the network and sets \p problem up, which must outlive this, in half
  /// of the time of \p limits if that can be. The budget is not looked at.
  virtual std::optional<Error> begin(const Problem &problem,
                                     const AgentOptions &options,
                                     const SolveLimits &limits) = 0;

  /// Makes the next `play` go on from a legal placement of the problem, as far
  /// as the game can play what it decides. Nothing is played yet.
  virtual void startFrom(const Solution & /*start*/) {}

  /// Plays the next \p episodes, or until \p limits say stop. Calls \p found
  /// with each placement that is better than those of this call before, and
  /// with that of an unfinished episode, if there was no time for more. The
  /// same seed and calls give the same. How many came to their end; all of
  /// \p episodes where there is nothing to decide.
  virtual Result<int64_t>
  play(int64_t episodes, const SolveLimits &limits,
       const std::function<void(AgentPlacement)> &found) = 0;
};

/// How EGRL searches for a whole-life map. See docs/guide/egrl.md.
struct MapAgentOptions {
  std::string checkpoint; // A file; 'new': by the seed; empty: what is there.
  std::string library;    // As of AgentOptions.
  /// What is left out: "none", "evolution" (which is all that is left),
  /// "policy-gradient" (likewise), "no-boltzmann", "no-migration", "paper"
  /// (what is ours), "policy" (all but what the policy says in one pass).
  std::string ablation = "none";
  int64_t budget = 0;    // Maps; 0: see docs.
  PlacementClock clock;  // Empty: the model.
  bool isPareto = false; // Breed for time and traffic. Not with a clock.
};

/// A whole-life placement that EGRL came to.
struct MapAgentResult {
  std::vector<planning::BufferPlan> plans; // By buffer.
  int64_t numTried = 0;                    // Maps.
  /// See SolveResult::front; by buffer.
  std::vector<std::vector<planning::BufferPlan>> front = {};
};

/// Searches for a whole-life map with a population and a network.
class MapAgent {
public:
  virtual ~MapAgent() = default;

  /// The best map of \p problem within the options' budget, which is above 0,
  /// and \p limits.
  virtual Result<MapAgentResult> search(const Problem &problem,
                                        const MapAgentOptions &options,
                                        const SolveLimits &limits) = 0;
};

/// As `loadAgent`.
Result<std::unique_ptr<MapAgent>> loadMapAgent(const std::string &library);

/// Loads the agent's library, if need be, and makes an agent. The error says
/// why there is none.
Result<std::unique_ptr<Agent>> loadAgent(const AgentOptions &options);

/// Whether the library is in this process already: loading it takes some tenths
/// of a second, and there is no way to stop that.
bool isAgentLoaded(const AgentOptions &options);

/// What an agent's library exports as `extern "C"`: see `agentBuild`, and
/// functions that make an agent, for `delete`.
inline constexpr char agentBuildSymbol[] = "memplaceAgentBuild";
inline constexpr char agentCreateSymbol[] = "memplaceCreateAgent";
inline constexpr char mapAgentCreateSymbol[] = "memplaceCreateMapAgent";
using AgentBuildFunction = const char *();
using AgentCreateFunction = Agent *();
using MapAgentCreateFunction = MapAgent *();

/// Says which build of memplace a library is from: those that differ must not
/// be used together.
inline std::string agentBuild(std::string_view version) {
  constexpr int interface = 5; // To be changed along with `Agent`.
  std::string build = std::string(version) + "." + std::to_string(interface);
  for (size_t size : {sizeof(Problem), sizeof(Op), sizeof(Buffer),
                      sizeof(SolveLimits), sizeof(AgentOptions),
                      sizeof(planning::PlacedBuffer), sizeof(planning::Stay)})
    build += "." + std::to_string(size);
  return build;
}

} // namespace memplace

#endif // MEMPLACE_SOLVER_AGENT_H
