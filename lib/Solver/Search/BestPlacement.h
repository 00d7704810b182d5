//===- BestPlacement.h - Best placement of a search -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_BESTPLACEMENT_H
#define MEMPLACE_LIB_SOLVER_SEARCH_BESTPLACEMENT_H

#include "SearchState.h"

namespace memplace::solver::search {

/// A placement by movable, and its makespan in seconds.
struct Incumbent {
  double seconds = 0;
  std::vector<PlacedBuffer> placed;
};

/// Keeps the best placement that a state had so far. Copies only the movables
/// changed since the last improvement.
class BestPlacement {
public:
  /// Begins with the present placement of \p state; keeps a reference.
  explicit BestPlacement(const SearchState &state);

  const Incumbent &get() const { return best; }
  /// Notes the placement of the state; call after each SearchState::keep.
  void note();
  /// Makes \p other, the present placement of the state, the best one.
  void reset(const Incumbent &other);

private:
  const SearchState &state;
  Incumbent best;
  std::vector<bool> isStale; // By movable: `best` differs from `state`.
  std::vector<int32_t> stale;
};

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_BESTPLACEMENT_H
