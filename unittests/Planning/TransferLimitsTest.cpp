//===- TransferLimitsTest.cpp - Limits on transfers in flight -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Planning/TransferLimits.h"
#include "OneBuffer.h"

#include <gmock/gmock.h>

using namespace memplace;
using namespace memplace::planning;
using namespace memplace::testing;
using ::testing::ElementsAre;

namespace {

/// Returns {start, done} of each transfer on channel 0 with \p limit, in order.
std::vector<std::pair<Step, Step>>
meet(int64_t limit, const std::vector<std::pair<Step, Step>> &flights,
     const std::vector<Loop> &loops = {}) {
  Problem problem = makeOneBuffer(12, {});
  problem.loops = loops;
  problem.target.channels[0].outstanding = limit;
  Solution solution;
  for (auto [start, done] : flights)
    solution.transfers.push_back({0, 1, 0, start, done});
  std::vector<std::pair<Step, Step>> met;
  const bool hasMoved = meetTransferLimits(problem, solution);
  for (const Transfer &transfer : solution.transfers)
    met.emplace_back(transfer.start, transfer.done);
  EXPECT_EQ(hasMoved, met != flights);
  return met;
}

TEST(TransferLimitsTest, TransfersBelowTheLimitStayAsTheyAre) {
  EXPECT_THAT(meet(2, {{0, 4}, {1, 3}, {3, 5}, {4, 6}}),
              ElementsAre(std::pair(0, 4), std::pair(1, 3), std::pair(3, 5),
                          std::pair(4, 6)));
}

TEST(TransferLimitsTest, TheOldestTransferIsAwaitedBeforeAnotherIsIssued) {
  EXPECT_THAT(meet(2, {{0, 9}, {1, 8}, {3, 7}, {5, 6}}),
              ElementsAre(std::pair(0, 3), std::pair(1, 5), std::pair(3, 7),
                          std::pair(5, 6)));
}

TEST(TransferLimitsTest, TransfersOfOneBoundaryAboveTheLimitAreAwaitedThere) {
  // The transfers awaited at the boundary take one of the places, in turn.
  EXPECT_THAT(meet(2, {{3, 9}, {3, 8}, {3, 7}}),
              ElementsAre(std::pair(3, 9), std::pair(3, 3), std::pair(3, 3)));
  EXPECT_THAT(meet(1, {{3, 9}, {3, 8}}),
              ElementsAre(std::pair(3, 3), std::pair(3, 3)));
}

TEST(TransferLimitsTest, ACopyWithoutOverlapNeedsAPlace) {
  EXPECT_THAT(meet(1, {{0, 9}, {4, 4}, {4, 4}}),
              ElementsAre(std::pair(0, 4), std::pair(4, 4), std::pair(4, 4)));
}

TEST(TransferLimitsTest, ATransferFromBeforeALoopIsAwaitedBeforeTheLoop) {
  EXPECT_THAT(meet(1, {{0, 9}, {5, 6}}, {{{3, 8}, 2}, {{4, 7}, 2}}),
              ElementsAre(std::pair(0, 3), std::pair(5, 6)));
  // A transfer from the same loop is awaited inside.
  EXPECT_THAT(meet(1, {{3, 8}, {5, 6}}, {{{3, 8}, 2}, {{4, 7}, 2}}),
              ElementsAre(std::pair(3, 4), std::pair(5, 6)));
}

TEST(TransferLimitsTest, AnotherChannelKeepsItsTransfers) {
  Problem problem = makeOneBuffer(4, {});
  problem.target.channels[0].outstanding = 1;
  Solution solution;
  solution.transfers = {{0, 1, 1, 0, 3}, {0, 1, 1, 1, 3}};
  EXPECT_FALSE(meetTransferLimits(problem, solution));
}

} // namespace
