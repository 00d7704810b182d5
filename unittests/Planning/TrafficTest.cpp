//===- TrafficTest.cpp - Time that ops leave to transfers -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/Traffic.h"
#include "OneBuffer.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

TEST(TrafficTest, AnOpTakesTheTimeOfItsServingTiers) {
  const Problem problem = makeOneBuffer(3, {{1, AccessMode::Read}});
  const AccessIndex uses(problem);
  Traffic traffic(uses);
  EXPECT_NEAR(traffic.durationOf(0), 1, 1e-12);
  EXPECT_NEAR(traffic.durationOf(1), 0.96, 1e-12);

  traffic.serve(1, 0, 0);

  EXPECT_EQ(traffic.servedFrom(1, 0), 0);
  EXPECT_NEAR(traffic.durationOf(1), 0.096, 1e-12);
}

TEST(TrafficTest, AChannelHasTheTimeLeftByOpsAndOtherTransfers) {
  const Problem problem = makeOneBuffer(3, {{1, AccessMode::Read}});
  const AccessIndex uses(problem);
  Traffic traffic(uses);
  EXPECT_NEAR(traffic.roomOf(0, 0), 100, 1e-9);
  EXPECT_NEAR(traffic.roomOf(0, 1), 0, 1e-9) << "the op takes it all";

  traffic.reserve(0, 0, 60);

  EXPECT_NEAR(traffic.roomOf(0, 0), 40, 1e-9);
  EXPECT_NEAR(traffic.roomOf(1, 0), 40, 1e-9) << "the slow tier is shared";
  traffic.reserve(0, 0, 60);
  EXPECT_EQ(traffic.roomOf(0, 0), 0);
}

TEST(TrafficTest, TheSlowerEndLimitsAChannel) {
  Problem problem = makeOneBuffer(2, {});
  const AccessIndex uses(problem);
  const Traffic traffic(uses);
  EXPECT_EQ(traffic.rateOf(0), 100);
  EXPECT_NEAR(traffic.latencyOf(0, 0), 0.1, 1e-12);

  problem.target.channels[0].bytesPerSecond = 50;

  EXPECT_EQ(traffic.rateOf(0), 50);
}

TEST(TrafficTest, SavesInEachTrip) {
  Problem problem =
      makeOneBuffer(4, {{1, AccessMode::Read}, {3, AccessMode::Read}});
  problem.loops = {{{1, 2}, 10}};
  const AccessIndex uses(problem);
  const Traffic traffic(uses);

  EXPECT_NEAR(traffic.savingOf(0, 0, 0, 0, 0), 10 * 0.864, 1e-9);
  EXPECT_NEAR(traffic.savingOf(0, 0, 1, 0, 0), 11 * 0.864, 1e-9);
  EXPECT_NEAR(traffic.savingOf(0, 0, 2, 0, 0), 21 * 0.864, 1e-9)
      << "use 2 is use 0 of the next invocation";
}

// An op that computes for 2 s hides its memory time, and the slow tier becomes
// free.
TEST(TrafficTest, CountsTheTimeFreedOnATier) {
  Problem problem = makeOneBuffer(4, {{1, AccessMode::Read}});
  problem.ops[1].computePs = 2 * second;
  const AccessIndex uses(problem);
  const Traffic traffic(uses);

  EXPECT_NEAR(traffic.savingOf(0, 0, 0, 0, 0), 0, 1e-12);
  EXPECT_NEAR(traffic.savingOf(0, 0, 0, 0, 0.5), 0.48, 1e-12);
}

TEST(TrafficTest, RewindsToTheLastBit) {
  const Problem problem = makeOneBuffer(3, {{1, AccessMode::Read}});
  const AccessIndex uses(problem);
  Traffic traffic(uses);
  traffic.keepJournal();
  traffic.reserve(0, 0, 0.1);
  const size_t size = traffic.journalSize();
  const double room = traffic.roomOf(0, 0);
  const double duration = traffic.durationOf(1);

  traffic.reserve(0, 0, 0.7);
  traffic.reserve(0, 0, -0.7);
  traffic.serve(1, 0, 0);
  traffic.rewind(size);

  EXPECT_EQ(traffic.roomOf(0, 0), room);
  EXPECT_EQ(traffic.durationOf(1), duration);
  EXPECT_EQ(traffic.servedFrom(1, 0), 1);
}

} // namespace
