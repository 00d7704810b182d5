//===- PlacementTest.cpp - A placement to which stays are added -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/Placement.h"
#include "OneBuffer.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

/// Two readers of one buffer, and a second buffer in the fast tier.
Problem makeTwoBuffers() {
  Problem problem =
      makeOneBuffer(8, {{3, AccessMode::Read}, {6, AccessMode::Read}});
  problem.buffers.push_back(
      {.name = "large", .size = 512, .range = {6, 8}, .liveIn = false});
  problem.ops[7].accesses = {{1, AccessMode::Write, 512, {}}};
  return problem;
}

/// Returns all times and free bytes of a placement.
std::vector<double> stateOf(const AccessIndex &uses,
                            const Placement &placement) {
  std::vector<double> state;
  const Target &target = uses.problem.target;
  for (Step step = 0; step < uses.problem.numSteps(); ++step) {
    state.push_back(placement.getTraffic().durationOf(step));
    for (size_t c = 0; c < target.channels.size(); ++c)
      state.push_back(
          placement.getTraffic().roomOf(static_cast<ChannelId>(c), step));
    for (size_t t = 0; t < target.tiers.size(); ++t)
      state.push_back(static_cast<double>(
          placement.getArena(static_cast<TierId>(t)).loadAt(step)));
  }
  for (const BufferPlan &plan : placement.getPlans()) {
    state.push_back(static_cast<double>(plan.stays.size()));
    state.push_back(static_cast<double>(plan.transfers.size()));
    for (StayId stay : plan.serving)
      state.push_back(stay);
  }
  return state;
}

TEST(PlacementTest, ABaseTakesTheLowestFreeOffset) {
  Problem problem = makeTwoBuffers();
  problem.buffers[0].liveIn = false; // A live-in buffer has a place of its own.
  const AccessIndex uses(problem);
  Placement placement(uses);

  EXPECT_TRUE(placement.addBackingCopy(0, 0));
  EXPECT_FALSE(placement.addBackingCopy(1, 0)) << "512 bytes beside 96 in 512";
  EXPECT_TRUE(placement.addBackingCopy(1, 1));

  EXPECT_EQ(placement.planOf(0).stays[0].offset, 0);
  EXPECT_EQ(placement.getArena(0).loadAt(7), 96);
}

TEST(PlacementTest, ARefusedStayChangesNothing) {
  const Problem problem = makeTwoBuffers();
  const AccessIndex uses(problem);
  Placement placement(uses);
  ASSERT_TRUE(placement.addBackingCopy(0, 1));
  ASSERT_TRUE(placement.addBackingCopy(1, 0));
  const std::vector<double> before = stateOf(uses, placement);

  // Steps 6 and 7 are occupied.
  EXPECT_FALSE(placement.addStay({0, 0, 0, 1}, {}));
  EXPECT_EQ(stateOf(uses, placement), before);

  const std::optional<StayOutcome> outcome =
      placement.addStay({0, 0, 0, 0}, {});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->lastUse, 0);
  EXPECT_NEAR(outcome->saving, 0.96 - 0.096, 1e-12);
}

TEST(PlacementTest, RewindsToTheLastBit) {
  const Problem problem = makeTwoBuffers();
  const AccessIndex uses(problem);
  Placement placement = makeAtHome(uses);
  placement.keepJournal();
  const std::vector<double> atHome = stateOf(uses, placement);
  const Placement::Sizes sizes = placement.sizesOf(0);
  ASSERT_TRUE(placement.addStay({0, 0, 0, 0}, {}));
  const Placement::Mark mark = placement.mark();
  const std::vector<double> before = stateOf(uses, placement);

  placement.removeSince(0, sizes);
  ASSERT_TRUE(placement.addStay({0, 0, 0, 1}, {}));
  ASSERT_NE(stateOf(uses, placement), before);
  placement.rewind(mark);

  EXPECT_EQ(stateOf(uses, placement), before);
  placement.rewind({});
  EXPECT_EQ(stateOf(uses, placement), atHome);
}

TEST(PlacementTest, ARemovedPlanCanBeRestored) {
  const Problem problem = makeTwoBuffers();
  const AccessIndex uses(problem);
  Placement placement = makeAtHome(uses);
  placement.keepJournal();
  const Placement::Sizes sizes = placement.sizesOf(0);
  const std::vector<double> atHome = stateOf(uses, placement);
  ASSERT_TRUE(placement.addStay({0, 0, 0, 1}, {}));
  const std::vector<double> before = stateOf(uses, placement);
  const PlacedBuffer placed = placement.placedBuffer(0);

  placement.removeSince(0, sizes);
  const std::vector<double> without = stateOf(uses, placement);
  placement.restore(0, placed);

  ASSERT_EQ(without.size(), atHome.size());
  for (size_t i = 0; i < atHome.size(); ++i)
    EXPECT_NEAR(without[i], atHome[i], 1e-9);
  const std::vector<double> after = stateOf(uses, placement);
  for (size_t i = 0; i < before.size(); ++i)
    EXPECT_NEAR(after[i], before[i], 1e-9);
  placement.rewind({});
  EXPECT_EQ(stateOf(uses, placement), atHome);
}

TEST(PlacementTest, ReportsAccessesServedIllegally) {
  Problem problem = makeTwoBuffers();
  problem.ops[3].accesses[0].tiers = {0};
  const AccessIndex uses(problem);
  Placement placement = makeAtHome(uses);
  EXPECT_FALSE(placement.isServedLegally(0, 0));
  EXPECT_TRUE(placement.isServedLegally(0, 1));

  ASSERT_TRUE(placement.addStay({0, 0, 0, 0}, {}));

  EXPECT_TRUE(placement.isServedLegally(0, 0));
}

} // namespace
