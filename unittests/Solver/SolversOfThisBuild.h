//===- SolversOfThisBuild.h - Names of the solvers in this build *- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SOLVER_SOLVERSOFTHISBUILD_H
#define MEMPLACE_UNITTESTS_SOLVER_SOLVERSOFTHISBUILD_H

#include "agent/Baselines/Baselines.h"
#include "memplace/Solver/AllSolvers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace memplace::testing {

/// Returns all solvers, with those of agent/Baselines linked in.
inline SolverRegistry allSolvers() {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  solvers.addLibrary("game", [](SolverRegistry &added) {
    registerBaselines(added);
    return std::nullopt;
  });
  return solvers;
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
