//===- ProblemTest.cpp - Queries of a problem -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Builder.h"

#include <gmock/gmock.h>

#include <limits>

using namespace memplace;
using namespace memplace::test;

namespace {

TEST(LiveRangeTest, IsHalfOpen) {
  LiveRange range = {1, 3};
  EXPECT_TRUE(range.contains(1) && range.contains(2));
  EXPECT_FALSE(range.contains(0) || range.contains(3));
  EXPECT_TRUE(range.covers({1, 3}) && range.covers({2, 3}));
  EXPECT_FALSE(range.covers({0, 3}) || range.covers({1, 4}));
  EXPECT_TRUE(range.overlaps({2, 5}) && range.overlaps({0, 2}));
  EXPECT_FALSE(range.overlaps({3, 5}) || range.overlaps({0, 1}));
}

TEST(TargetTest, FindsTiersAndChannelsByName) {
  Target target = makeTarget();
  EXPECT_EQ(target.findTier("slow"), slow);
  EXPECT_EQ(target.findTier("slo"), std::nullopt);
  EXPECT_EQ(target.findChannel("within"), within);
  EXPECT_EQ(target.findChannel(""), std::nullopt);
}

TEST(TargetTest, ListsTheChannelsBetweenTwoTiersInTheOrderOfTheFile) {
  Target target = makeTarget();
  target.channels.push_back({"in2", slow, fast, 1, 0});
  EXPECT_THAT(target.channelsBetween(slow, fast), testing::ElementsAre(in, 5));
  EXPECT_THAT(target.channelsBetween(slow, rom), testing::IsEmpty());
}

TEST(TargetTest, AReadOnlyTierServesReadersOnly) {
  Target target = makeTarget();
  EXPECT_TRUE(mayServe(target, reads(0), rom));
  EXPECT_FALSE(mayServe(target, writes(0), rom));
  EXPECT_FALSE(mayServe(target, updates(0), rom));
  Access access = reads(0);
  access.tiers = {slow, fast};
  EXPECT_TRUE(mayServe(target, access, fast));
  EXPECT_FALSE(mayServe(target, access, rom));
}

TEST(TargetTest, ATierWithoutOpsServesAccessesThatNameItOnly) {
  Target target = makeTarget();
  target.tiers[slow].servesOps = false;
  Access access = reads(0);
  EXPECT_TRUE(mayServe(target, access, fast));
  EXPECT_FALSE(mayServe(target, access, slow));
  access.tiers = {slow};
  EXPECT_TRUE(mayServe(target, access, slow));
  EXPECT_FALSE(check(target));
}

TEST(TargetTest, OneTierMustServeOps) {
  Target target = makeTarget();
  for (Tier &tier : target.tiers)
    tier.servesOps = false;
  const auto error = check(target);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->message, "tiers: all have '\"ops\": false'; at least one "
                            "must serve ops");
}

TEST(ProblemTest, ABufferThatNeedsItsHomeMustBeAllowedThere) {
  // `slow` is the default tier; each reason alone makes `slow` the buffer's
  // home.
  auto checkWith = [](auto change) {
    Problem problem = makeProblem({makeBuffer("a", {0, 1})}, {{writes(0)}});
    problem.buffers[0].tiers = {fast};
    problem.buffers[0].external = false;
    change(problem.buffers[0]);
    return check(problem);
  };
  EXPECT_FALSE(checkWith([](Buffer &) {}));
  EXPECT_FALSE(checkWith([](Buffer &buffer) { buffer.home = fast; }));
  const std::string wanted = "buffers[0].home: 'slow' must be one of the";
  for (auto error :
       {checkWith([](Buffer &buffer) { buffer.home = slow; }),
        checkWith([](Buffer &buffer) { buffer.liveIn = true; }),
        checkWith([](Buffer &buffer) { buffer.liveOut = true; }),
        checkWith([](Buffer &buffer) { buffer.external = true; })}) {
    ASSERT_TRUE(error);
    EXPECT_THAT(error->message, testing::HasSubstr(wanted));
  }
}

TEST(ProblemTest, NaNIsNoShare) {
  Problem problem = makeProblem({makeBuffer("a", {0, 1})}, {{writes(0)}});
  const double none = std::numeric_limits<double>::quiet_NaN();
  problem.ops[0].accesses[0].efficiency = none;
  EXPECT_THAT(check(problem)->message,
              testing::StartsWith("ops[0].accesses[0].efficiency: must be"));
  problem.ops[0].accesses[0].efficiency = 1;
  problem.ops[0].overlap = none;
  EXPECT_THAT(check(problem)->message,
              testing::StartsWith("ops[0].overlap: must be from 0 to 1"));
}

