//===- LowerBoundTest.cpp - Bounds, by hand -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Problem/LowerBound.h"

#include "Builder.h"

#include <cmath>
#include <limits>

using namespace memplace;
using namespace memplace::test;

namespace {

/// Fast: 1000 B/s and 1024 B. Slow: 100 B/s. Ops compute for 1 ps, so that
/// memory decides unless a test says otherwise.
double boundOf(const Problem &problem) {
  EXPECT_FALSE(check(problem)) << check(problem)->message;
  return lowerBoundOnMakespan(problem);
}

Problem withoutRom(Problem problem) {
  problem.target.tiers.pop_back();
  problem.target.channels.resize(2);
  return problem;
}

//===----------------------------------------------------------------------===//
// The ops' bound
//===----------------------------------------------------------------------===//

TEST(LowerBoundTest, AnOperandTakesItsTimeInTheFastestTier) {
  Problem problem = makeProblem({makeBuffer("a", {0, 2})},
                                {{writes(0, 300)}, {updates(0, 100)}});
  // 0.3 s, and 0.1 s of reading and of writing.
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.5);
}

TEST(LowerBoundTest, ComputeAndMemoryOverlapAndLaunchDoesNot) {
  Problem problem =
      makeProblem({makeBuffer("a", {0, 1})}, {{writes(0, 300)}, {}});
  problem.target.launchPs = 50'000'000'000; // 0.05 s
  problem.ops[0].computePs = 200'000'000'000;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.3 + 0.05 + 0.05 + 1e-12);
  problem.ops[0].computePs = 400'000'000'000;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.4 + 0.05 + 0.05 + 1e-12);
  // An op that does nothing takes no launch.
  problem.ops[1].computePs = 0;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.45);
}

TEST(LowerBoundTest, TheFastestTierIsOneThatTheAccessAllows) {
  Problem problem = makeProblem({makeBuffer("a", {0, 1})}, {{writes(0, 300)}});
  problem.ops[0].accesses[0].tiers = {slow};
  EXPECT_DOUBLE_EQ(boundOf(problem), 3);
  problem.ops[0].accesses[0].tiers = {};
  problem.buffers[0].tiers = {slow, rom};
  EXPECT_DOUBLE_EQ(boundOf(problem), 3);
}

TEST(LowerBoundTest, TheFastestTierIsOneThatTheBufferFitsIn) {
  Problem problem =
      makeProblem({makeBuffer("a", {0, 1}, 1024)}, {{writes(0, 300)}});
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.3);
  problem.buffers[0].size = 1025;
  EXPECT_DOUBLE_EQ(boundOf(problem), 3);
}

TEST(LowerBoundTest, ACallersBufferFitsAtHomeWhateverItsSize) {
  Problem problem = makeProblem({makeLiveIn("w", {0, 1})}, {{reads(0, 300)}});
  problem.buffers[0].size = 5000;
  problem.buffers[0].home = fast;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.3);
  problem.buffers[0].external = false;
  EXPECT_DOUBLE_EQ(boundOf(problem), 3);
}

TEST(LowerBoundTest, LoopsMultiply) {
  Problem problem =
      makeProblem({makeBuffer("a", {0, 3})},
                  {{writes(0, 100)}, {updates(0, 100)}, {reads(0, 100)}},
                  {{{1, 3}, 5}, {{2, 3}, 2}});
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.1 + 5 * 0.2 + 10 * 0.1);
}

TEST(LowerBoundTest, TiersThatWorkAtOnceShareTheOperands) {
  Problem problem = withoutRom(
      makeProblem({makeBuffer("a", {0, 1}), makeBuffer("b", {0, 1}),
                   makeBuffer("c", {0, 1})},
                  {{writes(0, 300), writes(1, 100), writes(2, 100)}}));
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.5);
  problem.target.combine = Combine::Max;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.3); // The largest.
  problem.ops[0].accesses[0].bytes = 100;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.15); // Half of all.
}

//===----------------------------------------------------------------------===//
// Each tier's own work
//===----------------------------------------------------------------------===//

