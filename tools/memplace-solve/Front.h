//===- Front.h - The file of --pareto ----------------------------- -*- C++
//-*-===//
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

/// The file of --pareto: what each placement of the front costs, and the
/// placement. Of a solve that was stopped before it had a front, its solution,
/// which there must be.
std::string printFront(const Problem &problem, const SolveResult &result);

} // namespace memplace::tools

#endif // MEMPLACE_TOOLS_MEMPLACESOLVE_FRONT_H
