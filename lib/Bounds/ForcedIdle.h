//===- ForcedIdle.h - Forced idle time of a tier ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See docs/reference/bounds.md, "Each tier's own work", for the proof.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_FORCEDIDLE_H
#define MEMPLACE_LIB_BOUNDS_FORCEDIDLE_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Returns a lower bound on the additional work of \p tier from ops outside of
/// loops, in seconds, for any location of the operands. The additional work is
/// time during which no transfer can use the tier, because the other end or the
/// channel has no time, plus accesses to buffers not in \p isCounted. The flag
/// \p isCounted, by buffer, means that the buffer's need of the tier's time is
/// counted elsewhere, regardless of the service of its accesses. May return 0
/// if the result is at most \p enough.
double secondsOfIdle(const Problem &problem, TierId tier,
                     const std::vector<bool> &isCounted, double enough = 0);

/// Returns, by op, the least time of \p tier in seconds that no transfer can
/// use during one run of the op, for any location of the operands: either the
/// op's accesses take this time or the time is idle.
std::vector<double> unusableSeconds(const Problem &problem, TierId tier);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_FORCEDIDLE_H
