//===- HoistStaysTest.cpp - Stays for all trips of a loop -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/HoistStays.h"

#include "../../lib/Planning/BackingPlan.h"
#include "Legality.h"
#include "OneBuffer.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

/// A loop of 4 trips over steps 3 to 10. Op 4 accesses buffer 0, of \p size
/// bytes, and op 6 writes buffer 1, of 96 bytes. Both must be in the fast tier
/// of 512 bytes.
Problem makeLoop(int64_t size, AccessMode mode) {
  Problem problem = makeOneBuffer(14, {{4, mode}});
  problem.buffers[0].size = size;
  problem.buffers[0].liveOut = mode != reading;
  problem.buffers.push_back({.name = "other",
                             .size = 96,
                             .range = {0, 14},
                             .liveIn = true,
                             .liveOut = true});
  problem.ops[4].accesses = {{0, mode, size, {0}}};
  problem.ops[6].accesses = {{1, writing, 96, {0}}};
  problem.loops = {{{3, 10}, 4, false}};
  return problem;
}

/// Returns a placement in which each trip of the loop copies both buffers to
/// the beginning of the fast tier.
Placement makeRefilled(const AccessIndex &uses) {
  Placement placement = makeAtHome(uses);
  placement.keepReservations();
  const StayPolicy policy = makeBlockingPolicy();
  for (BufferId buffer : {0, 1})
    EXPECT_TRUE(placement.addStay({buffer, 0, 0, 0, 0}, policy));
  return placement;
}

TEST(HoistStaysTest, ContentsThatAreOnlyReadArriveOnceBeforeTheLoop) {
  const Problem problem = makeLoop(320, reading);
  const AccessIndex uses(problem);
  Placement placement = makeRefilled(uses);
  const double before = legalMakespanOf(uses, placement);
  ASSERT_EQ(placement.planOf(0).stays[1].offset,
            placement.planOf(1).stays[1].offset);

  hoistStays(uses, placement);

  EXPECT_TRUE(placement.planOf(0).stays[1].range.covers({3, 10}));
  EXPECT_LE(placement.planOf(0).transfers[0].done, 3);
  EXPECT_NE(placement.planOf(0).stays[1].offset,
            placement.planOf(1).stays[1].offset)
      << "the other buffer moved aside";
  // A copy takes 0.1 s, and 3.2 s for the bytes.
  EXPECT_LE(legalMakespanOf(uses, placement), before - 3 * 3.3 + 1e-9);
}

TEST(HoistStaysTest, WithoutRoomForBothEachTripFillsAgain) {
  const Problem problem = makeLoop(480, reading);
  const AccessIndex uses(problem);
  Placement placement = makeRefilled(uses);
  const double before = legalMakespanOf(uses, placement);

  hoistStays(uses, placement);

  EXPECT_EQ(legalMakespanOf(uses, placement), before);
  EXPECT_EQ(placement.planOf(0).stays.size(), 2u);
  EXPECT_EQ(placement.planOf(1).stays.size(), 2u);
}

TEST(HoistStaysTest, WrittenContentsStayInTheTrip) {
  const Problem problem = makeLoop(96, AccessMode::Update);
  const AccessIndex uses(problem);
  Placement placement = makeRefilled(uses);
  const double before = legalMakespanOf(uses, placement);

  hoistStays(uses, placement);

  EXPECT_EQ(legalMakespanOf(uses, placement), before);
}

TEST(HoistStaysTest, PlacementsOfForcedAccessesAreHoisted) {
  const Problem problem = makeLoop(320, reading);
  const AccessIndex uses(problem);

  const BackingResult base = buildBasePlacement(uses);

  ASSERT_TRUE(base.placement);
  EXPECT_TRUE(base.placement->planOf(0).stays[1].range.covers({3, 10}));
  expectLegal(problem, assemble(uses, base.placement->getPlans()));
}

} // namespace
