//===- ContentVersions.h - Versions of contents by boundary -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_CONTENTVERSIONS_H
#define MEMPLACE_LIB_SOLVER_EXACT_CONTENTVERSIONS_H

#include "Timing.h"

#include <vector>

namespace memplace::solver::exact {

/// The version of each buffer's contents at each boundary: the number of
/// earlier writes. Equal for all timetables of a problem.
class ContentVersions {
public:
  /// Counts the writes of all ops; keeps a reference to \p model.
  explicit ContentVersions(const Model &model);

  /// Returns the version of \p buffer at boundary \p step.
  int32_t at(BufferId buffer, Step step) const {
    return versions[buffer * (model.numSteps + 1) + step];
  }
  /// Returns true if \p copy, a copy of \p timetable, can be a source at
  /// boundary \p step.
  bool canBeSource(const Timetable &timetable, const Copy &copy,
                   Step step) const;

private:
  const Model &model;
  std::vector<int32_t> versions; // [buffers, steps + 1].
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_CONTENTVERSIONS_H
