//===- AccessIndexTest.cpp - Uses of buffers, and the loops around them ---===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/AccessIndex.h"
#include "OneBuffer.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

/// Steps 0 to 9 with loops over [1, 9), [2, 5) and [6, 8); the last loop may be
/// skipped.
Problem makeLoops() {
  Problem problem = makeOneBuffer(10, {{3, AccessMode::Read}});
  problem.loops = {{{1, 9}, 2}, {{6, 8}, 5, true}, {{2, 5}, 3}};
  return problem;
}

TEST(AccessIndexTest, LoopsAreListedOuterFirst) {
  const Problem problem = makeLoops();
  const AccessIndex uses(problem);

  ASSERT_EQ(uses.loops.size(), 3u);
  EXPECT_EQ(uses.loops[1].range, (LiveRange{2, 5}));
  EXPECT_EQ(uses.parentOf(0), noLoop);
  EXPECT_EQ(uses.parentOf(1), 0);
  EXPECT_EQ(uses.parentOf(2), 0);
  EXPECT_TRUE(uses.loops[2].maySkip);
  EXPECT_EQ(uses.tripsOf(noLoop), 1);
  EXPECT_EQ(uses.tripsOf(0), 2);
  EXPECT_EQ(uses.tripsOf(1), 6);
  EXPECT_EQ(uses.trips[3], 6);
  EXPECT_TRUE(uses.isWithin(1, 0));
  EXPECT_TRUE(uses.isWithin(1, noLoop));
  EXPECT_FALSE(uses.isWithin(1, 2));
}

TEST(AccessIndexTest, KnowsTheLoopOfEachStep) {
  const Problem problem = makeLoops();
  const AccessIndex uses(problem);

  EXPECT_EQ(uses.loopOf(0), noLoop);
  EXPECT_EQ(uses.loopOf(1), 0);
  EXPECT_EQ(uses.loopOf(4), 1);
  EXPECT_EQ(uses.loopOf(5), 0);
  EXPECT_EQ(uses.loopOf(10), noLoop);
  EXPECT_EQ(uses.childAt(noLoop, 4), 0);
  EXPECT_EQ(uses.childAt(0, 4), 1);
  EXPECT_EQ(uses.childAt(0, 5), noLoop);
}

TEST(AccessIndexTest, ATransferStartsAndEndsAtItsLevel) {
  const Problem problem = makeLoops();
  const AccessIndex uses(problem);

  EXPECT_TRUE(uses.mayStartAt(0, 5));
  EXPECT_FALSE(uses.mayStartAt(0, 2)) << "once in each trip of the inner loop";
  EXPECT_TRUE(uses.mayBeAwaitedAt(0, 2)) << "before the inner loop begins";
  EXPECT_FALSE(uses.mayBeAwaitedAt(0, 3));
  EXPECT_TRUE(uses.mayBeAwaitedAt(1, 5)) << "at the end of the body";
}

// Each trip has its own contents only if the buffer lives inside a body.
TEST(AccessIndexTest, TheRootIsTheInnermostLoopStrictlyAroundALife) {
  Problem problem = makeLoops();
  problem.buffers = {{.name = "a", .size = 1, .range = {2, 4}},
                     {.name = "b", .size = 1, .range = {2, 5}},
                     {.name = "c", .size = 1, .range = {1, 6}},
                     {.name = "d", .size = 1, .range = {0, 6}}};
  const AccessIndex uses(problem);

  EXPECT_EQ(uses.rootOf(0), 1);
  EXPECT_EQ(uses.rootOf(1), 0);
  EXPECT_EQ(uses.rootOf(2), 0);
  EXPECT_EQ(uses.rootOf(3), noLoop);
}

TEST(AccessIndexTest, AnOpsAccessesToABufferAreOneUse) {
  Problem problem = makeOneBuffer(4, {{1, AccessMode::Read}});
  problem.ops[1].accesses.push_back({0, AccessMode::Write, 96, {}});
  problem.ops[3].accesses = {{0, AccessMode::Read, 96, {}}};
  problem.buffers[0].liveIn = false;
  const AccessIndex uses(problem);

  ASSERT_EQ(uses.byBuffer[0].size(), 2u);
  const BufferUse &first = uses.byBuffer[0][0];
  EXPECT_TRUE(first.reads && first.writes);
  EXPECT_EQ(first.accesses, (std::vector<int32_t>{0, 1}));
  EXPECT_FALSE(uses.byBuffer[0][1].writes);
}

TEST(AccessIndexTest, TheFirstAccessOfAnEmptyBufferMakesItsContents) {
  Problem problem =
      makeOneBuffer(4, {{1, AccessMode::Read}, {3, AccessMode::Read}});
  EXPECT_FALSE(AccessIndex(problem).definesContents(0, 0));

  problem.buffers[0].liveIn = false;

  EXPECT_TRUE(AccessIndex(problem).definesContents(0, 0));
  EXPECT_FALSE(AccessIndex(problem).definesContents(0, 1));
}

TEST(AccessIndexTest, OnlyBuffersReadInAllInvocationsWrapAround) {
  Problem problem = makeOneBuffer(4, {{1, AccessMode::Read}});
  EXPECT_FALSE(AccessIndex(problem).mayWrapAround(0));
  problem.isCyclic = true;
  EXPECT_TRUE(AccessIndex(problem).mayWrapAround(0));

  problem.buffers[0].range.end = 3;
  EXPECT_FALSE(AccessIndex(problem).mayWrapAround(0));
  problem.buffers[0].range.end = 4;
  problem.ops[1].accesses[0].mode = AccessMode::Update;
  EXPECT_FALSE(AccessIndex(problem).mayWrapAround(0));
}

// 2^62 - 1 is three times a third of itself.
TEST(AccessIndexTest, TripsAreExactUpToTheirMaximum) {
  constexpr int64_t saturated = int64_t(1) << 62;
  Problem problem = makeOneBuffer(4, {{1, AccessMode::Read}});
  problem.loops = {{{0, 4}, 3}, {{1, 3}, saturated / 3}};
  EXPECT_EQ(AccessIndex(problem).tripsOf(1), saturated - 1);

  problem.loops[0].tripCount = 4;

  EXPECT_EQ(AccessIndex(problem).tripsOf(1), saturated);
}

} // namespace
