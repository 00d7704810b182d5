//===- StayCommitTest.cpp - Committing a stay to a placement --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/StayCommit.h"
#include "OneBuffer.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

/// One buffer of 96 bytes, read at steps 4 and 6. The stay in the fast tier
/// serves both reads, and its fill starts at step 2.
class StayCommitTest : public ::testing::Test {
protected:
  StayCommitTest() {
    shape.buffer = 0;
    shape.tier = 0;
    shape.firstUse = 0;
    shape.lastUse = 1;
    shape.cover = {4, 7};
    shape.allowedSteps = {0, 8};
    shape.fill = FillShape{{0}, 0};
    timing.life = {{2, 7}, 7};
    timing.offset = 8;
    timing.fill = Hop{0, 2, 4, 0};
  }

  void run() {
    commit(uses, shape, timing, policy, {plan, arenas, traffic, &reservations});
  }

  const Problem problem =
      makeOneBuffer(8, {{4, AccessMode::Read}, {6, AccessMode::Read}});
  const AccessIndex uses{problem};
  BufferPlan plan = makeAtHome(uses).planOf(0);
  std::vector<Arena> arenas = {Arena(512, 8), Arena(1000, 8)};
  Traffic traffic{uses};
  std::vector<Reservation> reservations;
  StayShape shape;
  StayTiming timing;
  StayPolicy policy;
};

TEST_F(StayCommitTest, TakesItsBytesAndMovesTheAccesses) {
  run();

  ASSERT_EQ(plan.stays.size(), 2u);
  EXPECT_EQ(plan.stays[1].range, (LiveRange{2, 7}));
  EXPECT_EQ(plan.stays[1].offset, 8);
  EXPECT_EQ(plan.serving, (std::vector<StayId>{1, 1}));
  EXPECT_EQ(arenas[0].loadAt(1), 0);
  EXPECT_EQ(arenas[0].loadAt(2), 96);
  EXPECT_EQ(arenas[0].loadAt(6), 96);
  EXPECT_EQ(arenas[0].loadAt(7), 0);
  EXPECT_NEAR(traffic.durationOf(4), 0.096, 1e-12);
  EXPECT_NEAR(traffic.durationOf(6), 0.096, 1e-12);
}

TEST_F(StayCommitTest, AFillUsesTheLatestFreeTime) {
  run();

  ASSERT_EQ(plan.transfers.size(), 1u);
  EXPECT_EQ(plan.transfers[0].from, 0);
  EXPECT_EQ(plan.transfers[0].to, 1);
  EXPECT_EQ(plan.transfers[0].start, 2);
  EXPECT_EQ(plan.transfers[0].done, 4);
  ASSERT_EQ(reservations.size(), 1u);
  EXPECT_EQ(reservations[0].step, 3);
  EXPECT_EQ(reservations[0].bytes, 96);
  EXPECT_NEAR(traffic.roomOf(0, 3), 4, 1e-9);
  EXPECT_NEAR(traffic.roomOf(0, 2), 100, 1e-9);
}

TEST_F(StayCommitTest, AnEvictLeavesTheStayForTheBase) {
  shape.evict = EvictShape{{1}, 7, 8, 8};
  timing.evict = Hop{1, 7, 8, 0};
  timing.life = {{2, 8}, 8};
  run();

  ASSERT_EQ(plan.transfers.size(), 2u);
  EXPECT_EQ(plan.transfers[1].from, 1);
  EXPECT_EQ(plan.transfers[1].to, 0);
  EXPECT_EQ(plan.transfers[1].channel, 1);
  EXPECT_EQ(reservations.back().step, 7);
}

TEST_F(StayCommitTest, CopiesPassThroughTheIntermediateTier) {
  timing.before = {{1, {{0, 3}, 3}, 40, {1, 0, 2, 0}}};
  run();

  ASSERT_EQ(plan.stays.size(), 3u);
  EXPECT_EQ(plan.stays[2].tier, 1);
  EXPECT_EQ(plan.stays[2].offset, 40);
  ASSERT_EQ(plan.transfers.size(), 2u);
  EXPECT_EQ(plan.transfers[0].from, 2);
  EXPECT_EQ(plan.transfers[0].to, 1);
  EXPECT_EQ(plan.transfers[1].from, 0);
  EXPECT_EQ(plan.transfers[1].to, 2);
  EXPECT_EQ(plan.transfers[1].channel, 1);
}

TEST_F(StayCommitTest, AWrappedStayBecomesTailAndHeadOfOnePlace) {
  shape.wrapsAround = true;
  shape.firstUse = 1; // Steps 6 and 8 + 4.
  shape.lastUse = 2;
  shape.cover = {6, 13};
  timing.life = {{5, 8}, 9, {0, 5}};
  timing.fill = Hop{0, 5, 6, 0};
  run();

  ASSERT_EQ(plan.stays.size(), 3u);
  EXPECT_EQ(plan.stays[1].range, (LiveRange{5, 8}));
  EXPECT_EQ(plan.stays[1].reservedEnd, 9);
  EXPECT_EQ(plan.stays[2].range, (LiveRange{0, 5}));
  EXPECT_EQ(plan.stays[2].offset, plan.stays[1].offset);
  EXPECT_EQ(plan.serving, (std::vector<StayId>{2, 1}));
  ASSERT_EQ(plan.transfers.size(), 1u);
  EXPECT_FALSE(plan.transfers[0].isWrapped());
  EXPECT_EQ(plan.transfers[0].to, 1);
  EXPECT_EQ(arenas[0].loadAt(4), 96);
  EXPECT_EQ(arenas[0].loadAt(8), 96);
}

// The fill starts in one invocation and arrives in the next.
TEST_F(StayCommitTest, AWrappedFillFillsTailAndHead) {
  shape.wrapsAround = true;
  shape.firstUse = 2; // Step 8 + 4.
  shape.lastUse = 2;
  shape.cover = {12, 13};
  timing.life = {{7, 8}, 9, {0, 5}};
  timing.fill = Hop{0, 7, 12, 0};
  run();

  EXPECT_EQ(plan.serving, (std::vector<StayId>{2, 0}));
  ASSERT_EQ(plan.transfers.size(), 1u);
  EXPECT_TRUE(plan.transfers[0].isWrapped());
  EXPECT_EQ(plan.transfers[0].start, 7);
  EXPECT_EQ(plan.transfers[0].done, 4);
  EXPECT_EQ(plan.transfers[0].tail, 1);
  EXPECT_EQ(plan.transfers[0].to, 2);
}

} // namespace
