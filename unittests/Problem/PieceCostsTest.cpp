//===- PieceCostsTest.cpp - Costs of pieces of ops ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Problem/PieceCosts.h"

#include <gtest/gtest.h>

using namespace memplace;

static Target makeTarget(int64_t launchPs, int64_t piecePs) {
  Target target;
  target.launchPs = launchPs;
  target.piecePs = piecePs;
  return target;
}

TEST(PieceCostsTest, WithoutLaunchesTheWholeCostIsOverhead) {
  EXPECT_EQ(getLaunchOverheadPs(makeTarget(0, 700)), 700);
  EXPECT_EQ(getLaunchOverheadPs(makeTarget(0, 0)), 0);
}

TEST(PieceCostsTest, TwoLaunchesReduceTheOverhead) {
  EXPECT_EQ(getLaunchOverheadPs(makeTarget(1000, 2600)), 600);
}

TEST(PieceCostsTest, UsesOneOrTwoLaunchesWhicheverIsNearer) {
  EXPECT_EQ(getLaunchOverheadPs(makeTarget(1000, 900)), 0);
  EXPECT_EQ(getLaunchOverheadPs(makeTarget(1000, 1499)), 0);
  EXPECT_EQ(getLaunchOverheadPs(makeTarget(1000, 1500)), 1);
  EXPECT_EQ(getLaunchOverheadPs(makeTarget(1000, 2000)), 1);
}

// A piece is launched, and so is the op before the piece, if there is one.
TEST(PieceCostsTest, ThePieceCostIsAtLeastItsLowerBound) {
  for (int64_t launch : {0, 1, 7, 1000})
    for (int64_t piece = 0; piece < 4 * launch + 10; ++piece) {
      const Target target = makeTarget(launch, piece);
      const int64_t overhead = getLaunchOverheadPs(target);
      const int64_t cost = launch + (overhead > 0 ? launch + overhead : 0);
      EXPECT_LE(getLeastPiecePs(target), cost);
      EXPECT_GE(getLeastPiecePs(target), launch);
      if (piece > 2 * launch)
        EXPECT_EQ(getLeastPiecePs(target), piece);
    }
}
