//===- PackTest.cpp - Packing as a whole, against brute force -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Oracle.h"

#include <gtest/gtest.h>

using namespace memplace;

namespace {

/// A kind of random problems to compare with brute force.
struct OracleCase {
  const char *name;
  RandomPackingOptions options;
};

class OracleTest : public testing::TestWithParam<OracleCase> {};

PackResult packAndVerify(const PackingProblem &problem,
                         PackLimits limits = {}) {
  PackResult result = pack(problem, limits);
  if (result.packing) {
    std::optional<Error> error = verifyPacking(problem, *result.packing);
    EXPECT_FALSE(error) << error->message;
  }
  return result;
}

} // namespace

// `pack` finds and proves the least peak, and proves that one byte less is
// impossible.
TEST_P(OracleTest, FindsAndProvesTheLeastPeak) {
  for (uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    PackingProblem problem = makeRandomPacking(seed, GetParam().options);
    constexpr int64_t maxPeak = 24;

    PackResult result = packAndVerify(problem);

    // Fixed offsets may overlap.
    if (result.status == PackStatus::Infeasible) {
      EXPECT_GT(minPeakByBruteForce(problem, maxPeak), maxPeak);
      continue;
    }
    EXPECT_EQ(result.status, PackStatus::Optimal);
    const int64_t least = result.peak;
    // A packing of that peak exists, and none of a lower peak.
    EXPECT_EQ(minPeakByBruteForce(problem, least - 1), least);
    EXPECT_EQ(result.bound, least);
    problem.arenas[0].capacity = least;
    EXPECT_EQ(packAndVerify(problem).peak, least);
    problem.arenas[0].capacity = least - 1;
    if (least > 1)
      EXPECT_EQ(packAndVerify(problem).status, PackStatus::Infeasible);
  }
}

INSTANTIATE_TEST_SUITE_P(
    Problems, OracleTest,
    testing::Values(OracleCase{"plain", {}},
                    OracleCase{"larger", {.numBuffers = 7, .largestSize = 3}},
                    OracleCase{"equal", {.numBuffers = 7, .largestSize = 2}},
                    OracleCase{"aligned", {.hasAlignment = true}},
                    OracleCase{"fixed", {.hasFixed = true}},
                    OracleCase{"gaps", {.hasGaps = true}},
                    OracleCase{"groups", {.hasGroups = true}},
                    OracleCase{"alignedAndFixed",
                               {.numBuffers = 7,
                                .largestSize = 4,
                                .hasAlignment = true,
                                .hasFixed = true}},
                    OracleCase{"gapsAndGroups",
                               {.numBuffers = 7,
                                .largestSize = 4,
                                .hasGaps = true,
                                .hasGroups = true}},
                    OracleCase{"fixedAndGaps",
                               {.hasFixed = true, .hasGaps = true}},
                    OracleCase{"all",
                               {.hasAlignment = true,
                                .hasFixed = true,
                                .hasGaps = true,
                                .hasGroups = true}}),
    [](const testing::TestParamInfo<OracleCase> &info) {
      return std::string(info.param.name);
    });

// With windows a proof needs a peak at the bound; all other guarantees hold.
TEST(PackTest, IsSoundWithWindows) {
  int numOptimal = 0;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    const PackingProblem problem =
        makeRandomPacking(seed, {.hasAlignment = (seed & 1) != 0,
                                 .hasFixed = (seed & 2) != 0,
                                 .hasGaps = true,
                                 .hasWindows = true});
    const PackResult result = packAndVerify(problem, {.nodes = 500});

    const int64_t maxPeak = result.packing ? result.peak : 24;
    const int64_t least = minPeakByBruteForce(problem, maxPeak);
    // Fixed offsets may overlap.
    if (least > maxPeak)
      continue;
    EXPECT_LE(result.bound, least);
    ASSERT_TRUE(result.packing);
    EXPECT_GE(result.peak, least);
    EXPECT_TRUE(result.status != PackStatus::Optimal || result.peak == least);
    numOptimal += result.status == PackStatus::Optimal;
  }
  EXPECT_GE(numOptimal, 20);
}

namespace {
class ArenaOracleTest : public testing::TestWithParam<OracleCase> {};
} // namespace

