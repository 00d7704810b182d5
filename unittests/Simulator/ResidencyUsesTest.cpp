//===- ResidencyUsesTest.cpp - What each residency is there for -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Simulator/ResidencyUses.h"
#include "Scenario.h"

#include "gtest/gtest.h"

using namespace memplace;

namespace {

/// One op without compute; each access has a residency of its own.
Scenario makeOp(const std::vector<ServedAccess> &accesses, double compute = 0) {
  Scenario scenario;
  scenario.addOp("A", compute, accesses);
  scenario.finish();
  return scenario;
}

std::vector<ResidencyUse> usesOf(const Scenario &scenario) {
  return usesOfResidencies(scenario.problem, scenario.solution);
}

TEST(ResidencyUsesTest, SavesTheAdditionalTimeOfTheHomeTier) {
  // 100 bytes take 1.0 s in the slow tier, the home, and 0.1 s in the fast
  // tier.
  const auto uses = usesOf(
      makeOp({{AccessMode::Read, 100, fast}, {AccessMode::Write, 50, slow}}));
  ASSERT_EQ(uses.size(), 2U);
  EXPECT_EQ(uses[0].reads, 1);
  EXPECT_EQ(uses[0].writes, 0);
  EXPECT_DOUBLE_EQ(uses[0].bytesRead, 100);
  EXPECT_DOUBLE_EQ(uses[0].secondsSaved, 0.9);
  EXPECT_EQ(uses[1].reads, 0);
  EXPECT_EQ(uses[1].writes, 1);
  EXPECT_DOUBLE_EQ(uses[1].bytesWritten, 50);
  EXPECT_DOUBLE_EQ(uses[1].secondsSaved, 0);
}

TEST(ResidencyUsesTest, SavesNothingBelowTheComputeTime) {
  // 0.1 or 1.0 s of memory, but 0.75 s of compute.
  const auto uses = usesOf(makeOp({{AccessMode::Read, 100, fast}}, 0.75));
  EXPECT_DOUBLE_EQ(uses[0].secondsSaved, 0.25);
}

TEST(ResidencyUsesTest, CountsEachTripOfALoop) {
  Scenario scenario = makeOp({{AccessMode::Update, 100, fast}});
  scenario.problem.loops = {{.range = {0, 1}, .tripCount = 3}};
  const auto uses = usesOf(scenario);
  EXPECT_EQ(uses[0].reads, 1);
  EXPECT_EQ(uses[0].writes, 1);
  EXPECT_DOUBLE_EQ(uses[0].bytesRead, 300);
  EXPECT_DOUBLE_EQ(uses[0].bytesWritten, 300);
  EXPECT_DOUBLE_EQ(uses[0].secondsSaved, 3 * (2.0 - 0.2));
}

TEST(ResidencyUsesTest, MovesAllAccessesOfAResidencyTogetherAndOnce) {
  // Compute of 1.5 s hides one access at 1.0 s, but not two.
  Scenario scenario = makeOp(
      {{AccessMode::Read, 100, fast}, {AccessMode::Read, 100, fast}}, 1.5);
  scenario.problem.ops[0].accesses[1].buffer = 0;
  scenario.solution.served[0][1] = 0;
  const auto uses = usesOf(scenario);
  EXPECT_EQ(uses[0].reads, 2);
  EXPECT_DOUBLE_EQ(uses[0].secondsSaved, 0.5);
  EXPECT_EQ(uses[1].reads, 0);
}

TEST(ResidencyUsesTest, SavesNothingIfTheHomeTierCannotServe) {
  Scenario byAccess = makeOp({{AccessMode::Read, 100, fast}});
  byAccess.problem.ops[0].accesses[0].tiers = {fast};
  EXPECT_EQ(usesOf(byAccess)[0].secondsSaved, 0);
  Scenario byBuffer = makeOp({{AccessMode::Read, 100, fast}});
  byBuffer.problem.buffers[0].tiers = {fast};
  EXPECT_EQ(usesOf(byBuffer)[0].secondsSaved, 0);
}

TEST(ResidencyUsesTest, CountsAllAccessesOfAllOps) {
  // Only the second access of the second op moves.
  Scenario scenario = makeOp({});
  scenario.addOp("B", 0,
                 {{AccessMode::Read, 10, slow}, {AccessMode::Read, 100, fast}});
  scenario.finish();
  const auto uses = usesOf(scenario);
  EXPECT_EQ(uses[0].reads, 1);
  EXPECT_DOUBLE_EQ(uses[1].secondsSaved, 1.0 - 0.1);
}

TEST(ResidencyUsesTest, MovesAResidencyOnceIfAnotherIsReadFirst) {
  Scenario scenario = makeOp({{AccessMode::Read, 10, slow},
                              {AccessMode::Read, 100, fast},
                              {AccessMode::Read, 100, fast}});
  scenario.problem.ops[0].accesses[2].buffer = 1;
  scenario.solution.served[0][2] = 1;
  // 2.1 s in the slow tier; moved, 0.1 s there and 0.2 s in the fast tier.
  EXPECT_DOUBLE_EQ(usesOf(scenario)[1].secondsSaved, 2.1 - 0.3);
}

} // namespace
