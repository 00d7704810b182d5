//===- PieceSizesTest.cpp - Numbers and sizes of pieces -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Cut/PieceSizes.h"
#include "CutChain.h"

#include <cstdlib>

using namespace memplace;
using namespace memplace::cut;
using namespace memplace::test;

namespace {
/// Accepts groups nearer to the best group.
struct Goal {
  CutGroup best;
  int64_t distance = 1000;
  int64_t numTrials = 0, maxTrials = 1000;

  int64_t distanceOf(const CutGroup &group) const {
    return std::abs(group.pieces - best.pieces) +
           std::abs(group.first - best.first) +
           std::abs(group.last - best.last);
  }
  SizeTrials trials() {
    return {[this] { return numTrials < maxTrials; },
            [this](const std::vector<CutGroup> &groups) {
              ++numTrials;
              const int64_t now = distanceOf(groups[0]);
              return now < distance && ((distance = now), true);
            }};
  }
};
} // namespace

TEST(PieceSizesTest, CountsContinueFromAFasterCount) {
  Goal goal{.best = {.pieces = 7}};

  const auto found = tuneCounts({{.pieces = 4}}, 2, 16, goal.trials());

  EXPECT_EQ(found[0].pieces, 7);
}

TEST(PieceSizesTest, CountsStayWithinTheLimits) {
  Goal goal{.best = {.pieces = 40}};

  const auto found = tuneCounts({{.pieces = 4}}, 2, 6, goal.trials());

  EXPECT_EQ(found[0].pieces, 6);
}

TEST(PieceSizesTest, EndPiecesAreFoundByHalvingTheChange) {
  Goal goal{.best = {.pieces = 4, .first = 5, .last = 21}};
  goal.distance = 10; // Distance of even pieces.

  const auto found = tuneEnds(makeChain(64), {{.pieces = 4}}, goal.trials());

  EXPECT_EQ(found[0].first, 5);
  EXPECT_EQ(found[0].last, 21);
}

TEST(PieceSizesTest, EndPiecesOfAlikeLayersChangeTogether) {
  Goal goal{.best = {.pieces = 4, .last = 3}};

  const auto found = tuneEnds(
      makeChain(16), {{.seed = 0, .pieces = 4}, {.seed = 1, .pieces = 4}},
      goal.trials());

  EXPECT_EQ(found[0].last, 3);
  EXPECT_EQ(found[1].last, 3);
}

TEST(PieceSizesTest, StopsOnRequest) {
  Goal goal{.best = {.pieces = 4, .last = 3}, .maxTrials = 1};

  (void)tuneEnds(makeChain(16), {{.pieces = 4}}, goal.trials());

  EXPECT_EQ(goal.numTrials, 1);
}

TEST(PieceSizesTest, OpsAreAlikeIfTheyAreCutAlikeAndComputeAboutAsMuch) {
  Problem problem = makeChain();
  EXPECT_TRUE(areAlike(problem, 0, 1));
  problem.ops[1].computePs = 84;
  EXPECT_TRUE(areAlike(problem, 0, 1));
  problem.ops[1].computePs = 90;
  EXPECT_FALSE(areAlike(problem, 0, 1));
  problem.ops[1] = problem.ops[0];
  problem.ops[1].cuts[0].extent = 4;
  EXPECT_FALSE(areAlike(problem, 0, 1));
}
