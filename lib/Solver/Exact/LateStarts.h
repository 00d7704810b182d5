//===- LateStarts.h - Fills with a possible earlier start -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_LATESTARTS_H
#define MEMPLACE_LIB_SOLVER_EXACT_LATESTARTS_H

#include "ContentVersions.h"

#include <optional>

namespace memplace::solver::exact {

/// Finds fills of a timetable with a possible earlier start. Starts.h explains
/// why bounds do not need such timetables.
class LateStarts {
public:
  /// Keeps references to both arguments.
  LateStarts(const Timetable &timetable, const ContentVersions &versions)
      : model(timetable.model), timetable(timetable), versions(versions) {}

  /// Returns true if the fill of copy \p to could start at \p step instead of
  /// the next boundary, without any change except for an earlier end of its
  /// source.
  bool couldStart(Step step, size_t to) const;
  /// Returns true if some copy not started at boundary \p step could start at
  /// this and each later boundary, whatever else starts in between.
  bool isLate(Step step) const;

private:
  std::optional<TierId> sourceTier(const Copy &copy) const;
  bool isLoopBound(Step first, Step last) const;
  int64_t maxRoom(Step step, Step at, size_t to) const;
  bool mayLast(size_t copy, Step step, size_t to) const;
  bool staysFree(Step step, size_t copy, size_t to) const;

  const Model &model;
  const Timetable &timetable;
  const ContentVersions &versions;
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_LATESTARTS_H
