//===- LowerBoundTest.cpp - Lower bounds computed by hand -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Bounds/LowerBound.h"

#include "../../lib/Bounds/DefaultBound.h"

#include "Support/Builder.h"

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
  // 0.3 s of update, 0.1 s of reading and 0.1 s of writing.
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
  // An op without work takes no launch.
  problem.ops[1].computePs = 0;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.45);
}

TEST(LowerBoundTest, TimeWithoutOverlapAddsUp) {
  Problem problem = makeProblem({makeBuffer("a", {0, 1})}, {{writes(0, 300)}});
  problem.ops[0].computePs = 200'000'000'000;
  problem.ops[0].overlap = 0.5;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.3 + 0.5 * 0.2);
  problem.ops[0].computePs = 400'000'000'000;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.4 + 0.5 * 0.3);
}

TEST(LowerBoundTest, AnEfficiencyLengthensOpsButNotTheBusyTimeOfTiers) {
  Problem problem = makeProblem({makeBuffer("a", {0, 1})}, {{writes(0, 300)}});
  problem.ops[0].accesses[0].efficiency = 0.5;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.6);
  // The op takes 1 s and 0.5 s of the slow tier's time. A live-in buffer takes
  // 0.6 s of the slow tier, and is read in 0.06 s. The work of the slow tier
  // exceeds the time of the ops.
  problem.buffers[0].tiers = {slow};
  problem.ops[0].accesses[0].bytes = 50;
  EXPECT_DOUBLE_EQ(boundOf(problem), 1);
  problem.buffers.push_back(makeLiveIn("w", {0, 1}));
  problem.buffers[1].size = 60;
  problem.ops[0].accesses.push_back(reads(1, 60));
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.5 + 0.6);
}

TEST(LowerBoundTest, TheFastestTierIsAmongTheTiersOfTheAccess) {
  Problem problem = makeProblem({makeBuffer("a", {0, 1})}, {{writes(0, 300)}});
  problem.ops[0].accesses[0].tiers = {slow};
  EXPECT_DOUBLE_EQ(boundOf(problem), 3);
  problem.ops[0].accesses[0].tiers = {};
  problem.buffers[0].tiers = {slow, rom};
  EXPECT_DOUBLE_EQ(boundOf(problem), 3);
}

TEST(LowerBoundTest, TheFastestTierHasRoomForTheBuffer) {
  Problem problem =
      makeProblem({makeBuffer("a", {0, 1}, 1024)}, {{writes(0, 300)}});
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.3);
  problem.buffers[0].size = 1025;
  EXPECT_DOUBLE_EQ(boundOf(problem), 3);
}

TEST(LowerBoundTest, AnExternalBufferOfAnySizeFitsAtHome) {
  Problem problem = makeProblem({makeLiveIn("w", {0, 1})}, {{reads(0, 300)}});
  problem.buffers[0].size = 5000;
  problem.buffers[0].home = fast;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.3);
  problem.buffers[0].external = false;
  EXPECT_DOUBLE_EQ(boundOf(problem), 3);
}

// No placement is legal then, so any bound is valid: the remaining terms count.
TEST(LowerBoundTest, AnAccessWithoutALegalTierTakesNoTime) {
  Problem problem =
      makeProblem({makeBuffer("a", {0, 1}, 1'000'000), makeBuffer("b", {0, 1})},
                  {{writes(0, 300), writes(1, 200)}});
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.2);
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
  EXPECT_DOUBLE_EQ(lowerBoundWithoutIdle(problem), 0.3); // The largest.
  EXPECT_NEAR(boundOf(problem), 0.5,
              1e-9); // All other choices take longer in slow.
  problem.ops[0].accesses[0].bytes = 100;
  EXPECT_DOUBLE_EQ(lowerBoundWithoutIdle(problem), 0.15); // Half of all.
  EXPECT_NEAR(boundOf(problem), 0.3, 1e-9);
}

//===----------------------------------------------------------------------===//
// Operands that do not fit together
//===----------------------------------------------------------------------===//

// Relative slack for rounding: the most by which a bound may be below the exact
// number.
constexpr double slack = 1e-10;

