//===- CutSearchTest.cpp - Where to cut -----------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Cut/CutSearch.h"

#include "CutChain.h"

using namespace memplace;
using namespace memplace::cut;
using namespace memplace::test;

/// The first cuts that a search finds, of two ops in 128 rows.
static std::vector<CutGroup> findFirstCuts(bool isLocal) {
  const Problem problem = makeChain(128);
  CutSearchLimits limits;
  limits.isLocal = isLocal;
  const std::vector<FoundCuts> found =
      CutSearch(problem, {2, 4}, limits, {}).run();
  EXPECT_FALSE(found.empty());
  return found.empty() ? std::vector<CutGroup>() : found.back().groups;
}

TEST(CutSearchTest, BeginsWithTheWholeProgram) {
  const std::vector<CutGroup> groups = findFirstCuts(/*isLocal=*/false);
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].steps, (LiveRange{0, 2}));
}

TEST(CutSearchTest, BeginsWithSingleOpsIfItIsLocal) {
  for (const CutGroup &group : findFirstCuts(/*isLocal=*/true))
    EXPECT_EQ(group.steps, (LiveRange{group.seed, group.seed + 1}));
}
