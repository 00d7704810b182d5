//===- VerifyLoopsTest.cpp - Rule R10: legal and illegal cases ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verdict.h"

#include <gmock/gmock.h>

using namespace memplace;
using namespace memplace::test;

namespace {

Loop loop(Step begin, Step end, bool maySkip = false) {
  return {{begin, end}, 3, maySkip};
}

/// An op after the loop [1, 4) of five ops reads the live-in "w".
TEST(VerifyLoopsTest, R10KeepsTransfersOnOneSideOfEachEnd) {
  Problem problem = makeProblem({makeLiveIn("w", {0, 5})},
                                {{}, {}, {}, {}, {reads(0)}}, {loop(1, 4)});
  auto with = [](Step start, Step done) {
    return makeSolution({{0, slow, std::nullopt, {0, 5}}, {0, fast, 0, {0, 5}}},
                        {{0, 1, in, start, done}}, {{}, {}, {}, {}, {0}});
  };
  // Before, around and after the loop.
  EXPECT_LEGAL(problem, with(0, 1));
  EXPECT_LEGAL(problem, with(0, 4));
  EXPECT_LEGAL(problem, with(0, 0));
  EXPECT_LEGAL(problem, with(4, 4));
  // Inside the loop.
  EXPECT_LEGAL(problem, with(1, 1));
  EXPECT_LEGAL(problem, with(1, 4));
  EXPECT_LEGAL(problem, with(3, 4));
  // Into the loop, and out of the loop.
  EXPECT_BREAKS("R10", problem, with(0, 2));
  EXPECT_BREAKS("R10", problem, with(0, 3));
  problem.ops[4].accesses.clear();
  Solution outOfIt = with(1, 5);
  outOfIt.served[4].clear();
  EXPECT_BREAKS("R10", problem, outOfIt);
  outOfIt.transfers[0].start = 0;
  EXPECT_LEGAL(problem, outOfIt);
}

TEST(VerifyLoopsTest, R10ChecksTransfersAgainstEachLoopOfANest) {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 6})}, {{}, {}, {}, {}, {}, {reads(0)}},
                  {loop(1, 5), loop(2, 4)});
  auto with = [](Step start, Step done) {
    return makeSolution({{0, slow, std::nullopt, {0, 6}}, {0, fast, 0, {0, 6}}},
                        {{0, 1, in, start, done}}, {{}, {}, {}, {}, {}, {0}});
  };
  EXPECT_LEGAL(problem, with(0, 5));
  EXPECT_BREAKS("R10", problem, with(0, 4));
  EXPECT_LEGAL(problem, with(1, 4));
  EXPECT_LEGAL(problem, with(1, 2));
  EXPECT_BREAKS("R10", problem, with(1, 3));
  EXPECT_BREAKS("R10", problem, with(2, 5));
  EXPECT_LEGAL(problem, with(2, 4));
  EXPECT_BREAKS("R10", problem, with(3, 5));
}

/// "w" is read in the loop [1, 3) of four ops, from fast.
class ReadInLoopTest : public testing::Test {
protected:
  Problem problem = makeProblem({makeLiveIn("w", {0, 4})},
                                {{}, {reads(0)}, {}, {}}, {loop(1, 3)});
  Solution solution =
      makeSolution({{0, slow, std::nullopt, {0, 4}}, {0, fast, 0, {0, 3}}},
                   {{0, 1, in, 0, 1}}, {{}, {1}, {}, {}});
};

TEST_F(ReadInLoopTest, R10RequiresContentsReadByTheBodyAtItsEnd) {
  EXPECT_LEGAL(problem, solution);
  solution.residencies[1].range.end = 2;
  EXPECT_BREAKS("R10", problem, solution);
}

TEST_F(ReadInLoopTest, R10AcceptsAFillInEachTrip) {
  solution.residencies[1].range = {1, 2};
  solution.transfers[0].start = 1;
  EXPECT_LEGAL(problem, solution);
}

