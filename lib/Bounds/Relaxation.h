//===- Relaxation.h - A fractional placement --------------------*- C++ -*-===//
//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_RELAXATION_H
#define MEMPLACE_LIB_BOUNDS_RELAXATION_H

#include "memplace/Bounds/LowerBound.h"

namespace memplace {

/// An approximately optimal fractional placement, in which a share of a buffer
/// can be in a tier: the relaxation behind `strongLowerBoundOnMakespan`, see
/// docs/reference/bounds.md. It distinguishes the first tier from all other
/// tiers together. Not legal in general, but global: it considers the whole
/// program at once.
struct RelaxedPlacement {
  /// Bound of this relaxation, seconds; at most `strongLowerBoundOnMakespan`.
  double bound = 0;
  /// Share of the access served from the first tier, in [0, 1]. Index:
  /// [op][access].
  std::vector<std::vector<float>> served;
  /// [op][access]: share that stayed in the first tier since the previous use
  /// of the buffer; at most `served`.
  std::vector<std::vector<float>> kept;
};

/// Computes the relaxed placement. Deterministic.
RelaxedPlacement relaxedPlacement(const Problem &problem,
                                  const BoundLimits &limits);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_RELAXATION_H