// A choice of arenas proven best is best, and a problem reported as infeasible
// is infeasible.
TEST_P(ArenaOracleTest, FindsAndProvesTheBestChoice) {
  int numOptimal = 0, numInfeasible = 0;
  for (uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE(seed);
    const PackingProblem problem = makeRandomPacking(seed, GetParam().options);
    const LeastInArenas least = leastInArenas(problem);

    const PackResult result = packAndVerify(problem);

    if (!least.cost) {
      EXPECT_EQ(result.status, PackStatus::Infeasible) << result.message;
      ++numInfeasible;
      continue;
    }
    EXPECT_EQ(result.status, PackStatus::Optimal) << result.message;
    EXPECT_LE(result.bound, least.peak);
    ASSERT_TRUE(result.packing);
    EXPECT_EQ(costOf(problem, *result.packing), *least.cost);
    numOptimal += *least.cost > 0;
  }
  EXPECT_GE(numOptimal, 3);
  EXPECT_GE(numInfeasible, 1);
}

INSTANTIATE_TEST_SUITE_P(
    Problems, ArenaOracleTest,
    testing::Values(
        OracleCase{"plain",
                   {.numBuffers = 4, .largestSize = 3, .numArenas = 2}},
        OracleCase{"three",
                   {.numBuffers = 4, .largestSize = 3, .numArenas = 3}},
        OracleCase{"aligned",
                   {.numBuffers = 4,
                    .largestSize = 3,
                    .hasAlignment = true,
                    .numArenas = 2}},
        OracleCase{"fixed",
                   {.numBuffers = 4,
                    .largestSize = 3,
                    .hasFixed = true,
                    .numArenas = 2}},
        OracleCase{"all",
                   {.numBuffers = 4,
                    .largestSize = 3,
                    .hasAlignment = true,
                    .hasFixed = true,
                    .hasGaps = true,
                    .hasGroups = true,
                    .numArenas = 2}}),
    [](const testing::TestParamInfo<OracleCase> &info) {
      return std::string(info.param.name);
    });

// The bytes live together do not fit in the two allowed arenas.
TEST(PackTest, ProvesThatASetOfArenasIsTooSmall) {
  PackingProblem problem;
  problem.arenas = {{"a", 10}, {"b", 10}, {"c", 100}};
  for (int i = 0; i < 21; ++i) {
    problem.buffers.push_back(
        {.id = std::to_string(i), .range = {0, 2}, .size = 1});
    problem.makeTraits(problem.buffers[i]).arenas = {i % 2, 1 - i % 2};
  }

  EXPECT_EQ(packAndVerify(problem).status, PackStatus::Infeasible);
  problem.buffers.pop_back();
  EXPECT_TRUE(packAndVerify(problem).packing);
}

// Local search moves free buffers around fixed buffers. First fit by size alone
// does not reach the bound.
TEST(PackTest, SearchesAroundFixedOffsets) {
  int numBetter = 0;
  for (uint64_t seed = 0; seed < 3; ++seed) {
    SCOPED_TRACE(seed);
    RandomPackingOptions options;
    options.numBuffers = 2100;
    options.numSteps = 300;
    options.largestSize = 1000;
    PackingProblem problem = makeRandomPacking(seed, options);
    PackingBuffer fixed = {.id = "f", .range = {100, 200}, .size = 5000};
    problem.makeTraits(fixed).offset = 40000;
    problem.buffers.push_back(fixed);

    const PackResult result = packAndVerify(problem, {.nodes = 25000});

    ASSERT_TRUE(result.packing);
    numBetter += result.peak < packBy("size-first-fit", problem).peak;
  }
  EXPECT_GE(numBetter, 2);
}

static PackingProblem hardProblem() {
  RandomPackingOptions options;
  options.numBuffers = 60;
  options.numSteps = 40;
  options.largestSize = 1000;
  return makeRandomPacking(/*seed=*/3, options);
}

TEST(PackTest, StaysWithinItsNodeLimit) {
  for (int64_t nodes : {0, 1, 2, 10, 1000, 12345}) {
    PackResult result = packAndVerify(hardProblem(), {.nodes = nodes});

    EXPECT_LE(result.nodes, nodes);
    EXPECT_TRUE(result.packing);
  }
}

TEST(PackTest, IsDeterministicForASeedAndNodeLimit) {
  for (uint64_t seed : {0, 1}) {
    PackResult first = pack(hardProblem(), {.nodes = 20000, .seed = seed});
    PackResult second = pack(hardProblem(), {.nodes = 20000, .seed = seed});

    EXPECT_EQ(first.packing, second.packing);
    EXPECT_EQ(first.nodes, second.nodes);
    EXPECT_EQ(first.bound, second.bound);
  }
}

TEST(PackTest, GetsNoWorseWithMoreNodes) {
  int64_t peak = std::numeric_limits<int64_t>::max();
  for (int64_t nodes : {0, 1000, 10000, 100000}) {
    PackResult result = packAndVerify(hardProblem(), {.nodes = nodes});

    EXPECT_LE(result.peak, peak);
    peak = result.peak;
  }
}