/// One op that writes 100 bytes to each of several buffers.
Problem makeCrowded(const std::vector<int64_t> &sizes) {
  std::vector<Buffer> buffers;
  std::vector<Access> accesses;
  for (int64_t size : sizes) {
    accesses.push_back(writes(static_cast<BufferId>(buffers.size()), 100));
    std::string name = "b" + std::to_string(buffers.size());
    buffers.push_back(makeBuffer(name, {0, 1}, size));
  }
  return withoutRom(makeProblem(buffers, {accesses}));
}

TEST(LowerBoundTest, OperandsThatDoNotFitTogetherAreNotAllFast) {
  EXPECT_DOUBLE_EQ(boundOf(makeCrowded({512, 512})), 0.2);
  EXPECT_NEAR(boundOf(makeCrowded({512, 513})), 1.1, slack);
  EXPECT_NEAR(boundOf(makeCrowded({600, 400, 500})), 1.2, slack);
  EXPECT_NEAR(boundOf(makeCrowded({600, 600, 600})), 2.1, slack);
}

TEST(LowerBoundTest, SavingsBelowComputeCountByTheirUnhiddenShare) {
  // Each operand takes 0.1 s or 1 s; one of three is fast. Memory: 2.1 s.
  Problem problem = makeCrowded({600, 600, 600});
  problem.ops[0].overlap = 0.75;
  problem.ops[0].computePs = 400'000'000'000;
  EXPECT_NEAR(boundOf(problem), 2.1 + 0.25 * 0.4, slack);
  problem.ops[0].computePs = 2'500'000'000'000;
  EXPECT_NEAR(boundOf(problem), 2.5 + 0.25 * 2.1, slack);
  // From 3 s to 2.7 s savings count in full.
  problem.ops[0].computePs = 2'700'000'000'000;
  EXPECT_NEAR(boundOf(problem), 2.7 + 0.25 * 2.1, slack);
}

TEST(LowerBoundTest, TheOperandsThatSaveMostAreFast) {
  Problem problem = makeCrowded({1000, 500, 500});
  problem.ops[0].accesses[0].bytes = 190;
  // Two buffers of 100 bytes are better than one of 190 bytes.
  EXPECT_NEAR(boundOf(problem), 1.9 + 0.1 + 0.1, slack);
  problem.ops[0].accesses[0].bytes = 210;
  EXPECT_NEAR(boundOf(problem), 0.21 + 1 + 1, slack);
}

TEST(LowerBoundTest, MemoryTimeHiddenByComputeCostsNothing) {
  Problem problem = makeCrowded({600, 600});
  problem.ops[0].computePs = 1'000'000'000'000;
  EXPECT_NEAR(boundOf(problem), 1.1, slack);
  problem.ops[0].computePs = 1'200'000'000'000;
  EXPECT_DOUBLE_EQ(boundOf(problem), 1.2);
}

TEST(LowerBoundTest, ForcedOperandsTakeUpRoomFirst) {
  Problem problem = makeCrowded({500, 600});
  problem.ops[0].accesses[0].bytes = 1;
  problem.ops[0].accesses[0].tiers = {fast};
  EXPECT_NEAR(boundOf(problem), 0.001 + 1, slack);
}

TEST(LowerBoundTest, ForcedOperandsLeaveTheRestOfTheRoom) {
  Problem problem = makeCrowded({600, 424, 300});
  problem.ops[0].accesses[0].tiers = {fast};
  EXPECT_NEAR(boundOf(problem), 0.1 + 0.1 + 1, slack);
  // One byte too many: only the last operand fits beside the forced operand.
  problem.buffers[1].size = 425;
  problem.ops[0].accesses[1].bytes = 200;
  EXPECT_NEAR(boundOf(problem), 0.1 + 2 + 0.1, slack);
}

TEST(LowerBoundTest, ExternalBuffersTakeUpNoRoom) {
  Problem problem = makeCrowded({500, 600});
  problem.buffers[0].liveOut = true;
  problem.buffers[0].home = fast;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.2);
  problem.buffers[0].external = false;
  EXPECT_NEAR(boundOf(problem), 1.1, slack);
}

TEST(LowerBoundTest, AccessesOfOneBufferTakeUpRoomOnce) {
  Problem problem = makeCrowded({1024});
  problem.ops[0].accesses.push_back(reads(0, 100));
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.2);
  problem.buffers.push_back(makeBuffer("x", {0, 1}, 1));
  problem.ops[0].accesses.push_back(reads(1, 150));
  // Either both accesses of the first buffer are fast, or the access of the
  // second.
  EXPECT_NEAR(boundOf(problem), 0.2 + 1.5, slack);
}

