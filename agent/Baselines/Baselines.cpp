//===- Baselines.cpp - Registration of the baselines ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baselines.h"

using namespace memplace;

void memplace::registerBaselines(SolverRegistry &solvers) {
  solvers.add("random-key", "evolution of random keys, decoded into placements",
              createRandomKeySolver);
  solvers.add("whole-life",
              "each buffer in one tier for its whole life, by simple methods",
              createWholeLifeSolver);
}
