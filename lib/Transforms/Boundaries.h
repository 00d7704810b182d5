//===- Boundaries.h - What happens between steps ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_BOUNDARIES_H
#define MEMPLACE_LIB_TRANSFORMS_BOUNDARIES_H

#include "memplace/Problem/Solution.h"

namespace memplace {

enum class BoundaryAction { Wait, Release, Acquire, Start };

/// One thing that happens at the boundary before a step.
struct BoundaryEvent {
  Step step = 0;
  /// It happens once per trip of the loops around this step; numSteps(): of
  /// none.
  Step nest = 0;
  BoundaryAction action = BoundaryAction::Wait;
  /// A TransferId (index into Solution::transfers) for Wait and Start, else a
  /// ResidencyId.
  int64_t id = 0;
  /// Of Acquire: the buffer's contents are there already.
  bool keepContents = false;
};

/// All events of a placement that passes `verify`, in the order in which they
/// happen where several fall on one place: by step; at each boundary waits,
/// releases, acquires, starts, then the waits and releases of copies that
/// nothing hides (docs/reference/problem.md, section 4).
///
/// Acquires and releases come in pairs, both at the same loop nest: a residency
/// that is alive at one side only of a loop's begin or end is released there
/// and acquired again at the other side. Every loop of \p problem must have a
/// null step before it and at its end, as `Schedule` makes them.
std::vector<BoundaryEvent> planBoundaries(const Problem &problem,
                                          const Solution &solution);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_BOUNDARIES_H
