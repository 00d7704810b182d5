//===- Baselines.h - Plain solvers to compare with --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_BASELINES_BASELINES_H
#define MEMPLACE_AGENT_BASELINES_BASELINES_H

#include "memplace/Solver/Solver.h"

namespace memplace {

/// A biased random-key genetic algorithm over the decoder of `search`. Options:
/// a budget of evaluations, the population.
std::unique_ptr<Solver> createRandomKeySolver();

/// One tier per buffer for its whole life by plain methods. Options: a budget
/// of maps, the method.
std::unique_ptr<Solver> createWholeLifeSolver();

/// Adds all solvers of this folder.
void registerBaselines(SolverRegistry &solvers);

} // namespace memplace

#endif // MEMPLACE_AGENT_BASELINES_BASELINES_H
