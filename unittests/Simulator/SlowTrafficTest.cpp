//===- SlowTrafficTest.cpp - Bytes through the slowest memory -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Simulator/SlowTraffic.h"

#include "gtest/gtest.h"

#include <limits>

using namespace memplace;

namespace {

/// Two buffers of 100 bytes in tier 1, the slow tier; one step, and another
/// step in a loop of three trips.
struct TrafficScenario {
  TrafficScenario() {
    problem.target.tiers = {{.name = "fast", .readBytesPerSecond = 1000},
                            {.name = "slow", .readBytesPerSecond = 100}};
    problem.target.channels = {{.name = "in", .from = 1, .to = 0},
                               {.name = "within", .from = 1, .to = 1}};
    problem.buffers = {{.name = "a", .size = 100, .range = {0, 2}},
                       {.name = "b", .size = 100, .range = {0, 2}}};
    problem.ops = {
        {.name = "first", .accesses = {access(0, AccessMode::Write)}},
        {.name = "second",
         .accesses = {access(0, AccessMode::Read),
                      access(1, AccessMode::Update)}}};
    problem.loops = {{.range = {1, 2}, .tripCount = 3}};
    solution.residencies = {{.buffer = 0, .tier = 1, .range = {0, 2}},
                            {.buffer = 1, .tier = 1, .range = {0, 2}},
                            {.buffer = 0, .tier = 0, .range = {0, 2}}};
    solution.served = {{0}, {0, 1}};
  }
  static Access access(BufferId buffer, AccessMode mode) {
    return {.buffer = buffer, .mode = mode, .bytes = 7};
  }

  Problem problem;
  Solution solution;
};

TEST(SlowTrafficTest, AnUpdateCountsTwiceAndALoopByItsTrips) {
  const TrafficScenario scenario;
  EXPECT_EQ(slowTierBytes(scenario.problem, scenario.solution),
            7 + 3 * (7 + 2 * 7));
}

TEST(SlowTrafficTest, AccessesServedByAnotherTierDoNotCount) {
  TrafficScenario scenario;
  scenario.solution.served[1][0] = 2;
  EXPECT_EQ(slowTierBytes(scenario.problem, scenario.solution), 7 + 3 * 2 * 7);
}

TEST(SlowTrafficTest, TransfersCountOnceForEachSlowEnd) {
  TrafficScenario scenario;
  const int64_t before = slowTierBytes(scenario.problem, scenario.solution);
  scenario.solution.transfers = {
      {.from = 0, .to = 2, .channel = 0, .start = 0, .done = 1}};
  EXPECT_EQ(slowTierBytes(scenario.problem, scenario.solution), before + 100);
  scenario.solution.transfers[0].start = 1; // In the loop.
  EXPECT_EQ(slowTierBytes(scenario.problem, scenario.solution), before + 300);
  scenario.solution.transfers[0].channel = 1;
  EXPECT_EQ(slowTierBytes(scenario.problem, scenario.solution), before + 600);
  scenario.solution.transfers[0].start = 2; // At the end of the program.
  EXPECT_EQ(slowTierBytes(scenario.problem, scenario.solution), before + 200);
}

TEST(SlowTrafficTest, SaturatesAtTheLargestNumber) {
  TrafficScenario scenario;
  scenario.problem.ops[0].accesses[0].bytes =
      std::numeric_limits<int64_t>::max() - 3;
  EXPECT_EQ(slowTierBytes(scenario.problem, scenario.solution),
            std::numeric_limits<int64_t>::max());
}

TEST(SlowTrafficTest, TheLastOfEquallySlowTiersIsTheSlowest) {
  Target target;
  target.tiers = {{.readBytesPerSecond = 5},
                  {.readBytesPerSecond = 3},
                  {.readBytesPerSecond = 3},
                  {.readBytesPerSecond = 4}};
  EXPECT_EQ(slowestTier(target), 2);
}

} // namespace
