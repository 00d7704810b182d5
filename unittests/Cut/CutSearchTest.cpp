//===- CutSearchTest.cpp - The search for cuts ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Cut/CutSearch.h"

#include "CutChain.h"

#include "memplace/Simulator/Simulator.h"
#include "memplace/Verify/Verify.h"

using namespace memplace;
using namespace memplace::cut;
using namespace memplace::test;

/// Returns the first cuts that a search tries, for two ops of 128 rows.
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

/// Places the problem with these cuts by `greedy`. Returns that placement, and
/// the results of a search around the placement.
static std::pair<FoundCuts, std::vector<FoundCuts>>
searchAround(const Problem &problem, const std::vector<CutGroup> &groups) {
  const Result<CutProblem> cut =
      makeCutProblem(problem, cutGroups(problem, groups));
  EXPECT_TRUE(cut) << cut.error();
  GreedyChoice choice;
  SolveResult placed = solveGreedily(cut->problem, {}, choice);
  const FoundCuts given{groups, makespan(cut->problem, *placed.solution),
                        *placed.solution};
  CutSearchLimits limits;
  limits.around = &given;
  return {given, CutSearch(problem, {2, 4}, limits, {}).run()};
}

TEST(CutSearchTest, OtherCutsAreFoundAroundAPlacement) {
  const Problem problem = makeLayers();

  const auto [given, found] = searchAround(problem, {{1, 0, 2, {1, 2}}});

  ASSERT_EQ(found.size(), 1u);
  EXPECT_LT(found[0].seconds, given.seconds);
  const Result<CutProblem> cut =
      makeCutProblem(problem, cutGroups(problem, found[0].groups));
  ASSERT_TRUE(cut) << cut.error();
  EXPECT_FALSE(verify(cut->problem, found[0].solution));
  EXPECT_EQ(makespan(cut->problem, found[0].solution), found[0].seconds);
}

TEST(CutSearchTest, NothingIsFoundAroundAPlacementWithLoops) {
  Problem problem = makeChain(128);
  problem.loops = {{.range = {0, 1}, .tripCount = 3}};
  problem.buffers[0].range.end = 2;

  EXPECT_TRUE(searchAround(problem, {{1, 0, 2, {1, 2}}}).second.empty());
}

TEST(CutSearchTest, ALocalSearchBeginsWithSingleOps) {
  for (const CutGroup &group : findFirstCuts(/*isLocal=*/true))
    EXPECT_EQ(group.steps, (LiveRange{group.seed, group.seed + 1}));
}
