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

#include "memplace/Problem/Solution.h"

namespace memplace::tools {

/// The file of --pareto: what each placement costs, and the placement.
std::string printFront(const Problem &problem,
                       const std::vector<Solution> &front);

} // namespace memplace::tools

#endif // MEMPLACE_TOOLS_MEMPLACESOLVE_FRONT_H