TEST(PackTest, StopsWhenCancelled) {
  std::atomic<bool> cancel = true;

  PackResult result = packAndVerify(
      hardProblem(), {.nodes = int64_t(1) << 40, .cancel = &cancel});

  EXPECT_LT(result.nodes, 1000);
  EXPECT_TRUE(result.packing);
}

// Problems whose largest load is not enough; only exact search can prove this.
TEST(PackTest, ProvesThatTheLargestLoadCannotBeReached) {
  int numAboveLoad = 0;
  for (int64_t load : {5, 7}) {
    for (uint64_t seed = 0; seed < 200; ++seed) {
      SCOPED_TRACE(seed);
      PackingProblem problem = makeFullPacking(seed, /*numSteps=*/12, load);

      PackResult result = packAndVerify(problem, {.nodes = 200000});

      EXPECT_EQ(result.status, PackStatus::Optimal);
      EXPECT_EQ(result.peak, minPeakByBruteForce(problem, 2 * load));
      if (result.peak == load)
        continue;
      ++numAboveLoad;
      problem.arenas[0].capacity = result.peak - 1;
      EXPECT_EQ(packAndVerify(problem).status, PackStatus::Infeasible);
    }
  }
  EXPECT_GE(numAboveLoad, 3);
}

// A gap with a window: the other buffer fits beside the bytes still in use.
TEST(PackTest, KeepsOutOfAWindow) {
  PackingProblem problem;
  problem.buffers = {{.id = "a", .range = {0, 3}, .size = 8},
                     {.id = "b", .range = {1, 2}, .size = 6}};
  problem.makeTraits(problem.buffers[0]).gaps = {{{1, 2}, 6, 8}};

  PackResult result = packAndVerify(problem, {.nodes = 10000});

  ASSERT_TRUE(result.packing);
  EXPECT_GE(result.bound, 8);
}

TEST(PackTest, FillsTheFirstArenaFirst) {
  PackingProblem problem;
  problem.arenas = {{"fast", 10}, {"slow", std::nullopt}};
  problem.buffers = {{.id = "a", .range = {0, 2}, .size = 6},
                     {.id = "b", .range = {0, 2}, .size = 6},
                     {.id = "c", .range = {0, 2}, .size = 4}};

  PackResult result = packAndVerify(problem);

  ASSERT_TRUE(result.packing);
  // 6 + 4 fill the fast arena; the other 6 bytes are left over.
  EXPECT_EQ(result.packing->arenas[2], 0);
  EXPECT_EQ(peaksOf(problem, *result.packing), (std::vector<int64_t>{10, 6}));
}

TEST(PackTest, FollowsPreferencesOfBuffers) {
  PackingProblem problem;
  problem.arenas = {{"fast", 10}, {"slow", 10}};
  problem.buffers = {{.id = "a", .range = {0, 2}, .size = 6},
                     {.id = "b", .range = {0, 2}, .size = 6}};
  problem.makeTraits(problem.buffers[0]).arenas = {1, 0};
  problem.makeTraits(problem.buffers[1]).arenas = {1};

  PackResult result = packAndVerify(problem);

  // Both buffers prefer the slow arena, but only `a` has another choice.
  ASSERT_TRUE(result.packing);
  EXPECT_EQ(result.packing->arenas, (std::vector<int32_t>{0, 1}));
}

TEST(PackTest, ReportsABufferThatFitsInNoArena) {
  PackingProblem problem;
  problem.arenas = {{"fast", 10}, {"slow", 20}};
  problem.buffers = {{.id = "a", .range = {0, 2}, .size = 21}};

  PackResult result = packAndVerify(problem);

  EXPECT_EQ(result.status, PackStatus::Infeasible);
  EXPECT_NE(result.message.find("'a'"), std::string::npos);
}

// One buffer may be in either arena and fits only the second; all others must
// be in the first. The search for arenas handles at most 64 buffers.
TEST(PackTest, SearchesForArenasOfUpToSixtyFourBuffers) {
  PackingProblem problem;
  problem.arenas = {{"fast", 4}, {"slow", 10}};
  problem.buffers = {{.id = "any", .range = {0, 64}, .size = 1}};
  for (Step step = 0; step < 64; ++step) {
    PackingBuffer tied = {
        .id = std::to_string(step), .range = {step, step + 1}, .size = 4};
    problem.makeTraits(tied).arenas = {0};
    problem.buffers.push_back(tied);
  }
  EXPECT_EQ(packAndVerify(problem).status, PackStatus::Packed);
  problem.buffers.pop_back();

  EXPECT_EQ(packAndVerify(problem).status, PackStatus::Optimal);
}
