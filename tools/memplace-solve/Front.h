//===- Front.h - Pareto front as a file -------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TOOLS_MEMPLACESOLVE_FRONT_H
#define MEMPLACE_TOOLS_MEMPLACESOLVE_FRONT_H

#include "memplace/Solver/Solver.h"

namespace memplace::tools {

/// Returns the file of --pareto: the costs of each placement of the front, and
/// the placement. If the solve was stopped before it had a front, the file has
/// the solution, which must exist.
std::string printFront(const Problem &problem, const SolveResult &result);

} // namespace memplace::tools

#endif // MEMPLACE_TOOLS_MEMPLACESOLVE_FRONT_H
