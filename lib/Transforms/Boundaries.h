//===- Boundaries.h - Events between steps ----------------------*- C++ -*-===//
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

/// Kind of an event: of a transfer (Wait, Start) or of a residency.
enum class BoundaryAction { Wait, Release, Acquire, Start };

/// An event at the boundary before a step.
struct BoundaryEvent {
  Step step = 0;
  /// The event occurs once per trip of the loops around this step; numSteps():
  /// outside all loops.
  Step nest = 0;
  BoundaryAction action = BoundaryAction::Wait;
  /// A TransferId (index into Solution::transfers) for Wait and Start,
  /// otherwise a ResidencyId.
  int64_t id = 0;
  /// For Acquire: the buffer already has contents.
  bool keepContents = false;
};

/// Returns all events of a placement that passes `verify`, in execution order:
/// by step, and at each boundary waits, releases, acquires, starts, then waits
/// and releases of blocking transfers (docs/reference/problem.md, section 4).
///
/// Acquires and releases come in pairs at the same loop nest. A residency alive
/// on only one side of a loop's edge is released on that side and acquired
/// again on the other side. Every loop of \p problem must have a null step
/// before it and at its end, as created by `Schedule`.
std::vector<BoundaryEvent> planBoundaries(const Problem &problem,
                                          const Solution &solution);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_BOUNDARIES_H
