//===- DefaultBound.h - The default bound, and parts of it ------*- C++ -*-===//
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

/// `lowerBoundOnMakespan` but for the time in which no transfer can use a tier:
/// a piece of an op may leave more of it than its part of the op does.
double lowerBoundWithoutIdle(const Problem &problem);

/// What that leaves out of the work of \p tier, seconds.
double idleInDefaultBound(const Problem &problem, TierId tier);

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_DEFAULTBOUND_H
