//===- ForcedIdleTest.cpp - Time in which a tier cannot be used -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Bounds/ForcedIdle.h"
#include "../../lib/Bounds/DefaultBound.h"

#include "Support/BruteForce.h"
#include "Support/Builder.h"
#include "Support/TestRandom.h"

#include "memplace/Bounds/LowerBound.h"

using namespace memplace;
using namespace memplace::test;

namespace {

/// Fast: 1000 B/s and 1024 B. Slow: 100 B/s. One channel in each direction, 100
/// B/s.
Problem makeTwoTiers(std::vector<Buffer> buffers,
                     std::vector<std::vector<Access>> ops,
                     std::vector<Loop> loops = {}) {
  Problem problem =
      makeProblem(std::move(buffers), std::move(ops), std::move(loops));
  problem.target.tiers.pop_back();
  problem.target.channels.resize(2);
  return problem;
}

/// Op 0 fills "a" in fast, which takes 0.5 s of the time of fast. Op 1 reads
/// "a" and the weight "w", and "w" takes 5 s of the time of slow.
Problem makeFill() {
  Buffer weight = makeLiveIn("w", {0, 2});
  weight.size = 500;
  return makeTwoTiers({makeBuffer("a", {0, 2}, 500), weight},
                      {{writes(0, 500)}, {reads(0, 500), reads(1, 500)}});
}

double checkedBoundOf(const Problem &problem) {
  EXPECT_FALSE(check(problem)) << check(problem)->message;
  return lowerBoundOnMakespan(problem);
}

TEST(ForcedIdleTest, ForbidsTransfersWhileTheOtherTierIsBusy) {
  const Problem problem = makeFill();
  EXPECT_NEAR(lowerBoundWithoutIdle(problem), 5, 1e-9);
  EXPECT_NEAR(checkedBoundOf(problem), 5.5, 1e-9);
  EXPECT_NEAR(secondsOfIdle(problem, slow, {false, true}), 0.5, 1e-9);
}

TEST(ForcedIdleTest, ComputeTimeLeavesTheTierFree) {
  Problem problem = makeFill();
  // The access to fast ends up hidden behind 0.5 s of memory time: fast has no
  // time left.
  problem.ops[0].computePs = 400'000'000'000;
  EXPECT_NEAR(checkedBoundOf(problem), 5.5, 1e-9);
  // Fast is free for 0.02 s. In 0.02 s, 20 B arrive and save a fifth of a
  // second of slow.
  problem.ops[0].computePs = 520'000'000'000;
  EXPECT_NEAR(checkedBoundOf(problem), 5.52 - 0.2, 1e-9);
  problem.ops[0].computePs = 600'000'000'000;
  EXPECT_NEAR(checkedBoundOf(problem), 5, 1e-9);
}

TEST(ForcedIdleTest, AnInefficientAccessLeavesTheTierFree) {
  Problem problem = makeFill();
  problem.ops[0].accesses[0].efficiency = 0.5;
  EXPECT_NEAR(checkedBoundOf(problem), 5, 1e-9);
}

TEST(ForcedIdleTest, AnOperandInTheTierUsesTheTierOrEndsItsIdleTime) {
  Problem problem = makeFill();
  problem.buffers.push_back(makeBuffer("b", {0, 2}, 8));
  problem.ops[0].accesses.push_back(writes(2, 8));
  // "b" counts 0.08 s of slow, since no other term of the bound includes "b".
  EXPECT_NEAR(checkedBoundOf(problem), 5.08, 1e-9);
  // The bytes of a weight are counted already.
  problem.buffers[2].liveIn = true;
  problem.ops[0].accesses[1].mode = AccessMode::Read;
  EXPECT_NEAR(checkedBoundOf(problem), 5.08, 1e-9);
  EXPECT_NEAR(secondsOfIdle(problem, slow, {false, true, true}), 0, 1e-9);
  // Slow is idle only if fast alone may serve "b".
  problem.ops[0].accesses[1].tiers = {fast};
  EXPECT_NEAR(checkedBoundOf(problem), 5.588, 1e-9);
}

TEST(ForcedIdleTest, TransfersAreLimitedByChannelBandwidth) {
  // Op 0 computes for 10 s; at most 100 B arrive and 100 B leave meanwhile.
  Problem problem = makeFill();
  problem.ops[0] = {"compute", 10'000'000'000'000, {}};
  for (Channel &channel : problem.target.channels)
    channel.bytesPerSecond = 10;
  EXPECT_NEAR(checkedBoundOf(problem), 5 + 10 - 2, 1e-9);
  // Bytes that leave now occupy slow for twice as long.
  problem.target.tiers[slow].writeBytesPerSecond = 50;
  EXPECT_NEAR(checkedBoundOf(problem), 5 + 10 - 3, 1e-9);
}

TEST(ForcedIdleTest, CopiesWithinATierMayAlwaysFlow) {
  Problem problem = makeFill();
  problem.target.channels.push_back({"within", slow, slow, 1, 0});
  EXPECT_NEAR(checkedBoundOf(problem), 5, 1e-9);
  problem.target.channels.back() = {"within", fast, fast, 100, 0};
  EXPECT_NEAR(checkedBoundOf(problem), 5.5, 1e-9);
}

TEST(ForcedIdleTest, AThirdTierMayReceiveTransfers) {
  Problem problem = makeFill();
  problem.target.tiers.push_back({"other", 100000, 8, 100, 100});
  problem.ops[0].accesses[0].tiers = {fast, slow};
  problem.target.channels.push_back({"away", slow, 2, 100, 0});
  EXPECT_NEAR(secondsOfIdle(problem, slow, {false, true}), 0, 1e-9);
  problem.target.channels.pop_back();
  EXPECT_NEAR(secondsOfIdle(problem, slow, {false, true}), 0.5, 1e-9);
}

TEST(ForcedIdleTest, OpsInLoopsDoNotCount) {
  Problem problem = makeFill();
  problem.loops = {{{0, 1}, 3}};
  EXPECT_NEAR(secondsOfIdle(problem, slow, {false, true}), 0, 1e-9);
}

TEST(ForcedIdleTest, OpsOfVeryManyAccessesDoNotCount) {
  Problem problem = makeFill();
  problem.ops[0].accesses.assign(8, writes(0, 10));
  EXPECT_NEAR(secondsOfIdle(problem, slow, {false, true}), 0.08, 1e-9);
  problem.ops[0].accesses.assign(9, writes(0, 10));
  EXPECT_NEAR(secondsOfIdle(problem, slow, {false, true}), 0, 1e-9);
}

TEST(ForcedIdleTest, IdleTimeDoesNotCountWithPieces) {
  Problem problem = makeFill();
  CutDimension rows;
  rows.extent = 4;
  rows.accesses = {{.access = 0, .stride = 125}};
  problem.ops[0].cuts = {rows};
  EXPECT_NEAR(lowerBoundWithPieces(problem), 5, 1e-9);
  EXPECT_NEAR(checkedBoundOf(problem), 5.5, 1e-9);
}

/// Ops that mostly fill and read fast, and a weight.
Problem makeRandom(uint64_t seed) {
  TestRandom random(seed);
  Buffer weight = makeLiveIn("w", {0, 3});
  weight.size = 16;
  Buffer other = makeBuffer("a", {0, 3}, 16);
  other.liveOut = random.chance(30);
  Problem problem = makeTwoTiers({other, weight}, {{}, {}, {}});
  for (Tier &tier : problem.target.tiers)
    tier.capacity = 32; // Few bytes, hence few offsets.
  for (size_t step = 0; step < 3; ++step) {
    Op &op = problem.ops[step];
    const auto bytesOf = [&](BufferId id) {
      return problem.buffers[id].size * random.in(1, 4);
    };
    if (step == 0 || random.chance(70))
      op.accesses.push_back(random.chance(50) && step > 0
                                ? reads(0, bytesOf(0))
                                : writes(0, bytesOf(0)));
    if (random.chance(step == 2 ? 100 : 30))
      op.accesses.push_back(reads(1, bytesOf(1)));
    op.computePs = random.chance(60) ? 1 : random.in(1, 9) * 3'000'000'000;
    op.overlap = random.chance(30) ? 0.5 : 1;
    for (Access &access : op.accesses)
      access.efficiency = random.chance(20) ? 0.5 : 1;
  }
  problem.target.combine = random.chance(30) ? Combine::Max : Combine::Sum;
  problem.isCyclic = random.chance(10);
  if (random.chance(30))
    problem.target.tiers[slow].writeBytesPerSecond = 50;
  if (random.chance(30))
    problem.target.channels[in].bytesPerSecond = 30;
  if (random.chance(30))
    problem.target.channels[in].order = ChannelOrder::Deadline;
  return problem;
}

TEST(ForcedIdleTest, BoundsEveryPlacement) {
  int numHigher = 0;
  int numReached = 0;
  int numStronger = 0;
  for (uint64_t seed = 40; seed < 80; ++seed) {
    SCOPED_TRACE(seed);
    const Problem problem = makeRandom(seed);
    ASSERT_FALSE(check(problem)) << check(problem)->message;
    constexpr size_t maxTransfers = 1;
    const std::optional<Solution> best =
        memplace::testing::BruteForce(problem, maxTransfers).solve();
    ASSERT_TRUE(best);
    ASSERT_FALSE(verify(problem, *best)) << verify(problem, *best)->message;
    const double least = makespan(problem, *best);
    const double bound = lowerBoundOnMakespan(problem);
    ASSERT_LE(bound, least * (1 + 1e-9));
    const double strong =
        strongLowerBoundOnMakespan(problem, {.iterations = 40});
    ASSERT_LE(strong, least * (1 + 1e-9));
    numStronger += strong > bound * (1 + 1e-6);
    if (bound <= lowerBoundWithoutIdle(problem) * (1 + 1e-6))
      continue;
    ++numHigher;
    numReached += bound >= least * (1 - 1e-6);
  }
  // Fewer would be a regression.
  EXPECT_GE(numHigher, 9);
  EXPECT_GE(numReached, 1);
  EXPECT_GE(numStronger, 31);
}

} // namespace
