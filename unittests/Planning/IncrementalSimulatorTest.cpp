//===- IncrementalSimulatorTest.cpp - The makespan after each change ------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Planning/IncrementalSimulator.h"
#include "OneBuffer.h"

#include "memplace/Simulator/Simulator.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

/// Tells \p simulator of all that has been decided for buffer 0.
void announce(const Uses &uses, const Placement &placement,
              IncrementalSimulator &simulator) {
  const BufferPlan &plan = placement.planOf(0);
  for (const Copy &copy : plan.copies)
    simulator.add(0, copy);
  for (const AccessGroup &group : uses.groups[0])
    for (int32_t k : group.accesses)
      simulator.serve(group.step, k,
                      placement.getTraffic().servedFrom(group.step, k));
}

// Of thousands of random changes, SearchSolverTest.cpp asks the same.
TEST(IncrementalSimulatorTest, ItsMakespanIsThatOfTheSimulator) {
  for (bool isCyclic : {false, true}) {
    SCOPED_TRACE(isCyclic);
    Problem problem =
        makeOneBuffer(8, {{2, AccessMode::Read}, {5, AccessMode::Read}});
    problem.isCyclic = isCyclic;
    const Uses uses(problem);
    Placement placement = makeAtHome(uses);
    IncrementalSimulator simulator(uses);
    const double atHome = simulator.restart();
    EXPECT_NEAR(atHome, makespan(problem, assemble(uses, placement.getPlans())),
                1e-9);
    StayPolicy policy;
    policy.lead = 2;
    ASSERT_TRUE(placement.addStay({0, 0, 0, 1}, policy));

    announce(uses, placement, simulator);

    const double now = simulator.update();
    EXPECT_LT(now, atHome);
    EXPECT_NEAR(now, makespan(problem, assemble(uses, placement.getPlans())),
                1e-9);
    EXPECT_NEAR(simulator.costOf(2), 0.096, 1e-9);
  }
}

TEST(IncrementalSimulatorTest, AnUpdateThatIsUndoneLeavesNothing) {
  const Problem problem =
      makeOneBuffer(8, {{2, AccessMode::Read}, {5, AccessMode::Read}});
  const Uses uses(problem);
  Placement placement = makeAtHome(uses);
  IncrementalSimulator simulator(uses);
  const double atHome = simulator.restart();
  ASSERT_TRUE(placement.addStay({0, 0, 0, 1}, {}));
  announce(uses, placement, simulator);
  simulator.update();

  for (const Copy &copy : placement.planOf(0).copies)
    simulator.remove(0, copy);
  for (Step step : {2, 5})
    simulator.serve(step, 0, 1);
  simulator.undo();

  EXPECT_NEAR(simulator.costOf(2), 0.96, 1e-12);
  EXPECT_NEAR(simulator.update(), atHome, 1e-12);
}

} // namespace
