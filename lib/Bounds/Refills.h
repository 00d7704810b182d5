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

/// Returns, by buffer, additional seconds of \p tier's time for refills. A
/// refill is caused by an access that only \p tier can serve, such as the move
/// of a window: contents left by such an access are read in the tier before the
/// next write, and contents written before such a read must come there. The
/// first reads and the last write of the program are not included. \p trips is
/// by step. Buffers that fit in a single tier (\p onlyTier >= 0, by buffer)
/// have no refills.
std::vector<double> secondsOfRefills(const Problem &problem, TierId tier,
                                     const std::vector<TierId> &onlyTier,
                                     const std::vector<int64_t> &trips);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_REFILLS_H
