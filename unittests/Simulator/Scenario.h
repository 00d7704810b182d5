//===- Scenario.h - Placements written by hand ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_UNITTESTS_SIMULATOR_SCENARIO_H
#define MEMPLACE_UNITTESTS_SIMULATOR_SCENARIO_H

#include "memplace/Problem/Solution.h"
#include "memplace/Problem/Units.h"
#include "memplace/Simulator/Simulator.h"

#include "gtest/gtest.h"

namespace memplace {

constexpr AccessMode reading = AccessMode::Read;
constexpr AccessMode writing = AccessMode::Write;
constexpr AccessMode updating = AccessMode::Update;

constexpr double tolerance = 1e-9; // Seconds; the examples take seconds.

constexpr TierId fast = 0;
constexpr TierId slow = 1;
constexpr ChannelId in = 0;
constexpr ChannelId out = 1;

/// The machine of the hand examples in docs/reference/problem.md, section 5.
inline Target makeExampleTarget(double latencySeconds = 0.1) {
  auto latencyPs = static_cast<int64_t>(latencySeconds * picosecondsPerSecond);
  return {
      .name = "example",
      .tiers = {{.name = "fast",
                 .capacity = 512,
                 .alignment = 8,
                 .readBytesPerSecond = 1000,
                 .writeBytesPerSecond = 1000},
                {.name = "slow",
                 .capacity = 1000000,
                 .alignment = 8,
                 .readBytesPerSecond = 100,
                 .writeBytesPerSecond = 100}},
      .defaultTier = slow,
      .channels = {{.name = "in",
                    .from = slow,
                    .to = fast,
                    .bytesPerSecond = 1e12,
                    .latencyPs = latencyPs},
                   {.name = "out",
                    .from = fast,
                    .to = slow,
                    .bytesPerSecond = 1e12,
                    .latencyPs = latencyPs}},
      .flopsPerSecond = {{"default", 1000}},
  };
}

/// An access of \p bytes bytes, and the serving tier.
struct ServedAccess {
  AccessMode mode = AccessMode::Read;
  int64_t bytes = 0;
  TierId tier = 0;
};

/// A problem and a solution, built op by op. Each access has its own buffer and
/// residency, since only the tiers matter to the simulator.
struct Scenario {
  Problem problem = {.name = "scenario", .target = makeExampleTarget()};
  Solution solution = {.problem = "scenario"};

  ResidencyId addResidency(TierId tier, int64_t size, std::string name = "") {
    auto id = static_cast<BufferId>(problem.buffers.size());
    if (name.empty())
      name = "b" + std::to_string(id);
    problem.buffers.push_back({.name = std::move(name), .size = size});
    solution.residencies.push_back({.buffer = id, .tier = tier, .offset = 0});
    return static_cast<ResidencyId>(solution.residencies.size() - 1);
  }

  Step addOp(std::string name, double computeSeconds,
             const std::vector<ServedAccess> &accesses) {
    Op op = {.name = std::move(name),
             .computePs =
                 static_cast<int64_t>(computeSeconds * picosecondsPerSecond)};
    std::vector<ResidencyId> served;
    for (const ServedAccess &access : accesses) {
      ResidencyId residency = addResidency(access.tier, 100);
      op.accesses.push_back({.buffer = solution.residencies[residency].buffer,
                             .mode = access.mode,
                             .bytes = access.bytes});
      served.push_back(residency);
    }
    problem.ops.push_back(std::move(op));
    solution.served.push_back(std::move(served));
    return problem.numSteps() - 1;
  }

  /// Adds a transfer of a buffer of \p size bytes over \p channel.
  void addTransfer(ChannelId channel, int64_t size, Step start, Step done,
                   std::string name = "") {
    ResidencyId from = addResidency(problem.target.channels[channel].from, size,
                                    std::move(name));
    solution.residencies.push_back({.buffer = solution.residencies[from].buffer,
                                    .tier = problem.target.channels[channel].to,
                                    .offset = 0});
    solution.transfers.push_back(
        {.from = from,
         .to = static_cast<ResidencyId>(solution.residencies.size() - 1),
         .channel = channel,
         .start = start,
         .done = done});
  }

  /// Extends all residencies over the whole program.
  void finish() {
    for (Buffer &buffer : problem.buffers)
      buffer.range = {0, problem.numSteps()};
    for (Residency &residency : solution.residencies)
      residency.range = {0, problem.numSteps()};
  }
};

/// Simulates the scenario.
inline Timeline run(const Scenario &scenario) {
  Timeline timeline = simulate(scenario.problem, scenario.solution);
  // Both entry points run the same simulation.
  EXPECT_EQ(makespan(scenario.problem, scenario.solution), timeline.makespan);
  return timeline;
}

} // namespace memplace

#endif // MEMPLACE_UNITTESTS_SIMULATOR_SCENARIO_H
