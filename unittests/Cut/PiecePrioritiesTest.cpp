//===- PiecePrioritiesTest.cpp - Priorities passed on between cut problems ===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Cut/PiecePriorities.h"

#include <gmock/gmock.h>

using namespace memplace;
using namespace memplace::cut;
using ::testing::DoubleEq;
using ::testing::ElementsAre;

/// Element k of \p bufferOf is the uncut buffer of the cut problem's buffer k.
static CutProblem makePiecesOf(std::vector<BufferId> bufferOf) {
  CutProblem cut;
  cut.bufferOf = std::move(bufferOf);
  return cut;
}

TEST(PiecePrioritiesTest, AreEmptyAtFirst) {
  EXPECT_TRUE(
      PiecePriorities().choiceFor(makePiecesOf({0, 1, 2})).weights.empty());
}

TEST(PiecePrioritiesTest, PiecesKeepTheirPriorities) {
  const CutProblem cut = makePiecesOf({0, 0, 1, 2});
  const PiecePriorities priorities(cut,
                                   {.variant = 3, .weights = {1, 2, 3, 4}});

  const GreedyChoice choice = priorities.choiceFor(cut);

  EXPECT_EQ(choice.variant, 3u);
  EXPECT_THAT(choice.weights, ElementsAre(1, 2, 3, 4));
}

TEST(PiecePrioritiesTest, ABufferCutDifferentlyGetsTheAverage) {
  const PiecePriorities priorities(makePiecesOf({0, 0, 1, 2}),
                                   {.variant = 0, .weights = {2, 8, 3, 5}});

  EXPECT_THAT(priorities.choiceFor(makePiecesOf({0, 1, 1, 2})).weights,
              ElementsAre(DoubleEq(4), DoubleEq(3), DoubleEq(3), 5));
}

TEST(PiecePrioritiesTest, AreEmptyWithoutABestPass) {
  const CutProblem cut = makePiecesOf({0, 1});

  EXPECT_TRUE(PiecePriorities(cut, {}).choiceFor(cut).weights.empty());
}
