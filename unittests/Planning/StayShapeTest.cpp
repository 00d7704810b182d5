//===- StayShapeTest.cpp - Constraints of the rules on a stay -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/StayShape.h"
#include "OneBuffer.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

/// Returns the shape of a stay, with all buffers at home.
std::optional<StayShape> shapeOf(const Problem &problem,
                                 const StayRequest &request) {
  const AccessIndex uses(problem);
  return findShape(uses, makeAtHome(uses).planOf(request.buffer), request);
}

TEST(StayShapeTest, AReadIsFilledFromTheStartOnAndNotEvicted) {
  const Problem problem = makeOneBuffer(6, {{2, reading}, {4, reading}});

  const std::optional<StayShape> shape = shapeOf(problem, {0, 0, 0, 1});

  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->cover, (LiveRange{2, 5}));
  ASSERT_TRUE(shape->fill);
  EXPECT_EQ(shape->fill->route, std::vector<ChannelId>{0});
  EXPECT_EQ(shape->fill->earliest, 0);
  EXPECT_FALSE(shape->evict);
}

TEST(StayShapeTest, AFillComesAfterTheLastWriteAtTheBase) {
  const Problem problem = makeOneBuffer(6, {{2, writing}, {4, reading}});

  const std::optional<StayShape> shape = shapeOf(problem, {0, 0, 1, 1});

  ASSERT_TRUE(shape && shape->fill);
  EXPECT_EQ(shape->fill->earliest, 3);
}

TEST(StayShapeTest, AWrittenBufferIsEvictedBeforeTheNextReadElsewhere) {
  const Problem problem = makeOneBuffer(6, {{1, writing}, {4, reading}});

  const std::optional<StayShape> shape = shapeOf(problem, {0, 0, 0, 0});

  ASSERT_TRUE(shape);
  EXPECT_FALSE(shape->fill) << "it is overwritten as a whole";
  ASSERT_TRUE(shape->evict);
  EXPECT_EQ(shape->evict->earliest, 2);
  EXPECT_EQ(shape->evict->latest, 4);
  EXPECT_EQ(shape->evict->latestBlocking, 4);
}

TEST(StayShapeTest, ABufferNotReadAgainIsNotEvicted) {
  Problem problem = makeOneBuffer(6, {{1, writing}, {3, writing}});
  EXPECT_FALSE(shapeOf(problem, {0, 0, 0, 0})->evict) << "it is overwritten";
  EXPECT_FALSE(shapeOf(problem, {0, 0, 1, 1})->evict);

  problem.buffers[0].liveOut = true;

  EXPECT_FALSE(shapeOf(problem, {0, 0, 0, 0})->evict);
  const std::optional<StayShape> last = shapeOf(problem, {0, 0, 1, 1});
  ASSERT_TRUE(last && last->evict);
  EXPECT_EQ(last->evict->latest, 6);
  EXPECT_EQ(last->evict->latestBlocking, 6);
}

// A blocking copy fills a place that lasts one step longer. The base of a
// buffer that is not live-out does not last longer at its end (R7).
TEST(StayShapeTest, ABlockingEvictEndsAStepBeforeTheBase) {
  Problem problem = makeOneBuffer(6, {{1, writing}, {2, writing}});
  problem.buffers[0].range = {0, 6};
  problem.loops = {{{0, 6}, 2}};
  problem.ops[1].accesses[0].mode = reading; // The value of the last trip.

  const std::optional<StayShape> shape = shapeOf(problem, {0, 0, 0, 1, 0});

  ASSERT_TRUE(shape && shape->evict);
  EXPECT_EQ(shape->evict->earliest, 3);
  EXPECT_EQ(shape->evict->latest, 6);
  EXPECT_EQ(shape->evict->latestBlocking, 5);
}

