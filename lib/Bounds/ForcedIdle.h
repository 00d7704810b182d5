//===- ForcedIdle.h - When a tier can't be used -----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/reference/bounds.md, "Each tier's own work", has the proof.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_FORCEDIDLE_H
#define MEMPLACE_LIB_BOUNDS_FORCEDIDLE_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Seconds, while ops outside of loops run, in which nothing uses \p tier,
/// since all transfers that could need the time of other tiers or channels that
/// is taken, or in which accesses of buffers that don't count so far use it: at
/// least, wherever operands are. \p isCounted, by buffer: what it needs of the
/// tier's time is known otherwise, however its accesses are served.
double secondsOfIdle(const Problem &problem, TierId tier,
                     const std::vector<bool> &isCounted);

/// By op: seconds of the time of \p tier that no transfer has while it runs
/// once, since its accesses have them or since nothing can, at least, wherever
/// operands are.
std::vector<double> secondsNotFree(const Problem &problem, TierId tier);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_FORCEDIDLE_H
