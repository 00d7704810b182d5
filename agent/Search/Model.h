//===- Model.h - The search's interface to a model --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interface between the tree search and a model, which predicts the result of
// an action. Depends neither on LibTorch nor on a game.
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

/// Logit of an illegal action.
inline constexpr float illegalLogit = -std::numeric_limits<float>::infinity();

/// A leaf that the search wants evaluated: the result of \p action in node
/// \p parent of the tree of \p game. The new node gets the id \p node.
struct Expansion {
  int32_t game = 0;
  NodeId parent = 0;
  Action action = 0;
  NodeId node = 0;
  /// All actions from the root, ending with \p action.
  std::span<const Action> path;
};

/// The model's answer for one expansion.
struct Evaluation {
  float reward = 0;   // Of the action.
  float discount = 1; // Of later rewards; 0 after the last action of a game.
  float value = 0;    // Expected discounted return from here; 0 at the end.
  bool isEnd = false; // The game is over: nothing to expand.
};

/// A learned or exact model of a game. The model stores its own data for each
/// node under the node's id.
class Model {
public:
  virtual ~Model() = default;

  virtual int32_t numActions() const = 0;

  /// Evaluates all \p expansions, each of a different game. Writes the prior
  /// policy of each new node to \p logits, [expansions, actions]; illegal
  /// actions get `illegalLogit`.
  virtual void evaluate(std::span<const Expansion> expansions,
                        std::span<Evaluation> evaluations,
                        std::span<float> logits) = 0;

  /// Returns a key of the resulting state and reward. Expansions with equal
  /// keys, in any games, get the same evaluation. None: unknown.
  virtual std::optional<uint64_t> stateKey(const Expansion & /*expansion*/) {
    return std::nullopt;
  }

  /// Reports a new root in the tree of \p game: node i now has the id
  /// \p newIds[i], or is deleted if that is -1.
  virtual void renameNodes(int32_t /*game*/,
                           std::span<const NodeId> /*newIds*/) {}
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SEARCH_MODEL_H