TEST(StayShapeTest, CoversALoopAsAWholeOrLiesInItsBody) {
  Problem problem =
      makeOneBuffer(8, {{1, reading}, {3, reading}, {5, reading}});
  problem.loops = {{{2, 7}, 10}};

  const std::optional<StayShape> around = shapeOf(problem, {0, 0, 0, 1});
  const std::optional<StayShape> inside = shapeOf(problem, {0, 0, 1, 1, 0});

  ASSERT_TRUE(around && inside);
  EXPECT_EQ(around->cover, (LiveRange{1, 7}));
  EXPECT_EQ(around->lastUseInRequest(), 2) << "all of the loop";
  EXPECT_EQ(inside->cover, (LiveRange{3, 4}));
  EXPECT_EQ(inside->allowedSteps, (LiveRange{2, 7}));
  EXPECT_EQ(inside->lastUseInRequest(), 1);
  EXPECT_FALSE(shapeOf(problem, {0, 0, 0, 1, 0})) << "use 0 is outside";
}

TEST(StayShapeTest, OutlastsALoopThatOnlyReadsAndIsNeverSkipped) {
  Problem problem = makeOneBuffer(8, {{3, reading}, {6, reading}});
  problem.loops = {{{2, 5}, 10}};
  const StayRequest request = {0, 0, 0, 1, /*level=*/0, /*exitLevel=*/noLoop};

  const std::optional<StayShape> shape = shapeOf(problem, request);

  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->cover, (LiveRange{3, 7}));
  EXPECT_EQ(shape->fill->earliest, 2);
  problem.loops[0].maySkip = true;
  EXPECT_FALSE(shapeOf(problem, request));
}

// Each trip reads the contents left by the trip before.
TEST(StayShapeTest, DoesNotOutlastALoopThatCarriesItsWrites) {
  Problem problem =
      makeOneBuffer(8, {{2, reading}, {3, writing}, {6, reading}});
  problem.loops = {{{2, 5}, 10}};

  EXPECT_FALSE(shapeOf(problem, {0, 0, 0, 2, 0, noLoop}));
  EXPECT_TRUE(shapeOf(problem, {0, 0, 0, 2}));
}

TEST(StayShapeTest, AnEmptyBufferThatALoopReadsFirstStaysInOnePlace) {
  Problem problem = makeOneBuffer(8, {{3, reading}, {4, writing}});
  problem.loops = {{{2, 6}, 10}};
  problem.buffers[0].liveIn = false;

  EXPECT_FALSE(shapeOf(problem, {0, 0, 1, 1, /*level=*/0}));
  EXPECT_TRUE(shapeOf(problem, {0, 0, 0, 1}));
}

TEST(StayShapeTest, ServesOnlyUsesThatTheBaseServes) {
  const Problem problem = makeOneBuffer(6, {{2, reading}, {4, reading}});
  const AccessIndex uses(problem);
  BufferPlan plan = makeAtHome(uses).planOf(0);
  plan.serving[1] = 1;

  EXPECT_TRUE(findShape(uses, plan, {0, 0, 0, 0}));
  EXPECT_FALSE(findShape(uses, plan, {0, 0, 0, 1}));
}

TEST(StayShapeTest, ABufferMustFitItsTier) {
  Problem problem = makeOneBuffer(6, {{2, reading}});
  problem.buffers[0].size = 512;
  EXPECT_TRUE(shapeOf(problem, {0, 0, 0, 0}));
  EXPECT_FALSE(shapeOf(problem, {0, 1, 0, 0})) << "it is the base's tier";

  problem.buffers[0].size = 513;

  EXPECT_FALSE(shapeOf(problem, {0, 0, 0, 0}));
}

TEST(StayShapeTest, NeedsChannelsInBothDirections) {
  Problem problem = makeOneBuffer(6, {{1, writing}, {4, reading}});
  problem.target.channels.pop_back(); // No channel back.
  EXPECT_FALSE(shapeOf(problem, {0, 0, 0, 0}));
  EXPECT_TRUE(shapeOf(problem, {0, 0, 1, 1}));

  problem.target.channels.clear();

  EXPECT_FALSE(shapeOf(problem, {0, 0, 1, 1}));
  EXPECT_TRUE(shapeOf(problem, {0, 0, 0, 1})) << "nothing is copied";
}

