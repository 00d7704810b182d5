//===- CachedModel.cpp - A model with an evaluation cache -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CachedModel.h"

#include <algorithm>
#include <cassert>

using namespace memplace::agent;

CachedModel::CachedModel(Model &model, size_t maxStates)
    : model(model), maxStates(maxStates) {}

void CachedModel::evaluate(std::span<const Expansion> expansions,
                           std::span<Evaluation> evaluations,
                           std::span<float> logits) {
  const size_t numActions = static_cast<size_t>(model.numActions());
  assert(evaluations.size() == expansions.size() && "one answer each");
  assert(logits.size() == expansions.size() * numActions && "one an action");
  std::vector<std::optional<uint64_t>> keys;
  std::vector<Expansion> asked;
  std::vector<size_t> askedAt; // Indices of `asked` in `expansions`.
  for (size_t i = 0; i < expansions.size(); ++i) {
    keys.push_back(model.stateKey(expansions[i]));
    const auto found = keys[i] ? known.find(*keys[i]) : known.end();
    if (found == known.end()) {
      asked.push_back(expansions[i]);
      askedAt.push_back(i);
      continue;
    }
    evaluations[i] = found->second.evaluation;
    std::copy(found->second.logits.begin(), found->second.logits.end(),
              logits.begin() + static_cast<ptrdiff_t>(i * numActions));
  }
  hits += static_cast<int64_t>(expansions.size() - asked.size());
  misses += static_cast<int64_t>(asked.size());
  if (asked.empty())
    return;

  std::vector<Evaluation> answers(asked.size());
  std::vector<float> answerLogits(asked.size() * numActions);
  model.evaluate(asked, answers, answerLogits);
  for (size_t i = 0; i < asked.size(); ++i) {
    const auto row =
        std::span(answerLogits).subspan(i * numActions, numActions);
    evaluations[askedAt[i]] = answers[i];
    std::copy(row.begin(), row.end(),
              logits.begin() + static_cast<ptrdiff_t>(askedAt[i] * numActions));
    if (!keys[askedAt[i]])
      continue;
    if (known.size() >= maxStates)
      known.clear();
    known[*keys[askedAt[i]]] = {answers[i], {row.begin(), row.end()}};
  }
}
