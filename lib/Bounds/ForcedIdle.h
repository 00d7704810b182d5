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

/// What ops outside of loops add to the work of \p tier, seconds, at least,
/// wherever operands are: time in which no transfer can use it, as the other
/// end or the channel of each has none, and time of accesses to buffers that
/// don't count. \p isCounted, by buffer: what it needs of the tier's time is
/// known otherwise, however its accesses are served. 0 if that is surely no
/// more than \p enough, so that it does not matter.
double secondsOfIdle(const Problem &problem, TierId tier,
                     const std::vector<bool> &isCounted, double enough = 0);

/// By op: seconds of the time of \p tier that no transfer has while it runs
/// once, at least, wherever operands are: its accesses have them, or nobody
/// can.
std::vector<double> secondsNotFree(const Problem &problem, TierId tier);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_FORCEDIDLE_H
