//===- SearchOptions.h - What of search can be set --------------*- C++ -*-===//
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

/// The options of docs/guide/solvers.md, section `search`.
struct SearchOptions {
  int64_t budget = 0;        // Evaluations; 0: see docs.
  int64_t threads = 1;       // At least 1.
  int64_t firstRound = 2000; // Evaluations of the first round.
  int64_t maxRuin = 6;       // Most buffers that a free change takes out.
  int64_t parts = 1;         // Most that one prefetch is split into.
  double heat = 0.02;        // First temperature, mean op durations.
  double cooling = 0.01;     // Last temperature, of the first.
  double force = 0.5;        // Chance that a change forces a buffer in.
  double giveWay = 0.05;     // Chance that a change makes a large one give way.
  double mutate = 0.5;       // Chance that a change alters a choice.
  double repeat = 0.05;      // Chance that a change repeats what is elsewhere.
  double spread = 0.4;       // Chance that one spreads it to all repetitions.
  double window = 0.1;       // Chance that a change decodes a window anew.
  int64_t wholeLife = 0;     // Maps to try for another start; 0: none.
};

/// All options with their present values, sorted by name.
std::vector<SolverOption> describe(const SearchOptions &options);

/// Sets one of them. The error says what is wrong with the value.
std::optional<Error> setOption(SearchOptions &options, std::string_view name,
                               std::string_view value);

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_SEARCHOPTIONS_H
