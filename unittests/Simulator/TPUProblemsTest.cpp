//===- TPUProblemsTest.cpp ------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other code, the script that made benchmarks/problems/tpu, computed the
// makespans of XLA's placements of real programs.
//
//===----------------------------------------------------------------------===//

#include "memplace/IO/JSON.h"
#include "memplace/Simulator/Simulator.h"
#include "memplace/Target/Catalogue.h"

#include "gtest/gtest.h"

#include <filesystem>

using namespace memplace;

namespace {

TEST(TPUProblemsTest, XLAsPlacementsHaveTheirClaimedMakespans) {
  constexpr std::string_view solutionEnd = ".xla.solution.json.gz";
  int numSolutions = 0;
  for (const auto &entry : std::filesystem::directory_iterator(
           MEMPLACE_SOURCE_DIR "/benchmarks/problems/tpu")) {
    std::string path = entry.path().string();
    if (!path.ends_with(solutionEnd))
      continue;
    SCOPED_TRACE(path);
    ++numSolutions;
    std::string problemPath =
        path.substr(0, path.size() - solutionEnd.size()) + ".problem.json.gz";
    Result<Problem> problem = readProblem(problemPath, findBuiltinTarget);
    ASSERT_TRUE(problem) << problem.error();
    Result<Solution> solution = readSolution(path, *problem);
    ASSERT_TRUE(solution) << solution.error();

    ASSERT_TRUE(solution->makespanPs);
    double claimPs = static_cast<double>(*solution->makespanPs);
    // Both makespans agree up to rounding, far below the 1e-6 that the rules
    // allow. Claims are whole picoseconds.
    EXPECT_NEAR(makespan(*problem, *solution) * 1e12, claimPs,
                0.5 + 1e-9 * claimPs);
    std::optional<Error> error = checkClaims(*problem, *solution);
    EXPECT_FALSE(error) << error->message;
  }
  EXPECT_GE(numSolutions, 40);
}

} // namespace
