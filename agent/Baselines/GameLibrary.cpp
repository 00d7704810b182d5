//===- GameLibrary.cpp - Entry points of the game library -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Baselines.h"

#include "lib/Solver/SolverLibrary.h"
#include "memplace/Version.h"

using namespace memplace;

extern "C" {

extern const char memplaceSolversVersion[] = MEMPLACE_VERSION_STRING;

void memplaceAddSolvers(SolverRegistry &solvers) { registerBaselines(solvers); }
}
