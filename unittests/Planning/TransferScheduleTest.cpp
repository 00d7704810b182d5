//===- TransferScheduleTest.cpp - Order of issues and waits ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/TransferSchedule.h"
#include "OneBuffer.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;

namespace {

StayTransfer transferAt(Step start, Step done, ChannelId channel = 0) {
  StayTransfer transfer;
  transfer.channel = channel;
  transfer.start = start;
  transfer.done = done;
  return transfer;
}

TEST(TransferScheduleTest, TransfersAreIssuedInOrderOfDeadlines) {
  const Problem problem = makeOneBuffer(8, {});
  const AccessIndex uses(problem);
  TransferSchedule schedule(uses);

  schedule.add(0, transferAt(2, 5));
  schedule.add(0, transferAt(2, 3));

  const auto &queue = schedule.queueAt(0, 2);
  ASSERT_EQ(queue.size(), 2u);
  EXPECT_EQ(queue[0].awaited, 3);
  EXPECT_EQ(queue[1].awaited, 5);
  EXPECT_EQ(queue[0].size, 96);
  EXPECT_TRUE(schedule.queueAt(1, 2).empty()) << "the other channel";
}

TEST(TransferScheduleTest, ABoundaryWaitsForHiddenTransfersFirst) {
  const Problem problem = makeOneBuffer(8, {});
  const AccessIndex uses(problem);
  TransferSchedule schedule(uses);

  schedule.add(0, transferAt(4, 4));
  schedule.add(0, transferAt(1, 4, 1));

  const auto &awaited = schedule.awaitedAt(4);
  ASSERT_EQ(awaited.size(), 2u);
  EXPECT_TRUE(awaited[0].isHidden());
  EXPECT_EQ(awaited[0].channel, 1);
  EXPECT_FALSE(awaited[1].isHidden());
}

TEST(TransferScheduleTest, AWrappedTransferIsAwaitedByTheNextInvocation) {
  Problem problem = makeOneBuffer(8, {});
  problem.isCyclic = true;
  const AccessIndex uses(problem);
  TransferSchedule schedule(uses);

  schedule.add(0, transferAt(7, 1));

  EXPECT_EQ(schedule.queueAt(0, 7)[0].awaited, 9 + 1);
  EXPECT_TRUE(schedule.awaitedAt(1)[0].isWrapped());
}

TEST(TransferScheduleTest, CountsTripsOfALoop) {
  Problem problem = makeOneBuffer(8, {});
  problem.loops = {{{2, 6}, 10}};
  const AccessIndex uses(problem);
  TransferSchedule schedule(uses);

  schedule.add(0, transferAt(3, 4));
  schedule.add(0, transferAt(8, 8));

  EXPECT_EQ(schedule.awaitedAt(4)[0].trips, 10);
  EXPECT_EQ(schedule.awaitedAt(8)[0].trips, 1) << "the end of the program";
}

TEST(TransferScheduleTest, RemovingATransferKeepsTheOthers) {
  const Problem problem = makeOneBuffer(8, {});
  const AccessIndex uses(problem);
  TransferSchedule schedule(uses);
  schedule.add(0, transferAt(2, 5));
  schedule.add(0, transferAt(2, 3));

  schedule.remove(0, transferAt(2, 3));

  ASSERT_EQ(schedule.queueAt(0, 2).size(), 1u);
  EXPECT_EQ(schedule.queueAt(0, 2)[0].awaited, 5);
  EXPECT_TRUE(schedule.awaitedAt(3).empty());
  EXPECT_EQ(schedule.awaitedAt(5).size(), 1u);
}

} // namespace
