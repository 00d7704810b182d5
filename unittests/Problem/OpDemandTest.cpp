//===- OpDemandTest.cpp - Bytes that an op needs at once ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Problem/OpDemand.h"

#include "../Support/Builder.h"

#include <limits>

using namespace memplace;
using namespace memplace::test;

using Bytes = std::vector<int64_t>;

/// An op that reads live-in x and y of 100 bytes. Only fast memory serves ops.
static Problem makeReads() {
  Problem problem =
      makeProblem({makeLiveIn("x", {0, 1}), makeLiveIn("y", {0, 1})},
                  {{reads(0), reads(1)}});
  for (Buffer &buffer : problem.buffers)
    buffer.size = 100;
  problem.target.tiers[slow].servesOps = false;
  problem.target.tiers[rom].servesOps = false;
  return problem;
}

TEST(OpDemandTest, OperandsOfOneTierAddUp) {
  EXPECT_EQ(leastDemand(makeReads(), 0), (Bytes{200, 0, 0}));
}

TEST(OpDemandTest, TheCallersPlaceCostsNothing) {
  Problem problem = makeReads();
  problem.ops[0].accesses[1].tiers = {fast, slow};
  EXPECT_EQ(leastDemand(problem, 0), (Bytes{100, 0, 0}));
  EXPECT_EQ(likelyDemand(problem, 0), (Bytes{104, 0, 0}));
}

TEST(OpDemandTest, TwoAccessesToABufferCountOnce) {
  Problem problem = makeReads();
  problem.ops[0].accesses = {reads(0), updates(0)};
  EXPECT_EQ(leastDemand(problem, 0), (Bytes{100, 0, 0}));
}

TEST(OpDemandTest, AnOperandWithAChoiceTakesTheTierWithMoreRoom) {
  Problem problem = makeReads();
  problem.target.tiers[rom].servesOps = true;
  EXPECT_EQ(leastDemand(problem, 0), (Bytes{0, 0, 0}));
  EXPECT_EQ(likelyDemand(problem, 0), (Bytes{0, 0, 208}));
  problem.target.tiers[rom].capacity = 1024;
  EXPECT_EQ(likelyDemand(problem, 0), (Bytes{104, 0, 104}));
}

TEST(OpDemandTest, ANeededResultLastsThroughTheNextStep) {
  // The second op uses another buffer; the third op reads the result.
  Problem problem =
      makeProblem({makeBuffer("a", {0, 3}), makeLiveIn("x", {0, 3})},
                  {{writes(0)}, {reads(1)}, {reads(0)}});
  problem.buffers[0].size = problem.buffers[1].size = 100;
  problem.target.tiers[slow].servesOps = false;
  problem.target.tiers[rom].servesOps = false;
  EXPECT_EQ(findLeftResults(problem),
            (std::vector<std::vector<BufferId>>{{}, {0}, {}}));
  EXPECT_EQ(likelyDemand(problem, 1), (Bytes{104, 0, 0}));
  EXPECT_EQ(likelyDemand(problem, 1, {0}), (Bytes{208, 0, 0}));
  // An operand counts once.
  problem.ops[1].accesses = {reads(0)};
  EXPECT_EQ(likelyDemand(problem, 1, {0}), (Bytes{104, 0, 0}));
  // A result that is overwritten next, or may be elsewhere, is not left.
  problem.ops[1].accesses = {reads(1)};
  problem.ops[2].accesses = {writes(0)};
  EXPECT_EQ(findLeftResults(problem)[1], std::vector<BufferId>());
  problem.ops[2].accesses = {reads(0)};
  problem.target.tiers[slow].servesOps = true;
  EXPECT_EQ(findLeftResults(problem)[1], std::vector<BufferId>());
}

TEST(OpDemandTest, HugeSizesSaturate) {
  Problem problem = makeReads();
  for (Buffer &buffer : problem.buffers)
    buffer.size = std::numeric_limits<int64_t>::max() - 1;
  const int64_t most = std::numeric_limits<int64_t>::max();
  EXPECT_EQ(leastDemand(problem, 0), (Bytes{most, 0, 0}));
  EXPECT_EQ(likelyDemand(problem, 0), (Bytes{most, 0, 0}));
}

TEST(OpDemandTest, AnExcessNamesOpAndTier) {
  Problem problem = makeReads();
  problem.target.tiers[fast].capacity = 200;
  EXPECT_FALSE(findExcess(problem, 0));
  problem.target.tiers[fast].capacity = 199;
  EXPECT_EQ(findExcess(problem, 0),
            "op 'op0' (step 0) needs 200 bytes in 'fast' at once, which has "
            "199");
}
