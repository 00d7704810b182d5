//===- DefaultBound.h - Default bound and its parts -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_DEFAULTBOUND_H
#define MEMPLACE_LIB_BOUNDS_DEFAULTBOUND_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Returns `lowerBoundOnMakespan` without forced idle time of tiers. Pieces of
/// an op may leave more of a tier's time than the whole op, so the bound with
/// pieces cannot use this time.
double lowerBoundWithoutIdle(const Problem &problem);

/// Returns the forced idle time of \p tier that `lowerBoundWithoutIdle` omits,
/// in seconds.
double idleInDefaultBound(const Problem &problem, TierId tier);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_DEFAULTBOUND_H
