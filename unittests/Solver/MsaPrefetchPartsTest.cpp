//===- MsaPrefetchPartsTest.cpp - Prefetches in parts ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MsaProblems.h"
#include "RandomProblems.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

using namespace memplace;
using namespace memplace::testing;
using ::testing::ElementsAre;

namespace {

/// An input read by the last op, after ops of \p seconds. A copy moves 100 B/s.
Problem makeInput(std::vector<double> seconds, int64_t size = 200) {
  seconds.push_back(1);
  Problem problem = makeOps(1000, seconds);
  addBuffer(problem, "w", size,
            {{static_cast<Step>(seconds.size()) - 1, reading}});
  return problem;
}

std::vector<std::string> copiesInParts(const Problem &problem, int parts) {
  return place(problem, {{"parts", std::to_string(parts)}}).copiesOf(0);
}

// The copy takes 2 s, and 1.5 times 2 s is best: from step 4 to 7. Half of
// these 3 s are over at step 6, a third at step 5.
TEST(MsaPrefetchPartsTest, PartsStartAtEvenTimes) {
  const Problem problem = makeInput({1, 1, 1, 1, 1, 1, 1});

  EXPECT_THAT(place(problem).copiesOf(0), ElementsAre("in 4-7"));
  EXPECT_THAT(copiesInParts(problem, 1), ElementsAre("in 4-7"));
  EXPECT_THAT(copiesInParts(problem, 2),
              ElementsAre("in 4-7, 100 from 0", "in 6-7, 100 from 100"));
  EXPECT_THAT(copiesInParts(problem, 3),
              ElementsAre("in 4-7, 67 from 0", "in 5-7, 67 from 67",
                          "in 6-7, 66 from 134"));
}

// Two of three seconds are over at step 5, before the op without duration, and
// also after that op.
TEST(MsaPrefetchPartsTest, AnOpOfNoTimeMovesNoStart) {
  const Problem problem = makeInput({1, 1, 1, 1, 1, 0, 1});

  EXPECT_THAT(copiesInParts(problem, 3),
              ElementsAre("in 3-7, 67 from 0", "in 4-7, 67 from 67",
                          "in 5-7, 66 from 134"));
}

TEST(MsaPrefetchPartsTest, ThereIsOneCopyWithoutAStepInBetween) {
  EXPECT_THAT(copiesInParts(makeInput({3}), 4), ElementsAre("in 0-1"));
  // Half of 2 s are over during the second op.
  EXPECT_THAT(copiesInParts(makeInput({0.5, 1.5}), 2), ElementsAre("in 0-2"));
}

// Half of the 2 s are over at step 1, after 1.5 s: too late for 100 B.
TEST(MsaPrefetchPartsTest, ThereIsOneCopyIfThePartsWouldBeLate) {
  EXPECT_THAT(copiesInParts(makeInput({1.5, 0.5}), 2), ElementsAre("in 0-2"));
  EXPECT_THAT(copiesInParts(makeInput({1, 1}), 2),
              ElementsAre("in 0-2, 100 from 0", "in 1-2, 100 from 100"));
}

TEST(MsaPrefetchPartsTest, PartsTakeEquallyFastChannelsInTurn) {
  Problem problem = makeInput({1, 1, 1, 1, 1, 1, 1});
  problem.target.channels.push_back({"slower", 1, 0, 99, 0});
  problem.target.channels.push_back({"other", 1, 0, 100, 0});

  EXPECT_THAT(copiesInParts(problem, 3),
              ElementsAre("in 4-7, 67 from 0", "other 5-7, 67 from 67",
                          "in 6-7, 66 from 134"));
}

// With 1 s of latency, parts below 100 B would wait longer than they flow. The
// copy takes 3 s; 1.5 times 3 s is 4.5 s, or 4 steps.
TEST(MsaPrefetchPartsTest, PartsTakeAtLeastTheirLatency) {
  Problem problem = makeInput({1, 1, 1, 1, 1, 1, 1});
  problem.target.channels[0].latencyPs = 1000000000000;

  EXPECT_THAT(copiesInParts(problem, 4),
              ElementsAre("in 3-7, 100 from 0", "in 5-7, 100 from 100"));
}

// One byte each.
TEST(MsaPrefetchPartsTest, ThereAreNoMorePartsThanBytes) {
  const Problem problem = makeInput({0.01, 0.01, 0.01}, 2);

  EXPECT_THAT(copiesInParts(problem, 4),
              ElementsAre("in 0-3, 1 from 0", "in 2-3, 1 from 1"));
}

// solveAndVerify reports an illegal placement as an error.
TEST(MsaPrefetchPartsTest, RandomProgramsAreLegal) {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  int numParts = 0;
  std::vector<uint64_t> seeds(300);
  std::iota(seeds.begin(), seeds.end(), 0);
  // Stays that a slower tier filled in parts; a faster tier then sees the
  // contents at home before these parts.
  for (uint64_t seed : {1082, 2562, 3431, 5679, 6947})
    seeds.push_back(seed);
  for (uint64_t seed : seeds) {
    SCOPED_TRACE(seed);
    Problem problem = makeVariedProblem(seed);
    problem.isCyclic = seed % 4 == 1;
    Result<SolveResult> result =
        solveAndVerify(solvers, "msa", problem, {}, {{"parts", "3"}});
    ASSERT_TRUE(bool(result)) << result.error();
    if (result->solution)
      for (const Transfer &copy : result->solution->transfers)
        numParts += copy.part.has_value();
  }
  EXPECT_GT(numParts, 100);
}

} // namespace
