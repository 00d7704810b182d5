//===- OpDurationsTest.cpp - Durations of ops and time left over ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/OpDurations.h"
#include "OneBuffer.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

TEST(OpDurationsTest, AServedAccessCountsFromTheNextRefreshOn) {
  const Problem problem = makeOneBuffer(3, {{1, AccessMode::Read}});
  OpDurations durations(problem);
  durations.refresh([](Step) {});
  EXPECT_NEAR(durations.secondsOf(1), 0.96, 1e-12);
  EXPECT_NEAR(durations.leftBy(1)[1], 0, 1e-12);
  EXPECT_EQ(durations.leftBy(0)[1], 1);

  durations.serve(1, 0, 0);

  EXPECT_NEAR(durations.secondsOf(1), 0.96, 1e-12);
  std::vector<Step> changed;
  durations.refresh([&](Step step) { changed.push_back(step); });
  EXPECT_EQ(changed, std::vector<Step>{1});
  EXPECT_NEAR(durations.secondsOf(1), 0.096, 1e-12);
  EXPECT_NEAR(durations.leftBy(1)[0], 0, 1e-12);
  EXPECT_EQ(durations.leftBy(1)[1], 1);
}

TEST(OpDurationsTest, ServingFromTheSameTierChangesNothing) {
  const Problem problem = makeOneBuffer(3, {{1, AccessMode::Read}});
  OpDurations durations(problem);
  durations.refresh([](Step) {});

  durations.serve(1, 0, 1);

  durations.refresh([](Step) { FAIL(); });
}

// An access of half efficiency doubles the time of the op, but not the busy
// time of the tier.
TEST(OpDurationsTest, AnInefficientAccessLeavesTimeOfItsTier) {
  Problem problem = makeOneBuffer(3, {{1, AccessMode::Read}});
  problem.ops[1].accesses[0].efficiency = 0.5;
  OpDurations durations(problem);

  durations.refresh([](Step) {});

  EXPECT_NEAR(durations.secondsOf(1), 1.92, 1e-12);
  EXPECT_NEAR(durations.leftBy(1)[1], 0.5, 1e-12);
}

TEST(OpDurationsTest, AnOpWithoutDurationLeavesNoTime) {
  const Problem problem = makeOneBuffer(1, {});
  OpLoad load(problem.target);
  double left[] = {1, 1};

  load.findLeft(load.seconds(Op()), left);

  EXPECT_EQ(left[0], 0);
  EXPECT_EQ(left[1], 0);
}

} // namespace
