//===- SolversOfThisBuild.h - Names of the solvers in this build *- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SOLVER_SOLVERSOFTHISBUILD_H
#define MEMPLACE_UNITTESTS_SOLVER_SOLVERSOFTHISBUILD_H

#include "memplace/Solver/AllSolvers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace memplace::testing {

inline SolverRegistry allSolvers() {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  return solvers;
}

/// Returns all solver names, without those that need the agent if the agent is
/// not built.
inline std::vector<std::string> solversOfThisBuild() {
  std::vector<std::string> names = allSolvers().names();
#ifndef MEMPLACE_HAS_AGENT
  std::erase(names, "egrl");
  std::erase(names, "muzero");
#endif
  return names;
}

/// Returns a solver's name as part of a test's name, which must not contain
/// '-'.
inline std::string
nameOfTest(const ::testing::TestParamInfo<std::string> &info) {
  std::string name = info.param;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

} // namespace memplace::testing

#endif // MEMPLACE_UNITTESTS_SOLVER_SOLVERSOFTHISBUILD_H
