//===- CutBoundOracleTest.cpp - Bounds with pieces against brute force ----===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two ops read and write parts of one buffer, in some cases in a loop. Brute
// force finds all placements of the problem and of all its cut problems.
//
//===----------------------------------------------------------------------===//

#include "memplace/Bounds/LowerBound.h"
#include "memplace/Cut/Groups.h"

#include "../Support/BruteForce.h"
#include "../Support/Builder.h"
#include "../Support/TestRandom.h"

using namespace memplace;
using namespace memplace::test;

namespace {

constexpr int64_t size = 8;

/// By rows or columns: all or half of the bytes, with halos, gaps and padding.
const std::vector<CutAccess> ways = {
    {.stride = 4},
    {.stride = 2},
    {.stride = 2, .first = 4},
    {.stride = 2, .period = 4},
    {.stride = 2, .first = 2},
    {.stride = 2, .width = 4, .first = 4},
    {.stride = 2, .width = 6},
    {.stride = 2, .width = 6, .first = -2},
    {.stride = 4, .width = 2},
};

/// The windows that a writing op may have.
const std::vector<CutAccess> writers(ways.begin(), ways.begin() + 4);

Op makeOp(TestRandom &random) {
  Op op{.name = "op", .computePs = 1};
  const bool writesIt = random.chance(25);
  op.accesses = {writesIt ? updates(0, 4 * random.in(0, 2))
                          : reads(0, 4 * random.in(1, 3))};
  for (int64_t count = random.in(0, 2); count > 0; --count)
    op.cuts.push_back({2, {random.pick(writesIt ? writers : ways)}});
  return op;
}

Problem makeOps(uint64_t seed) {
  TestRandom random(seed);
  Problem problem = makeProblem({makeLiveIn("w", {0, 2})}, {});
  problem.buffers[0].size = size;
  problem.target.tiers.pop_back();
  problem.target.channels.resize(2);
  problem.target.tiers[fast].capacity = random.pick<int64_t>({2, 4, 8});
  for (Tier &tier : problem.target.tiers)
    tier.alignment = 1;
  // Fast takes no time, so that home's time dominates.
  problem.target.tiers[fast].readBytesPerSecond = 1e9;
  problem.target.tiers[fast].writeBytesPerSecond = 1e9;
  for (Channel &channel : problem.target.channels)
    channel.bytesPerSecond = 1e9;
  for (int i = 0; i < 2; ++i)
    problem.ops.push_back(makeOp(random));
  for (const Op &op : problem.ops)
    problem.buffers[0].liveOut |= op.accesses[0].writes();
  if (random.chance(60))
    problem.loops = {{{random.in(0, 1), 2}, random.in(2, 3)}};
  return problem;
}

/// Returns the least makespan of all placements, seconds.
double minMakespan(const Problem &problem, size_t maxTransfers) {
  const std::optional<Solution> best =
      memplace::testing::BruteForce(problem, maxTransfers).solve();
  EXPECT_TRUE(best);
  return best ? makespan(problem, *best) : 0;
}

/// Returns all cuts of the ops of \p problem, the uncut problem included.
std::vector<std::vector<OpCut>> allCuts(const Problem &problem) {
  std::vector<std::vector<OpCut>> all = {{}};
  for (Step step = 0; step < problem.numSteps(); ++step) {
    const size_t before = all.size();
    const auto count = static_cast<int32_t>(problem.ops[step].cuts.size());
    for (int32_t dimension = 0; dimension < count; ++dimension)
      for (size_t i = 0; i < before; ++i) {
        all.push_back(all[i]);
        all.back().push_back({step, dimension, {1}});
      }
  }
  return all;
}

/// Returns true if the best placement of the best cut problem reaches the
/// bound.
bool isReached(uint64_t seed, size_t maxTransfers) {
  SCOPED_TRACE(seed);
  const Problem problem = makeOps(seed);
  EXPECT_FALSE(check(problem)) << check(problem)->message;
  double least = minMakespan(problem, maxTransfers);
  for (const std::vector<OpCut> &ops : allCuts(problem)) {
    const Result<CutProblem> cut =
        makeCutProblem(problem, cutOps(problem, ops, CutNeighbours(problem)));
    EXPECT_TRUE(cut) << cut.error();
    least = std::min(least, minMakespan(cut->problem, maxTransfers));
  }
  const double bound = lowerBoundWithPieces(problem);
  EXPECT_LE(bound, least * (1 + 1e-6));
  return bound >= least * (1 - 1e-6);
}

TEST(CutBoundOracleTest, BoundsEveryPlacementOfEveryCutProblem) {
  int numReached = 0;
  for (uint64_t seed = 0; seed < 60; ++seed)
    numReached += isReached(seed, /*maxTransfers=*/seed % 20 == 0 ? 2 : 1);
  EXPECT_GE(numReached, 12); // Fewer would be a regression.
}

/// One op reads the second half of the buffer. Another op reads \p bytes bytes,
/// in overlapping windows over the whole buffer.
Problem makeWindows(bool areWindowsFirst, int64_t bytes) {
  Problem problem = makeProblem({makeLiveIn("w", {0, 2})}, {});
  problem.buffers[0].size = size;
  problem.target.tiers.pop_back();
  problem.target.channels.resize(2);
  problem.target.tiers[fast].capacity = size / 2;
  for (Tier &tier : problem.target.tiers)
    tier.alignment = 1;
  // Home's time dominates, and transfers take only the time of home.
  problem.target.tiers[fast].readBytesPerSecond = 1e15;
  problem.target.tiers[fast].writeBytesPerSecond = 1e15;
  Tier &home = problem.target.tiers[problem.target.defaultTier];
  home.readBytesPerSecond = home.writeBytesPerSecond = 1e9;
  for (Channel &channel : problem.target.channels)
    channel.bytesPerSecond = 1e9;
  Op rows{.name = "rows", .accesses = {reads(0, size / 2)}};
  rows.cuts = {{2, {{.stride = 2, .first = size / 2}}}};
  Op windows{.name = "windows", .accesses = {reads(0, bytes)}};
  windows.cuts = {{4, {{.stride = 2, .width = 3}}}};
  problem.ops = areWindowsFirst ? std::vector<Op>{windows, rows}
                                : std::vector<Op>{rows, windows};
  return problem;
}

// The second half is fetched once, and windows of the first half are read at
// home. An overestimated density of windows would raise the bound too far.
TEST(CutBoundOracleTest, APlacementReachesTheBoundOfOverlappingWindows) {
  for (int64_t bytes : {2, 4})
    for (bool areWindowsFirst : {false, true}) {
      SCOPED_TRACE(bytes);
      const Problem problem = makeWindows(areWindowsFirst, bytes);
      const Step windows = areWindowsFirst ? 0 : 1;
      Cuts cuts;
      cuts.ops = {{windows, 0, {2}}, {1 - windows, 0, {1}}};
      cuts.buffers = {{0, size, {size / 2}}};
      const Result<CutProblem> halves = makeCutProblem(problem, cuts);
      ASSERT_TRUE(halves) << halves.error();

      const double least = minMakespan(halves->problem, /*maxTransfers=*/1);
      const double bound = lowerBoundWithPieces(problem);

      EXPECT_LE(bound, least * (1 + 1e-6));
      EXPECT_LT(least, 1.01 * bound);
    }
}

} // namespace
