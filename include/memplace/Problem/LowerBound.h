//===- LowerBound.h - Proven bounds -----------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PROBLEM_LOWERBOUND_H
#define MEMPLACE_PROBLEM_LOWERBOUND_H

#include "memplace/Problem/Problem.h"

namespace memplace {

/// Bound on the makespan of any legal placement, seconds: docs/problem.md,
/// section 6.
double lowerBoundOnMakespan(const Problem &problem);

/// Bound on the peak, bytes, if all buffers without a caller-owned place were
/// in one tier all the time: the largest total size live at one step.
int64_t lowerBoundOnPeak(const Problem &problem);

/// (value - bound) / bound; 0 if both are 0.
double gap(double value, double bound);

/// Seconds to picoseconds, rounded to nearest, at most 9.2e18.
int64_t toPicoseconds(double seconds);

/// Whether \p makespan is as short as \p bound, both in seconds: in whole
/// picoseconds, unless there are too many of these to be told apart.
bool reachesBound(double makespan, double bound);

} // namespace memplace

#endif // MEMPLACE_PROBLEM_LOWERBOUND_H
