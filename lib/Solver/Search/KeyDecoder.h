//===- KeyDecoder.h - Placements from random keys ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_KEYDECODER_H
#define MEMPLACE_LIB_SOLVER_SEARCH_KEYDECODER_H

#include "Chain.h"

namespace memplace::solver::search {

/// Numbers in [0, 1): one for the variant, then some for each movable. See
/// KeyDecoder.cpp for what they say.
using Keys = std::vector<double>;

/// Decodes whole placements from keys: all buffers are taken out and put back
/// in the order and with the choices that the keys say.
class KeyDecoder {
public:
  KeyDecoder(const Uses &uses, const Placement &base);

  bool canMove() const { return !state.getMovables().empty(); }
  size_t numVariants() const { return numVariantsOf(uses.problem); }
  /// Those of variant \p index as it is.
  Keys neutralKeys(size_t index) const;
  /// Those of a variant chosen at random, of which a share, also chosen at
  /// random, is drawn anew.
  Keys randomKeys(Random &random) const;

  /// Decodes \p keys. Returns the makespan, seconds: one evaluation. \p
  /// shouldContinue is asked before each buffer; none if it says no.
  std::optional<double> decode(const Keys &keys,
                               const std::function<bool()> &shouldContinue);

  int64_t numEvaluations() const { return evaluations; }
  double bestSeconds() const { return best.seconds; }
  /// Plans of the best so far.
  std::vector<BufferPlan> bestPlans();

private:
  Choices choicesOf(const Choices &all, int32_t movable, const double *keys);

  const Uses &uses;
  SearchState state;
  std::vector<double> lives; // By movable: steps from first use to last.
  std::vector<std::pair<double, int32_t>> order;
  std::vector<Choices> choices; // By movable.
  int64_t evaluations = 0;
  Incumbent best;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_KEYDECODER_H
