//===- GreedySolver.cpp - Best benefit for its size first -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BasePlan.h"

#include "memplace/Solver/AllSolvers.h"

using namespace memplace;
using namespace memplace::solver;

std::unique_ptr<Solver> memplace::createGreedySolver() {
  return createDefaultTierSolver();
}
