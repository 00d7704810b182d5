//===- ReadPlansTest.cpp - Reading a solution back into plans -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/ReadPlans.h"
#include "OneBuffer.h"
#include "memplace/Verify/Verify.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

TEST(ReadPlansTest, ReadsAFilledStayWithOffsetCopyAndTime) {
  const Problem problem = makeOneBuffer(6, {{3, AccessMode::Read}});
  const AccessIndex uses(problem);
  const Placement base = makeAtHome(uses);
  Placement placement = base;
  placement.keepReservations();
  ASSERT_TRUE(placement.addStay({0, 0, 0, 0}, {}));
  Solution solution = assemble(uses, placement.getPlans());
  solution.residencies[1].offset =
      1; // Not an offset that addStay would choose.

  const Placement read = readPlans(uses, base, solution);

  EXPECT_EQ(assemble(uses, read.getPlans()), solution);
  EXPECT_EQ(read.planOf(0).stays[1].offset, 1);
  const PlacedBuffer own = read.placedBuffer(0);
  const PlacedBuffer asked = placement.placedBuffer(0);
  ASSERT_EQ(own.reservations.size(), asked.reservations.size());
  for (size_t i = 0; i < own.reservations.size(); ++i)
    EXPECT_EQ(own.reservations[i].bytes, asked.reservations[i].bytes);
}

TEST(ReadPlansTest, ASolutionWithoutStaysIsTheBase) {
  const Problem problem = makeOneBuffer(6, {{3, AccessMode::Read}});
  const AccessIndex uses(problem);
  const Placement base = makeAtHome(uses);
  const Solution solution = assemble(uses, base.getPlans());

  const Placement read = readPlans(uses, base, solution);

  EXPECT_EQ(read.planOf(0).stays.size(), 1u);
  EXPECT_EQ(assemble(uses, read.getPlans()), solution);
}

// At boundary 3 the stay at offset 0 is evicted, and the older home fills the
// stay at offset 96. One backing copy cannot be both.
TEST(ReadPlansTest, AHomeFilledWhereItIsCopiedStaysAtHome) {
  Problem problem = makeOneBuffer(6, {{0, AccessMode::Read},
                                      {2, AccessMode::Read},
                                      {3, AccessMode::Read},
                                      {5, AccessMode::Read}});
  problem.buffers[0].external = false;
  const AccessIndex uses(problem);
  const Placement base = makeAtHome(uses);
  Solution solution;
  solution.problem = problem.name;
  solution.residencies = {{0, 1, 0, {0, 3}},
                          {0, 0, 0, {1, 4}},
                          {0, 1, 96, {3, 6}},
                          {0, 0, 96, {3, 5}}};
  solution.transfers = {{0, 1, 0, 1, 2}, {1, 2, 1, 3, 4}, {0, 3, 0, 3, 3}};
  solution.served = {{0}, {}, {1}, {3}, {}, {2}};
  const std::optional<Violation> violation = verify(problem, solution);
  ASSERT_FALSE(violation) << violation->message;

  const Placement read = readPlans(uses, base, solution);

  EXPECT_EQ(read.planOf(0).stays.size(), 1u);
}

// The base occupies the place of a stay, so the buffer stays at home.
TEST(ReadPlansTest, AStayWithoutAFreePlaceIsLeftOut) {
  Problem problem = makeOneBuffer(6, {{3, AccessMode::Read}});
  problem.buffers.push_back(problem.buffers[0]);
  problem.buffers[1].name = "other";
  problem.buffers[1].liveIn = false;
  problem.buffers[1].liveOut = false;
  const AccessIndex uses(problem);
  Placement atHome(uses);
  ASSERT_TRUE(atHome.addBackingCopy(0, 1));
  ASSERT_TRUE(atHome.addBackingCopy(1, 1));
  Placement placement = atHome;
  ASSERT_TRUE(placement.addStay({0, 0, 0, 0}, {}));
  const Solution solution = assemble(uses, placement.getPlans());
  ASSERT_GT(readPlans(uses, atHome, solution).planOf(0).stays.size(), 1u);
  Placement full(uses);
  ASSERT_TRUE(full.addBackingCopy(0, 1));
  ASSERT_TRUE(full.addBackingCopy(1, 0)); // At the place of the stay.

  const Placement read = readPlans(uses, full, solution);

  EXPECT_EQ(read.planOf(0).stays.size(), 1u);
}

} // namespace
