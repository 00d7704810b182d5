//===- Search.h - Monte Carlo tree search over many games -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Monte Carlo tree search, guided by the policies and values of a model. Visits
// and values of the finished tree give a better policy than the model's own.
// There are two variants:
//
// * Gumbel MuZero (Danihelka et al., Policy improvement by planning with
//   Gumbel, ICLR 2022, openreview.net/forum?id=bERaNdoegnO) improves the policy
//   with as few as two simulations.
// * PUCT with Dirichlet noise at the root, as in MuZero (Schrittwieser et al.
//   2020, arXiv 1911.08265).
//
// Many games are searched at once, so that each simulation asks the model for
// one batch: a leaf of each game. A search costs simulations x (depth x actions
// + the model's batch). Left out: chance nodes, two players, transpositions
// (`CachedModel` caches states, but trees stay trees). The search follows mctx
// (DeepMind) and reproduces its trees: see unittests/agent/Search/golden.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SEARCH_SEARCH_H
#define MEMPLACE_AGENT_SEARCH_SEARCH_H

#include "ActionSelection.h"

#include "memplace/Problem/Random.h"

namespace memplace::agent {

/// Options of a search.
struct SearchOptions {
  enum class Kind {
    Gumbel, // Gumbel MuZero: Danihelka et al., 2022.
    Puct,   // MuZero: Schrittwieser et al., 2020.
  };
  Kind kind = Kind::Gumbel;
  int32_t numSimulations = 16;
  int32_t maxDepth = 1000; // Actions from the root, at least 1.

  // Options of Gumbel MuZero.
  int32_t maxConsidered = 16; // Root actions that share the simulations.
  float gumbelScale = 1;      // 0: no noise, for evaluation.
  QScale qScale;

  // Options of PUCT.
  PuctScale puct;
  float dirichletAlpha = 0.3F;
  float dirichletFraction = 0.25F; // 0: no noise.
  float temperature = 1;           // 0: the most visited action.
};

/// Root of a search.
struct RootState {
  std::vector<float> logits; // By action; illegalLogit for illegal ones. At
                             // least one action must be legal.
  float value = 0;
};

/// Result of the search for one root.
struct SearchDecision {
  Action action = 0;
  /// The improved policy, by action: softmax of logits + scaled completed Q for
  /// Gumbel, shares of the visits for PUCT. Sums to 1; illegal actions get 0.
  std::vector<float> policy;
  std::vector<int32_t> visits; // By action, of this search.
  float value = 0;             // Mean of all simulations.
};

/// Searches from many roots at once: each simulation evaluates one leaf of
/// every game in a single batch. Deterministic for a given seed.
class Search {
public:
  /// \p model must outlive the search.
  Search(Model &model, const SearchOptions &options, uint64_t seed);

  /// Starts new trees. Game i of the model is roots[i].
  void begin(std::span<const RootState> roots);

  /// Runs the simulations. In a tree kept by `descend`, new simulations add to
  /// the earlier ones.
  void run();

  /// `run` skips inactive games. All games start active.
  void setActive(int32_t game, bool isActive) {
    games[game].isActive = isActive;
  }

  /// Sets the root noise of the next `run`, by action, instead of random noise.
  /// For tests.
  void setGumbel(int32_t game, std::vector<float> noise);

  SearchDecision decide(int32_t game);

  /// Plays \p action in \p game and keeps the subtree below the action. Returns
  /// false and changes nothing if the action was never visited; give the game a
  /// new root by `restart` then.
  bool descend(int32_t game, Action action);
  void restart(int32_t game, const RootState &root);

  int32_t numGames() const { return static_cast<int32_t>(games.size()); }
  const Tree &tree(int32_t game) const { return games[game].tree; }

private:
  struct Game {
    explicit Game(int32_t numActions) : tree(numActions) {}
    Tree tree;
    bool isActive = true;
    std::vector<float> gumbel;         // Root noise, by action.
    std::vector<int32_t> visitsBefore; // By action: of earlier searches.
    std::vector<int32_t> considered;   // By simulation: `consideredVisits`.
    std::vector<Action> path;          // Of the current simulation.
    std::optional<std::vector<float>> givenNoise;
  };

  void prepare(Game &game);
  void addDirichletNoise(Tree &tree);
  std::vector<int32_t> newVisits(const Game &game) const;
  /// Walks from the root to the end of a simulation. Returns the final node if
  /// it exists already, or noNode if the last action leads to a new node.
  NodeId walk(Game &game, int32_t simulation);
  Action selectAtRoot(const Game &game, int32_t simulation);
  Action sampleByVisits(std::span<const float> policy);

  Model &model;
  SearchOptions options;
  Random random;
  std::vector<Game> games;
  std::vector<float> scratch;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SEARCH_SEARCH_H
