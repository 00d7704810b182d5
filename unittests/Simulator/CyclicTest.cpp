//===- CyclicTest.cpp -----------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transfers awaited by the next invocation. The slow tier moves 100 B/s, so
// that one byte takes 0.01 s.
//
//===----------------------------------------------------------------------===//

#include "Scenario.h"
#include "memplace/Simulator/Simulator.h"

#include "gtest/gtest.h"

#include <cmath>

using namespace memplace;

namespace {

/// A cyclic program of \p numOps ops that compute for one second each.
Scenario makeCyclic(int numOps, double latencySeconds = 0) {
  Scenario scenario;
  scenario.problem.target = makeExampleTarget(latencySeconds);
  scenario.problem.isCyclic = true;
  for (int i = 0; i < numOps; ++i)
    scenario.addOp("op", 1, {});
  return scenario;
}

//===----------------------------------------------------------------------===//
// Cyclic problems
//===----------------------------------------------------------------------===//

TEST(CyclicTest, AWrappedPrefetchThatArrivesInTimeCostsNothing) {
  // Issued before op 1; 0.1 s of latency and 90 B fill the second of op 1
  // exactly.
  Scenario scenario = makeCyclic(2, /*latencySeconds=*/0.1);
  scenario.addTransfer(in, 90, /*start=*/1, /*done=*/0);

  Timeline timeline = run(scenario);

  EXPECT_NEAR(timeline.makespan, 2, tolerance);
  EXPECT_TRUE(timeline.stalls.empty());
  EXPECT_EQ(timeline.bytesTransferred, 90);
}

TEST(CyclicTest, AWrappedPrefetchThatIsLateStallsTheNextInvocation) {
  // 90 of 100 B arrive during op 1: 0.1 s are left. The first of the three
  // invocations has no transfer to wait for.
  Scenario scenario = makeCyclic(2, /*latencySeconds=*/0.1);
  scenario.addTransfer(in, 100, /*start=*/1, /*done=*/0);

  Timeline timeline = run(scenario);

  EXPECT_NEAR(timeline.makespan, 2.1, tolerance);
  ASSERT_EQ(timeline.stalls.size(), 1u);
  EXPECT_EQ(timeline.stalls[0].step, 0);
  EXPECT_NEAR(timeline.stalls[0].start, 0, tolerance);
  EXPECT_NEAR(timeline.stalls[0].duration, 0.1, tolerance);
  EXPECT_NEAR(timeline.ops[0].start, 0.1, tolerance);
  // Relative to the awaiting invocation: issued one second before its start.
  ASSERT_EQ(timeline.transfers.size(), 1u);
  EXPECT_NEAR(timeline.transfers[0].issued, -1, tolerance);
  EXPECT_NEAR(timeline.transfers[0].flowStart, -0.9, tolerance);
  EXPECT_NEAR(timeline.transfers[0].arrived, 0.1, tolerance);
  // Relative to the issuing invocation: does not arrive within the invocation.
  ASSERT_EQ(timeline.issuedForNext.size(), 1u);
  EXPECT_EQ(timeline.issuedForNext[0].transfer, 0);
  EXPECT_NEAR(timeline.issuedForNext[0].issued, 1.1, tolerance);
  EXPECT_NEAR(timeline.issuedForNext[0].flowStart, 1.2, tolerance);
  EXPECT_TRUE(std::isinf(timeline.issuedForNext[0].arrived));
}

TEST(CyclicTest, AWrappedTransferPrecedesTheNextInvocationsTransfers) {
  // The wrapped transfer moves 100 B in op 2 and 50 B in the first half of op
  // 0. The ordinary transfer then moves 50 of its 100 B before op 1 needs the
  // bytes.
  Scenario scenario = makeCyclic(3);
  scenario.addTransfer(in, 100, /*start=*/0, /*done=*/1, "ordinary");
  scenario.addTransfer(in, 150, /*start=*/2, /*done=*/1, "wrapped");

  Timeline timeline = run(scenario);

  EXPECT_NEAR(timeline.makespan, 3.5, tolerance);
  ASSERT_EQ(timeline.stalls.size(), 1u);
  EXPECT_EQ(timeline.stalls[0].step, 1);
  EXPECT_EQ(timeline.stalls[0].transfer, 0);
  EXPECT_NEAR(timeline.transfers[0].flowStart, 0.5, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 0.5, tolerance);
  EXPECT_EQ(timeline.bytesTransferred, 250);
}

TEST(CyclicTest, AWrappedTransferSharesTiersWithTheNextInvocation) {
  // Op 0 keeps the slow tier busy for half of its second: 50 B move, not 100.
  Scenario scenario;
  scenario.problem.target = makeExampleTarget(/*latencySeconds=*/0);
  scenario.problem.isCyclic = true;
  scenario.addOp("reads", 1, {{AccessMode::Read, 50, slow}});
  scenario.addOp("needs", 1, {});
  scenario.addOp("idle", 1, {});
  scenario.addTransfer(in, 175, /*start=*/2, /*done=*/1);

  Timeline timeline = run(scenario);

  // 100 B in op 2, 50 B in op 0, 25 B stall.
  EXPECT_NEAR(timeline.stallSeconds, 0.25, tolerance);
  EXPECT_NEAR(timeline.makespan, 3.25, tolerance);
}

TEST(CyclicTest, TheThirdInvocationCounts) {
  // w: 250 B from op 1 to op 0; v: 300 B from op 3 to op 2; one channel.
  //   first   w 1.0 to 3.5; v issued 3.0, flows from 3.5; ends at 4.0: 4.0 s.
  //   second  w has arrived; v arrives at 6.5, op 2 waits 0.5 s for it; w is
  //           issued at 5.0, flows from 6.5; ends at 8.5: 4.5 s.
  //   third   w arrives at 9.0, op 0 waits 0.5 s; v, issued at 7.5, flows from
  //           9.0 to 12.0, op 2 is due at 11.0 and waits 1.0 s; w is issued at
  //           10.0, flows from 12.0; v is issued at 13.0; ends at 14.0: 5.5 s.
  Scenario scenario = makeCyclic(4);
  scenario.addTransfer(in, 250, /*start=*/1, /*done=*/0, "w");
  scenario.addTransfer(in, 300, /*start=*/3, /*done=*/2, "v");

  Timeline timeline = run(scenario);

  EXPECT_NEAR(timeline.makespan, 5.5, tolerance);
  EXPECT_NEAR(timeline.opSeconds, 4, tolerance);
  ASSERT_EQ(timeline.stalls.size(), 2u);
  EXPECT_EQ(timeline.stalls[0].transfer, 0);
  EXPECT_NEAR(timeline.stalls[0].duration, 0.5, tolerance);
  EXPECT_EQ(timeline.stalls[1].transfer, 1);
  EXPECT_NEAR(timeline.stalls[1].start, 2.5, tolerance);
  EXPECT_NEAR(timeline.stalls[1].duration, 1.0, tolerance);
  EXPECT_NEAR(timeline.transfers[0].issued, 5.0 - 8.5, tolerance);
  EXPECT_NEAR(timeline.transfers[0].flowStart, 6.5 - 8.5, tolerance);
  EXPECT_NEAR(timeline.transfers[0].arrived, 9.0 - 8.5, tolerance);
  EXPECT_NEAR(timeline.transfers[1].issued, 7.5 - 8.5, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 12.0 - 8.5, tolerance);
  ASSERT_EQ(timeline.issuedForNext.size(), 2u);
  EXPECT_NEAR(timeline.issuedForNext[0].issued, 10.0 - 8.5, tolerance);
  EXPECT_NEAR(timeline.issuedForNext[0].flowStart, 12.0 - 8.5, tolerance);
  EXPECT_NEAR(timeline.issuedForNext[1].issued, 13.0 - 8.5, tolerance);
  EXPECT_TRUE(std::isinf(timeline.issuedForNext[1].flowStart));
}

TEST(CyclicTest, OnlyWrappedTransfersOutliveTheEnd) {
  // 150 B during two ops, and a wait of 0.3 s at the end for 80 B more.
  Scenario scenario = makeCyclic(2);
  scenario.addTransfer(in, 150, /*start=*/0, /*done=*/2, "awaited");
  scenario.addTransfer(in, 80, /*start=*/1, /*done=*/2, "awaited, too");
  scenario.addTransfer(in, 10, /*start=*/1, /*done=*/0, "wrapped");

  Timeline timeline = run(scenario);

  // The wrapped transfer queues behind the ordinary transfers, and is late by
  // its own 0.1 s.
  EXPECT_NEAR(timeline.makespan, 2.4, tolerance);
  ASSERT_EQ(timeline.stalls.size(), 2u);
  EXPECT_EQ(timeline.stalls[0].transfer, 2);
  EXPECT_NEAR(timeline.stalls[0].duration, 0.1, tolerance);
}

TEST(CyclicTest, AWaitForAWrappedTransferBeforeALoopCountsOnce) {
  // 50 of 100 B arrive during the last op. One wait of 0.5 s for the rest comes
  // before five trips of one second each.
  Scenario scenario;
  scenario.problem.target = makeExampleTarget(/*latencySeconds=*/0);
  scenario.problem.isCyclic = true;
  scenario.addOp("body", 1, {});
  scenario.addOp("last", 0.5, {});
  scenario.problem.loops = {{.range = {0, 1}, .tripCount = 5}};
  scenario.addTransfer(in, 100, /*start=*/1, /*done=*/0);

  Timeline timeline = run(scenario);

  EXPECT_NEAR(timeline.makespan, 5 + 0.5 + 0.5, tolerance);
  EXPECT_EQ(timeline.stalls[0].trips, 1);
  EXPECT_EQ(timeline.bytesTransferred, 100);
}

TEST(CyclicTest, WithoutWrappedTransfersAllInvocationsAreEqual) {
  Scenario scenario = makeCyclic(3, /*latencySeconds=*/0.1);
  scenario.addTransfer(in, 150, /*start=*/0, /*done=*/1);
  scenario.addTransfer(out, 200, /*start=*/1, /*done=*/3);
  const Timeline cyclic = run(scenario);
  scenario.problem.isCyclic = false;

  const Timeline once = run(scenario);

  EXPECT_EQ(cyclic.makespan, once.makespan);
  EXPECT_GT(once.stallSeconds, 0);
  EXPECT_TRUE(cyclic.issuedForNext.empty());
}

TEST(CyclicTest, ClaimsAreAboutTheThirdInvocation) {
  Scenario scenario = makeCyclic(2);
  scenario.addTransfer(in, 150, /*start=*/1, /*done=*/0);

  scenario.solution.makespanPs = 5 * picosecondsPerSecond / 2;
  EXPECT_EQ(checkClaims(scenario.problem, scenario.solution), std::nullopt);
  // The makespan of the first invocation, which waits for no wrapped transfer.
  scenario.solution.makespanPs = 2 * picosecondsPerSecond;
  EXPECT_NE(checkClaims(scenario.problem, scenario.solution), std::nullopt);
}

} // namespace
