//===- SolutionTest.cpp - Queries of a placement --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Support/Builder.h"

#include <gmock/gmock.h>
#include <limits>

using namespace memplace;
using namespace memplace::test;

namespace {

TEST(PeakBytesTest, IsTheHighestEndPerTier) {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 1}), makeBuffer("a", {0, 1}, 10)}, {{}});
  Solution solution = makeSolution({{0, slow, std::nullopt, {0, 1}},
                                    {1, fast, 64, {0, 1}},
                                    {1, fast, 80, {0, 1}},
                                    {1, fast, 0, {0, 1}},
                                    {0, rom, 8, {0, 1}}},
                                   {}, {{}});
  EXPECT_THAT(peakBytes(problem, solution), testing::ElementsAre(90, 0, 24));
}

TEST(PeakBytesTest, DoesNotOverflow) {
  Problem problem = makeProblem({makeBuffer("a", {0, 1})}, {{}});
  Solution solution =
      makeSolution({{0, fast, INT64_MAX - 3, {0, 1}}}, {}, {{}});
  EXPECT_EQ(peakBytes(problem, solution)[fast], INT64_MAX);
}

TEST(PicosecondsTest, AreRoundedAndNeverOverflow) {
  EXPECT_EQ(toPicoseconds(1.4e-12), 1);
  EXPECT_EQ(toPicoseconds(1.6e-12), 2);
  EXPECT_EQ(toPicoseconds(0.25), 250'000'000'000);
  EXPECT_GT(toPicoseconds(1e300), int64_t(9e18));
  EXPECT_GT(toPicoseconds(std::numeric_limits<double>::infinity()),
            int64_t(9e18));
}

} // namespace
