//===- SimulatorTest.cpp --------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Simulator/Simulator.h"
#include "Scenario.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>

using namespace memplace;

namespace {

double makespanOf(const Scenario &scenario) {
  double value = makespan(scenario.problem, scenario.solution);
  // Both entry points run the same simulation.
  EXPECT_EQ(value, simulate(scenario.problem, scenario.solution).makespan);
  return value;
}

//===----------------------------------------------------------------------===//
// Durations of ops
//===----------------------------------------------------------------------===//

TEST(SimulatorTest, SumAddsTheTiersAndMaxTakesTheSlowest) {
  Target target = makeExampleTarget();
  Op op = {.accesses = {{.mode = reading, .bytes = 500},
                        {.mode = updating, .bytes = 30}}};

  // fast 0.5 s; slow 0.3 s read and 0.3 s written.
  EXPECT_NEAR(opDuration(target, op, {fast, slow}), 1.1, tolerance);
  target.combine = Combine::Max;
  EXPECT_NEAR(opDuration(target, op, {fast, slow}), 0.6, tolerance);
  // Traffic of the same tier adds up in either case.
  EXPECT_NEAR(opDuration(target, op, {fast, fast}), 0.56, tolerance);
}

TEST(SimulatorTest, ReadsAndWritesHaveTheirOwnBandwidth) {
  Target target = makeExampleTarget();
  target.tiers[slow].writeBytesPerSecond = 50;
  Op op = {.accesses = {{.mode = writing, .bytes = 100}}};

  EXPECT_NEAR(opDuration(target, op, {slow}), 2, tolerance);
  op.accesses[0].mode = reading;
  EXPECT_NEAR(opDuration(target, op, {slow}), 1, tolerance);
  op.accesses[0].mode = updating;
  EXPECT_NEAR(opDuration(target, op, {slow}), 3, tolerance);
}

TEST(SimulatorTest, LaunchCountsForEveryOpButTheNullOp) {
  Target target = makeExampleTarget();
  target.launchPs = picosecondsPerSecond / 4;

  EXPECT_NEAR(opDuration(target, {.computePs = picosecondsPerSecond}, {}), 1.25,
              tolerance);
  EXPECT_NEAR(opDuration(target, {.accesses = {{.bytes = 25}}}, {slow}), 0.5,
              tolerance);
  EXPECT_EQ(opDuration(target, {}, {}), 0);
  // A move of a window has accesses of 0 bytes.
  EXPECT_EQ(opDuration(target, {.accesses = {{.bytes = 0}}}, {fast}), 0);
}

TEST(SimulatorTest, AReadOnlyTierServesReads) {
  Target target = makeExampleTarget();
  target.tiers[slow].writeBytesPerSecond = 0;

  EXPECT_NEAR(opDuration(target, {.accesses = {{.bytes = 100}}}, {slow}), 1,
              tolerance);
}

TEST(SimulatorTest, TransfersGetTheTimeThatLaunchAndComputeLeave) {
  // 0.5 s of launch, 0.2 s of compute and slow busy for 0.3 s: 5/8 of 0.8 s are
  // left.
  Scenario scenario;
  scenario.problem.target = makeExampleTarget(/*latencySeconds=*/0);
  scenario.problem.target.launchPs = picosecondsPerSecond / 2;
  scenario.addOp("A", 0.2, {{reading, 30, slow}});
  scenario.addTransfer(in, 60, /*start=*/0, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  // 62.5 B/s for 0.8 s make 50 B; 10 B at 100 B/s remain.
  EXPECT_NEAR(timeline.stallSeconds, 0.1, tolerance);
  EXPECT_NEAR(timeline.makespan, 0.9, tolerance);
}

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

TEST(SimulatorTest, AChannelIsAFifoInTheOrderOfTheFile) {
  Scenario scenario;
  scenario.addOp("A", 10, {});
  scenario.addTransfer(in, 100, /*start=*/0, /*done=*/1);
  scenario.addTransfer(in, 50, /*start=*/0, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.transfers[0].arrived, 1.1, tolerance);
  // The latency begins at the head of the queue, not at the issue.
  EXPECT_NEAR(timeline.transfers[1].issued, 0, tolerance);
  EXPECT_NEAR(timeline.transfers[1].flowStart, 1.2, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 1.7, tolerance);
}

TEST(SimulatorTest, LatencyBeginsAtTheIssueOnAnIdleChannel) {
  Scenario scenario;
  scenario.addOp("A", 2, {});
  scenario.addOp("B", 3, {});
  scenario.addTransfer(in, 100, /*start=*/0, /*done=*/2);
  scenario.addTransfer(in, 100, /*start=*/1, /*done=*/2);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.transfers[0].arrived, 1.1, tolerance);
  EXPECT_NEAR(timeline.transfers[1].flowStart, 2.1, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 3.1, tolerance);
}

TEST(SimulatorTest, TheOrderOfIssueIsByStartNotByTheFile) {
  Scenario scenario;
  scenario.addOp("A", 0.1, {});
  scenario.addOp("B", 10, {});
  scenario.addTransfer(in, 100, /*start=*/1, /*done=*/2, "late");
  scenario.addTransfer(in, 100, /*start=*/0, /*done=*/2, "early");

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.transfers[1].arrived, 1.1, tolerance);
  EXPECT_NEAR(timeline.transfers[0].arrived, 2.2, tolerance);
}

