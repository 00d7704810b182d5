//===- StopTokenTest.cpp - Limits of time and requests to stop ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Problem/StopToken.h"

#include <gtest/gtest.h>

#include <thread>

using namespace memplace;

namespace {

constexpr std::chrono::milliseconds limit(20);

TEST(StopTokenTest, CPUTimeStandsStillWhileTheProcessSleepsAndWallTimeDoesNot) {
  StopToken wall(limit);
  StopToken cpu(limit, nullptr, LimitClock::Cpu);
  std::this_thread::sleep_for(limit);
  EXPECT_TRUE(wall.isOver());
  EXPECT_FALSE(cpu.isOver());
  EXPECT_LT(cpu.seconds(), wall.seconds());
}

TEST(StopTokenTest, CPUTimeRunsOutWhileTheProcessWorks) {
  StopToken token(limit, nullptr, LimitClock::Cpu);
  uint64_t asked = 0;
  while (!token.isOver())
    ++asked;
  EXPECT_GT(asked, 0u);
  EXPECT_GE(token.seconds(), 0.02);
  EXPECT_LE(token.secondsLeft(), 0);
}

TEST(StopTokenTest, WithoutALimitOnlyARequestStops) {
  StopToken token(std::nullopt, nullptr, LimitClock::Cpu);
  EXPECT_FALSE(token.isOver());
  token.stop();
  EXPECT_TRUE(token.isOver());
}

} // namespace
