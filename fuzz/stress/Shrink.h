//===- Shrink.h - Makes a problem that shows a bug smaller ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_FUZZ_STRESS_SHRINK_H
#define MEMPLACE_FUZZ_STRESS_SHRINK_H

#include "memplace/Packing/Packing.h"
#include "memplace/Problem/Problem.h"

#include <functional>

namespace memplace::stress {

/// Drops ops, buffers, accesses, loops, channels and tiers, and makes numbers
/// smaller and flags false, as long as \p fails says yes; it is asked at most
/// \p trials times, and only about problems that pass `check`.
Problem shrink(Problem problem,
               const std::function<bool(const Problem &)> &fails,
               int64_t trials);

/// Likewise.
PackingProblem shrink(PackingProblem problem,
                      const std::function<bool(const PackingProblem &)> &fails,
                      int64_t trials);

} // namespace memplace::stress

#endif // MEMPLACE_FUZZ_STRESS_SHRINK_H
