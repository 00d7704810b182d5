//===- Relaxation.h - A fractional placement --------------------*- C++ -*-===//
//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_BOUNDS_RELAXATION_H
#define MEMPLACE_BOUNDS_RELAXATION_H

#include "memplace/Bounds/LowerBound.h"

namespace memplace {

/// About the best placement if a buffer could be in a tier by halves: the
/// relaxation behind `strongLowerBoundOnMakespan`, see
/// docs/reference/bounds.md. It knows the first tier and takes all others as
/// one. Not legal in general, but it sees the whole program at once.
struct RelaxedPlacement {
  double bound = 0; // Its own, seconds; at most `strongLowerBoundOnMakespan`.
  /// [op][access]: the share that is served from the first tier, in [0, 1].
  std::vector<std::vector<float>> served;
  /// [op][access]: the share that has stayed in the first tier since the
  /// buffer's use before; at most `served`.
  std::vector<std::vector<float>> kept;
};

/// The same on each run.
RelaxedPlacement relaxedPlacement(const Problem &problem,
                                  const BoundLimits &limits);

} // namespace memplace

#endif // MEMPLACE_BOUNDS_RELAXATION_H
