//===- BoundOracleTest.cpp - Bounds against brute force -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops over one buffer, some of whose accesses only home may serve, as those
// of a window.
//
//===----------------------------------------------------------------------===//

#include "Support/BruteForce.h"
#include "Support/Builder.h"
#include "Support/TestRandom.h"

#include "memplace/Bounds/LowerBound.h"

using namespace memplace;
using namespace memplace::test;

namespace {

Access makeAccess(TestRandom &random) {
  Access access = reads(0, 4 * random.in(0, 4));
  if (random.chance(60))
    access.mode = random.chance(50) ? AccessMode::Write : AccessMode::Update;
  if (random.chance(50))
    access.tiers = {slow};
  return access;
}

Problem makeLooped(uint64_t seed) {
  TestRandom random(seed);
  const Step numSteps = seed % 5 == 4 ? 4 : 3; // Four take much longer.
  Buffer buffer = makeBuffer("window", {0, numSteps}, 8);
  buffer.liveOut = true;
  buffer.liveIn = random.chance(80);
  std::vector<std::vector<Access>> ops(numSteps);
  for (std::vector<Access> &accesses : ops)
    if (random.chance(75))
      accesses.push_back(makeAccess(random));
  const Step begin = random.in(0, 1);
  const Step end = random.in(begin + 1, numSteps);
  std::vector<Loop> loops = {{{begin, end}, random.in(2, 5)}};
  if (random.chance(60)) {
    const Step inner = random.in(begin, end - 1);
    loops.push_back({{inner, random.in(inner + 1, end)}, random.in(2, 3)});
  }
  Problem problem =
      makeProblem({std::move(buffer)}, std::move(ops), std::move(loops));
  problem.target.tiers.pop_back();
  problem.target.tiers[fast].capacity = 8;
  problem.target.channels.resize(2);
  problem.target.tiers[slow].writeBytesPerSecond = random.chance(50) ? 100 : 50;
  return problem;
}

/// Returns true if the best placement by brute force reaches the bound.
bool isReached(uint64_t seed, size_t maxTransfers) {
  SCOPED_TRACE(seed);
  const Problem problem = makeLooped(seed);
  EXPECT_FALSE(check(problem)) << check(problem)->message;
  const std::optional<Solution> best =
      memplace::testing::BruteForce(problem, maxTransfers).solve();
  EXPECT_TRUE(best);
  if (!best)
    return false;
  EXPECT_FALSE(verify(problem, *best)) << verify(problem, *best)->message;
  const double least = makespan(problem, *best);
  const double bound = lowerBoundOnMakespan(problem);
  EXPECT_LE(bound, least * (1 + 1e-9));
  return bound >= least * (1 - 1e-6);
}

TEST(BoundOracleTest, BoundsEveryPlacementOfALoop) {
  int numReached = 0;
  for (uint64_t seed = 0; seed < 30; ++seed)
    numReached += isReached(seed, /*maxTransfers=*/seed % 10 == 0 ? 3 : 2);
  EXPECT_GE(numReached, 18); // Fewer would be a regression.
}

} // namespace