TEST_F(ReadInLoopTest, R10AcceptsAnotherResidencyAtTheSamePlace) {
  solution.residencies[1].range = {0, 2};
  solution.residencies.push_back({0, fast, 0, {2, 3}});
  solution.transfers.push_back({0, 2, in, 2, 3});
  EXPECT_LEGAL(problem, solution);
  solution.residencies[2].offset = 16;
  EXPECT_BREAKS("R10", problem, solution);
  // An arrival after the loop is too late.
  solution.residencies[2] = {0, fast, 0, {2, 4}};
  solution.transfers[1] = {0, 2, in, 3, 3};
  EXPECT_BREAKS("R10", problem, solution);
}

TEST_F(ReadInLoopTest, R10HoldsForALoopOfOneTrip) {
  problem.loops[0].tripCount = 1;
  solution.residencies[1].range.end = 2;
  EXPECT_BREAKS("R10", problem, solution);
}

/// "a" is written before the loop [1, 4), read in the loop by op 1 from the
/// same place, and written to another place by op 2.
class WriteInLoopTest : public testing::Test {
protected:
  Problem problem = makeProblem(
      {makeBuffer("a", {0, 5})},
      {{writes(0)}, {reads(0)}, {writes(0)}, {reads(0)}, {reads(0)}},
      {loop(1, 4)});
  Solution solution = makeSolution(
      {{0, slow, 0, {0, 2}}, {0, fast, 0, {2, 5}}, {0, slow, 0, {3, 5}}},
      {{1, 2, out, 3, 4}}, {{0}, {0}, {1}, {1}, {1}});
};

TEST_F(WriteInLoopTest, R10RequiresTheResultWhereTheNextTripReads) {
  EXPECT_LEGAL(problem, solution);
  Solution wrong = solution;
  wrong.transfers.clear();
  EXPECT_BREAKS("R10", problem, wrong);
  wrong = solution;
  wrong.residencies[2].offset = 8;
  EXPECT_BREAKS("R10", problem, wrong);
}

TEST_F(WriteInLoopTest, R10IgnoresBuffersThatTheBodyWritesFirst) {
  problem.ops[1].accesses.clear();
  solution.served[1].clear();
  solution.transfers.clear();
  EXPECT_LEGAL(problem, solution);
}

TEST_F(WriteInLoopTest, R10CountsAnUpdateAsARead) {
  problem.ops[1].accesses[0] = updates(0);
  EXPECT_LEGAL(problem, solution);
  solution.transfers.clear();
  EXPECT_BREAKS("R10", problem, solution);
}

TEST_F(WriteInLoopTest, R10CountsACopyAsARead) {
  // At its start the body copies from the residency that ends there.
  problem.ops[1].accesses.clear();
  solution.served[1].clear();
  solution.residencies[0].range = {0, 1};
  solution.residencies.push_back({0, fast, 16, {1, 2}});
  solution.transfers.push_back({0, 3, in, 1, 1});
  EXPECT_LEGAL(problem, solution);
  solution.transfers.erase(solution.transfers.begin());
  EXPECT_BREAKS("R10", problem, solution);
}

//===----------------------------------------------------------------------===//
// First access inside
//===----------------------------------------------------------------------===//

TEST(VerifyLoopsTest, R10KeepsContentsOfAnUninitializedBufferForTheNextTrip) {
  Problem problem = makeProblem({makeBuffer("a", {0, 5})},
                                {{}, {}, {updates(0)}, {}, {}}, {loop(1, 4)});
  auto with = [](Step begin, Step end) {
    return makeSolution({{0, fast, 0, {begin, end}}}, {},
                        {{}, {}, {0}, {}, {}});
  };
  EXPECT_LEGAL(problem, with(1, 4));
  EXPECT_BREAKS("R10", problem, with(2, 4));
  EXPECT_BREAKS("R10", problem, with(1, 3));
  // A live range that does not cover the loop means that each trip has new
  // contents.
  problem.buffers[0].range = {2, 5};
  EXPECT_LEGAL(problem, with(2, 3));
  problem.buffers[0].range = {1, 4};
  EXPECT_BREAKS("R10", problem, with(2, 3));
  // A first access that writes means the same.
  problem.ops[2].accesses[0] = writes(0);
  EXPECT_LEGAL(problem, with(2, 3));
}