TEST(SimulatorTest, AChannelIsNoFasterThanItsOwnBandwidth) {
  Scenario scenario;
  scenario.problem.target.channels[in].bytesPerSecond = 40;
  scenario.addOp("A", 10, {});
  scenario.addTransfer(in, 80, /*start=*/0, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.transfers[0].arrived, 2.1, tolerance);
}

TEST(SimulatorTest, ACappedChannelLeavesItsShareToTheOther) {
  // Equal shares of the slow tier would be 50 B/s each, but `in` moves only 20.
  Scenario scenario;
  scenario.problem.target = makeExampleTarget(/*latencySeconds=*/0);
  scenario.problem.target.channels[in].bytesPerSecond = 20;
  scenario.addOp("A", 10, {});
  scenario.addTransfer(in, 20, /*start=*/0, /*done=*/1);
  scenario.addTransfer(out, 40, /*start=*/0, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.transfers[0].arrived, 1, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 0.5, tolerance);
}

TEST(SimulatorTest, SharesAreOfTimeSoThatASlowWriteCostsMore) {
  // Reads cost the slow tier 1/100 s a byte, writes 1/25: 20 B/s each.
  Scenario scenario;
  scenario.problem.target = makeExampleTarget(/*latencySeconds=*/0);
  scenario.problem.target.tiers[slow].writeBytesPerSecond = 25;
  scenario.addOp("A", 10, {});
  scenario.addTransfer(in, 20, /*start=*/0, /*done=*/1);
  scenario.addTransfer(out, 20, /*start=*/0, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.transfers[0].arrived, 1, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 1, tolerance);
}

TEST(SimulatorTest, AReadOnlyTierCanBeASource) {
  Scenario scenario;
  scenario.problem.target.tiers[slow].writeBytesPerSecond = 0;
  scenario.addOp("A", 10, {{reading, 10, slow}});
  scenario.addTransfer(in, 99, /*start=*/0, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.transfers[0].arrived, 1.1, tolerance);
}

//===----------------------------------------------------------------------===//
// Boundaries
//===----------------------------------------------------------------------===//

TEST(SimulatorTest, NothingMovesDuringAnOpWithoutDuration) {
  Scenario scenario;
  scenario.addOp("null", 0, {});
  scenario.addOp("free", 0, {{reading, 0, slow}});
  scenario.addTransfer(in, 100, /*start=*/0, /*done=*/2);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.stallSeconds, 1.1, tolerance);
  EXPECT_NEAR(timeline.makespan, 1.1, tolerance);
}

