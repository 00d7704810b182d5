//===- ExtensionsTest.cpp -------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Overlap, efficiency and channels by deadline, computed by hand. The slow tier
// moves 100 B/s, so that one byte takes 0.01 s.
//
//===----------------------------------------------------------------------===//

#include "Scenario.h"
#include "memplace/Simulator/Simulator.h"

#include "gtest/gtest.h"

using namespace memplace;

namespace {

//===----------------------------------------------------------------------===//
// Overlap and efficiency
//===----------------------------------------------------------------------===//

TEST(ExtensionsTest, TimeWithoutOverlapAddsUp) {
  Target target = makeExampleTarget();
  target.launchPs = picosecondsPerSecond / 10;
  Op op = {.computePs = picosecondsPerSecond, .accesses = {{.bytes = 30}}};

  EXPECT_NEAR(opDuration(target, op, {slow}), 1.1, tolerance);
  op.overlap = 0.5;
  EXPECT_NEAR(opDuration(target, op, {slow}), 1.25, tolerance);
  op.overlap = 0;
  EXPECT_NEAR(opDuration(target, op, {slow}), 1.4, tolerance);
  // The shorter time may be compute.
  op.accesses[0].bytes = 200;
  op.overlap = 0.75;
  EXPECT_NEAR(opDuration(target, op, {slow}), 2.35, tolerance);
  // An op without work takes no time.
  EXPECT_EQ(opDuration(target, {.overlap = 0}, {}), 0);
}

TEST(ExtensionsTest, AnEfficiencyLengthensItsAccess) {
  Target target = makeExampleTarget();
  Op op = {.accesses = {{.bytes = 30, .efficiency = 0.25},
                        {.bytes = 100, .efficiency = 0.5}}};

  // 1.2 s and 0.2 s, on two tiers.
  EXPECT_NEAR(opDuration(target, op, {slow, fast}), 1.4, tolerance);
  target.combine = Combine::Max;
  EXPECT_NEAR(opDuration(target, op, {slow, fast}), 1.2, tolerance);
  // The efficiency of an update holds for its read and its write.
  op.accesses[0].mode = AccessMode::Update;
  EXPECT_NEAR(opDuration(target, op, {slow, fast}), 2.4, tolerance);
}

TEST(ExtensionsTest, AnInefficientAccessLeavesTierTimeToTransfers) {
  // 0.5 s of busy time of the slow tier in 1 s.
  Scenario scenario;
  scenario.problem.target = makeExampleTarget(/*latencySeconds=*/0);
  scenario.addOp("slow", 0, {{reading, 50, slow}});
  scenario.problem.ops[0].accesses[0].efficiency = 0.5;
  scenario.addTransfer(in, 50, /*start=*/0, /*done=*/1);
  EXPECT_NEAR(run(scenario).makespan, 1, tolerance);
  // One byte more does not fit.
  scenario.addTransfer(in, 1, /*start=*/0, /*done=*/1);
  EXPECT_NEAR(run(scenario).makespan, 1.01, tolerance);
}

//===----------------------------------------------------------------------===//
// Channels by deadline
//===----------------------------------------------------------------------===//

/// \p numOps ops of \p seconds each, with all channels by deadline.
Scenario makeByDeadline(int numOps, double seconds, double latencySeconds = 0) {
  Scenario scenario;
  scenario.problem.target = makeExampleTarget(latencySeconds);
  for (Channel &channel : scenario.problem.target.channels)
    channel.order = ChannelOrder::Deadline;
  for (int i = 0; i < numOps; ++i)
    scenario.addOp("op", seconds, {});
  return scenario;
}

TEST(ExtensionsTest, AnUrgentTransferOvertakesAnEarlierOne) {
  Scenario scenario = makeByDeadline(4, 1);
  scenario.addTransfer(in, 390, /*start=*/0, /*done=*/4);
  scenario.addTransfer(in, 10, /*start=*/0, /*done=*/1);

  Timeline timeline = run(scenario);

  EXPECT_NEAR(timeline.makespan, 4, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 0.1, tolerance);
  EXPECT_NEAR(timeline.transfers[0].flowStart, 0.1, tolerance);
  EXPECT_NEAR(timeline.transfers[0].arrived, 4, tolerance);

  // In first-in, first-out order op 1 waits for both transfers.
  scenario.problem.target.channels[in].order = ChannelOrder::Fifo;
  EXPECT_NEAR(run(scenario).makespan, 7, tolerance);
}

TEST(ExtensionsTest, APreemptedTransferContinuesWithItsRest) {
  Scenario scenario = makeByDeadline(4, 1);
  scenario.addTransfer(in, 400, /*start=*/0, /*done=*/4);
  scenario.addTransfer(in, 10, /*start=*/1, /*done=*/2);

  Timeline timeline = run(scenario);

  EXPECT_NEAR(timeline.transfers[0].flowStart, 0, tolerance);
  EXPECT_NEAR(timeline.transfers[1].flowStart, 1, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 1.1, tolerance);
  EXPECT_NEAR(timeline.transfers[0].arrived, 4.1, tolerance);
  EXPECT_NEAR(timeline.makespan, 4.1, tolerance);
}

TEST(ExtensionsTest, LatenciesPassConcurrently) {
  Scenario scenario = makeByDeadline(1, 0.4, /*latencySeconds=*/0.1);
  for (int i = 0; i < 3; ++i)
    scenario.addTransfer(in, 10, /*start=*/0, /*done=*/1);

  Timeline timeline = run(scenario);

  EXPECT_NEAR(timeline.makespan, 0.4, tolerance);
  EXPECT_NEAR(timeline.transfers[0].arrived, 0.2, tolerance);
  EXPECT_NEAR(timeline.transfers[2].arrived, 0.4, tolerance);

  scenario.problem.target.channels[in].order = ChannelOrder::Fifo;
  EXPECT_NEAR(run(scenario).makespan, 0.6, tolerance);
}

TEST(ExtensionsTest, ATransferFlowsUntilTheLatencyOfAnUrgentTransferEnds) {
  Scenario scenario = makeByDeadline(3, 1, /*latencySeconds=*/0.1);
  scenario.addTransfer(in, 280, /*start=*/0, /*done=*/3);
  scenario.addTransfer(in, 10, /*start=*/1, /*done=*/2);

  Timeline timeline = run(scenario);

  EXPECT_NEAR(timeline.transfers[1].flowStart, 1.1, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 1.2, tolerance);
  // 0.1 s of latency, 1 s, 0.1 s of the other transfer, 1.8 s. A preempted
  // transfer has no second latency.
  EXPECT_NEAR(timeline.transfers[0].arrived, 3, tolerance);
}

TEST(ExtensionsTest, EqualDeadlinesFlowInOrderOfIssue) {
  Scenario scenario = makeByDeadline(2, 0.5);
  scenario.addTransfer(in, 60, /*start=*/0, /*done=*/2);
  scenario.addTransfer(in, 20, /*start=*/0, /*done=*/2);
  scenario.addTransfer(in, 10, /*start=*/1, /*done=*/2);

  Timeline timeline = run(scenario);

  EXPECT_NEAR(timeline.transfers[0].arrived, 0.6, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 0.8, tolerance);
  EXPECT_NEAR(timeline.transfers[2].arrived, 0.9, tolerance);
}

TEST(ExtensionsTest, TheNextInvocationsDeadlinesAreLater) {
  // Although boundary 0 precedes boundary 2.
  Scenario scenario = makeByDeadline(2, 1);
  scenario.problem.isCyclic = true;
  scenario.addTransfer(in, 50, /*start=*/1, /*done=*/0);
  scenario.addTransfer(in, 50, /*start=*/1, /*done=*/2);

  Timeline timeline = run(scenario);

  EXPECT_NEAR(timeline.makespan, 2, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 1.5, tolerance);
  ASSERT_EQ(timeline.issuedForNext.size(), 1u);
  EXPECT_NEAR(timeline.issuedForNext[0].arrived, 2, tolerance);
}

TEST(ExtensionsTest, WrappedTransfersAreMoreUrgentThanOrdinaryOnes) {
  // 40 B of the wrapped transfer are left at the next issue of 10 B for
  // boundary 2.
  Scenario scenario = makeByDeadline(3, 1);
  scenario.problem.isCyclic = true;
  scenario.addTransfer(in, 140, /*start=*/2, /*done=*/1);
  scenario.addTransfer(in, 10, /*start=*/0, /*done=*/2);

  Timeline timeline = run(scenario);

  EXPECT_NEAR(timeline.makespan, 3, tolerance);
  EXPECT_NEAR(timeline.transfers[0].arrived, 0.4, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 0.5, tolerance);
}

TEST(ExtensionsTest, ALatencyByDeadlineBeginsAtItsIssue) {
  // The transfers are issued at 0 and 0.4 s, and may flow at 1.0 and 1.4 s.
  Scenario scenario = makeByDeadline(5, 0.4, /*latencySeconds=*/1);
  scenario.addTransfer(in, 10, /*start=*/0, /*done=*/5);
  scenario.addTransfer(in, 10, /*start=*/1, /*done=*/5);

  Timeline timeline = run(scenario);

  EXPECT_NEAR(timeline.transfers[0].flowStart, 1.0, tolerance);
  EXPECT_NEAR(timeline.transfers[1].flowStart, 1.4, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 1.5, tolerance);
}

TEST(ExtensionsTest, AnIdleChannelDoesNotStopTheNextChannel) {
  Scenario scenario = makeByDeadline(2, 1);
  scenario.addTransfer(out, 50, /*start=*/0, /*done=*/2);

  Timeline timeline = run(scenario);

  EXPECT_NEAR(timeline.transfers[0].flowStart, 0, tolerance);
}

} // namespace
