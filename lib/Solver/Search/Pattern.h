//===- Pattern.h - What repetitions of a stretch have alike -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_SEARCH_PATTERN_H
#define MEMPLACE_LIB_SOLVER_SEARCH_PATTERN_H

#include "Repeats.h"

namespace memplace::solver::search {

/// Ops in a row, and those of its repetitions that are to become like it, from
/// turn to turn, each \p period sites after the one before; turn 0 is the
/// stretch itself.
struct Repetition {
  SiteId begin = 0;
  SiteId period = 1; // Also the number of sites.
  SiteId firstTurn = 1;
  SiteId lastTurn = 1;
};

/// A stay to make: groups as in StayRequest.
struct PatternStay {
  int32_t movable = 0;
  TierId tier = 0;
  int32_t firstGroup = 0;
  int32_t lastGroup = 0;
  std::optional<Offset> offset;
  std::optional<int32_t> lead;       // Boundaries that its fill takes.
  std::optional<int32_t> evictSteps; // Likewise.
};

/// What is to become of movables if repetitions are like a stretch.
struct Pattern {
  /// Those that the stretch and its repetitions use, like weights of a
  /// recurrent network, and all of their stays, largest and first ones first.
  std::vector<int32_t> shared;
  std::vector<PatternStay> stays;
  /// Those of a repetition, and those that have their part in the stretch.
  std::vector<Counterpart> counterparts;
};

/// Has repetitions do what \p state does in a stretch. Between two of them, and
/// between them and what stays as it is, a movable stays where it is if it does
/// so on one side.
Pattern findPattern(const Uses &uses, const SearchState &state,
                    const Sites &sites, const Repeats &repeats,
                    const Repetition &repetition);

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_PATTERN_H
