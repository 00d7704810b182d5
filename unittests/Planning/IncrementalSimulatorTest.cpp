//===- IncrementalSimulatorTest.cpp - Incremental makespans ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/IncrementalSimulator.h"
#include "OneBuffer.h"
#include "Support/TestRandom.h"

#include "memplace/Simulator/Simulator.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

/// Reports the plan of buffer 0 to \p simulator.
void announce(const AccessIndex &uses, const Placement &placement,
              IncrementalSimulator &simulator) {
  const BufferPlan &plan = placement.planOf(0);
  for (const StayTransfer &transfer : plan.transfers)
    simulator.add(0, transfer);
  for (const BufferUse &use : uses.byBuffer[0])
    for (int32_t k : use.accesses)
      simulator.serve(use.step, k,
                      placement.getTraffic().servedFrom(use.step, k));
}

// SearchSolverTest.cpp checks the same after thousands of random changes.
TEST(IncrementalSimulatorTest, MakespanEqualsTheSimulators) {
  for (bool isCyclic : {false, true}) {
    SCOPED_TRACE(isCyclic);
    Problem problem =
        makeOneBuffer(8, {{2, AccessMode::Read}, {5, AccessMode::Read}});
    problem.isCyclic = isCyclic;
    const AccessIndex uses(problem);
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

TEST(IncrementalSimulatorTest, AnUndoneUpdateLeavesNoTrace) {
  const Problem problem =
      makeOneBuffer(8, {{2, AccessMode::Read}, {5, AccessMode::Read}});
  const AccessIndex uses(problem);
  Placement placement = makeAtHome(uses);
  IncrementalSimulator simulator(uses);
  const double atHome = simulator.restart();
  ASSERT_TRUE(placement.addStay({0, 0, 0, 1}, {}));
  announce(uses, placement, simulator);
  simulator.update();

  for (const StayTransfer &transfer : placement.planOf(0).transfers)
    simulator.remove(0, transfer);
  for (Step step : {2, 5})
    simulator.serve(step, 0, 1);
  simulator.undo();

  EXPECT_NEAR(simulator.costOf(2), 0.96, 1e-12);
  EXPECT_NEAR(simulator.update(), atHome, 1e-12);
}

/// Slow channels of all kinds, so that many transfers are in flight at each
/// boundary.
Problem makeSlowChannels(test::TestRandom &random) {
  Problem problem = makeOneBuffer(random.in(3, 12), {});
  const Step numSteps = problem.numSteps();
  problem.isCyclic = random.chance(50);
  problem.target.tiers.insert(problem.target.tiers.begin() + 1,
                              {"middle", 512, 8, 400, 300});
  problem.target.defaultTier = 2;
  problem.target.channels.clear();
  for (int64_t c = random.in(1, 4); c > 0; --c) {
    const auto from = static_cast<TierId>(random.in(0, 2));
    Channel channel = {"c" + std::to_string(c), from,
                       static_cast<TierId>((from + random.in(1, 2)) % 3),
                       static_cast<double>(random.in(10, 300)),
                       random.chance(50) ? 0 : random.in(1, 3) * second / 2};
    if (random.chance(60))
      channel.order = ChannelOrder::Deadline;
    problem.target.channels.push_back(channel);
  }
  for (int b = 0; b < 4; ++b) {
    problem.buffers.push_back(problem.buffers[0]);
    problem.buffers.back().name += std::to_string(b);
    problem.buffers.back().size = random.in(10, 400);
  }
  if (random.chance(40))
    problem.loops = {{{random.in(0, 1), random.in(2, numSteps)}, 3}};
  for (Op &op : problem.ops) {
    op.computePs = random.in(0, 3) * second / 2;
    if (random.chance(50))
      op.accesses = {{static_cast<BufferId>(random.in(0, 4)),
                      random.chance(60) ? AccessMode::Read : AccessMode::Write,
                      random.in(1, 500),
                      {}}};
  }
  return problem;
}

/// Transfers and the serving tier of each op, with random changes.
class RandomTraffic {
public:
  explicit RandomTraffic(uint64_t seed)
      : random(seed), problem(makeSlowChannels(random)), uses(problem),
        serving(problem.ops.size(), problem.target.defaultTier) {}

  /// Reports a change to \p simulator, and undoes it in some cases.
  void change(IncrementalSimulator &simulator) {
    const auto transfersBefore = transfers;
    const auto servingBefore = serving;
    for (int64_t left = random.in(1, 3); left > 0; --left)
      random.chance(30) ? serveAnew(simulator) : changeTransfers(simulator);
    EXPECT_NEAR(simulator.update(), anew(), 1e-9);
    if (random.chance(60))
      return simulator.keep();
    for (auto [buffer, transfer] : transfers)
      simulator.remove(buffer, transfer);
    for (auto [buffer, transfer] : transfersBefore)
      simulator.add(buffer, transfer);
    transfers = transfersBefore;
    serving = servingBefore;
    tellServing(simulator);
    simulator.undo();
  }

  /// Returns the makespan by a new simulator without a history of changes.
  double anew() {
    IncrementalSimulator simulator(uses);
    tellServing(simulator);
    for (auto [buffer, transfer] : transfers)
      simulator.add(buffer, transfer);
    return simulator.restart();
  }

  const AccessIndex &getUses() const { return uses; }

private:
  void tellServing(IncrementalSimulator &simulator) {
    for (Step step = 0; step < problem.numSteps(); ++step)
      if (!problem.ops[step].accesses.empty())
        simulator.serve(step, 0, serving[step]);
  }
  void serveAnew(IncrementalSimulator &simulator) {
    const Step step = random.in(0, problem.numSteps() - 1);
    serving[step] = static_cast<TierId>(random.in(0, 2));
    tellServing(simulator);
  }
  void changeTransfers(IncrementalSimulator &simulator) {
    if (transfers.size() > 8 || (!transfers.empty() && random.chance(40))) {
      const auto which =
          transfers.begin() + random.in(0, std::ssize(transfers) - 1);
      simulator.remove(which->first, which->second);
      transfers.erase(which);
      return;
    }
    const auto buffer = static_cast<BufferId>(random.in(0, 4));
    const Step numSteps = problem.numSteps();
    StayTransfer transfer;
    transfer.channel = static_cast<ChannelId>(
        random.in(0, std::ssize(problem.target.channels) - 1));
    transfer.start = random.in(0, numSteps - 1);
    transfer.done = random.in(transfer.start, numSteps);
    if (problem.isCyclic && transfer.start > 0 && random.chance(50))
      transfer.done = random.in(0, transfer.start - 1);
    // The simulator merges two simultaneous transfers of the same bytes.
    for (const auto &[other, old] : transfers)
      if (other == buffer && old.channel == transfer.channel &&
          old.start == transfer.start)
        return;
    simulator.add(buffer, transfer);
    transfers.push_back({buffer, transfer});
  }

  test::TestRandom random;
  const Problem problem;
  const AccessIndex uses;
  std::vector<std::pair<BufferId, StayTransfer>> transfers;
  std::vector<TierId> serving; // By step.
};

TEST(IncrementalSimulatorTest, AnUpdateEqualsANewSimulation) {
  for (uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    RandomTraffic traffic(seed);
    IncrementalSimulator simulator(traffic.getUses());
    simulator.restart();
    for (int i = 0; i < 25; ++i)
      traffic.change(simulator);
    EXPECT_NEAR(simulator.update(), traffic.anew(), 1e-9);
  }
}

} // namespace
