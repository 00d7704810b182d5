//===- Imitator.h - Places buffers like models ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_IMITATOR_H
#define MEMPLACE_LIB_SOLVER_SEARCH_IMITATOR_H

#include "Moves.h"
#include "Pattern.h"

namespace memplace::solver::search {

/// A model for a movable: the plan and the choices of its counterpart.
struct Model {
  BufferPlan plan;
  Choices choices;
};

/// Places movables in the same way as their models, within one change. Ejects
/// buffers in the way; the caller decodes the ejected buffers afterwards.
class Imitator {
public:
  /// Keeps references to all arguments.
  Imitator(const SearchSpace &space, Transaction &change, Random &random)
      : space(space), change(change), random(random) {}

  /// Returns the present plan and choices of `from` for each pair.
  std::vector<Model> modelsOf(const std::vector<Counterpart> &pairs) const;
  /// Sorts pairs by size. Large buffers come first, while free space is least
  /// fragmented.
  void sortLargestFirst(std::vector<Counterpart> &pairs) const;

  /// Inserts a stay of a removed movable. Ejects up to six buffers in its way,
  /// which stay out even if the stay does not fit.
  void insertStay(const PatternStay &stay, const Choices &own);
  /// Removes each `to` of \p pairs and inserts it like the model with the same
  /// index, at the same offsets if \p areAtTheirPlaces is true.
  void followAll(const std::vector<Counterpart> &pairs,
                 const std::vector<Model> &models, bool areAtTheirPlaces);

private:
  int32_t evictDelayOf(int32_t movable, int32_t lastUse, Step start) const;
  void follow(int32_t movable, const BufferPlan &plan, StayId stay,
              bool isAtItsPlace);

  const SearchSpace &space;
  Transaction &change;
  Random &random;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_IMITATOR_H
