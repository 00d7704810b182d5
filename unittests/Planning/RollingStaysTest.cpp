//===- RollingStaysTest.cpp - Stays that continue in the next trip --------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/RollingStays.h"

#include "Legality.h"
#include "OneBuffer.h"

#include "memplace/Simulator/Simulator.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

/// A window that moves at steps 1, \p move and 12, with the use \p use in a
/// loop over steps 3 to 10.
Problem makeWindow(Step move, OneUse use) {
  Problem problem = makeOneBuffer(14, {use});
  problem.buffers[0].liveOut = true;
  for (Step step : {Step(1), move, Step(12)}) {
    problem.ops[step].computePs = 0;
    problem.ops[step].accesses = {{0, AccessMode::Update, 0, {1}}};
  }
  problem.loops = {{{3, 10}, 4, false}};
  return problem;
}

TEST(RollingStaysTest, ReadContentsArriveInThePreviousTrip) {
  for (bool maySkip : {false, true}) {
    Problem problem = makeWindow(6, {4, AccessMode::Read});
    problem.loops[0].maySkip = maySkip;
    const AccessIndex uses(problem);
    const Placement base = makeAtHome(uses);

    const std::optional<Placement> rolling = withRollingStays(uses, base);

    ASSERT_TRUE(rolling);
    const BufferPlan &plan = rolling->planOf(0);
    ASSERT_EQ(plan.stays.size(), 3u);
    EXPECT_EQ(plan.stays[1].offset, plan.stays[2].offset);
    ASSERT_EQ(plan.transfers.size(), 2u);
    EXPECT_EQ(plan.transfers[0].done, 3) << "before the loop";
    EXPECT_EQ(plan.transfers[1].start, 7) << "behind the move";
    EXPECT_EQ(plan.transfers[1].done, 10) << "by the end of the trip";
    const Solution solution = assemble(uses, rolling->getPlans());
    expectLegal(problem, solution);
    EXPECT_LT(makespan(problem, solution),
              makespan(problem, assemble(uses, base.getPlans())));
    EXPECT_TRUE(hasRollingStays(base, *rolling, solution));
    EXPECT_FALSE(
        hasRollingStays(base, *rolling, assemble(uses, base.getPlans())));
  }
}

TEST(RollingStaysTest, AStayReadInAnInnerLoopLastsToTheEndOfThatLoop) {
  Problem problem = makeWindow(6, {3, AccessMode::Read});
  problem.loops.push_back({{3, 5}, 2, false});
  const AccessIndex uses(problem);

  const std::optional<Placement> rolling =
      withRollingStays(uses, makeAtHome(uses));

  ASSERT_TRUE(rolling);
  EXPECT_EQ(rolling->planOf(0).stays[1].range.end, 5);
  expectLegal(problem, assemble(uses, rolling->getPlans()));
}

TEST(RollingStaysTest, ContentsWrittenLateAreWrittenBackInTheNextTrip) {
  for (bool maySkip : {false, true}) {
    Problem problem = makeWindow(6, {9, AccessMode::Write});
    problem.loops[0].maySkip = maySkip;
    const AccessIndex uses(problem);

    const std::optional<Placement> rolling =
        withRollingStays(uses, makeAtHome(uses));

    ASSERT_TRUE(rolling);
    const BufferPlan &plan = rolling->planOf(0);
    ASSERT_EQ(plan.transfers.size(), 3u);
    EXPECT_EQ(plan.transfers[1].from, 1);
    EXPECT_EQ(plan.transfers[1].start, 3) << "from the next trip's begin";
    EXPECT_EQ(plan.transfers[1].done, 6) << "to its move";
    EXPECT_EQ(plan.transfers[2].from, 2);
    EXPECT_EQ(plan.transfers[2].start, 10) << "of the last trip";
    expectLegal(problem, assemble(uses, rolling->getPlans()));
  }
}

TEST(RollingStaysTest, UpdatedContentsAreWrittenBackAndFetched) {
  const Problem problem = makeWindow(6, {4, AccessMode::Update});
  const AccessIndex uses(problem);

  const std::optional<Placement> rolling =
      withRollingStays(uses, makeAtHome(uses));

  ASSERT_TRUE(rolling);
  EXPECT_EQ(rolling->planOf(0).transfers.size(), 3u);
  expectLegal(problem, assemble(uses, rolling->getPlans()));
}

TEST(RollingStaysTest, ReturnsNothingIfNoStayContinues) {
  Problem still = makeWindow(6, {4, AccessMode::Read});
  still.ops[6].accesses.clear();
  Problem within = makeWindow(3, {5, AccessMode::Read});
  Problem full = makeWindow(6, {4, AccessMode::Read});
  full.target.tiers[0].capacity = 64;
  Problem alone = makeWindow(6, {4, AccessMode::Read});
  alone.ops[1].accesses.clear();
  for (const Problem *problem : {&still, &within, &full, &alone}) {
    const AccessIndex uses(*problem);
    EXPECT_FALSE(withRollingStays(uses, makeAtHome(uses)));
  }
}

} // namespace
