//===- Model.h - All that the search knows of a game ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No torch and no game here: a model answers what follows an action.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SEARCH_MODEL_H
#define MEMPLACE_AGENT_SEARCH_MODEL_H

#include <cstdint>
#include <limits>
#include <optional>
#include <span>

namespace memplace::agent {

using NodeId = int32_t; // In the tree of one game; 0 is the root.
using Action = int32_t; // In [0, Model::numActions()).

/// Logit of an action that is not legal.
inline constexpr float illegalLogit = -std::numeric_limits<float>::infinity();

/// A leaf that the search wants: what follows \p action in \p parent of the
/// tree of \p game. It will be called \p node.
struct Expansion {
  int32_t game = 0;
  NodeId parent = 0;
  Action action = 0;
  NodeId node = 0;
  /// All actions from the root, \p action the last.
  std::span<const Action> path;
};

/// The answer.
struct Evaluation {
  float reward = 0;   // Of the action.
  float discount = 1; // Of what follows; 0 after the last action of a game.
  float value = 0;    // Expected discounted return from here; 0 at the end.
  bool isEnd = false; // The game is over: nothing to expand.
};

/// A learned or an exact model of a game. It keeps what it needs to know of
/// each node by the node's id.
class Model {
public:
  virtual ~Model() = default;

  virtual int32_t numActions() const = 0;

  /// Answers all of \p expansions, which are of different games. \p logits,
  /// [expansions, actions], takes the prior policy of each new node;
  /// `illegalLogit` where an action is not legal.
  virtual void evaluate(std::span<const Expansion> expansions,
                        std::span<Evaluation> evaluations,
                        std::span<float> logits) = 0;

  /// A name of what an expansion leads to and earns: two with the same name,
  /// in whichever games, get the same evaluation. None: not known.
  virtual std::optional<uint64_t> stateKey(const Expansion & /*expansion*/) {
    return std::nullopt;
  }

  /// The tree of \p game goes on from another root: node i is called \p
  /// newIds[i] from now on, or is gone if that is -1.
  virtual void renameNodes(int32_t /*game*/,
                           std::span<const NodeId> /*newIds*/) {}
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SEARCH_MODEL_H
