//===- SolversOfThisBuild.h - Which solvers there are -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SOLVER_SOLVERSOFTHISBUILD_H
#define MEMPLACE_UNITTESTS_SOLVER_SOLVERSOFTHISBUILD_H

#include "memplace/Solver/AllSolvers.h"

#include <vector>

namespace memplace::testing {

inline SolverRegistry allSolvers() {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  return solvers;
}

/// All names but that of the agent alone, if the agent is not built.
inline std::vector<std::string> solversOfThisBuild() {
  std::vector<std::string> names = allSolvers().names();
#ifndef MEMPLACE_HAS_AGENT
  std::erase(names, "muzero");
#endif
  return names;
}

} // namespace memplace::testing

#endif // MEMPLACE_UNITTESTS_SOLVER_SOLVERSOFTHISBUILD_H
