//===- DefaultTierSolver.cpp - Every buffer in its home tier ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NoPlacement.h"

#include "memplace/Solver/AllSolvers.h"

using namespace memplace;
using namespace memplace::solver;

namespace {

class DefaultTierSolver : public Solver {
public:
  SolveResult solve(const Problem &problem,
                    const SolveLimits & /*limits*/) override {
    AccessIndex uses(problem);
    BackingResult base = buildHomePlacement(uses);
    if (!base.placement)
      return noPlacement(base);
    return {SolveStatus::Solved, assemble(uses, base.placement->getPlans()),
            ""};
  }
};

} // namespace

std::unique_ptr<Solver> memplace::createDefaultTierSolver() {
  return std::make_unique<DefaultTierSolver>();
}
