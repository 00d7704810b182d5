//===- ChoiceMutator.h - Random changes to choices --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_CHOICEMUTATOR_H
#define MEMPLACE_LIB_SOLVER_SEARCH_CHOICEMUTATOR_H

#include "SearchState.h"

#include "memplace/Problem/Random.h"

namespace memplace::solver::search {

/// Replaces one choice of a buffer by a random value.
class ChoiceMutator {
public:
  /// \p timingShare is the probability of a change to the timing of copies.
  ChoiceMutator(const AccessIndex &uses, double timingShare)
      : uses(uses), timingShare(timingShare) {}

  /// Changes one choice. If \p mayEvictLate is true, an eviction may start long
  /// after its earliest step.
  void mutate(Choices &choices, const Movable &movable, bool mayEvictLate,
              Random &random) const;

private:
  const AccessIndex &uses;
  const double timingShare;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_CHOICEMUTATOR_H