TEST(ProblemTest, AcceptsSharesDownToTheLimit) {
  Problem problem = makeProblem({makeBuffer("a", {0, 1})}, {{writes(0)}});
  problem.ops[0].overlap = 0;
  EXPECT_FALSE(check(problem));
  problem.ops[0].overlap = -1e-300;
  EXPECT_TRUE(check(problem));
}

TEST(ProblemTest, RejectsShapesWithMoreExtentsThanKnown) {
  Problem problem = makeProblem({makeBuffer("a", {0, 1})}, {{writes(0)}});
  problem.ops[0].shape = {.input = {1, 2, 3}, .kernel = {4, 5}, .pad = 1};
  EXPECT_FALSE(check(problem));
  problem.ops[0].shape.kernel.push_back(6);
  EXPECT_EQ(check(problem)->message,
            "ops[0].shape.kernel: must have at most 2 extents, got 3");
  problem.ops[0].shape.kernel = {4, -5};
  EXPECT_EQ(check(problem)->message,
            "ops[0].shape.kernel: must be at least 0, got -5");
  problem.ops[0].shape.kernel.clear();
  problem.ops[0].shape.pad = -1;
  EXPECT_EQ(check(problem)->message,
            "ops[0].shape.pad: must be at least 0, got -1");
}

TEST(ProblemTest, RejectsMissingTiers) {
  Problem problem = makeProblem({makeBuffer("a", {0, 1})}, {{writes(0)}});
  for (TierId tier : {-1, 3}) {
    problem.target.defaultTier = tier;
    EXPECT_THAT(check(problem)->message, testing::HasSubstr("there is no tier"))
        << tier;
  }
}

TEST(ProblemTest, EachAccessOfAnOpIsChecked) {
  Problem problem = makeProblem({makeBuffer("a", {0, 1})}, {{writes(0)}});
  problem.ops[0].accesses.push_back(reads(1));
  EXPECT_THAT(check(problem)->message,
              testing::StartsWith("ops[0].accesses[1]"));
}

TEST(ProblemTest, LoopsMayFollowEachOtherOrShareAStart) {
  Problem problem = makeProblem({}, {{}, {}, {}, {}});
  problem.loops = {{{0, 2}, 2}, {{2, 3}, 2}, {{2, 4}, 2}};
  EXPECT_FALSE(check(problem));
  problem.loops[2].range = {1, 4};
  EXPECT_TRUE(check(problem));
}

TEST(ProblemTest, LiveInAndLiveOutBuffersAreExternalByDefault) {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 1}), makeLiveOut("y", {0, 1}),
                   makeBuffer("a", {0, 1})},
                  {{}});
  EXPECT_TRUE(problem.isExternal(0) && problem.isExternal(1));
  EXPECT_FALSE(problem.isExternal(2));
  problem.buffers[0].external = false;
  problem.buffers[2].external = true;
  EXPECT_FALSE(problem.isExternal(0));
  EXPECT_TRUE(problem.isExternal(2));
}

TEST(ProblemTest, ABufferHasTheStricterAlignment) {
  Problem problem = makeProblem({makeBuffer("a", {0, 1})}, {{}});
  EXPECT_EQ(problem.alignmentIn(problem.buffers[0], fast), 8);
  problem.buffers[0].alignment = 16;
  EXPECT_EQ(problem.alignmentIn(problem.buffers[0], fast), 16);
}

TEST(TripsTest, MultiplyOverTheNest) {
  Problem problem = makeProblem({}, {{}, {}, {}, {}, {}},
                                {{{2, 3}, 5}, {{1, 4}, 3}, {{1, 4}, 2}});
  EXPECT_EQ(tripsOfSteps(problem), (std::vector<int64_t>{1, 6, 30, 6, 1}));
}

TEST(TripsTest, MultiplyOverNestedLoopsWithOneStart) {
  Problem problem = makeProblem({}, {{}, {}, {}, {}},
                                {{{0, 1}, 5}, {{0, 2}, 3}, {{2, 3}, 7}});
  EXPECT_EQ(tripsOfSteps(problem), (std::vector<int64_t>{15, 3, 7, 1}));
}

TEST(TripsTest, SaturateRatherThanOverflow) {
  Problem problem = makeProblem({}, {{}});
  for (int i = 0; i < 5; ++i)
    problem.loops.push_back({{0, 1}, int64_t(1) << 20});
  EXPECT_EQ(tripsOfSteps(problem), (std::vector<int64_t>{int64_t(1) << 62}));
  // The largest multiple of 3 below 2^62 is no overflow.
  const int64_t third = (int64_t(1) << 62) / 3;
  problem.loops = {{{0, 1}, third}, {{0, 1}, 3}};
  EXPECT_EQ(tripsOfSteps(problem), (std::vector<int64_t>{third * 3}));
}

} // namespace
