//===- PackBudgetTest.cpp - Limits and cancellation of packing ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Oracle.h"

#include "memplace/Packing/CSV.h"

#include <gtest/gtest.h>

#include <thread>

using namespace memplace;

namespace {

constexpr int64_t endless = int64_t(1) << 50;

/// Reads a problem whose least peak is unknown.
PackingProblem readHardProblem() {
  Result<PackingProblem> problem = readPackingCSV(
      MEMPLACE_SOURCE_DIR "/benchmarks/problems/packing/D.1048576.csv");
  EXPECT_TRUE(bool(problem)) << (problem ? "" : problem.error());
  return problem ? *problem : PackingProblem();
}

PackingProblem makeProblem(uint64_t seed, int64_t kind) {
  RandomPackingOptions options;
  options.numBuffers = 40;
  options.numSteps = 25;
  options.largestSize = 100;
  options.hasAlignment = kind == 1;
  options.hasFixed = kind == 2;
  options.hasGaps = kind == 3;
  options.hasGroups = kind == 4;
  PackingProblem problem = makeRandomPacking(seed, options);
  if (kind == 5)
    problem.arenas[0].capacity = lowerBoundOnPeak(problem);
  if (kind == 6)
    problem.arenas = {{"near", 60}, {"far", std::nullopt}};
  return problem;
}

/// Expects a legal packing, or none and a reason.
void expectSound(const PackingProblem &problem, const PackResult &result) {
  EXPECT_TRUE(result.packing || !result.message.empty());
  if (!result.packing)
    return;
  const std::optional<Error> error = verifyPacking(problem, *result.packing);
  EXPECT_FALSE(error) << error->message;
}

} // namespace

TEST(PackBudgetTest, AnyNodeLimitGivesAPackingOrAReason) {
  int numWithAll = 0;
  for (uint64_t seed = 0; seed < 10; ++seed)
    for (int64_t kind = 0; kind < 7; ++kind)
      for (int64_t nodes : {0, 1, 2, 3, 5, 39, 40, 41, 255, 256, 257, 5000}) {
        SCOPED_TRACE(std::to_string(seed) + " " + std::to_string(kind) + " " +
                     std::to_string(nodes));
        const PackingProblem problem = makeProblem(seed, kind);
        const PackResult result = pack(problem, {.nodes = nodes});
        expectSound(problem, result);
        EXPECT_LE(result.nodes, nodes);
        numWithAll += result.nodes == nodes;
        const PackResult again = pack(problem, {.nodes = nodes});
        EXPECT_EQ(result.packing, again.packing);
        EXPECT_EQ(result.nodes, again.nodes);
      }
  EXPECT_GT(numWithAll, 70); // More than with 0 nodes.
}

// As long as the search is not finished, it uses its whole budget.
TEST(PackBudgetTest, UsesAllNodesOnAHardProblem) {
  const PackingProblem problem = readHardProblem();
  // A round of local search needs a node for each buffer, or does not start.
  const auto few = static_cast<int64_t>(problem.buffers.size());
  for (int64_t nodes : {1000, 10007}) {
    const PackResult result = pack(problem, {.nodes = nodes});
    expectSound(problem, result);
    EXPECT_LE(result.nodes, nodes);
    EXPECT_GT(result.nodes, nodes - few);
  }
}

TEST(PackBudgetTest, ATimeLimitOfZeroGivesAPackingOrAReason) {
  PackLimits limits;
  limits.timeLimit = std::chrono::seconds(0);
  for (uint64_t seed = 0; seed < 10; ++seed)
    for (int64_t kind = 0; kind < 7; ++kind) {
      SCOPED_TRACE(std::to_string(seed) + " " + std::to_string(kind));
      const PackingProblem problem = makeProblem(seed, kind);
      const PackResult result = pack(problem, limits);
      expectSound(problem, result);
      EXPECT_LE(result.nodes, 1000);
      for (const std::string &packer : packerNames())
        if (problem.arenas.size() == 1)
          expectSound(problem, packBy(packer, problem, limits));
    }
}

// The budget lasts for years: the test passes if the search ends.
TEST(PackBudgetTest, StopsWhenAnotherThreadAsks) {
  const PackingProblem problem = readHardProblem();
  std::atomic<bool> isStarted = false, cancel = false;
  std::thread canceller([&] {
    isStarted.wait(false);
    cancel = true;
  });
  isStarted = true;
  isStarted.notify_one();

  const PackResult result =
      pack(problem, {.nodes = endless, .cancel = &cancel});
  canceller.join();

  expectSound(problem, result);
  EXPECT_TRUE(result.packing);
  EXPECT_LT(result.nodes, endless);
}

TEST(PackBudgetTest, EveryPackerMayBeCancelled) {
  const PackingProblem problem = readHardProblem();
  const std::atomic<bool> cancel = true;
  for (const std::string &packer : packerNames())
    expectSound(problem, packBy(packer, problem, {.cancel = &cancel}));
}

TEST(PackBudgetTest, AnEmptyProblemIsOptimalAtOnce) {
  const PackResult result = pack({});

  EXPECT_EQ(result.status, PackStatus::Optimal);
  EXPECT_EQ(result.peak, 0);
  EXPECT_TRUE(result.packing);
}

// The heuristic checks for cancellation now and then, and places a few buffers
// before the first check.
TEST(PackBudgetTest, ACancelledHeuristicStopsOrCompletes) {
  const std::atomic<bool> cancel = true;
  PackingProblem problem;
  for (int count : {3, 3000}) {
    while (static_cast<int>(problem.buffers.size()) < count)
      problem.buffers.push_back({.id = std::to_string(problem.buffers.size()),
                                 .range = {0, 1},
                                 .size = 1});
    const PackResult result =
        packBy("size-first-fit", problem, {.cancel = &cancel});
    EXPECT_EQ(result.packing.has_value(), count == 3);
    EXPECT_EQ(result.message,
              count == 3 ? "" : "found no packing: out of time");
  }
}
