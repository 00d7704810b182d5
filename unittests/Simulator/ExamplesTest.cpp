//===- ExamplesTest.cpp ---------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The examples of docs/reference/problem.md, section 5.
//
//===----------------------------------------------------------------------===//

#include "Scenario.h"
#include "memplace/Simulator/Simulator.h"

#include "gtest/gtest.h"

using namespace memplace;

namespace {

/// Op A of docs/reference/problem.md; `a` is served from \p tierOfA.
void addOpA(Scenario &scenario, TierId tierOfA) {
  scenario.addOp("A", 1.0, {{reading, 20, slow}, {writing, 100, tierOfA}});
}

/// Op B of docs/reference/problem.md.
void addOpB(Scenario &scenario, TierId tierOfA, TierId tierOfW) {
  scenario.addOp(
      "B", 0.1,
      {{reading, 100, tierOfA}, {reading, 100, tierOfW}, {writing, 20, slow}});
}

TEST(ExamplesTest, AllBuffersSlowTakes3400ms) {
  Scenario scenario;
  addOpA(scenario, slow);
  addOpB(scenario, slow, slow);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.ops[0].duration, 1.2, tolerance);
  EXPECT_NEAR(timeline.ops[1].start, 1.2, tolerance);
  EXPECT_NEAR(timeline.ops[1].duration, 2.2, tolerance);
  EXPECT_NEAR(timeline.makespan, 3.4, tolerance);
  EXPECT_EQ(timeline.stallSeconds, 0);
}

TEST(ExamplesTest, OneBufferFastTakes2300ms) {
  Scenario scenario;
  addOpA(scenario, fast);
  addOpB(scenario, fast, slow);

  EXPECT_NEAR(makespan(scenario.problem, scenario.solution), 2.3, tolerance);
}

TEST(ExamplesTest, AHalfHiddenPrefetchTakes1680ms) {
  Scenario scenario;
  addOpA(scenario, fast);
  addOpB(scenario, fast, fast);
  scenario.addTransfer(in, 100, /*start=*/0, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.makespan, 1.68, tolerance);
  ASSERT_EQ(timeline.stalls.size(), 1u);
  EXPECT_EQ(timeline.stalls[0].step, 1);
  EXPECT_EQ(timeline.stalls[0].transfer, 0);
  EXPECT_EQ(timeline.stalls[0].trips, 1);
  EXPECT_NEAR(timeline.stalls[0].start, 1.0, tolerance);
  EXPECT_NEAR(timeline.stalls[0].duration, 0.28, tolerance);
  EXPECT_NEAR(timeline.ops[1].duration, 0.4, tolerance);
  EXPECT_NEAR(timeline.transfers[0].issued, 0.0, tolerance);
  EXPECT_NEAR(timeline.transfers[0].flowStart, 0.1, tolerance);
  EXPECT_NEAR(timeline.transfers[0].arrived, 1.28, tolerance);
  EXPECT_EQ(timeline.bytesTransferred, 100);
}

TEST(ExamplesTest, AnUnhiddenPrefetchTakes2500ms) {
  Scenario scenario;
  addOpA(scenario, fast);
  addOpB(scenario, fast, fast);
  scenario.addTransfer(in, 100, /*start=*/1, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.makespan, 2.5, tolerance);
  EXPECT_NEAR(timeline.stallSeconds, 1.1, tolerance);
}

TEST(ExamplesTest, AnOpThatSaturatesTheSourceTierStopsTransfers) {
  Scenario scenario;
  scenario.addOp("C", 0.1, {{reading, 100, slow}});
  addOpB(scenario, fast, fast);
  scenario.addTransfer(in, 100, /*start=*/0, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.makespan, 2.4, tolerance);
  // The latency passes during C nevertheless.
  EXPECT_NEAR(timeline.stallSeconds, 1.0, tolerance);
}

TEST(ExamplesTest, TwoTransfersShareATier) {
  Scenario scenario;
  scenario.addOp("D", 0.5, {{reading, 200, fast}, {writing, 100, fast}});
  addOpB(scenario, fast, fast);
  scenario.addTransfer(out, 60, /*start=*/0, /*done=*/1);
  scenario.addTransfer(in, 100, /*start=*/0, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.transfers[0].arrived, 1.3, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 1.7, tolerance);
  EXPECT_NEAR(timeline.makespan, 2.1, tolerance);
}

TEST(ExamplesTest, APrefetchWaitsForTheEvictOfItsSpace) {
  Scenario scenario;
  scenario.addOp("D", 0.5, {{reading, 200, fast}, {writing, 100, fast}});
  addOpB(scenario, fast, fast);
  scenario.addTransfer(out, 60, /*start=*/0, /*done=*/1);
  scenario.addTransfer(in, 100, /*start=*/1, /*done=*/1);

  Timeline timeline = simulate(scenario.problem, scenario.solution);

  EXPECT_NEAR(timeline.transfers[0].arrived, 0.7, tolerance);
  EXPECT_NEAR(timeline.transfers[1].issued, 0.7, tolerance);
  EXPECT_NEAR(timeline.transfers[1].arrived, 1.8, tolerance);
  EXPECT_NEAR(timeline.makespan, 2.2, tolerance);
}

TEST(ExamplesTest, ALoneCopyTakesTheTimeOfTheOpenXLAExample) {
  Scenario scenario;
  scenario.problem.target = makeExampleTarget(/*latencySeconds=*/0);
  scenario.problem.target.tiers[slow].readBytesPerSecond = 1;
  scenario.problem.target.tiers[slow].writeBytesPerSecond = 1;
  scenario.addOp("null", 0, {});
  scenario.addTransfer(in, 1024 * 2048 * 4, /*start=*/0, /*done=*/1);

  EXPECT_NEAR(makespan(scenario.problem, scenario.solution), 8388608,
              8388608 * 1e-9);
}

} // namespace
