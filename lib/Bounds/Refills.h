//===- Refills.h - Forced refills -------------------------------*- C++ -*-===//
//
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

/// By buffer: seconds of \p tier's time that go by, beyond those of the first
/// reads and of the last write of the program, since some accesses can be
/// served by \p tier only, as the moves of a window: what they leave there is
/// read there before the next write, and what was written before they read has
/// come there. \p trips: of each step. Buffers that fit in one tier only
/// (\p onlyTier, by buffer, at least 0) have none.
std::vector<double> secondsOfRefills(const Problem &problem, TierId tier,
                                     const std::vector<TierId> &onlyTier,
                                     const std::vector<int64_t> &trips);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_REFILLS_H
