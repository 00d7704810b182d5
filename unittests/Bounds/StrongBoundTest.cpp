//===- StrongBoundTest.cpp - The strong bound against known optima --------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// unittests/Solver/BoundsTest.cpp tests that no placement is faster than the
// bound. Here are small problems with an obvious optimum, and the bound of
// each.
//
//===----------------------------------------------------------------------===//

#include "../../lib/Bounds/DefaultBound.h"

#include "../../lib/Bounds/Relaxation.h"
#include "memplace/Bounds/LowerBound.h"
#include "memplace/IO/JSON.h"
#include "memplace/Target/Catalogue.h"

#include "Support/SmallProblems.h"

#include <numeric>

using namespace memplace;
using namespace memplace::test;

namespace {

constexpr int64_t second = 1'000'000'000'000; // Picoseconds.

/// Fast: 1000 B/s and 1024 B. Slow, home of all buffers: 100 B/s.
Problem makeProgram(std::vector<Buffer> buffers,
                    std::vector<std::vector<Access>> ops,
                    const std::vector<int64_t> &computeSeconds) {
  Problem problem = makeProblem(std::move(buffers), std::move(ops));
  problem.target.tiers.pop_back();
  problem.target.channels.resize(2);
  for (size_t step = 0; step < computeSeconds.size(); ++step)
    problem.ops[step].computePs = computeSeconds[step] * second;
  return problem;
}

Buffer makeWeight(std::string name, Step end, int64_t size) {
  Buffer buffer = makeLiveIn(std::move(name), {0, end});
  buffer.size = size;
  return buffer;
}

/// Expects the bound to be at most \p optimum, and at most the share \p slack
/// below.
void expectAlmost(const Problem &problem, double optimum, double slack = 2e-3) {
  ASSERT_FALSE(check(problem)) << check(problem)->message;
  BoundLimits limits;
  limits.target = optimum;
  double bound = strongLowerBoundOnMakespan(problem, limits);
  EXPECT_LE(bound, optimum * (1 + 1e-12));
  EXPECT_GE(bound, optimum * (1 - slack));
}

TEST(StrongBoundTest, TransfersOnlyUseTimeLeftByOps) {
  // Transfers take 8 s, 6 s of them hidden, and reading takes 0.8 s: 8.8 s. The
  // relaxation reads half of "w" in slow instead, for 1.8 s more.
  Problem problem =
      makeProgram({makeWeight("v", 2, 400), makeWeight("w", 2, 400)},
                  {{}, {reads(0, 400), reads(1, 400)}}, {6, 0});
  EXPECT_NEAR(lowerBoundOnMakespan(problem), 8, 1e-9);
  expectAlmost(problem, 8.6);
}

TEST(StrongBoundTest, NoTransferGoesIntoOccupiedBytes) {
  // If "a" is in fast all the time, "w" has no room: moving or reading "w"
  // takes 6 s. If "a" is in slow, slow has no time to spare.
  Problem problem = makeProgram(
      {makeBuffer("a", {0, 2}, 700), makeWeight("w", 3, 600)},
      {{writes(0, 700)}, {reads(0, 700)}, {reads(1, 600)}}, {7, 7, 0});
  EXPECT_NEAR(lowerBoundOnMakespan(problem), 14.6, 1e-9);
  // In the relaxation "w" uses the time of slow left over while "a" is in fast.
  expectAlmost(problem, 20, 0.2);
  problem.ops[1].computePs = problem.ops[0].computePs = 0;
  expectAlmost(problem, 7.4);
  // If both fit, "w" arrives meanwhile.
  problem.ops[1].computePs = problem.ops[0].computePs = 7 * second;
  problem.target.tiers[0].capacity = 1300;
  expectAlmost(problem, 14.6);
}

TEST(StrongBoundTest, BuffersReadAgainMayBeFetchedAgain) {
  // "v" and "w" are read alternately. Keeping one and reading the other in slow
  // is best.
  Problem problem = makeProgram(
      {makeWeight("v", 4, 600), makeWeight("w", 4, 600)},
      {{reads(0, 900)}, {reads(1, 900)}, {reads(0, 900)}, {reads(1, 900)}},
      {0, 0, 0, 0});
  // If each read fetches its weight: 4 x 6.9. If one weight stays: 6 + 0.9 +
  // 0.9 + 2 x 9. Better: v stays until its second read, and w arrives for its
  // last read.
  EXPECT_LT(lowerBoundOnMakespan(problem), 12.1);
  BoundLimits limits;
  limits.target = 23.7;
  double bound = strongLowerBoundOnMakespan(problem, limits);
  EXPECT_LE(bound, 23.7 + 1e-9);
  EXPECT_GE(bound, 20);
}

TEST(StrongBoundTest, ResultsMustComeHome) {
  // The write-back takes 5 s, 2 s of them while the second op computes.
  Problem problem =
      makeProgram({makeLiveOut("y", {0, 2})}, {{writes(0, 2000)}, {}}, {0, 2});
  problem.buffers[0].size = 500;
  EXPECT_NEAR(lowerBoundOnMakespan(problem), 5, 1e-9);
  expectAlmost(problem, 2 + 5);
}

TEST(StrongBoundTest, AResultOccupiesFastUntilItsWriteBackEnds) {
  // The write-back takes 6 s; the second op hides 2 s. The third op cannot hide
  // the rest, since "w", which also takes 6 s, would have no room meanwhile.
  Problem problem = makeProgram(
      {makeLiveOut("y", {0, 4}), makeWeight("w", 4, 600)},
      {{writes(0, 600)}, {reads(0, 600)}, {}, {reads(1, 600)}}, {0, 2, 14, 0});
  problem.buffers[0].size = 600;
  expectAlmost(problem, 0.6 + 2 + 4 + 14 + 0.6, 1e-9);
  // With room for both buffers, no op waits.
  problem.target.tiers[fast].capacity = 1200;
  expectAlmost(problem, 0.6 + 2 + 14 + 0.6, 1e-9);
}

TEST(StrongBoundTest, TwoReadsOfAForcedBufferTakeUpRoomOnce) {
  // "a" fills more than half of fast in both ops.
  Problem problem =
      makeProgram({makeBuffer("a", {0, 2}, 700)},
                  {{writes(0, 100)}, {reads(0, 50), reads(0, 7)}}, {0, 0});
  problem.ops[1].accesses[1].tiers = {fast};
  expectAlmost(problem, 0.157);
}

TEST(StrongBoundTest, IsDeterministicAndAtLeastTheDefaultBound) {
  Problem problem = makeProgram(
      {makeBuffer("a", {0, 2}, 700), makeWeight("w", 3, 600)},
      {{writes(0, 700)}, {reads(0, 700)}, {reads(1, 600)}}, {3, 3, 0});
  for (int64_t iterations : {0, 1, 2, 10, 100}) {
    BoundLimits limits;
    limits.iterations = iterations;
    double bound = strongLowerBoundOnMakespan(problem, limits);
    EXPECT_GE(bound, lowerBoundOnMakespan(problem));
    EXPECT_EQ(bound, strongLowerBoundOnMakespan(problem, limits));
    // A run stopped by its caller after as many iterations has the same bound.
    limits.iterations = 1000;
    limits.shouldContinue = [left = iterations]() mutable {
      return left-- > 0;
    };
    EXPECT_EQ(bound, strongLowerBoundOnMakespan(problem, limits));
  }
}

TEST(StrongBoundTest, MoreIterationsAreNotWorseAndEnoughStopsEarly) {
  Result<Problem> problem =
      readProblem(MEMPLACE_SOURCE_DIR
                  "/benchmarks/problems/tpu/resnet50_b8.cmem8M.problem.json.gz",
                  findBuiltinTarget);
  ASSERT_TRUE(problem) << problem.error();
  BoundLimits limits;
  limits.target = 2708.2e-6;
  double before = 0;
  for (int64_t iterations : {0, 50, 300}) {
    limits.iterations = iterations;
    double bound = strongLowerBoundOnMakespan(*problem, limits);
    EXPECT_GE(bound, before);
    before = bound;
  }
  // The recorded bounds, with slack for other rounding.
  EXPECT_GE(before, 2690e-6);
  EXPECT_LE(before, 2708.2e-6);
  limits.enough = 2685e-6;
  double enough = strongLowerBoundOnMakespan(*problem, limits);
  EXPECT_GE(enough, 2685e-6);
  EXPECT_LE(enough, before);
}

/// A problem of benchmarks/problems and its bounds, microseconds: without and
/// with 20 iterations, and with shorter windows and blocks. Then two sums of
/// the relaxation: shares served from the first tier, and shares kept there.
struct KnownBounds {
  const char *problem;
  double simple, strong, near;
  double served, kept;
};

class BenchmarkBoundTest : public ::testing::TestWithParam<KnownBounds> {};

// Each step of the ascent depends on everything in the bound, so any other way
// to compute the bound shows here. Enter better bounds here.
TEST_P(BenchmarkBoundTest, EqualsTheRecordedBounds) {
  Result<Problem> problem =
      readProblem(std::string(MEMPLACE_SOURCE_DIR) + "/benchmarks/problems/" +
                      GetParam().problem + ".problem.json.gz",
                  findBuiltinTarget);
  ASSERT_TRUE(problem) << problem.error();
  auto expectAlmostEqual = [](double seconds, double microseconds) {
    EXPECT_NEAR(seconds * 1e6, microseconds, 1e-6 * microseconds);
  };
  expectAlmostEqual(lowerBoundOnMakespan(*problem), GetParam().simple);
  BoundLimits limits;
  limits.iterations = 20;
  expectAlmostEqual(strongLowerBoundOnMakespan(*problem, limits),
                    GetParam().strong);
  limits.window = 3;
  limits.blockLength = 8;
  limits.target = lowerBoundWithoutIdle(*problem) * 2;
  expectAlmostEqual(strongLowerBoundOnMakespan(*problem, limits),
                    GetParam().near);
  const RelaxedPlacement relaxed = relaxedPlacement(*problem, limits);
  auto sumOf = [](const std::vector<std::vector<float>> &shares) {
    double sum = 0;
    for (const std::vector<float> &ofOp : shares)
      sum = std::accumulate(ofOp.begin(), ofOp.end(), sum);
    return sum;
  };
  EXPECT_NEAR(sumOf(relaxed.served), GetParam().served, 1e-3);
  EXPECT_NEAR(sumOf(relaxed.kept), GetParam().kept, 1e-3);
}

INSTANTIATE_TEST_SUITE_P(
    , BenchmarkBoundTest,
    ::testing::Values(
        KnownBounds{"kinds/kv_decode", 573.9851969, 573.9851969, 573.9851969,
                    446.1499983, 283.8999991},
        KnownBounds{"kinds/lstm", 2847.21152, 3146.569561, 3146.569561,
                    88.14999998, 49.8499999},
        KnownBounds{"kinds/mixture", 1070.233032, 1070.233032, 1070.233032,
                    558.8999995, 286.7999993},
        KnownBounds{"kinds/mlp_train", 1186.546249, 1331.132466, 1736.091372,
                    89.5000001, 47.20000011},
        KnownBounds{"kinds/offload_decode", 12887627.4235, 12887627.4235,
                    12887627.4235, 734.5999995, 452.55},
        KnownBounds{"kinds/transformer_rolled", 39086.76824, 39086.76824,
                    39086.76824, 37.50000014, 20.25000006},
        KnownBounds{"kinds/transformer_train_rolled", 6312.411729, 6548.13468,
                    8869.006781, 251.5999987, 136.2999998},
        KnownBounds{"kinds/unet", 7130.218167, 7507.884985, 7130.218167,
                    142.4000001, 87.10000012},
        KnownBounds{"tpu/alexnet_b32.cmem8M", 1948.929795, 1948.929795,
                    1948.929795, 22.79999992, 5.449999988},
        KnownBounds{"tpu/gpt2_block_b1.cmem8M", 492.9616767, 497.7035508,
                    492.9631450, 76.15000003, 39}));

// Only fast may serve the three accesses, and fast holds one buffer. Each
// buffer takes 6 s to arrive, although no choice of an op has a price.
TEST(StrongBoundTest, ForcedBuffersAreFetchedAgainIfOnlyOneFits) {
  Problem problem = makeProgram(
      {makeWeight("v", 3, 600), makeWeight("w", 3, 600)},
      {{reads(0, 600)}, {reads(1, 600)}, {reads(0, 600)}}, {0, 0, 0});
  for (Op &op : problem.ops)
    op.accesses[0].tiers = {fast};
  EXPECT_NEAR(lowerBoundOnMakespan(problem), 13.8, 1e-9);
  expectAlmost(problem, 19.8);
  // The same with a choice that gains nothing.
  problem.buffers.push_back(makeWeight("u", 3, 8));
  problem.ops[1].accesses.push_back(reads(2, 0));
  expectAlmost(problem, 19.8);
}

TEST(StrongBoundTest, ReturnsTheDefaultBoundIfThatIsEnough) {
  // A small problem whose strong bound begins above the default bound.
  const Problem problem = makeSmallProblem(14);
  const double simple = lowerBoundOnMakespan(problem);
  BoundLimits limits;
  for (double *limit : {&limits.enough, &limits.target}) {
    limits = BoundLimits();
    limits.iterations = 0;
    EXPECT_GT(strongLowerBoundOnMakespan(problem, limits), simple);
    *limit = simple;
    EXPECT_EQ(strongLowerBoundOnMakespan(problem, limits), simple);
    *limit = simple * (1 - 1e-9);
    EXPECT_EQ(strongLowerBoundOnMakespan(problem, limits), simple);
  }
}

/// Returns \p problem scaled by 10000 except for the first buffer, with so
/// little extra room that the other buffers do better without the first.
Problem withSmall(Problem problem) {
  constexpr int64_t factor = 10000;
  for (Tier &tier : problem.target.tiers)
    tier.capacity *= factor;
  for (size_t b = 1; b < problem.buffers.size(); ++b)
    problem.buffers[b].size *= factor;
  for (Op &op : problem.ops) {
    op.computePs *= factor;
    for (Access &access : op.accesses)
      access.bytes *= access.buffer == 0 ? 1 : factor;
  }
  problem.target.tiers[fast].capacity = problem.buffers[1].size;
  return problem;
}

// A run of several rounds of 250 iterations: each round has other units of
// prices.
TEST(StrongBoundTest, LaterRoundsEqualTheRecordedBounds) {
  double sum = 0;
  double sumWithSmall = 0;
  for (uint64_t seed = 0; seed < 8; ++seed) {
    const Problem problem = makeSmallProblem(seed);
    BoundLimits limits;
    limits.iterations = 755;
    limits.window = 3;
    limits.blockLength = 2;
    sum += strongLowerBoundOnMakespan(problem, limits);
    sumWithSmall += strongLowerBoundOnMakespan(withSmall(problem), limits);
  }
  EXPECT_NEAR(sum, 25.66593229, 1e-7);
  EXPECT_NEAR(sumWithSmall, 276282.464634, 1e-3);
}

// A long program of 600 weights; each weight is read in the first half and
// again in the second half. Fast holds ten weights, so all but 1000 B come from
// slow both times.
TEST(StrongBoundTest, CountsRepeatedFetchesOfALongProgram) {
  constexpr Step count = 600;
  std::vector<Buffer> weights;
  std::vector<std::vector<Access>> ops;
  for (Step i = 0; i < 2 * count; ++i) {
    if (i < count)
      weights.push_back(makeWeight("w" + std::to_string(i), 2 * count, 100));
    ops.push_back({reads(static_cast<BufferId>(i % count), 100)});
  }
  const Problem problem = makeProgram(std::move(weights), std::move(ops),
                                      std::vector<int64_t>(2 * count, 0));
  BoundLimits limits;
  limits.iterations = 300;
  const double bound = strongLowerBoundOnMakespan(problem, limits);
  EXPECT_LE(bound, 1191);
  EXPECT_GE(bound, 1180);
  EXPECT_NEAR(lowerBoundOnMakespan(problem), 600, 1e-6);
}

TEST(StrongBoundTest, AnEmptyProgramTakesNoTime) {
  EXPECT_EQ(strongLowerBoundOnMakespan(makeProgram({}, {}, {}), {}), 0);
}

// 25 million accesses in total, or 5000 iterations.
TEST(StrongBoundTest, ProgramsOfManyAccessesGetFewerIterations) {
  EXPECT_EQ(maxBoundIterations(makeProgram({}, {}, {})), 5000);
  const auto iterationsFor = [](size_t perOp) {
    const std::vector<Access> accesses(perOp, reads(0));
    return maxBoundIterations(
        makeProgram({makeLiveIn("w", {0, 2})}, {accesses, accesses}, {}));
  };
  EXPECT_EQ(iterationsFor(2499), 5000);
  EXPECT_EQ(iterationsFor(2500), 25'000'000 / 5001);
  EXPECT_EQ(iterationsFor(5000), 25'000'000 / 10001);
}

// A buffer that fits and saves time is served whole from the first tier, and
// stays.
TEST(RelaxationTest, ServesBuffersThatFitFromFast) {
  Problem problem = makeProgram(
      {makeWeight("v", 3, 400), makeWeight("w", 3, 2000)},
      {{}, {reads(0, 400), reads(1, 2000)}, {reads(0, 400)}}, {6, 0, 0});
  BoundLimits limits;
  limits.iterations = 500;
  const RelaxedPlacement relaxed = relaxedPlacement(problem, limits);
  EXPECT_EQ(relaxed.bound, strongLowerBoundOnMakespan(problem, limits));
  EXPECT_GT(relaxed.served[1][0], 0.9F);
  EXPECT_GT(relaxed.served[2][0], 0.9F);
  EXPECT_GT(relaxed.kept[2][0], 0.9F);
  EXPECT_EQ(relaxed.kept[1][0], 0.0F);   // There is no earlier use.
  EXPECT_EQ(relaxed.served[1][1], 0.0F); // The buffer is too large.
}

TEST(RelaxationTest, WithoutIterationsAllSharesAreZero) {
  Problem problem =
      makeProgram({makeWeight("v", 2, 400)}, {{}, {reads(0, 400)}}, {6, 0});
  BoundLimits limits;
  limits.iterations = 0;
  const RelaxedPlacement relaxed = relaxedPlacement(problem, limits);
  EXPECT_EQ(relaxed.bound, strongLowerBoundOnMakespan(problem, limits));
  EXPECT_EQ(relaxed.served, (std::vector<std::vector<float>>{{}, {0}}));
  EXPECT_EQ(relaxed.kept, relaxed.served);
}

// The shares of two buffers that do not fit together add up to about one.
TEST(RelaxationTest, SharesCapacityAmongBuffers) {
  Problem problem = makeProgram(
      {makeWeight("v", 4, 600), makeWeight("w", 4, 600)},
      {{}, {reads(0, 600), reads(1, 600)}, {reads(0, 600), reads(1, 600)}, {}},
      {60, 0, 0, 0});
  BoundLimits limits;
  limits.iterations = 1000;
  const RelaxedPlacement relaxed = relaxedPlacement(problem, limits);
  for (Step step : {1, 2}) {
    const float sum = relaxed.served[step][0] + relaxed.served[step][1];
    EXPECT_GT(sum, 0.6F) << step;
    EXPECT_LT(sum, 1.4F) << step;
    for (size_t k : {0, 1})
      EXPECT_LE(relaxed.kept[step][k], relaxed.served[step][k]);
  }
}

} // namespace
