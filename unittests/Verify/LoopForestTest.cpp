//===- LoopForestTest.cpp - Nesting of loops ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Verify/VerifyParts.h"
#include "Support/Builder.h"

#include <gmock/gmock.h>

using namespace memplace;
using namespace memplace::test;
using testing::ElementsAre;

namespace {

constexpr int32_t none = LoopForest::none;

LoopForest nestOf(const std::vector<LiveRange> &ranges) {
  Problem problem = makeProblem({}, {{}, {}, {}, {}, {}});
  for (LiveRange range : ranges)
    problem.loops.push_back({range, 2});
  return LoopForest(problem);
}

TEST(LoopForestTest, AnInnerLoopMayComeFirstInTheFile) {
  LoopForest nest = nestOf({{3, 5}, {1, 2}, {0, 3}});
  EXPECT_THAT(nest.order, ElementsAre(2, 1, 0));
  EXPECT_THAT(nest.parent, ElementsAre(none, 2, none));
  EXPECT_THAT(nest.innermost, ElementsAre(2, 1, 2, 0, 0));
  EXPECT_THAT(nest.across, ElementsAre(none, 2, 2, none, 0, none));
}

TEST(LoopForestTest, TheLongerOfTwoLoopsWithOneStartIsOuter) {
  LoopForest nest = nestOf({{0, 2}, {0, 4}});
  EXPECT_THAT(nest.order, ElementsAre(1, 0));
  EXPECT_THAT(nest.parent, ElementsAre(1, none));
  EXPECT_THAT(nest.innermost, ElementsAre(0, 0, 1, 1, none));
}

TEST(LoopForestTest, LoopsOverTheSameStepsNestInTheOrderOfTheFile) {
  LoopForest nest = nestOf({{1, 3}, {1, 3}, {1, 3}});
  EXPECT_THAT(nest.order, ElementsAre(0, 1, 2));
  EXPECT_THAT(nest.parent, ElementsAre(none, 0, 1));
}

} // namespace
