//===- Pattern.h - A stretch as a model for its repetitions -----*- C++ -*-===//
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

/// A stretch of consecutive ops, and the repetitions to be changed like the
/// stretch. Turn k is \p period sites after turn k - 1; turn 0 is the stretch
/// itself.
struct Repetition {
  SiteId begin = 0;
  SiteId period = 1; // Also the number of sites.
  SiteId firstTurn = 1;
  SiteId lastTurn = 1;
};

/// A stay to insert; uses as in StayRequest.
struct PatternStay {
  int32_t movable = 0;
  TierId tier = 0;
  int32_t firstUse = 0;
  int32_t lastUse = 0;
  std::optional<Offset> offset;
  std::optional<int32_t> lead;       // Boundaries that its fill takes.
  std::optional<int32_t> evictSteps; // Boundaries that its eviction takes.
};

/// Changes to movables if repetitions follow the stretch.
struct Pattern {
  /// Movables used by the stretch and by its repetitions, e.g. weights of a
  /// recurrent network, and all of their stays, largest and earliest first.
  std::vector<int32_t> shared;
  std::vector<PatternStay> stays;
  /// Pairs of a movable of the stretch and its counterpart in a repetition.
  std::vector<Counterpart> counterparts;
};

/// Returns the changes by which repetitions follow the placement of a stretch
/// in \p state. Between two repetitions, or between a repetition and an
/// unchanged neighbour, a movable stays in its tier if it does so on one side.
Pattern findPattern(const AccessIndex &uses, const SearchState &state,
                    const Sites &sites, const Repeats &repeats,
                    const Repetition &repetition);

} // namespace memplace::solver::search

#endif // MEMPLACE_LIB_SOLVER_SEARCH_PATTERN_H
