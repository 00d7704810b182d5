//===- ChoiceMutator.h - How changes alter choices --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_CHOICEMUTATOR_H
#define MEMPLACE_LIB_SOLVER_SEARCH_CHOICEMUTATOR_H

#include "SearchOptions.h"
#include "SearchRandom.h"
#include "SearchState.h"

namespace memplace::solver::search {

/// Draws another value for one of the choices of a buffer.
class ChoiceMutator {
public:
  /// \p timingShare: chance that it is when to copy.
  ChoiceMutator(const Uses &uses, const SearchOptions &options,
                double timingShare)
      : uses(uses), options(options), timingShare(timingShare) {}

  /// \p mayEvictLate: whether an evict may start long after it could.
  void mutate(Choices &choices, const Movable &movable, bool mayEvictLate,
              Random &random) const;

private:
  const Uses &uses;
  const SearchOptions &options;
  const double timingShare;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_CHOICEMUTATOR_H
