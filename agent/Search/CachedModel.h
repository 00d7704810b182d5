//===- CachedModel.h - A model with an evaluation cache ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trees of one game reach the same states repeatedly: by another order of
// actions, or after moves were undone. CachedModel stores the evaluation
// of each state by its key, so that the model evaluates the state once (a
// transposition table of evaluations). Costs are one look-up per leaf, and the
// memory of the cached states. Trees stay trees: visits are not shared.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_SEARCH_CACHEDMODEL_H
#define MEMPLACE_AGENT_SEARCH_CACHEDMODEL_H

#include "Model.h"

#include <unordered_map>
#include <vector>

namespace memplace::agent {

/// Forwards only states that are not in the cache, by their `stateKey`. The
/// wrapped model therefore does not see every node.
class CachedModel : public Model {
public:
  /// \p model must outlive this object. The cache is emptied once it holds
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
