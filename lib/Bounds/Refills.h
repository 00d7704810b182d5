//===- Refills.h - Forced refills -------------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_REFILLS_H
#define MEMPLACE_LIB_BOUNDS_REFILLS_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Seconds of a tier's time for refills.
struct Refills {
  std::vector<double> ofBuffers; // In all trips, by buffer.
  /// In one trip of a loop but outside of its inner loops, by loop. Reads of
  /// one trip may be the reads after a move in a later trip of an inner loop,
  /// so the refills of later trips count only beside first trips of the same
  /// loop.
  std::vector<double> ofFirstTrips, ofLaterTrips;
};

/// Returns the least refills in \p tier. A refill is caused by an access that
/// only \p tier can serve, such as the move of a window: contents left by such
/// an access are read in the tier before the next write, and contents written
/// before such a read must come there. The first reads and the last write of
/// the program are not included. \p trips is by step. Buffers that fit in a
/// single tier (\p onlyTier >= 0, by buffer) have no refills.
Refills findRefills(const Problem &problem, TierId tier,
                    const std::vector<TierId> &onlyTier,
                    const std::vector<int64_t> &trips);

/// Returns the innermost loop around each step, or -1. Of loops with equal
/// ranges, the last is the innermost.
std::vector<int32_t> findInnermost(const Problem &problem);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_REFILLS_H
