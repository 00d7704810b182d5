//===- Execution.h - Executes a placement, contents included ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SUPPORT_EXECUTION_H
#define MEMPLACE_UNITTESTS_SUPPORT_EXECUTION_H

#include "TestRandom.h"

#include "memplace/Problem/Solution.h"

namespace memplace::test {

/// Executes \p solution with loops unrolled, each for a number of trips drawn
/// from \p random, and a cyclic program four times in succession. Checks that
/// each read and copy sees the newest contents, despite other writes to the
/// same bytes. Shares no code with `verify`. Returns the first failure, or an
/// empty string. Indices must be in range.
std::string execute(const Problem &problem, const Solution &solution,
                    TestRandom &random);

/// Returns true if `execute` is quick enough: loops multiply the work.
bool canExecute(const Problem &problem, const Solution &solution);

} // namespace memplace::test

#endif // MEMPLACE_UNITTESTS_SUPPORT_EXECUTION_H