TEST(StayShapeTest, StaysAllTheTimeInACyclicProblem) {
  Problem problem = makeOneBuffer(6, {{2, reading}, {4, reading}});
  problem.isCyclic = true;

  const std::optional<StayShape> shape = shapeOf(problem, {0, 0, 0, 2});

  ASSERT_TRUE(shape);
  EXPECT_TRUE(shape->wrapsAround);
  EXPECT_FALSE(shape->fill);
  EXPECT_EQ(shape->cover, (LiveRange{0, 6}));
  EXPECT_EQ(shape->lastUseInRequest(), 2);
}

TEST(StayShapeTest, ContinuesInTheNextInvocationOfACyclicProblem) {
  Problem problem = makeOneBuffer(6, {{2, reading}, {4, reading}});
  problem.isCyclic = true;

  // Uses 1 and 2 are steps 4 and 6 + 2.
  const std::optional<StayShape> shape = shapeOf(problem, {0, 0, 1, 2});

  ASSERT_TRUE(shape && shape->fill);
  EXPECT_EQ(shape->cover, (LiveRange{4, 9}));
  EXPECT_EQ(shape->fill->earliest, 3) << "the stay before ends there";
  EXPECT_EQ(shape->stepIn(8, 6), 2);
  problem.ops[2].accesses[0].mode = writing;
  EXPECT_FALSE(shapeOf(problem, {0, 0, 1, 2}));
}

TEST(StayShapeTest, AWrappedStayServesOnlyAllowedAccesses) {
  Problem problem = makeOneBuffer(6, {{2, reading}, {4, reading}});
  problem.isCyclic = true;
  ASSERT_TRUE(shapeOf(problem, {0, 0, 1, 2}));
  problem.target.tiers.insert(problem.target.tiers.begin() + 1,
                              {"middle", 512, 8, 500, 500});
  problem.target.defaultTier = 2;
  problem.target.channels = {{"in", 2, 0, 1e12, 0}};
  ASSERT_TRUE(shapeOf(problem, {0, 0, 1, 2}));
  problem.ops[2].accesses[0].tiers = {2};
  EXPECT_TRUE(shapeOf(problem, {0, 0, 1, 2})) << "the base serves it";

  problem.ops[2].accesses[0].tiers = {1};

  EXPECT_FALSE(shapeOf(problem, {0, 0, 1, 2}));
}

// All trips of a loop at the end and of a loop at the start are in the stay.
TEST(StayShapeTest, AWrappedStayCoversWholeLoops) {
  Problem problem = makeOneBuffer(
      12,
      {{1, reading}, {2, reading}, {6, reading}, {9, reading}, {10, reading}});
  problem.isCyclic = true;
  problem.loops = {{{0, 4}, 2}, {{8, 12}, 2}};

  // Uses 4 and 5 are steps 10 and 12 + 1.
  const std::optional<StayShape> shape = shapeOf(problem, {0, 0, 4, 5});

  ASSERT_TRUE(shape);
  EXPECT_EQ(shape->cover, (LiveRange{8, 16}));
  EXPECT_EQ(shape->firstUse, 3);
  EXPECT_EQ(shape->lastUse, 6);
}

// The next read comes right after the loop in which the stay ends.
TEST(StayShapeTest, AnEvictMayEndWithItsLoop) {
  Problem problem = makeOneBuffer(10, {{3, writing}, {5, reading}});
  problem.loops = {{{1, 9}, 2}, {{2, 5}, 3}};

  const std::optional<StayShape> shape =
      shapeOf(problem, {0, 0, 0, 0, /*level=*/1});

  ASSERT_TRUE(shape && shape->evict);
  EXPECT_EQ(shape->evict->earliest, 4);
  EXPECT_EQ(shape->evict->latest, 5);
}

} // namespace
