//===- FluidTest.cpp - Transfers that share channels and tiers ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/Fluid.h"
#include "OneBuffer.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

const double allFree[] = {1, 1}; // By tier.

TEST(FairShareTest, OneTransferGetsTheTimeLeftOfItsTiers) {
  FairShare fair(makeToyTarget());
  const auto onlyIn = [](size_t channel) { return channel == 0; };
  fair.share(allFree, onlyIn);
  EXPECT_NEAR(fair.rateOf(0), 100, 1e-9);

  const double halfSlow[] = {1, 0.5};
  fair.share(halfSlow, onlyIn);

  EXPECT_NEAR(fair.rateOf(0), 50, 1e-9);
}

// One transfer gets the share that the other cannot use.
TEST(FairShareTest, TwoTransfersShareTheSlowTier) {
  Target target = makeToyTarget();
  const auto both = [](size_t) { return true; };
  FairShare equal(target);
  equal.share(allFree, both);
  EXPECT_NEAR(equal.rateOf(0), 50, 1e-9);
  EXPECT_NEAR(equal.rateOf(1), 50, 1e-9);

  target.channels[0].bytesPerSecond = 20;
  FairShare limited(target);
  limited.share(allFree, both);

  EXPECT_NEAR(limited.rateOf(0), 20, 1e-9);
  EXPECT_NEAR(limited.rateOf(1), 80, 1e-9);
}

/// Transfers of 100 bytes each on channel 0, one after another.
struct Row {
  Fluid<int> &fluid;
  int &numLeft;

  bool isOver() const { return false; }
  double sizeOfHead(ChannelId) const { return 100; }
  void arrived(ChannelId channel) const {
    if (--numLeft > 0)
      fluid.begin(channel, 100, 1);
    else
      fluid.rest(channel);
  }
};

TEST(FluidTest, ATransferFlowsAfterItsLatency) {
  Fluid<int> fluid(makeToyTarget());
  int numLeft = 1;
  fluid.begin(0, 100, 1);

  EXPECT_NEAR(fluid.run(0.05, allFree, Row{fluid, numLeft}), 0.05, 1e-12);
  EXPECT_FALSE(fluid.lanes[0].isFlowing());
  EXPECT_NEAR(fluid.run(0.55, allFree, Row{fluid, numLeft}), 0.55, 1e-12);
  EXPECT_TRUE(fluid.lanes[0].isFlowing());
  EXPECT_NEAR(fluid.lanes[0].bytesLeft, 50, 1e-9);
  EXPECT_EQ(numLeft, 1);
}

TEST(FluidTest, EndsWithoutTransfersInFlight) {
  Fluid<int> fluid(makeToyTarget());
  int numLeft = 2;
  fluid.begin(0, 100, 1);

  EXPECT_NEAR(fluid.run(10, allFree, Row{fluid, numLeft}), 2.2, 1e-9);

  EXPECT_EQ(numLeft, 0);
  EXPECT_TRUE(fluid.lanes[0].isIdle());
}

// The second transfer has the earlier deadline. Both latencies end together.
TEST(FluidTest, AChannelByDeadlineServesTheEarliestDeadline) {
  Target target = makeToyTarget();
  target.channels[0].order = ChannelOrder::Deadline;
  Fluid<int> fluid(target);
  int unused = 0;
  InFlightTransfer late, soon;
  late.deadline = 5;
  soon.deadline = 3;
  late.size = late.bytesLeft = soon.size = soon.bytesLeft = 100;
  fluid.issue(0, late);
  fluid.issue(0, soon);

  fluid.run(1.2, allFree, Row{fluid, unused});

  EXPECT_FALSE(fluid.queueOf(0).contains(soon));
  EXPECT_TRUE(fluid.queueOf(0).contains(late));
  EXPECT_NEAR(fluid.lanes[0].bytesLeft, 90, 1e-6);
}

} // namespace
