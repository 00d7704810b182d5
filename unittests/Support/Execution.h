//===- Execution.h - Runs a placement, data and all -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SUPPORT_EXECUTION_H
#define MEMPLACE_UNITTESTS_SUPPORT_EXECUTION_H

#include "Random.h"

#include "memplace/Problem/Solution.h"

namespace memplace::test {

/// Runs \p solution with loops unrolled, each for a number of trips that
/// \p random draws, and a cyclic program four times in a row. Looks whether
/// each read and copy sees the newest contents, whatever else was written to
/// the same bytes. Shares nothing with `verify`. Returns the first thing that
/// goes wrong, or an empty string. Indices must be in range.
std::string execute(const Problem &problem, const Solution &solution,
                    Random &random);

/// Whether `execute` can run it in a moment: loops multiply the work.
bool canExecute(const Problem &problem, const Solution &solution);

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_SUPPORT_EXECUTION_H
