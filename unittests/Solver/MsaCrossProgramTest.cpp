//===- MsaCrossProgramTest.cpp - Inputs fetched by the previous run -------===//
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

using namespace memplace;
using namespace memplace::testing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

namespace {

/// The larger of two inputs is read late; t needs the fast tier before.
Problem makeWeights(Step lastUse) {
  Problem problem = makeOps(100, std::vector<double>(10, 2));
  addBuffer(problem, "small", 40, {{9, reading}});
  addBuffer(problem, "large", 60, {{lastUse, reading}});
  addBuffer(problem, "t", 60, {{7, writing}, {8, reading}});
  return problem;
}

// The larger input has its place for the whole program, so t finds none. If the
// input's last use is at step 4, after 10 of 20 s, the input leaves then, since
// the tier (100 B) is smaller than the sum of candidates (160 B).
TEST(MsaCrossProgramTest, TheLargestInputIsFastFromTheStart) {
  const SolverOptionValues one = {{"cross-program", "1"}};
  Problem late = makeWeights(9);
  Placed placed = place(late, one);
  EXPECT_THAT(placed.copiesOf(1), ElementsAre("in 0-9"));
  EXPECT_EQ(placed.tiersOf(2), "ss");

  Problem early = makeWeights(4);
  Placed freed = place(early, one);
  EXPECT_THAT(freed.copiesOf(1), ElementsAre("in 0-4"));
  EXPECT_EQ(freed.tiersOf(2), "ff");

  // Without the option the input arrives when it is needed.
  EXPECT_THAT(place(early).copiesOf(1), ElementsAre("in 3-4"));
}

// 200 B have room for all buffers (160 B), so that the input keeps its place,
// [0, 60): small is above the input during steps 8 and 9, and t above small.
TEST(MsaCrossProgramTest, TheLargestInputKeepsItsPlaceIfThereIsRoom) {
  Problem problem = makeWeights(4);
  problem.target.tiers[0].capacity = 200;

  Placed placed = place(problem, {{"cross-program", "1"}});

  EXPECT_THAT(placed.fastStaysOf(1), ElementsAre("0-5 at 0"));
  EXPECT_THAT(placed.fastStaysOf(0), ElementsAre("8-10 at 60"));
  EXPECT_THAT(placed.fastStaysOf(2), ElementsAre("7-9 at 100"));
}

//===----------------------------------------------------------------------===//
// Cyclic problems
//===----------------------------------------------------------------------===//

/// Reads by the last op keep both inputs live to the end of an invocation.
Problem makeCyclicWeights(Step lastUse) {
  Problem problem = makeWeights(lastUse);
  problem.isCyclic = true;
  problem.buffers[0].range.end = problem.buffers[1].range.end = 10;
  return problem;
}

// A copy takes 0.6 s, and 1.5 times 0.6 s is best: issued before the last op,
// of 2 s. With the 8 s up to step 3 that makes 10 of 20 s, less than the limit
// of 0.6. t has the place in between.
TEST(MsaCrossProgramTest, ACyclicProgramFetchesForItsNextInvocation) {
  Problem problem = makeCyclicWeights(3);

  Placed placed = place(problem, {{"cross-program", "1"}});

  EXPECT_THAT(placed.copiesOf(1), ElementsAre("in 9-3"));
  EXPECT_THAT(placed.fastStaysOf(1), ElementsAre("0-4 at 0", "9-10 at 0"));
  EXPECT_EQ(placed.tiersOf(1), "f");
  EXPECT_EQ(placed.tiersOf(2), "ff");
  EXPECT_DOUBLE_EQ(placed.seconds(), 20);
}

// With the 10 s up to step 4 the stay would last 12 of 20 s: a copy does not
// pay.
TEST(MsaCrossProgramTest, AnInputUsedForLongStaysForTheNextInvocation) {
  Problem problem = makeCyclicWeights(4);

  Placed placed = place(problem, {{"cross-program", "1"}});

  EXPECT_THAT(placed.copiesOf(1), IsEmpty());
  EXPECT_THAT(placed.fastStaysOf(1), ElementsAre("0-10 at 0"));
  EXPECT_EQ(placed.tiersOf(2), "ss");
}

TEST(MsaCrossProgramTest, AnInputWithEnoughRoomStaysForTheNextInvocation) {
  Problem problem = makeCyclicWeights(3);
  problem.target.tiers[0].capacity = 200;

  Placed placed = place(problem, {{"cross-program", "1"}});

  EXPECT_THAT(placed.copiesOf(1), IsEmpty());
  EXPECT_THAT(placed.fastStaysOf(1), ElementsAre("0-10 at 0"));
  // In the same place as above.
  EXPECT_THAT(placed.fastStaysOf(2), ElementsAre("7-9 at 100"));
}

// If large stays, t has no place, and two ops take 4 s instead of 2 s.
// Otherwise each invocation fetches large again, and releases it after 14 of 24
// s.
TEST(MsaCrossProgramTest, AnInputThatBlocksOthersIsFetchedInEachInvocation) {
  Problem problem = makeCyclicWeights(6);
  for (Step step : {7, 8})
    problem.ops[step].accesses[0].bytes = 400;

  Placed placed = place(problem, {{"cross-program", "1"}});

  EXPECT_THAT(placed.copiesOf(1), ElementsAre("in 0-6"));
  EXPECT_EQ(placed.tiersOf(2), "ff");
  EXPECT_DOUBLE_EQ(placed.seconds(), 20);

  // With room for both there is no copy.
  problem.target.tiers[0].capacity = 200;
  EXPECT_THAT(place(problem, {{"cross-program", "1"}}).copiesOf(1), IsEmpty());
}

// The previous invocation fetched the input.
TEST(MsaCrossProgramTest, ACyclicProgramFetchesForItsFirstOp) {
  Problem problem = makeCyclicWeights(3);
  problem.ops[0].accesses.push_back({1, AccessMode::Read, 10, {}});

  Placed placed = place(problem, {{"cross-program", "1"}});

  EXPECT_THAT(placed.copiesOf(1), ElementsAre("in 9-0"));
  EXPECT_EQ(placed.tiersOf(1), "ff");
}

// The contents are dead by then, so that this invocation must make the copy.
TEST(MsaCrossProgramTest, AnInputDeadAtTheEndIsNotFetchedThere) {
  Problem problem = makeCyclicWeights(3);
  problem.buffers[1].range.end = 4;

  Placed placed = place(problem, {{"cross-program", "1"}});

  EXPECT_THAT(placed.copiesOf(1), ElementsAre("in 0-3"));
  EXPECT_THAT(placed.fastStaysOf(1), ElementsAre("0-4 at 0"));
}

// Repacking must not move only one of the two stays of a place. solveAndVerify
// reports an illegal placement as an error.
TEST(MsaCrossProgramTest, RandomCyclicProgramsAreLegalWithManyWeights) {
  SolverRegistry solvers;
  registerAllSolvers(solvers);
  int numWrapped = 0;
  int numKept = 0;
  for (uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = makeCyclic(makeVariedProblem(seed));
    Result<SolveResult> result =
        solveAndVerify(solvers, "msa", problem, {}, {{"cross-program", "3"}});
    ASSERT_TRUE(bool(result)) << result.error();
    if (!result->solution)
      continue;
    for (const Transfer &copy : result->solution->transfers)
      numWrapped += copy.isWrapped();
    for (const Residency &stay : result->solution->residencies)
      numKept += stay.tier == 0 &&
                 stay.range == LiveRange{0, problem.numSteps()} &&
                 problem.buffers[stay.buffer].liveIn;
  }
  EXPECT_GT(numWrapped, 20);
  EXPECT_GT(numKept, 20);
}

//===----------------------------------------------------------------------===//
// Detection of weights
//===----------------------------------------------------------------------===//

// An input cannot be in fast for the first op of the only run.
TEST(MsaCrossProgramTest, AnInputOfTheFirstOpIsNotFastFromTheStart) {
  Problem problem = makeWeights(9);
  problem.ops[0].accesses.push_back({1, AccessMode::Read, 10, {}});

  Placed placed = place(problem, {{"cross-program", "1"}});

  EXPECT_THAT(placed.copiesOf(0), ElementsAre("in 0-9")); // The smaller input.
  EXPECT_THAT(placed.copiesOf(1), ::testing::Not(ElementsAre("in 0-9")));
}

// An output of equal size, probably the updated input, shows that the input is
// no weight.
TEST(MsaCrossProgramTest, AnInputWithAnOutputOfItsSizeIsNoWeight) {
  Problem problem = makeWeights(9);
  addBuffer(problem, "new", 60, {{9, writing}});
  problem.buffers[3].liveOut = true;
  problem.buffers[3].range.end = 10;

  Placed placed = place(problem, {{"cross-program", "1"}});

  EXPECT_THAT(placed.copiesOf(0), ElementsAre("in 0-9")); // The smaller input.
  EXPECT_THAT(placed.copiesOf(1), ::testing::Not(ElementsAre("in 0-9")));
}

// Of two equally large inputs, the input read more often wins, then the input
// whose uses end first.
TEST(MsaCrossProgramTest, PrefetchesTheMostUsedOfEqualInputs) {
  Problem problem = makeOps(100, std::vector<double>(10, 2));
  addBuffer(problem, "a", 60, {{5, reading}});
  addBuffer(problem, "b", 60, {{6, reading}, {9, reading}});
  EXPECT_THAT(place(problem, {{"cross-program", "1"}}).copiesOf(1),
              ElementsAre("in 0-6"));

  problem.ops[9].accesses.clear();
  EXPECT_THAT(place(problem, {{"cross-program", "1"}}).copiesOf(0),
              ElementsAre("in 0-5"));
}

} // namespace
