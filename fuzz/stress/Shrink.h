//===- Shrink.h - Shrinks a problem that shows a bug ------------*- C++ -*-===//
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

/// Drops ops, buffers, accesses, loops, channels and tiers, lowers numbers and
/// clears flags, as long as \p fails returns true. Calls \p fails at most
/// \p trials times, and only with problems that pass `check`.
Problem shrink(Problem problem,
               const std::function<bool(const Problem &)> &fails,
               int64_t trials);

/// Shrinks a packing problem.
PackingProblem shrink(PackingProblem problem,
                      const std::function<bool(const PackingProblem &)> &fails,
                      int64_t trials);

} // namespace memplace::stress

#endif // MEMPLACE_FUZZ_STRESS_SHRINK_H