//===----------------------------------------------------------------------===//
// Loops that may be skipped
//===----------------------------------------------------------------------===//

TEST(VerifyLoopsTest, R10RejectsRelianceOnACopyInASkippableLoop) {
  Problem problem = makeProblem({makeLiveIn("w", {0, 4})},
                                {{}, {reads(0)}, {}, {reads(0)}}, {loop(1, 3)});
  Solution solution =
      makeSolution({{0, slow, std::nullopt, {0, 4}}, {0, fast, 0, {1, 4}}},
                   {{0, 1, in, 1, 1}}, {{}, {1}, {}, {1}});
  EXPECT_LEGAL(problem, solution);
  problem.loops[0].maySkip = true;
  EXPECT_BREAKS("R10", problem, solution);
  solution.served[3][0] = 0;
  EXPECT_LEGAL(problem, solution);
  // A copy also relies on its source.
  solution.residencies.push_back({0, fast, 16, {3, 4}});
  solution.transfers.push_back({1, 2, within, 3, 3});
  EXPECT_BREAKS("R10", problem, solution);
}

/// "a" is written by op 0 and by the loop [1, 2), and read after the loop.
Problem writtenBeforeAndInside(bool maySkip) {
  return makeProblem({makeBuffer("a", {0, 3})},
                     {{writes(0)}, {writes(0)}, {reads(0)}},
                     {loop(1, 2, maySkip)});
}

TEST(VerifyLoopsTest, R10RequiresOnePlaceIfALoopMayBeSkipped) {
  Solution moves = makeSolution({{0, fast, 0, {0, 1}}, {0, fast, 16, {1, 3}}},
                                {}, {{0}, {1}, {1}});
  Solution stays = makeSolution({{0, fast, 16, {0, 1}}, {0, fast, 16, {1, 3}}},
                                {}, {{0}, {1}, {1}});
  EXPECT_LEGAL(writtenBeforeAndInside(false), moves);
  EXPECT_BREAKS("R10", writtenBeforeAndInside(true), moves);
  EXPECT_LEGAL(writtenBeforeAndInside(true), stays);
}

TEST(VerifyLoopsTest, R10AllowsTheFirstWriteInASkippableLoop) {
  Problem problem =
      makeProblem({makeBuffer("a", {0, 3})}, {{}, {writes(0)}, {reads(0)}},
                  {loop(1, 2, true)});
  EXPECT_LEGAL(problem,
               makeSolution({{0, fast, 0, {1, 3}}}, {}, {{}, {0}, {0}}));
}

TEST(VerifyLoopsTest, R10HoldsForLiveOutBuffersAfterASkippableLoop) {
  Problem problem =
      makeProblem({makeLiveOut("y", {0, 3})}, {{writes(0)}, {writes(0)}, {}},
                  {loop(1, 2, true)});
  // Home receives the contents only in the loop.
  Solution solution =
      makeSolution({{0, slow, std::nullopt, {0, 3}}, {0, fast, 0, {0, 2}}},
                   {{1, 0, out, 2, 2}}, {{1}, {1}, {}});
  solution.residencies[1].range = {0, 3};
  EXPECT_LEGAL(problem, solution);
  problem.ops[1].accesses.push_back(reads(0));
  solution.served[1].push_back(1);
  problem.loops[0].range = {1, 3};
  EXPECT_BREAKS("R10", problem, solution);
}

TEST(VerifyLoopsTest, R10ChecksTheLoopAroundASkippableLoop) {
  // Each trip of [1, 5) reads "a" in slow and writes "a" in fast; an inner loop
  // copies "a" back to slow. If the inner loop is skipped, the next trip reads
  // old data.
  Problem problem =
      makeProblem({makeBuffer("a", {0, 6})},
                  {{writes(0)}, {reads(0)}, {writes(0)}, {reads(0)}, {}, {}},
                  {loop(1, 5), loop(3, 4)});
  Solution solution = makeSolution(
      {{0, slow, 0, {0, 2}}, {0, fast, 0, {2, 6}}, {0, slow, 0, {3, 6}}},
      {{1, 2, out, 3, 4}}, {{0}, {0}, {1}, {1}, {}, {}});
  EXPECT_LEGAL(problem, solution);
  problem.loops[1].maySkip = true;
  EXPECT_BREAKS("R10", problem, solution);
  problem.loops[1].maySkip = false;
  problem.loops[0].maySkip = true;
  EXPECT_LEGAL(problem, solution);
}

