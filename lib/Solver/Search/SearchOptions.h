//===- SearchOptions.h - Options of search ----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_SEARCHOPTIONS_H
#define MEMPLACE_LIB_SOLVER_SEARCH_SEARCHOPTIONS_H

#include "memplace/Solver/Solver.h"

namespace memplace::solver::search {

/// Options of `search`; see docs/guide/solvers.md.
struct SearchOptions {
  /// Evaluations; 0: until the time limit or, without one, by the number of
  /// uses.
  int64_t budget = 0;
  int64_t threads = 1;       // At least 1.
  int64_t firstRound = 2000; // Evaluations of the first round; not settable.
  double mutate = 0.5;       // Probability of a change to a choice.
  /// Probabilities of moves. A move is drawn only if no move before it in
  /// `SearchChain::makeMoves` is. `ejectLarge` grows in programs of fewer than
  /// 100 ops, and `window` is larger at first.
  double force = 0.5;       // Probability of a forced insertion.
  double ejectLarge = 0.05; // Option give-way: probability of a LargeEjection.
  double repeat = 0.05;     // Probability of copying a repetition.
  double spread = 0.4;      // Probability of spreading a stretch.
  double window = 0.1;      // Probability of a window move.
};

/// Returns all options with their current values, sorted by name.
std::vector<SolverOption> describe(const SearchOptions &options);

/// Sets one option. The error explains the rejected value.
std::optional<Error> setOption(SearchOptions &options, std::string_view name,
                               std::string_view value);

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_SEARCHOPTIONS_H
