//===- RouteTest.cpp - Routes of channels between tiers -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/Route.h"
#include "OneBuffer.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

/// Tiers 0, 1 and 2 with channels from 2 to 1 and from 1 to 0.
Problem makeThreeTiers() {
  Problem problem = makeOneBuffer(2, {{1, AccessMode::Read}});
  Target &target = problem.target;
  target.tiers.insert(target.tiers.begin() + 1, {"between", 96, 8, 500, 500});
  target.defaultTier = 2;
  target.channels = {{"in", 1, 0, 1e12, 0}, {"up", 2, 1, 1e12, 0}};
  return problem;
}

TEST(RouteTest, PassesThroughIntermediateTiers) {
  const Problem problem = makeThreeTiers();

  EXPECT_EQ(findRoute(problem, 0, 2, 0), (std::vector<ChannelId>{1, 0}));
  EXPECT_EQ(findRoute(problem, 0, 1, 0), (std::vector<ChannelId>{0}));
  EXPECT_TRUE(findRoute(problem, 0, 0, 2).empty()) << "no way back";
}

TEST(RouteTest, TakesTheFewestHopsAndThenTheFastestChannel) {
  Problem problem = makeThreeTiers();
  problem.target.channels.push_back({"slow", 2, 0, 1, 0});
  problem.target.channels.push_back({"less slow", 2, 0, 2, 0});
  problem.target.channels.push_back({"slow as well", 2, 0, 1, 0});

  EXPECT_EQ(findRoute(problem, 0, 2, 0), (std::vector<ChannelId>{3}));
}

TEST(RouteTest, AnIntermediateTierMustHoldTheBufferAndBeWritable) {
  Problem tooLarge = makeThreeTiers();
  tooLarge.buffers[0].size = 97; // The tier between has 96.
  EXPECT_TRUE(findRoute(tooLarge, 0, 2, 0).empty());

  Problem readOnly = makeThreeTiers();
  readOnly.target.tiers[1].writeBytesPerSecond = 0;
  EXPECT_TRUE(readOnly.target.tiers[1].isReadOnly());
  EXPECT_TRUE(findRoute(readOnly, 0, 2, 0).empty());
}

} // namespace