TEST(LowerBoundTest, LiveInContentsLeaveTheHomeTierOnce) {
  // Read twice, 16 bytes: 0.016 s each in fast, but 0.16 s to leave slow.
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 2})}, {{reads(0)}, {reads(0)}});
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.16);
  // Fewer bytes read than there are.
  problem.ops[0].accesses[0].bytes = 5;
  problem.ops[1].accesses[0].bytes = 6;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.11);
  // The same in a loop.
  problem.loops = {{{0, 1}, 2}};
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.16);
}

TEST(LowerBoundTest, WhatIsReadAfterTheFirstWriteIsNoLiveInContents) {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 3})},
                  {{reads(0, 4)}, {writes(0, 2), reads(0, 3)}, {reads(0, 9)}});
  problem.buffers[0].external = false;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.07); // An op's reads precede its writes.
}

TEST(LowerBoundTest, LiveOutContentsComeHomeOnce) {
  Problem problem = makeProblem({makeLiveOut("y", {0, 2})},
                                {{writes(0, 16)}, {updates(0, 7)}});
  // Fast: 0.016 + 0.014 s. Home: the last 7 bytes.
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.07);
  problem.ops[1].accesses[0].bytes = 50;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.16); // Its 16 bytes.
  problem.ops = {{"nothing", 0, {}}, {"nothing", 0, {}}};
  EXPECT_DOUBLE_EQ(boundOf(problem), 0);
}

TEST(LowerBoundTest, HomeTrafficOfAllBuffersAddsUp) {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 1}), makeLiveIn("v", {0, 1}),
                   makeLiveOut("y", {0, 1})},
                  {{reads(0), reads(1), writes(2)}});
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.48);
  // In two tiers they don't.
  problem.buffers[1].home = rom;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.32);
}

TEST(LowerBoundTest, ATierBearsAllTrafficOfWhatFitsNowhereElse) {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 2}), makeBuffer("a", {0, 2}, 2000)},
                  {{reads(0), writes(1, 10)}, {reads(1, 20)}});
  problem.buffers[1].tiers = {fast, slow};
  // 0.3 s for "a", and 0.16 s for "w" to leave slow.
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.46);
  problem.loops = {{{1, 2}, 3}};
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.86);
}

//===----------------------------------------------------------------------===//
// Peak, gap, picoseconds
//===----------------------------------------------------------------------===//

TEST(LowerBoundTest, ThePeakIsTheLargestTotalSizeLiveAtOneStep) {
  Problem problem =
      makeProblem({makeBuffer("a", {0, 2}, 10), makeBuffer("b", {1, 3}, 20),
                   makeBuffer("c", {2, 4}, 15), makeLiveIn("w", {0, 4})},
                  {{}, {}, {}, {}});
  EXPECT_EQ(lowerBoundOnPeak(problem), 35);
  problem.buffers[0].range.end = 3;
  EXPECT_EQ(lowerBoundOnPeak(problem), 45);
  problem.buffers[3].external = false;
  EXPECT_EQ(lowerBoundOnPeak(problem), 61);
  problem.buffers[0].size = problem.buffers[1].size = INT64_MAX;
  EXPECT_EQ(lowerBoundOnPeak(problem), INT64_MAX);
  EXPECT_EQ(lowerBoundOnPeak(makeProblem({}, {})), 0);
}

TEST(LowerBoundTest, TheGapIsRelativeToTheBound) {
  EXPECT_DOUBLE_EQ(gap(3, 2), 0.5);
  EXPECT_EQ(gap(0, 0), 0);
  EXPECT_EQ(gap(1, 0), std::numeric_limits<double>::infinity());
}

TEST(LowerBoundTest, PicosecondsAreRoundedAndNeverOverflow) {
  EXPECT_EQ(toPicoseconds(1.4e-12), 1);
  EXPECT_EQ(toPicoseconds(1.6e-12), 2);
  EXPECT_EQ(toPicoseconds(0.25), 250'000'000'000);
  EXPECT_GT(toPicoseconds(1e300), int64_t(9e18));
  EXPECT_GT(toPicoseconds(std::numeric_limits<double>::infinity()),
            int64_t(9e18));
}

} // namespace
