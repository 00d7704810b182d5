//===- AdvanceStaysTest.cpp - Earlier fills in loops ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/AdvanceStays.h"

#include "Legality.h"
#include "OneBuffer.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

/// A window of 320 bytes that moves at steps 1, \p move and 12. A loop over
/// steps 3 to 10 reads it at step \p read, and writes another buffer, of 96
/// bytes, at step 8. The fast tier, of 512 bytes, must serve both accesses.
Problem makeWindow(Step move, Step read) {
  Problem problem = makeOneBuffer(14, {});
  problem.buffers[0].size = 320;
  problem.buffers[0].liveOut = true;
  problem.buffers.push_back({.name = "other",
                             .size = 96,
                             .range = {0, 14},
                             .liveIn = true,
                             .liveOut = true});
  for (Step step : {Step(1), move, Step(12)})
    problem.ops[step].accesses = {{0, AccessMode::Update, 0, {1}}};
  problem.ops[read].accesses = {{0, reading, 320, {0}}};
  problem.ops[8].accesses = {{1, writing, 96, {0}}};
  problem.loops = {{{3, 10}, 4, false}};
  return problem;
}

/// Returns a placement in which the program waits for all transfers of the
/// loop. The other buffer lies in the middle of the fast tier.
Placement makeBlocking(const AccessIndex &uses, int32_t read) {
  Placement placement = makeAtHome(uses);
  placement.keepReservations();
  StayPolicy policy = makeBlockingPolicy();
  EXPECT_TRUE(placement.addStay({0, 0, read, read, 0}, policy));
  policy.offset = 192;
  EXPECT_TRUE(placement.addStay({1, 0, 0, 0, 0}, policy));
  EXPECT_EQ(placement.planOf(1).stays[1].offset, 192);
  return placement;
}

TEST(AdvanceStaysTest, ContentsArriveEarlierInTheSameTrip) {
  const Problem problem = makeWindow(/*move=*/3, /*read=*/7);
  const AccessIndex uses(problem);
  Placement placement = makeBlocking(uses, /*read=*/2);
  ASSERT_EQ(placement.planOf(0).transfers[0].start, 7);
  const double before = legalMakespanOf(uses, placement);

  advanceStays(uses, placement);

  EXPECT_EQ(placement.planOf(0).transfers[0].start, 4) << "behind the move";
  // The copy takes 0.1 s and 3.2 s for the bytes, of which ops of 3 s hide all
  // but 0.3 s, in each of 4 trips.
  EXPECT_LE(legalMakespanOf(uses, placement), before - 4 * 3 + 1e-9);
}

TEST(AdvanceStaysTest, ContentsArriveInTheTripBeforeAndOthersMoveAside) {
  const Problem problem = makeWindow(/*move=*/5, /*read=*/4);
  const AccessIndex uses(problem);
  Placement placement = makeBlocking(uses, /*read=*/1);
  const double before = legalMakespanOf(uses, placement);

  advanceStays(uses, placement);

  const BufferPlan &plan = placement.planOf(0);
  ASSERT_EQ(plan.stays.size(), 3u);
  EXPECT_EQ(plan.stays[1].offset, plan.stays[2].offset);
  EXPECT_EQ(plan.transfers[1].start, 6);
  EXPECT_EQ(plan.transfers[1].done, 10) << "by the end of the trip";
  EXPECT_NE(placement.planOf(1).stays[1].offset, 192);
  EXPECT_LT(legalMakespanOf(uses, placement), before - 4 * 2);
}

TEST(AdvanceStaysTest, AReadBetweenTwoMovesKeepsItsStay) {
  Problem problem = makeOneBuffer(14, {});
  problem.buffers[0].liveOut = true;
  for (Step step : {1, 5, 7, 12})
    problem.ops[step].accesses = {{0, AccessMode::Update, 0, {1}}};
  for (Step step : {4, 6, 8})
    problem.ops[step].accesses = {{0, reading, 96, {0}}};
  problem.loops = {{{3, 10}, 4, false}};
  const AccessIndex uses(problem);
  Placement placement = makeAtHome(uses);
  placement.keepReservations();
  const StayPolicy policy = makeBlockingPolicy();
  for (int32_t use : {1, 3, 5})
    ASSERT_TRUE(placement.addStay({0, 0, use, use, 0}, policy));
  const double before = legalMakespanOf(uses, placement);

  advanceStays(uses, placement);

  EXPECT_LE(legalMakespanOf(uses, placement), before);
}

TEST(AdvanceStaysTest, WithoutRoomNothingChanges) {
  Problem problem = makeWindow(/*move=*/5, /*read=*/4);
  problem.buffers[0].size = problem.ops[4].accesses[0].bytes = 448;
  const AccessIndex uses(problem);
  Placement placement = makeAtHome(uses);
  placement.keepReservations();
  const StayPolicy policy = makeBlockingPolicy();
  for (StayRequest request : {StayRequest{0, 0, 1, 1, 0}, {1, 0, 0, 0, 0}})
    ASSERT_TRUE(placement.addStay(request, policy));
  const double before = legalMakespanOf(uses, placement);

  advanceStays(uses, placement);

  EXPECT_EQ(placement.planOf(0).stays.size(), 2u);
  EXPECT_LE(legalMakespanOf(uses, placement), before);
}

} // namespace