TEST(SimulatorTest, TheProgramEndsWhenTheLastTransferHasArrived) {
  Scenario scenario;
  scenario.addOp("A", 0.6, {});
  scenario.addTransfer(out, 100, /*start=*/0, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.makespan, 1.1, tolerance);
  ASSERT_EQ(timeline.stalls.size(), 1u);
  EXPECT_EQ(timeline.stalls[0].step, 1);
}

TEST(SimulatorTest, ATransferMayStartAtTheEnd) {
  Scenario scenario;
  scenario.addOp("A", 1, {});
  scenario.problem.loops = {{.range = {0, 1}, .tripCount = 3}};
  scenario.addTransfer(out, 100, /*start=*/1, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  // Counted once: step T is in no loop.
  EXPECT_NEAR(timeline.makespan, 3 + 1.1, tolerance);
  EXPECT_EQ(timeline.bytesTransferred, 100);
}

TEST(SimulatorTest, EarlierTransfersAreAwaitedBeforeNewIssues) {
  Scenario scenario;
  scenario.addOp("A", 0.1, {});
  scenario.addOp("B", 0.1, {});
  scenario.addTransfer(in, 100, /*start=*/1, /*done=*/2);
  scenario.addTransfer(out, 100, /*start=*/0, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.transfers[0].issued, 1.1, tolerance);
}

TEST(SimulatorTest, AllIssuesOfABoundaryComeBeforeItsLastWaits) {
  // The second transfer is issued together with the first, not after its
  // arrival.
  Scenario scenario;
  scenario.addOp("A", 1, {});
  scenario.addTransfer(in, 100, /*start=*/0, /*done=*/0);
  scenario.addTransfer(out, 100, /*start=*/0, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.transfers[1].issued, 0, tolerance);
  // Both share the slow tier: 100 B at 50 B/s.
  EXPECT_NEAR(timeline.transfers[0].arrived, 2.1, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 2.1, tolerance);
  EXPECT_NEAR(timeline.makespan, 3.1, tolerance);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

TEST(SimulatorTest, OpsAndStallsCountOncePerTripOfTheWholeNest) {
  Scenario scenario;
  scenario.addOp("A", 1, {});
  scenario.addOp("B", 1, {});
  scenario.addOp("C", 1, {});
  scenario.problem.loops = {{.range = {1, 2}, .tripCount = 5},
                            {.range = {0, 2}, .tripCount = 2}};
  scenario.addTransfer(in, 100, /*start=*/1, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.opSeconds, 2 + 10 + 1, tolerance);
  EXPECT_NEAR(timeline.stallSeconds, 11, tolerance);
  EXPECT_EQ(timeline.stalls[0].trips, 10);
  EXPECT_EQ(timeline.bytesTransferred, 1000);
  // The simulator runs the body once.
  EXPECT_NEAR(timeline.ops[2].start, 3.1, tolerance);
}

TEST(SimulatorTest, AStallCountsInTheNestOfTheStartOfItsTransfer) {
  // Awaited at the loop's first step, but issued before the loop: once.
  Scenario before;
  before.addOp("A", 0.1, {});
  before.addOp("B", 1, {});
  before.problem.loops = {{.range = {1, 2}, .tripCount = 4}};
  before.addTransfer(in, 100, /*start=*/0, /*done=*/1);
  // Awaited after the loop, but issued in its body: at the end of each trip.
  Scenario inside;
  inside.addOp("A", 0.1, {});
  inside.addOp("B", 1, {});
  inside.problem.loops = {{.range = {0, 1}, .tripCount = 4}};
  inside.addTransfer(in, 100, /*start=*/0, /*done=*/1);

  EXPECT_NEAR(makespanOf(before), 0.1 + 4 + 1.0, tolerance);
  EXPECT_NEAR(makespanOf(inside), 0.4 + 1 + 4 * 1.0, tolerance);
}

TEST(SimulatorTest, AtTheEndOfALoopTheBodysOwnTransfersAreAwaitedFirst) {
  // Both arrive at 2.1 s. The transfer of the body is awaited first, although
  // the file lists it last, and takes the whole stall, in each trip.
  Scenario scenario;
  scenario.addOp("before", 0, {});
  scenario.addOp("body", 1, {});
  scenario.problem.loops = {{.range = {1, 2}, .tripCount = 10}};
  scenario.addTransfer(in, 100, /*start=*/0, /*done=*/2, "around");
  scenario.addTransfer(out, 100, /*start=*/1, /*done=*/2, "inside");

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  ASSERT_EQ(timeline.stalls.size(), 1u);
  EXPECT_EQ(timeline.stalls[0].transfer, 1);
  EXPECT_EQ(timeline.stalls[0].trips, 10);
  EXPECT_NEAR(timeline.makespan, 10 + 10 * 1.1, tolerance);
}

TEST(SimulatorTest, HugeTripCountsSaturateTheBytesTransferred) {
  Scenario scenario;
  scenario.addOp("A", 1, {});
  scenario.problem.loops = {{.range = {0, 1}, .tripCount = int64_t(1) << 61}};
  scenario.addTransfer(in, 100, /*start=*/0, /*done=*/0);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_EQ(timeline.bytesTransferred, std::numeric_limits<int64_t>::max());
}

//===----------------------------------------------------------------------===//
// Numerics and size: quadratic time would take minutes
//===----------------------------------------------------------------------===//

TEST(SimulatorTest, AnArrivalAtTheEndOfAnOpIsNoStall) {
  // 0.1 and 0.2 have no exact binary form: rounding must not show.
  Scenario scenario;
  for (int i = 0; i < 7; ++i)
    scenario.addOp("A", 0.3, {});
  for (Step step = 0; step < 7; ++step)
    scenario.addTransfer(in, 20, step, step + 1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_TRUE(timeline.stalls.empty());
}

TEST(SimulatorTest, TinyBandwidthNextToHugeOnesStillEnds) {
  Scenario scenario;
  scenario.problem.target.tiers[fast].readBytesPerSecond = 1e300;
  scenario.problem.target.tiers[fast].writeBytesPerSecond = 1e300;
  scenario.problem.target.tiers[slow].readBytesPerSecond = 1e-6;
  scenario.addOp("A", 1e-12, {});
  scenario.addTransfer(in, int64_t(1) << 40, /*start=*/0, /*done=*/1);
  scenario.addTransfer(out, 1, /*start=*/0, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.makespan, 1e6 * static_cast<double>(int64_t(1) << 40),
              1e12);
}

TEST(SimulatorTest, BandwidthsAtTheLimitsOfDoubleGiveFiniteTimes) {
  constexpr double tiny = std::numeric_limits<double>::denorm_min();
  constexpr double huge = std::numeric_limits<double>::max();
  for (double tier : {tiny, huge})
    for (double channel : {tiny, huge}) {
      Scenario scenario;
      scenario.problem.target.tiers[slow].readBytesPerSecond = tier;
      scenario.problem.target.channels[in].bytesPerSecond = channel;
      scenario.addOp("A", 1, {{reading, 100, slow}});
      scenario.addTransfer(in, 100, /*start=*/0, /*done=*/1);

      EXPECT_TRUE(std::isfinite(makespanOf(scenario)));
    }
}

TEST(SimulatorTest, SimulatesAHundredThousandOpsAndTransfers) {
  Scenario scenario;
  constexpr Step numOps = 100000;
  for (Step step = 0; step < numOps; ++step)
    scenario.addOp("A", 1, {{reading, 10, slow}});
  for (Step step = 0; step < numOps; ++step)
    scenario.addTransfer(step % 2 == 0 ? in : out, 10, step, numOps);

  EXPECT_NEAR(makespanOf(scenario), 100000, 1e-6);
}

} // namespace
