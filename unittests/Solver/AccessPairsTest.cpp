//===- AccessPairsTest.cpp ----------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SolversOfThisBuild.h"

#include "lib/Solver/AccessPairs.h"
#include "memplace/IO/JSON.h"
#include "memplace/Solver/AllSolvers.h"
#include "memplace/Target/Catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::testing;

namespace {

/// Two banks of 100 bytes, and a slow tier that serves no ops. Op 0 writes a
/// from x and w; op 1 writes y from a and w.
class AccessPairsTest : public ::testing::Test {
protected:
  AccessPairsTest() {
    problem.name = "banks";
    problem.target.name = "banks";
    problem.target.tiers = {{"bank0", 100, 1, 1000, 1000},
                            {"bank1", 100, 1, 1000, 1000},
                            {"slow", 10000, 1, 100, 100}};
    problem.target.tiers[2].servesOps = false;
    problem.target.defaultTier = 2;
    for (TierId bank : {0, 1}) {
      problem.target.channels.push_back(
          {"in" + std::to_string(bank), 2, bank, 100, 0});
      problem.target.channels.push_back(
          {"out" + std::to_string(bank), bank, 2, 100, 0});
    }
    problem.target.flopsPerSecond["default"] = 1000;
    problem.buffers = {
        {.name = "x", .size = 40, .range = {0, 2}, .liveIn = true},
        {.name = "w", .size = 40, .range = {0, 2}, .liveIn = true},
        {.name = "a", .size = 40, .range = {0, 2}},
        {.name = "y", .size = 40, .range = {0, 2}, .liveOut = true}};
    problem.ops = {{"f",
                    1000,
                    {{0, AccessMode::Read, 40, {}},
                     {1, AccessMode::Read, 40, {}},
                     {2, AccessMode::Write, 40, {}}}},
                   {"g",
                    1000,
                    {{2, AccessMode::Read, 40, {}},
                     {1, AccessMode::Read, 40, {}},
                     {3, AccessMode::Write, 40, {}}}}};
  }

  Result<SolveResult> solve(const SolveInputs &inputs = {}) {
    EXPECT_FALSE(check(problem)) << check(problem)->message;
    return solveAndVerify(allSolvers(), "greedy", problem, {}, {}, inputs);
  }

  TierId tierOf(const Solution &solution, Step step, size_t access) {
    return solution.residencies[solution.served[step][access]].tier;
  }

  Problem problem;
};

} // namespace

TEST_F(AccessPairsTest, OperandsApartAreInDifferentBanks) {
  problem.ops[0].apart = {{0, 1}};
  problem.ops[1].apart = {{0, 1}, {1, 2}};
  Result<SolveResult> result = solve();
  ASSERT_TRUE(result) << result.error();
  ASSERT_TRUE(result->solution) << result->message;
  EXPECT_NE(tierOf(*result->solution, 0, 0), tierOf(*result->solution, 0, 1));
  EXPECT_NE(tierOf(*result->solution, 1, 0), tierOf(*result->solution, 1, 1));
}

TEST_F(AccessPairsTest, OperandsTogetherAreInTheSameBank) {
  problem.ops[0].together = {{0, 1}};
  problem.ops[0].apart = {{1, 2}};
  Result<SolveResult> result = solve();
  ASSERT_TRUE(result) << result.error();
  ASSERT_TRUE(result->solution) << result->message;
  EXPECT_EQ(tierOf(*result->solution, 0, 0), tierOf(*result->solution, 0, 1));
}

TEST_F(AccessPairsTest, ABufferStaysInItsBankFromOpToOp) {
  problem.ops[0].apart = {{1, 2}};
  problem.ops[1].apart = {{0, 1}};
  const ResolvedPairs resolved = resolvePairs(problem);
  ASSERT_FALSE(resolved.problems.empty());
  const Problem &first = resolved.problems.front();
  EXPECT_EQ(first.ops[0].accesses[1].tiers, first.ops[1].accesses[1].tiers);
  EXPECT_EQ(first.ops[0].accesses[2].tiers, first.ops[1].accesses[0].tiers);
  EXPECT_FALSE(first.hasPairs());
}

TEST_F(AccessPairsTest, OneBankForOperandsApartIsInfeasible) {
  problem.ops[0].accesses[0].tiers = {0};
  problem.ops[0].accesses[1].tiers = {0};
  problem.ops[0].apart = {{0, 1}};
  Result<SolveResult> result = solve();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, SolveStatus::Infeasible);
  EXPECT_THAT(result->message,
              ::testing::HasSubstr("op 'f' (step 0) needs 'x' ('bank0') and "
                                   "'w' ('bank0') in different tiers"));
}

TEST_F(AccessPairsTest, OperandsTogetherThatExceedABankAreInfeasible) {
  problem.ops[0].together = {{0, 1}, {1, 2}};
  Result<SolveResult> result = solve();
  ASSERT_TRUE(result);
  EXPECT_EQ(result->status, SolveStatus::Infeasible);
}

TEST_F(AccessPairsTest, APlacementToStartFromGivesTheTiers) {
  problem.ops[0].apart = {{0, 1}};
  Result<SolveResult> first = solve();
  ASSERT_TRUE(first && first->solution);
  SolveInputs inputs;
  inputs.start = &*first->solution;
  Result<SolveResult> again =
      solveAndVerify(allSolvers(), "search", problem, {}, {}, inputs);
  ASSERT_TRUE(again) << again.error();
  EXPECT_LE(*again->solution->makespanPs, *first->solution->makespanPs);
}

TEST_F(AccessPairsTest, PairsSurviveAFile) {
  problem.ops[0].apart = {{0, 1}};
  problem.ops[1].together = {{1, 2}, {0, 2}};
  Result<Problem> read =
      parseProblem(printProblem(problem), "file", findBuiltinTarget);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(*read, problem);
}

TEST_F(AccessPairsTest, WrongPairsAreErrorsAtTheirField) {
  problem.ops[1].apart = {{0, 3}};
  EXPECT_EQ(check(problem)->message,
            "ops[1].apart[0]: there is no access 3 of 3");
  problem.ops[1].apart.clear();
  problem.ops[1].together = {{1, 1}};
  EXPECT_EQ(check(problem)->message,
            "ops[1].together[0]: both accesses are to buffer 1");
}
