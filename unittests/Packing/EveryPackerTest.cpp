//===- EveryPackerTest.cpp - Guarantees of every packing heuristic --------===//
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

class EveryPackerTest : public testing::TestWithParam<std::string> {
protected:
  /// Packs, and checks the guarantees of all packers.
  PackResult packAndCheck(const PackingProblem &problem) {
    PackResult result = packBy(GetParam(), problem);
    EXPECT_EQ(result.bound, lowerBoundOnPeak(problem));
    if (!result.packing)
      return result;
    std::optional<Error> error = verifyPacking(problem, *result.packing);
    EXPECT_FALSE(error) << error->message;
    EXPECT_EQ(result.peak, peaksOf(problem, *result.packing)[0]);
    EXPECT_GE(result.peak, result.bound);
    EXPECT_EQ(result.status == PackStatus::Optimal,
              result.peak == result.bound);
    return result;
  }
};

std::string testName(const testing::TestParamInfo<std::string> &info) {
  std::string name = info.param;
  for (char &c : name)
    c = c == '-' ? '_' : c;
  return name;
}

} // namespace

TEST_P(EveryPackerTest, HasASummary) {
  EXPECT_FALSE(packerSummary(GetParam()).empty());
}

TEST_P(EveryPackerTest, PacksAnEmptyProblem) {
  EXPECT_EQ(packAndCheck({}).peak, 0);
}

// Size 5 at offset 0 and alignment 4: the next multiple of 4 is 8, not 5.
TEST_P(EveryPackerTest, AlignsOffsets) {
  PackingProblem problem;
  problem.buffers = {
      {.id = "a", .range = {0, 2}, .size = 5},
      {.id = "b", .range = {1, 3}, .size = 4, .alignment = 4},
  };

  PackResult result = packAndCheck(problem);

  ASSERT_TRUE(result.packing);
  EXPECT_EQ(result.packing->offsets[1] % 4, 0);
}

// [0, 1) and [1, 2) are never live together.
TEST_P(EveryPackerTest, ReusesBytesInTheNextStep) {
  PackingProblem problem;
  problem.buffers = {
      {.id = "a", .range = {0, 1}, .size = 7},
      {.id = "b", .range = {1, 2}, .size = 7},
  };

  EXPECT_EQ(packAndCheck(problem).peak, 7);
}

TEST_P(EveryPackerTest, IsLegalOnRandomProblems) {
  for (uint64_t seed = 0; seed < 150; ++seed) {
    SCOPED_TRACE(seed);
    RandomPackingOptions options;
    options.numBuffers = 1 + static_cast<int>(seed % 40);
    options.numSteps = 20;
    options.largestSize = 50;
    options.hasAlignment = seed & 1;
    options.hasFixed = seed & 2;
    options.hasGaps = seed & 4;
    options.hasGroups = seed & 8;
    packAndCheck(makeRandomPacking(seed, options));
  }
}

TEST_P(EveryPackerTest, PacksSizesNearTwoToThe62) {
  constexpr int64_t huge = int64_t(1) << 62;
  PackingProblem problem;
  problem.buffers = {
      {.id = "a", .range = {0, 1}, .size = huge},
      {.id = "b", .range = {1, 2}, .size = huge},
      {.id = "c", .range = {0, 2}, .size = huge - 2},
  };

  PackResult result = packAndCheck(problem);

  ASSERT_TRUE(result.packing);
  EXPECT_EQ(result.peak, 2 * (huge - 1));
}

// Two buffers of 2^62 bytes together end at 2^63, beyond all offsets.
TEST_P(EveryPackerTest, ReportsOverflowingOffsets) {
  constexpr int64_t huge = int64_t(1) << 62;
  PackingProblem problem;
  for (int i = 0; i < 5; ++i)
    problem.buffers.push_back(
        {.id = std::to_string(i), .range = {0, 1}, .size = huge});

  PackResult result = packAndCheck(problem);

  EXPECT_FALSE(result.packing);
  EXPECT_FALSE(result.message.empty());
}

// The sizes on top of a least offset end beyond 2^63.
TEST_P(EveryPackerTest, PacksSizesWhoseOffsetsAlmostOverflow) {
  PackingProblem problem;
  problem.buffers = {
      {"b4", {2, 4}, 458365779087453588, 5},
      {"b5", {1, 2}, 3830090401757275703, 5},
      {"b7", {0, 3}, 1015739332614492134, 4},
      {"b8", {0, 5}, 2635650259877706669, 4},
      {"b9", {0, 3}, 509721188433297119, 3},
      {"b10", {1, 2}, 826222395604673653, 1359349354580},
  };

  packAndCheck(problem);
}

TEST_P(EveryPackerTest, PacksThousandsOfEqualBuffers) {
  PackingProblem problem;
  for (int i = 0; i < 3000; ++i)
    problem.buffers.push_back(
        {.id = std::to_string(i), .range = {0, 1}, .size = 3});

  EXPECT_EQ(packAndCheck(problem).peak, 9000);
}

TEST_P(EveryPackerTest, PacksTheFirstAndLastSteps) {
  constexpr int64_t first = std::numeric_limits<int64_t>::min();
  constexpr int64_t last = std::numeric_limits<int64_t>::max();
  PackingProblem problem;
  problem.buffers = {
      {.id = "a", .range = {first, last}, .size = 2},
      {.id = "b", .range = {first, first + 1}, .size = 1},
      {.id = "c", .range = {last - 1, last}, .size = 1},
  };

  EXPECT_EQ(packAndCheck(problem).peak, 3);
}

INSTANTIATE_TEST_SUITE_P(Packers, EveryPackerTest,
                         testing::ValuesIn(packerNames()), testName);
