//===- Legality.h - Checks that a placement is legal ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_PLANNING_LEGALITY_H
#define MEMPLACE_UNITTESTS_PLANNING_LEGALITY_H

#include "../../lib/Planning/Placement.h"
#include "Support/Execution.h"
#include "Support/TestRandom.h"

#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

#include <gtest/gtest.h>

namespace memplace::testing {

/// Expects \p solution to be legal, by `verify` and by execution.
inline void expectLegal(const Problem &problem, const Solution &solution) {
  const std::optional<Violation> broken = verify(problem, solution);
  ASSERT_FALSE(broken) << broken->message;
  test::TestRandom random(1);
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(test::execute(problem, solution, random), "");
}

/// Returns the makespan of a placement in seconds, and expects it to be legal.
inline double legalMakespanOf(const planning::AccessIndex &uses,
                              const planning::Placement &placement) {
  const Solution solution = assemble(uses, placement.getPlans());
  expectLegal(uses.problem, solution);
  return makespan(uses.problem, solution);
}

} // namespace memplace::testing

#endif // MEMPLACE_UNITTESTS_PLANNING_LEGALITY_H
