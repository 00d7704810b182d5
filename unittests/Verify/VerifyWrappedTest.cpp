//===- VerifyWrappedTest.cpp - Transfers into the next invocation ---------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VerifyFixture.h"

#include <gmock/gmock.h>

using namespace memplace;
using namespace memplace::test;
using testing::HasSubstr;

namespace {

/// "w" is copied during ops 4, the last, and 0, and read by op 1. "b" uses the
/// place from 2 to 4.
class WrappedTest : public testing::Test {
protected:
  static constexpr BufferId w = 0, b = 1;
  static constexpr ResidencyId home = 0, head = 1, tail = 2, bFast = 3;

  WrappedTest() { problem.isCyclic = true; }

  Transfer &transfer() { return solution.transfers[0]; }

  Problem problem =
      makeProblem({makeLiveIn("w", {0, 5}), makeBuffer("b", {2, 4})},
                  {{}, {reads(w)}, {writes(b)}, {reads(b)}, {}});
  Solution solution = makeSolution({{w, slow, std::nullopt, {0, 5}},
                                    {w, fast, 16, {0, 2}},
                                    {w, fast, 16, {4, 5}},
                                    {b, fast, 16, {2, 4}}},
                                   {{home, head, in, 4, 1}},
                                   {{}, {head}, {bFast}, {bFast}, {}});
};

TEST_F(WrappedTest, AcceptsTheUnchangedSolution) {
  EXPECT_LEGAL(problem, solution);
}

TEST_F(WrappedTest, FormRequiresACyclicProblem) {
  problem.isCyclic = false;
  EXPECT_THAT(verdict(problem, solution),
              testing::StartsWith("form: transfer 0 of buffer 'w', residency 0 "
                                  "to 1, start 4, done 1: must be 0 <= start "
                                  "<= done <= 5"));
}

TEST_F(WrappedTest, FormRequiresStepsWithinTheProgram) {
  transfer().start = 5;
  EXPECT_LEGAL(problem, solution);
  transfer().start = 6;
  EXPECT_BREAKS("form", problem, solution);
  transfer() = {home, head, in, 4, 0};
  EXPECT_LEGAL(problem, solution);
  transfer().done = -1;
  EXPECT_BREAKS("form", problem, solution);
  transfer() = {home, head, in, -1, -2};
  EXPECT_BREAKS("form", problem, solution);
}

TEST_F(WrappedTest, TheHeadOrTheTailMayBeNamed) {
  transfer().to = tail;
  EXPECT_LEGAL(problem, solution);
  // A third residency at the place does not.
  solution.residencies[head].range.end = 1;
  solution.residencies.push_back({w, fast, 16, {1, 2}});
  solution.served[1] = {4};
  transfer().to = 4;
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(WrappedTest, R7RequiresHeadAndTailOfTheDestination) {
  Solution wrong = solution;
  wrong.residencies[tail].offset = 24;
  EXPECT_THAT(verdict(problem, wrong),
              HasSubstr("its destination, residency 1 of buffer 'w' in tier "
                        "'fast', [0, 2), does not continue"));
  wrong.transfers[0].to = tail;
  EXPECT_BREAKS("R7", problem, wrong);
  // The head begins too late.
  solution.residencies[head].range.begin = 1;
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(WrappedTest, R7RequiresTheTailFromStartOn) {
  transfer().start = 3;
  EXPECT_BREAKS("R7", problem, solution);
  solution.residencies[bFast].offset = 64;
  solution.residencies[tail].range.begin = 3;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(WrappedTest, R7RequiresTheHeadUntilDone) {
  solution.served[1] = {home};
  transfer().done = 2;
  EXPECT_LEGAL(problem, solution);
  transfer().done = 3;
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(WrappedTest, R7RejectsAccessesToTheHeadBeforeDone) {
  transfer().done = 2;
  EXPECT_BREAKS("R7", problem, solution);
  transfer().done = 1;
  problem.ops[0].accesses = {reads(w)};
  solution.served[0] = {head};
  EXPECT_BREAKS("R7", problem, solution);
  transfer().done = 0;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(WrappedTest, R7RejectsAccessesToTheTail) {
  problem.ops[4].accesses = {reads(w)};
  solution.served[4] = {home};
  EXPECT_LEGAL(problem, solution);
  solution.served[4] = {tail};
  EXPECT_BREAKS("R7", problem, solution);
  // Not even before the start, nor if the tail holds the contents.
  transfer().start = 5;
  EXPECT_BREAKS("R7", problem, solution);
  solution.transfers.push_back({home, tail, in, 4, 4});
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(WrappedTest, R7RequiresTwoResidenciesOfTheDestination) {
  solution.residencies[bFast].offset = 64;
  solution.residencies[head].range = {0, 5};
  solution.residencies[tail] = {w, fast, 128, {4, 5}};
  EXPECT_BREAKS("R7", problem, solution);
  solution.served[1] = {home};
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(WrappedTest, R7RequiresAContinuedSource) {
  // Another copy of "w" is the source.
  problem.buffers[w].external = false;
  solution.residencies[home] = {w, slow, 0, {0, 5}};
  solution.residencies.push_back({w, slow, 64, {4, 5}});
  solution.residencies.push_back({w, slow, 64, {0, 1}});
  problem.target.channels[within] = {"within", slow, slow, 100, 0};
  solution.transfers.push_back({home, 4, within, 4, 4});
  for (ResidencyId from : {4, 5}) {
    transfer() = {from, head, in, 5, 1};
    EXPECT_LEGAL(problem, solution);
    // The source is filled at 4, so a copy at 5 is possible.
    transfer().start = 4;
    EXPECT_BREAKS("R6", problem, solution);
    transfer().start = 5;
    transfer().done = 2;
    EXPECT_BREAKS("R7", problem, solution);
  }
  // Even an empty residency of the source must exist.
  transfer() = {4, head, in, 5, 0};
  EXPECT_LEGAL(problem, solution);
  solution.residencies[5].offset = 128;
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(WrappedTest, R7RequiresTheSourceFromStartOn) {
  problem.buffers[w].external = false;
  solution.residencies[home] = {w, slow, 0, {0, 4}};
  solution.residencies.push_back({w, slow, 0, {4, 5}});
  problem.target.channels[within] = {"within", slow, slow, 100, 0};
  solution.residencies.push_back({w, slow, 64, {3, 5}});
  solution.transfers.push_back({home, 5, within, 3, 3});
  solution.transfers.push_back({5, 4, within, 4, 4});
  transfer() = {4, head, in, 5, 1};
  EXPECT_LEGAL(problem, solution);
  solution.residencies[tail].range.begin = 3;
  solution.residencies[bFast].offset = 64;
  transfer().start = 3;
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(WrappedTest, R6RequiresTheNewestContentsAtStart) {
  problem.buffers[w].external = false;
  problem.target.channels[within] = {"within", slow, slow, 100, 0};
  solution.residencies[home] = {w, slow, 0, {0, 5}};
  // A second place in slow that no transfer fills, in one residency or in two.
  solution.residencies.push_back({w, slow, 64, {3, 5}});
  solution.residencies.push_back({w, slow, 64, {0, 2}});
  transfer().from = 5;
  EXPECT_BREAKS("R6", problem, solution);
  solution.transfers.push_back({home, 4, within, 3, 4});
  EXPECT_LEGAL(problem, solution);
}

/// "w" is live-in and live-out here, and `step` writes "w" at home.
class WrappedWriteTest : public WrappedTest,
                         public testing::WithParamInterface<Step> {
protected:
  WrappedWriteTest() {
    problem.buffers[w].liveOut = true;
    problem.ops[GetParam()].accesses.push_back(writes(w));
  }
};

TEST_P(WrappedWriteTest, R7RejectsAWriteInFlight) {
  Step step = GetParam();
  solution.served[step].push_back(step == 1 ? head : home);
  if (step == 0 || step == 4)
    EXPECT_BREAKS("R7", problem, solution);
  // Op 1 reads and writes "w" in fast, and the write-back follows.
  if (step == 1) {
    solution.residencies[bFast].offset = 64;
    solution.transfers.push_back({head, home, out, 2, 2});
  }
  // A write by op 0 makes an earlier copy stale; a write by op 4 is copied.
  if (step == 0) {
    transfer().done = 0;
    EXPECT_BREAKS("R6", problem, solution);
    return;
  }
  if (step == 4)
    transfer().start = 5;
  EXPECT_LEGAL(problem, solution);
}

INSTANTIATE_TEST_SUITE_P(Steps, WrappedWriteTest, testing::Range<Step>(0, 5));

TEST_F(WrappedTest, TheBufferMustContinue) {
  // Op 2 writes "w", so "w" has new contents in each invocation.
  problem.buffers[w].external = false;
  solution.residencies[home] = {w, slow, 0, {0, 5}};
  problem.ops[2].accesses.push_back(writes(w));
  solution.served[2].push_back(home);
  EXPECT_BREAKS("R7", problem, solution);
  problem.buffers[w].liveOut = true;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(WrappedTest, TheBufferMustBeLiveIn) {
  transfer() = {bFast, bFast, within, 4, 1};
  solution.served[1] = {home};
  EXPECT_BREAKS("R7", problem, solution);
}

TEST_F(WrappedTest, TheHeadHoldsTheContentsFromDoneOn) {
  // Without the transfer neither the head nor the tail holds the contents.
  solution.transfers.clear();
  EXPECT_BREAKS("R6", problem, solution);
  solution.transfers = {{home, tail, in, 4, 5}};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(WrappedTest, ContentsAreNotInTheTailYet) {
  // A copy of the tail, or of the head before `done`.
  solution.residencies.push_back({w, fast, 64, {0, 5}});
  solution.transfers.push_back({tail, 4, within, 5, 5});
  EXPECT_BREAKS("R6", problem, solution);
  solution.transfers[1] = {head, 4, within, 0, 1};
  EXPECT_BREAKS("R6", problem, solution);
  solution.transfers[1] = {head, 4, within, 1, 2};
  EXPECT_LEGAL(problem, solution);
}

TEST_F(WrappedTest, R8RequiresTheChannelOfTheTwoTiers) {
  transfer().channel = out;
  EXPECT_BREAKS("R8", problem, solution);
}

TEST_F(WrappedTest, R10KeepsBothEndsOutOfLoops) {
  // `start` at 4.
  for (auto [loop, isLegal] : {std::pair(LiveRange{3, 5}, false),
                               {LiveRange{4, 5}, false},
                               {LiveRange{2, 4}, true},
                               {LiveRange{3, 4}, true}}) {
    problem.loops = {{loop, 2, false}};
    if (isLegal)
      EXPECT_LEGAL(problem, solution);
    else
      EXPECT_BREAKS("R10", problem, solution);
  }
  // `done` at 1: "done == b" is once before the loop, "done == e" after the
  // loop.
  for (auto [loop, isLegal] : {std::pair(LiveRange{0, 2}, false),
                               {LiveRange{1, 2}, true},
                               {LiveRange{0, 1}, true}}) {
    problem.loops = {{loop, 2, false}};
    if (isLegal)
      EXPECT_LEGAL(problem, solution);
    else
      EXPECT_BREAKS("R10", problem, solution);
  }
  // T is after all loops.
  transfer().start = 5;
  problem.loops = {{{4, 5}, 2, false}};
  EXPECT_LEGAL(problem, solution);
  problem.loops = {{{0, 5}, 2, false}};
  EXPECT_BREAKS("R10", problem, solution);
}

TEST_F(WrappedTest, R10RequiresEarlierContentsInEachTrip) {
  problem.loops = {{{1, 3}, 2, false}};
  EXPECT_BREAKS("R10", problem, solution);
  solution.residencies[head].range.end = 3;
  solution.residencies[bFast].offset = 64;
  EXPECT_LEGAL(problem, solution);
}

} // namespace
