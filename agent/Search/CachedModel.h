//===- CachedModel.h - A model that remembers evaluations -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trees of one game meet the same states again and again: by another order of
// actions, or after the game was taken back. What the model said of a state by
// its name is remembered, so that it is judged once (the transposition tables
// of game programs, for evaluations instead of results). It costs a look-up a
// leaf, and the memory of its states. Trees stay trees: visits are not shared.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SEARCH_CACHEDMODEL_H
#define MEMPLACE_AGENT_SEARCH_CACHEDMODEL_H

#include "Model.h"

#include <unordered_map>
#include <vector>

namespace memplace::agent {

/// Asks another model only for states that it has not seen, by their
/// `stateKey`. That model must not count on seeing every node.
class CachedModel : public Model {
public:
  /// \p model must outlive this. The cache is emptied when it holds
  /// \p maxStates states.
  CachedModel(Model &model, size_t maxStates);

  int32_t numActions() const override { return model.numActions(); }
  void evaluate(std::span<const Expansion> expansions,
                std::span<Evaluation> evaluations,
                std::span<float> logits) override;
  std::optional<uint64_t> stateKey(const Expansion &expansion) override {
    return model.stateKey(expansion);
  }
  void renameNodes(int32_t game, std::span<const NodeId> newIds) override {
    model.renameNodes(game, newIds);
  }

  int64_t numHits() const { return hits; }
  int64_t numMisses() const { return misses; }

private:
  struct Known {
    Evaluation evaluation;
    std::vector<float> logits; // By action.
  };

  Model &model;
  size_t maxStates;
  std::unordered_map<uint64_t, Known> known;
  int64_t hits = 0, misses = 0;
};

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_SEARCH_CACHEDMODEL_H
