//===- ClaimsTest.cpp -----------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Scenario.h"
#include "memplace/Bounds/LowerBound.h"
#include "memplace/Simulator/Simulator.h"

#include "gmock/gmock.h"

#include <limits>

using namespace memplace;

namespace {

/// 1 s of compute, and a stall of 1 s that no bound includes.
Scenario makeScenario() {
  Scenario scenario;
  scenario.problem.target = makeExampleTarget(/*latencySeconds=*/0);
  scenario.addOp("A", 1, {});
  scenario.addTransfer(in, 100, /*start=*/0, /*done=*/0);
  scenario.finish();
  return scenario;
}

constexpr int64_t simulatedPs = 2 * picosecondsPerSecond;

TEST(ClaimsTest, ASolutionWithoutClaimsIsRight) {
  Scenario scenario = makeScenario();

  EXPECT_FALSE(checkClaims(scenario.problem, scenario.solution));
}

TEST(ClaimsTest, AMakespanMayDifferByAMillionth) {
  Scenario scenario = makeScenario();

  for (int64_t difference : {-2'000'000, 0, 2'000'000}) {
    scenario.solution.makespanPs = simulatedPs + difference;
    EXPECT_FALSE(checkClaims(scenario.problem, scenario.solution));
  }
  for (int64_t difference : {-2'000'001, 2'000'001}) {
    scenario.solution.makespanPs = simulatedPs + difference;
    std::optional<Error> error =
        checkClaims(scenario.problem, scenario.solution);
    ASSERT_TRUE(error);
    EXPECT_THAT(
        error->message,
        testing::HasSubstr("the simulated makespan is 2000000000000 ps"));
  }
}

// A claim has 64 bits; no claim is right for 2^60 trips of one second.
TEST(ClaimsTest, AMakespanMayBeTooLongForAnyClaim) {
  Scenario scenario = makeScenario();
  scenario.problem.loops = {{{0, 1}, int64_t(1) << 60, false}};
  EXPECT_FALSE(checkClaims(scenario.problem, scenario.solution));

  const int64_t longest = std::numeric_limits<int64_t>::max();
  for (int64_t claim : {longest, int64_t(9.2e18), int64_t(1)}) {
    scenario.solution.makespanPs = claim;
    EXPECT_TRUE(checkClaims(scenario.problem, scenario.solution));
  }
}

TEST(ClaimsTest, ABoundAboveTheMakespanIsWrongEvenIfProven) {
  Scenario scenario = makeScenario();
  scenario.solution.provenOptimal = true;
  scenario.solution.lowerBoundPs = simulatedPs;
  EXPECT_FALSE(checkClaims(scenario.problem, scenario.solution));

  scenario.solution.lowerBoundPs = simulatedPs + 2'000'002;

  std::optional<Error> error = checkClaims(scenario.problem, scenario.solution);
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message, testing::HasSubstr("above the simulated"));
}

TEST(ClaimsTest, RejectsABoundAboveTheProvenBound) {
  Scenario scenario = makeScenario();
  int64_t provenPs = toPicoseconds(lowerBoundOnMakespan(scenario.problem));
  ASSERT_EQ(provenPs, picosecondsPerSecond);
  scenario.solution.lowerBoundPs = provenPs;
  EXPECT_FALSE(checkClaims(scenario.problem, scenario.solution));

  scenario.solution.lowerBoundPs = provenPs + 1'000'002;

  std::optional<Error> error = checkClaims(scenario.problem, scenario.solution);
  ASSERT_TRUE(error);
  EXPECT_THAT(error->message, testing::HasSubstr("is proven"));
}

TEST(ClaimsTest, RejectsHugeClaims) {
  Scenario scenario = makeScenario();
  scenario.solution.makespanPs = std::numeric_limits<int64_t>::max();

  EXPECT_TRUE(checkClaims(scenario.problem, scenario.solution));

  scenario.solution.makespanPs = std::numeric_limits<int64_t>::min();
  EXPECT_TRUE(checkClaims(scenario.problem, scenario.solution));
}

TEST(ClaimsTest, ExactlyTheSlackIsAllowed) {
  // 500,000 ps: a millionth plus half a picosecond is 1 ps.
  Scenario scenario;
  scenario.addOp("A", 500'000e-12, {});
  scenario.finish();
  auto isRight = [&] {
    return !checkClaims(scenario.problem, scenario.solution);
  };
  for (int64_t claim : {499'999, 500'001}) {
    scenario.solution.makespanPs = claim;
    EXPECT_TRUE(isRight()) << claim;
  }
  scenario.solution.makespanPs = 500'002;
  EXPECT_FALSE(isRight());
  scenario.solution.makespanPs = std::nullopt;
  for (bool isProven : {false, true}) {
    scenario.solution.provenOptimal = isProven;
    scenario.solution.lowerBoundPs = 500'001;
    EXPECT_TRUE(isRight());
    scenario.solution.lowerBoundPs = 500'002;
    EXPECT_FALSE(isRight());
  }
}

TEST(ClaimsTest, AcceptsABoundUpToTheStrongBound) {
  // Two buffers of 400 B, read after 6 s of compute: the simple bound is 8 s,
  // the strong bound 8.6 s (StrongBoundTest.TransfersOnlyUseTimeLeftByOps).
  Scenario scenario;
  scenario.problem.target = makeExampleTarget(/*latencySeconds=*/0);
  for (Channel &channel : scenario.problem.target.channels)
    channel.bytesPerSecond = 100;
  scenario.addOp("A", 6, {});
  scenario.addOp(
      "B", 0, {{AccessMode::Read, 400, slow}, {AccessMode::Read, 400, slow}});
  scenario.finish();
  for (Buffer &buffer : scenario.problem.buffers) {
    buffer.size = 400;
    buffer.liveIn = true;
  }
  scenario.problem.target.tiers[fast].capacity = 1024;
  ASSERT_EQ(toPicoseconds(lowerBoundOnMakespan(scenario.problem)),
            8 * picosecondsPerSecond);
  auto isRight = [&](int64_t claimPs) {
    scenario.solution.lowerBoundPs = claimPs;
    return !checkClaims(scenario.problem, scenario.solution);
  };
  for (bool isTold : {false, true}) {
    if (isTold)
      scenario.solution.makespanPs = 14 * picosecondsPerSecond;
    EXPECT_TRUE(isRight(8'500'000'000'000));
    EXPECT_FALSE(isRight(8'700'000'000'000));
  }
}

} // namespace