TEST(LowerBoundTest, TiersThatWorkAtOnceShareOperandsThatDoNotFit) {
  Problem problem = makeCrowded({600, 600});
  problem.target.combine = Combine::Max;
  EXPECT_NEAR(boundOf(problem), 1, slack);
  // Three tiers, two besides the fast tier.
  problem.target.tiers.push_back({"other", 100000, 8, 100, 100});
  EXPECT_NEAR(boundOf(problem), 0.5, slack);
}

// "a" takes 1 s in slow; "b" and "c" take 0.1 s each in fast. Fast has room for
// "b" or "c".
TEST(LowerBoundTest, OperandsBarredFromFastSaveNothingIfTiersWorkAtOnce) {
  Problem problem = makeCrowded({16, 600, 600});
  problem.ops[0].accesses[0].tiers = {slow};
  problem.target.combine = Combine::Max;
  EXPECT_NEAR(boundOf(problem), 2, slack);
}

TEST(LowerBoundTest, AnyTierMayBeTooSmall) {
  Problem problem = makeCrowded({600, 600});
  problem.target.tiers[1].capacity = 600;
  problem.target.tiers[0].capacity = 8;
  problem.target.tiers.push_back({"last", 100000, 8, 10, 10});
  EXPECT_NEAR(boundOf(problem), 1 + 10, slack);
}

TEST(LowerBoundTest, ManyOperandsAreBoundedWithoutBranching) {
  std::vector<int64_t> sizes(3000, 1);
  Problem problem = makeCrowded(sizes);
  // 1024 of 3000 operands are fast.
  EXPECT_NEAR(boundOf(problem), 1024 * 0.1 + 1976 * 1.0, 1e-7);
}

//===----------------------------------------------------------------------===//
// Each tier's own work
//===----------------------------------------------------------------------===//

TEST(LowerBoundTest, LiveInContentsLeaveTheHomeTierOnce) {
  // Read twice, 16 bytes: 0.016 s each in fast, but 0.16 s to leave slow.
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 2})}, {{reads(0)}, {reads(0)}});
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.16);
  // Fewer bytes are read than the buffer has.
  problem.ops[0].accesses[0].bytes = 5;
  problem.ops[1].accesses[0].bytes = 6;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.11);
  // The same ops in a loop.
  problem.loops = {{{0, 1}, 2}};
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.16);
}

TEST(LowerBoundTest, ContentsKeptBetweenTripsAreLimitedByCapacity) {
  // Fast has room for 1024 bytes. Each of 3 trips reads 2 × 700 bytes: 1400
  // bytes arrive first, then at least 376 bytes in each trip.
  Problem problem = withoutRom(
      makeProblem({makeLiveIn("v", {0, 3}), makeLiveIn("w", {0, 3})},
                  {{}, {reads(0, 700)}, {reads(1, 700)}}, {{{1, 3}, 3}}));
  problem.buffers[0].size = problem.buffers[1].size = 700;
  EXPECT_NEAR(boundOf(problem), 14 + 2 * 3.76, 1e-9);
  // Half of "w" is read, so keeping "v" saves more.
  problem.ops[2].accesses[0].bytes = 350;
  EXPECT_NEAR(boundOf(problem), 10.5 + 2 * 1.88, 1e-9);
  // A buffer that the body writes first has new contents in each trip.
  problem.ops[1].accesses[0] = writes(0, 700);
  problem.buffers[0].liveOut = true;
  EXPECT_NEAR(boundOf(problem), 14, 1e-9);
}

TEST(LowerBoundTest, TripsOfInnerLoopsReadTheSameContentsAgain) {
  Problem problem = withoutRom(makeProblem(
      {makeLiveIn("v", {0, 3}), makeLiveIn("w", {0, 3})},
      {{}, {reads(1, 512)}, {reads(0, 1024)}}, {{{1, 3}, 3}, {{2, 3}, 2}}));
  problem.target.tiers[fast].capacity = 1536;
  problem.buffers[0].size = 1536;
  problem.buffers[1].size = 512;
  // 1024 + 512 bytes arrive first. Then one of the buffers has room; all 1536
  // or 512 bytes of the other buffer arrive again.
  EXPECT_NEAR(boundOf(problem), 10.24 + 5.12 + 2 * 5.12, 1e-9);
  problem.buffers[1].size = 8;
  problem.ops[1].accesses[0].bytes = 8;
  EXPECT_NEAR(boundOf(problem), 15.36 + 0.08, 1e-9);
}

