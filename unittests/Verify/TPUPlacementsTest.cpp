//===- TPUPlacementsTest.cpp - XLA's placements of real problems ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verdict.h"

#include "memplace/IO/JSON.h"
#include "memplace/Target/Catalogue.h"

#include <algorithm>
#include <filesystem>
#include <gmock/gmock.h>

using namespace memplace;
using namespace memplace::test;

namespace {

class TPUPlacementsTest : public testing::Test {
protected:
  static std::vector<std::string> problemPaths() {
    std::vector<std::string> paths;
    for (const auto &entry : std::filesystem::directory_iterator(
             MEMPLACE_SOURCE_DIR "/benchmarks/problems/tpu"))
      if (entry.path().string().ends_with(".problem.json.gz"))
        paths.push_back(entry.path().string());
    std::sort(paths.begin(), paths.end());
    return paths;
  }
  static std::string solutionPath(std::string path) {
    size_t place = path.rfind(".problem.");
    return path.replace(place, 9, ".xla.solution.");
  }
};

TEST_F(TPUPlacementsTest, AllProblemsReadBackEqualAndXLAsPlacementsAreLegal) {
  std::vector<std::string> paths = problemPaths();
  EXPECT_EQ(paths.size(), 100u);
  for (const std::string &path : paths) {
    SCOPED_TRACE(path);
    Result<Problem> problem = readProblem(path, findBuiltinTarget);
    ASSERT_TRUE(problem) << problem.error();
    Result<Problem> again =
        parseProblem(printProblem(*problem), "again", findBuiltinTarget);
    ASSERT_TRUE(again) << again.error();
    EXPECT_EQ(*again, *problem);

    Result<Solution> solution = readSolution(solutionPath(path), *problem);
    ASSERT_TRUE(solution) << solution.error();
    Result<Solution> sameSolution =
        parseSolution(printSolution(*problem, *solution), "again", *problem);
    ASSERT_TRUE(sameSolution) << sameSolution.error();
    EXPECT_EQ(*sameSolution, *solution);
    // The claimed peak is verified, too.
    EXPECT_TRUE(solution->peakBytes);
    EXPECT_LEGAL(*problem, *solution);
  }
}

TEST_F(TPUPlacementsTest, DetectsAnIllegalChangeOfARealPlacement) {
  std::string path = MEMPLACE_SOURCE_DIR
      "/benchmarks/problems/tpu/resnet50_b1.cmem8M.problem.json.gz";
  Result<Problem> problem = readProblem(path, findBuiltinTarget);
  ASSERT_TRUE(problem) << problem.error();
  Result<Solution> solution = readSolution(solutionPath(path), *problem);
  ASSERT_TRUE(solution) << solution.error();
  for (size_t i = 0; i < solution->transfers.size(); ++i) {
    Solution without = *solution;
    without.transfers.erase(without.transfers.begin() + i);
    EXPECT_NE(verdict(*problem, without), "legal") << "without transfer " << i;
  }
  (*solution->peakBytes)[0] += 1;
  EXPECT_BREAKS("form", *problem, *solution);
}

} // namespace