TEST(VerifyLoopsTest, R10ChecksTheLoopAroundALoopThatAlwaysRuns) {
  // Op 1 runs in an inner loop that always runs if the outer loop does.
  Problem problem = makeProblem({makeBuffer("a", {0, 4})},
                                {{writes(0)}, {writes(0)}, {}, {reads(0)}},
                                {loop(1, 3), loop(1, 2)});
  Solution solution = makeSolution(
      {{0, fast, 0, {0, 1}}, {0, fast, 16, {1, 4}}}, {}, {{0}, {1}, {}, {1}});
  EXPECT_LEGAL(problem, solution);
  problem.loops[0].maySkip = true;
  EXPECT_BREAKS("R10", problem, solution);
}

TEST(VerifyLoopsTest, R10KeepsContentsOfASkippableLoopFromEarlierTrips) {
  // Op 1, in the loop [0, 3), may be skipped; op 2 then reads the contents of
  // the previous trip.
  Problem problem =
      makeProblem({makeBuffer("a", {0, 4})}, {{}, {writes(0)}, {reads(0)}, {}},
                  {loop(0, 3), loop(1, 2)});
  auto from = [](Step begin) {
    return makeSolution({{0, fast, 0, {begin, 3}}}, {}, {{}, {0}, {0}, {}});
  };
  EXPECT_LEGAL(problem, from(1));
  problem.loops[1].maySkip = true;
  EXPECT_BREAKS("R10", problem, from(1));
  EXPECT_LEGAL(problem, from(0));
}

TEST(VerifyLoopsTest, R10IgnoresLaterTripsIfTheBodyWritesFirst) {
  // Each trip of [0, 4) writes "a" anew, so the contents may be dropped at the
  // end of a trip.
  Problem problem = makeProblem({makeBuffer("a", {0, 5})},
                                {{writes(0)}, {writes(0)}, {reads(0)}, {}, {}},
                                {loop(0, 4), loop(1, 2)});
  Solution solution =
      makeSolution({{0, fast, 0, {0, 3}}}, {}, {{0}, {0}, {0}, {}, {}});
  problem.loops[1].maySkip = true;
  EXPECT_LEGAL(problem, solution);
}

TEST(VerifyLoopsTest, R10AllowsTwoArrivalsAtTheEndOfALoop) {
  Problem problem =
      makeProblem({makeLiveIn("v", {0, 3}), makeLiveIn("w", {0, 3})},
                  {{}, {}, {reads(0), reads(1)}}, {loop(0, 2)});
  Solution solution =
      makeSolution({{0, slow, std::nullopt, {0, 3}},
                    {1, slow, std::nullopt, {0, 3}},
                    {0, fast, 0, {1, 3}},
                    {1, fast, 16, {1, 3}}},
                   {{0, 2, in, 1, 2}, {1, 3, in, 1, 2}}, {{}, {}, {2, 3}});
  EXPECT_LEGAL(problem, solution);
}

TEST(VerifyLoopsTest, R10AcceptsOneCurrentHomeResidencyOfALiveOutBuffer) {
  // Op 0 writes "y" at home, and a skippable loop copies "y" to another place
  // at home.
  Problem problem = makeProblem({makeLiveOut("y", {0, 2})}, {{writes(0)}, {}},
                                {loop(1, 2, true)});
  problem.buffers[0].external = false;
  problem.target.defaultTier = fast;
  Solution solution =
      makeSolution({{0, fast, 0, {0, 2}}, {0, fast, 16, {1, 2}}},
                   {{0, 1, within, 1, 1}}, {{0}, {}});
  EXPECT_LEGAL(problem, solution);
  std::swap(solution.residencies[0], solution.residencies[1]);
  solution.transfers[0] = {1, 0, within, 1, 1};
  solution.served[0] = {1};
  EXPECT_LEGAL(problem, solution);
}

} // namespace
