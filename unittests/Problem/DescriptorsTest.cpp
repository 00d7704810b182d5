//===- DescriptorsTest.cpp - DMA descriptors of a transfer ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Problem/Descriptors.h"

#include "Support/Builder.h"

#include "gtest/gtest.h"

using namespace memplace;
using namespace memplace::test;

namespace {

/// An external buffer of 240 bytes in 3 planes of 4 rows, and channels with a
/// latency of 100 ps.
struct DescriptorsTest : ::testing::Test {
  DescriptorsTest()
      : problem(makeProblem({makeLiveIn("x", {0, 1})}, {{reads(0)}})),
        channel(problem.target.channels.front()) {
    problem.buffers[0].size = 240;
    problem.buffers[0].rows = {3, 4};
    channel.from = problem.target.defaultTier;
    channel.latencyPs = 100;
  }
  int64_t count() const {
    return descriptorsOf(problem, problem.buffers[0], channel);
  }

  Problem problem;
  Channel channel;
};

} // namespace

TEST_F(DescriptorsTest, EachRowTakesADescriptorOnAOneDimensionalChannel) {
  EXPECT_EQ(bytesOfRow(problem.buffers[0]), 20);
  EXPECT_EQ(count(), 12);
  EXPECT_EQ(latencyOf(problem, problem.buffers[0], channel), 1200);
}

TEST_F(DescriptorsTest, AChannelMovesItsNumberOfDimensionsAtOnce) {
  channel.dimensions = 2;
  EXPECT_EQ(count(), 3);
  channel.dimensions = 3;
  EXPECT_EQ(count(), 1);
}

TEST_F(DescriptorsTest, ShortRowsTakeADescriptorEach) {
  channel.dimensions = 3;
  channel.leastRun = 20;
  EXPECT_EQ(count(), 1);
  channel.leastRun = 21;
  EXPECT_EQ(count(), 12);
}

TEST_F(DescriptorsTest, AwayFromHomeABufferIsOneRun) {
  channel.from = channel.to = 0;
  EXPECT_EQ(count(), 1);
}

TEST_F(DescriptorsTest, ADeadlineChannelHasOneLatencyPerTransfer) {
  channel.order = ChannelOrder::Deadline;
  EXPECT_EQ(latencyOf(problem, problem.buffers[0], channel), 100);
}

TEST_F(DescriptorsTest, RowsMustFillTheExternalBuffer) {
  EXPECT_FALSE(check(problem));
  problem.buffers[0].rows = {3, 7};
  EXPECT_EQ(check(problem)->message,
            "buffers[0].rows[1]: the buffer's 240 bytes are not that many rows "
            "of one length");
  problem.buffers[0].rows = {0};
  EXPECT_EQ(check(problem)->message,
            "buffers[0].rows[0]: must be at least 1, got 0");
  problem.buffers[0].rows = {3};
  problem.buffers[0].external = false;
  EXPECT_EQ(check(problem)->message,
            "buffers[0].rows: only an external buffer has rows, which are its "
            "place at home");
}