TEST(LowerBoundTest, ContentsOfAWindowAreFetchedInEachTrip) {
  Access move = updates(0, 0);
  move.tiers = {slow};
  Problem problem = withoutRom(makeProblem(
      {makeLiveIn("w", {0, 4})}, {{}, {move}, {reads(0)}, {}}, {{{1, 3}, 5}}));
  problem.buffers[0].liveOut = true;
  EXPECT_NEAR(boundOf(problem), 5 * 0.16, 1e-9);
  // The bytes read limit the bytes moved.
  problem.ops[2].accesses[0].bytes = 4;
  EXPECT_NEAR(boundOf(problem), 5 * 0.04, 1e-9);
  // The same move, one trip later.
  std::swap(problem.ops[1], problem.ops[2]);
  EXPECT_NEAR(boundOf(problem), 5 * 0.04, 1e-9);
  // Written contents must be in place when the move happens.
  problem.ops[1].accesses = {writes(0)};
  problem.ops[3].accesses = {move};
  EXPECT_NEAR(boundOf(problem), 5 * 0.16, 1e-9);
  // Each trip, the last one too, writes back what the next move needs.
  std::swap(problem.ops[1], problem.ops[2]);
  EXPECT_NEAR(boundOf(problem), 5 * 0.16, 1e-9);
  // A move that another tier may serve demands nothing.
  for (Op &op : problem.ops)
    for (Access &access : op.accesses)
      access.tiers.clear();
  EXPECT_NEAR(boundOf(problem), 5 * 0.016, 1e-9);
}

TEST(LowerBoundTest, EachLoopTakesItsOpsOrItsTransfers) {
  Access move = updates(0, 0);
  move.tiers = {slow};
  Problem problem = withoutRom(makeProblem({makeLiveIn("w", {0, 5})},
                                           {{}, {move}, {reads(0)}, {}, {}},
                                           {{{1, 3}, 5}, {{3, 4}, 7}}));
  problem.buffers[0].liveOut = true;
  problem.ops[3].computePs = 1'000'000'000'000;
  // The first loop fetches 16 bytes in each trip; the second loop computes.
  EXPECT_NEAR(boundOf(problem), 5 * 0.16 + 7, 1e-9);
  // An inner loop is a part of the outer loop's trip.
  problem.loops = {{{1, 4}, 3}, {{1, 3}, 5}};
  EXPECT_NEAR(boundOf(problem), 3 * (5 * 0.16 + 1), 1e-9);
  // Of loops with equal ranges, the last is the inner one.
  problem.loops = {{{1, 4}, 1}, {{1, 4}, 3}};
  EXPECT_NEAR(boundOf(problem), 3 * (1 + 0.016), 1e-9);
}

TEST(LowerBoundTest, ReadsBehindTwoMovesCountOnce) {
  Access move = updates(0, 0);
  move.tiers = {slow};
  Problem problem = withoutRom(makeProblem({makeLiveIn("w", {0, 4})},
                                           {{}, {move}, {reads(0)}, {move}},
                                           {{{1, 4}, 3}, {{2, 4}, 5}}));
  problem.buffers[0].liveOut = true;
  // The first trip of the inner loop reads what the outer move left.
  EXPECT_NEAR(boundOf(problem), 3 * 5 * 0.16, 1e-9);
}

TEST(LowerBoundTest, ReadsAfterTheFirstWriteNeedNoLiveInContents) {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 3})},
                  {{reads(0, 4)}, {writes(0, 2), reads(0, 3)}, {reads(0, 9)}});
  problem.buffers[0].external = false;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.07); // An op's reads precede its writes.
  // The first op writes the buffer, so all bytes read were produced here.
  problem.ops[0].accesses = {writes(0, 4)};
  problem.ops[1].accesses = {reads(0, 3)};
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.004 + 0.003 + 0.009);
}

