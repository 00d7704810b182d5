//===- PlanTest.cpp - Assembling plans into a solution --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/Plan.h"
#include "OneBuffer.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

TEST(PlanTest, AnUnneededBaseIsLeftOut) {
  Problem problem = makeOneBuffer(6, {{1, AccessMode::Write}});
  problem.buffers[0].liveIn = false;
  const AccessIndex uses(problem);
  Placement placement = makeAtHome(uses);
  ASSERT_EQ(assemble(uses, placement.getPlans()).residencies.size(), 1u);
  ASSERT_TRUE(placement.addStay({0, 0, 0, 0}, {}));

  const Solution solution = assemble(uses, placement.getPlans());

  ASSERT_EQ(solution.residencies.size(), 1u);
  EXPECT_EQ(solution.residencies[0].tier, 0);
  EXPECT_EQ(solution.residencies[0].range, (LiveRange{1, 2}));
  EXPECT_EQ(solution.served[1], std::vector<ResidencyId>{0});
  EXPECT_TRUE(solution.transfers.empty());
}

TEST(PlanTest, AFillIsATransferFromTheBase) {
  const Problem problem = makeOneBuffer(6, {{3, AccessMode::Read}});
  const AccessIndex uses(problem);
  Placement placement = makeAtHome(uses);
  ASSERT_TRUE(placement.addStay({0, 0, 0, 0}, {}));

  const Solution solution = assemble(uses, placement.getPlans());

  ASSERT_EQ(solution.residencies.size(), 2u);
  ASSERT_EQ(solution.transfers.size(), 1u);
  EXPECT_EQ(solution.transfers[0].from, 0);
  EXPECT_EQ(solution.transfers[0].to, 1);
  EXPECT_EQ(solution.transfers[0].start, 2);
  EXPECT_EQ(solution.transfers[0].done, 3);
  EXPECT_EQ(solution.served[3], std::vector<ResidencyId>{1});
}

// The base serves, is abandoned, and is filled again; a residency is filled
// once (R7).
TEST(PlanTest, ABaseFilledAgainBecomesTwoResidencies) {
  Problem problem = makeOneBuffer(
      9,
      {{1, AccessMode::Write}, {3, AccessMode::Write}, {7, AccessMode::Read}});
  problem.buffers[0].liveIn = false; // A live-in buffer has a place of its own.
  const AccessIndex uses(problem);
  Placement placement = makeAtHome(uses);
  ASSERT_TRUE(placement.addStay({0, 0, 1, 1}, {}));
  const Step evicted = placement.planOf(0).transfers[0].start;

  const Solution solution = assemble(uses, placement.getPlans());

  ASSERT_EQ(solution.residencies.size(), 3u);
  EXPECT_EQ(solution.residencies[0].range, (LiveRange{0, evicted}));
  EXPECT_EQ(solution.residencies[1].range, (LiveRange{evicted, 9}));
  EXPECT_EQ(solution.residencies[2].tier, 0);
  EXPECT_EQ(solution.served[1], std::vector<ResidencyId>{0});
  EXPECT_EQ(solution.served[7], std::vector<ResidencyId>{1});
}

TEST(PlanTest, TransfersOfABoundaryAreOrderedByDeadline) {
  Problem problem = makeOneBuffer(6, {{4, AccessMode::Read}});
  problem.buffers.push_back(
      {.name = "c", .size = 8, .range = {0, 6}, .liveIn = true});
  problem.ops[3].computePs = 0;
  problem.ops[3].accesses = {{1, AccessMode::Read, 8, {}}};
  const AccessIndex uses(problem);
  Placement placement = makeAtHome(uses);
  StayPolicy policy;
  policy.lead = 3;
  ASSERT_TRUE(placement.addStay({0, 0, 0, 0}, policy));
  policy.lead = 2;
  ASSERT_TRUE(placement.addStay({1, 0, 0, 0}, policy));

  const Solution solution = assemble(uses, placement.getPlans());

  ASSERT_EQ(solution.transfers.size(), 2u);
  EXPECT_EQ(solution.transfers[0].start, 1);
  EXPECT_EQ(solution.transfers[1].start, 1);
  EXPECT_EQ(solution.transfers[0].done, 3);
  EXPECT_EQ(solution.transfers[1].done, 4);
}

} // namespace
