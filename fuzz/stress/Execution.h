//===- Execution.h - Runs a placement, data and all -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_FUZZ_STRESS_EXECUTION_H
#define MEMPLACE_FUZZ_STRESS_EXECUTION_H

#include "memplace/Problem/Solution.h"

namespace memplace::stress {

/// Runs \p solution with loops unrolled, each for a random number of trips, and
/// a cyclic program four times in a row. Looks whether each read and copy sees
/// the newest contents, whatever else was written to the same bytes. Shares
/// nothing with `verify`. Returns the first thing that goes wrong, or an empty
/// string. Indices must be in range.
std::string execute(const Problem &problem, const Solution &solution,
                    uint64_t seed);

/// Whether `execute` can run it in a moment: loops multiply the work.
bool canExecute(const Problem &problem, const Solution &solution);

} // namespace memplace::stress

#endif // MEMPLACE_FUZZ_STRESS_EXECUTION_H