TEST(LowerBoundTest, AnUpdateNeedsLiveInContents) {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 3})},
                  {{reads(0, 4)}, {updates(0, 2)}, {reads(0, 9)}});
  problem.buffers[0].external = false;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.15);
  problem.ops[2].accesses[0].bytes = 50;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.16); // All 16 bytes.
  // An update that only home may serve makes fetched copies stale. Bytes
  // fetched after the update do not count twice.
  problem.ops[1].accesses[0].tiers = {slow};
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.06 + 0.16);
}

TEST(LowerBoundTest, LiveOutContentsComeHomeOnce) {
  Problem problem = makeProblem({makeLiveOut("y", {0, 2})},
                                {{writes(0, 16)}, {updates(0, 7)}});
  // Fast: 0.016 + 0.014 s. Home: the last 7 bytes.
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.07);
  problem.ops[1].accesses[0].bytes = 50;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.16); // All 16 bytes.
  problem.ops = {{"nothing", 0, {}}, {"nothing", 0, {}}};
  EXPECT_DOUBLE_EQ(boundOf(problem), 0);
}

TEST(LowerBoundTest, InACyclicProblemContentsNeedNotLeaveHome) {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 1}), makeLiveOut("y", {0, 1})},
                  {{reads(0), writes(1)}});
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.32);
  problem.isCyclic = true;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.16);
}

TEST(LowerBoundTest, HomeTrafficOfAllBuffersAddsUp) {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 1}), makeLiveIn("v", {0, 1}),
                   makeLiveOut("y", {0, 1})},
                  {{reads(0), reads(1), writes(2)}});
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.48);
  // Traffic in two home tiers does not add up.
  problem.buffers[1].home = rom;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.32);
}

TEST(LowerBoundTest, ATierBearsAllTrafficOfBuffersThatFitNowhereElse) {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 2}), makeBuffer("a", {0, 2}, 2000)},
                  {{reads(0), writes(1, 10)}, {reads(1, 20)}});
  problem.buffers[1].tiers = {fast, slow};
  // 0.3 s for "a", and 0.16 s for "w" to leave slow.
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.46);
  problem.loops = {{{1, 2}, 3}};
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.86);
}

// Writing to the slow tier takes 1.6e13 s; rounding of that time swallows a
// millisecond.
TEST(LowerBoundTest, RoundingOfLongTimesDoesNotRaiseShortBounds) {
  Problem problem =
      makeProblem({makeBuffer("a", {0, 1}, 1), makeBuffer("b", {0, 1}, 1024)},
                  {{updates(0, 16), reads(1, 16)}});
  problem = withoutRom(problem);
  problem.target.tiers[slow].writeBytesPerSecond = 1e-12;
  problem.target.tiers[slow].readBytesPerSecond = 1e30;
  problem.ops[0].computePs = 884'354'437'215;
  EXPECT_DOUBLE_EQ(boundOf(problem), 0.884354437215);
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

TEST(LowerBoundTest, ExternalBuffersDoNotCountInThePeak) {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 1}), makeBuffer("a", {0, 1}, 10)}, {{}});
  EXPECT_EQ(lowerBoundOnPeak(problem), 10);
  // Many buffers that begin and end together.
  std::vector<Buffer> buffers(100, makeBuffer("b", {0, 1}, 3));
  EXPECT_EQ(lowerBoundOnPeak(makeProblem(buffers, {{}})), 300);
}

TEST(LowerBoundTest, ReachesABoundInWholePicoseconds) {
  EXPECT_TRUE(reachesBound(1, 1));
  EXPECT_TRUE(reachesBound(1, 2));
  EXPECT_FALSE(reachesBound(2, 1));
  // 1.4 ps and 1.1 ps are 1 ps, 1.6 ps are 2.
  EXPECT_TRUE(reachesBound(1.4e-12, 1.1e-12));
  EXPECT_FALSE(reachesBound(1.6e-12, 1.1e-12));
  // Beyond 9.2e18 ps all times round to the same number and cannot be
  // distinguished.
  EXPECT_FALSE(reachesBound(2e7, 1e7));
  EXPECT_TRUE(reachesBound(1e7, 1e7));
}

TEST(LowerBoundTest, TheGapIsRelativeToTheBound) {
  EXPECT_DOUBLE_EQ(gap(3, 2), 0.5);
  EXPECT_EQ(gap(0, 0), 0);
  EXPECT_EQ(gap(1, 0), std::numeric_limits<double>::infinity());
}

} // namespace
