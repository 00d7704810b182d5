//===- BenchmarkTest.cpp - Packing problems published by others -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Packing/CSV.h"
#include "memplace/Packing/Pack.h"

#include <gtest/gtest.h>

using namespace memplace;

static PackingProblem readBenchmark(const std::string &file,
                                    std::optional<int64_t> capacity) {
  Result<PackingProblem> problem =
      readPackingCSV(MEMPLACE_SOURCE_DIR "/benchmarks/problems/packing/" + file,
                     {{"", capacity}});
  EXPECT_TRUE(bool(problem)) << (problem ? "" : problem.error());
  return problem ? *problem : PackingProblem();
}

static PackResult packAndVerify(const PackingProblem &problem, int64_t nodes) {
  PackResult result = pack(problem, {.nodes = nodes});
  if (result.packing) {
    std::optional<Error> error = verifyPacking(problem, *result.packing);
    EXPECT_FALSE(error) << error->message;
  }
  return result;
}

namespace {
class MiniMallocTest : public testing::TestWithParam<char> {};
} // namespace

TEST_P(MiniMallocTest, FitsInItsCapacity) {
  const std::string file = std::string(1, GetParam()) + ".1048576.csv";
  PackingProblem problem = readBenchmark(file, 1048576);

  PackResult result = packAndVerify(problem, 200000);

  ASSERT_TRUE(result.packing) << result.message;
  EXPECT_LE(result.peak, 1048576);
}

INSTANTIATE_TEST_SUITE_P(Problems, MiniMallocTest,
                         testing::Range('A', char('K' + 1)));

TEST(BenchmarkTest, PacksProblemCOptimally) {
  PackResult result = packAndVerify(readBenchmark("C.1048576.csv", {}), 10000);

  EXPECT_EQ(result.status, PackStatus::Optimal);
  EXPECT_EQ(result.peak, 1039360);
}

TEST(BenchmarkTest, ReachesTheBoundOnTraces) {
  for (const char *file : {"resnet50.csv.gz", "G_1.csv.gz"})
    EXPECT_EQ(packAndVerify(readBenchmark(file, {}), 10000).status,
              PackStatus::Optimal)
        << file;
}

// The best published ratio is 1.0076.
TEST(BenchmarkTest, PacksALargeTraceWithinAThousandthOfTheBound) {
  PackResult result =
      packAndVerify(readBenchmark("pangu_2.6B.csv.gz", {}), 1000000);

  ASSERT_TRUE(result.packing);
  EXPECT_LE(static_cast<double>(result.peak),
            1.001 * static_cast<double>(result.bound));
}
