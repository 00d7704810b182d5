//===- KeyDecoder.h - Placements from random keys ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_BASELINES_KEYDECODER_H
#define MEMPLACE_AGENT_BASELINES_KEYDECODER_H

#include "lib/Solver/Search/BestPlacement.h"
#include "lib/Solver/Search/Variant.h"

#include "memplace/Problem/Random.h"

#include <functional>

namespace memplace::solver::search {

/// Numbers in [0, 1): one for the variant, then `NumKeys` for each movable.
/// KeyDecoder.cpp defines their meaning.
using Keys = std::vector<double>;

/// Decodes whole placements from keys: removes all buffers and inserts them in
/// the order and with the choices given by the keys.
class KeyDecoder {
public:
  KeyDecoder(const AccessIndex &uses, const Placement &base);

  bool canMove() const { return !state.getMovables().empty(); }
  size_t numVariants() const { return numVariantsOf(uses.problem); }
  /// Returns keys for exactly variant \p index.
  Keys neutralKeys(size_t index) const;
  /// Returns keys for a random variant, with a random share of the keys
  /// replaced by random values.
  Keys randomKeys(Random &random) const;

  /// Decodes \p keys; one evaluation. Returns the makespan in seconds. Calls
  /// \p shouldContinue before each buffer; returns nothing if the callback
  /// returns false.
  std::optional<double> decode(const Keys &keys,
                               const std::function<bool()> &shouldContinue);

  int64_t numEvaluations() const { return evaluations; }
  double bestSeconds() const { return best.seconds; }
  /// Returns the plans of the best placement so far.
  std::vector<BufferPlan> bestPlans();

private:
  Choices choicesOf(const Choices &all, int32_t movable, const double *keys);

  const AccessIndex &uses;
  SearchState state;
  std::vector<double> lives; // By movable: steps from first to last use.
  std::vector<std::pair<double, int32_t>> order;
  std::vector<Choices> choices; // By movable.
  int64_t evaluations = 0;
  Incumbent best;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_AGENT_BASELINES_KEYDECODER_H
