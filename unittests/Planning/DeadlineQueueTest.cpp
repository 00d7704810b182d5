//===- DeadlineQueueTest.cpp - A channel that serves by deadline ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/DeadlineQueue.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::planning;

namespace {

InFlightTransfer flightOf(BufferId buffer, int64_t deadline, double size) {
  InFlightTransfer flight;
  flight.deadline = deadline;
  flight.buffer = buffer;
  flight.size = flight.bytesLeft = size;
  return flight;
}

TEST(DeadlineQueueTest, TheEarliestDeadlineFlowsFirst) {
  DeadlineQueue queue;
  EXPECT_TRUE(queue.isIdle());
  queue.issue(flightOf(0, 5, 10), /*latency=*/0);
  queue.issue(flightOf(1, 3, 20), 0);

  EXPECT_EQ(queue.bytesLeft(), 20);
  EXPECT_FALSE(queue.pass(1, 19, 0));
  EXPECT_TRUE(queue.pass(1, 1, 0)) << "the last byte";
  EXPECT_EQ(queue.bytesLeft(), 10);
  EXPECT_FALSE(queue.contains(flightOf(1, 3, 20)));
  EXPECT_TRUE(queue.contains(flightOf(0, 5, 10)));
}

// The second transfer was issued half a second after the first.
TEST(DeadlineQueueTest, NothingFlowsBeforeItsLatencyIsOver) {
  DeadlineQueue queue;
  queue.issue(flightOf(0, 5, 10), 1);
  EXPECT_FALSE(queue.isFlowing());
  EXPECT_EQ(queue.secondsToReady(), 1);
  queue.pass(0.5, 0, 1);
  queue.issue(flightOf(1, 3, 20), 1);
  double latency = 0;
  double bytes = 0;
  ASSERT_TRUE(queue.find(flightOf(1, 3, 20), latency, bytes));
  EXPECT_EQ(latency, 1);
  EXPECT_EQ(bytes, 20);

  queue.pass(0.5, 0, 1);

  EXPECT_TRUE(queue.isFlowing());
  EXPECT_EQ(queue.bytesLeft(), 10);
  EXPECT_EQ(queue.secondsToReady(), 0.5);
  queue.pass(0.5, 2, 1);
  EXPECT_EQ(queue.bytesLeft(), 20) << "it is awaited before";
  EXPECT_EQ(queue.secondsToReady(), infinity);
}

TEST(DeadlineQueueTest, QueuesInTheSameStateAreEqual) {
  DeadlineQueue early, late;
  early.issue(flightOf(0, 5, 10), 1);
  late.issue(flightOf(0, 5, 10), 1);
  EXPECT_TRUE(early == late);

  early.pass(0.25, 0, 1);

  EXPECT_FALSE(early == late);
  early.clear();
  EXPECT_TRUE(early == DeadlineQueue());
}

TEST(DeadlineQueueTest, NothingArrivesDuringLatencies) {
  DeadlineQueue queue;
  EXPECT_FALSE(queue.pass(1, 1, 0)) << "there is nothing";
  queue.issue(flightOf(0, 5, 10), 1);

  EXPECT_FALSE(queue.pass(0.5, 100, 1));
}

TEST(DeadlineQueueTest, FindsWaitingTransfers) {
  DeadlineQueue queue;
  for (BufferId buffer : {2, 0, 1})
    queue.issue(flightOf(buffer, 5 + buffer, 10 * (buffer + 1)), 0);
  for (BufferId buffer : {0, 1, 2}) {
    double latency = 1;
    double bytes = 0;
    EXPECT_TRUE(queue.find(flightOf(buffer, 5 + buffer, 0), latency, bytes));
    EXPECT_EQ(latency, 0);
    EXPECT_EQ(bytes, 10 * (buffer + 1));
  }

  EXPECT_FALSE(queue.contains(flightOf(3, 6, 0)));
  EXPECT_FALSE(queue.contains(flightOf(3, 9, 0)));
}

} // namespace
