//===- RepeatsTest.cpp - Repetitions in a program -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HandProblems.h"
#include "SearchParts.h"

#include <gtest/gtest.h>

using namespace memplace;
using namespace memplace::testing;
using namespace memplace::planning;
using namespace memplace::solver::search;

namespace {

/// Layers of twelve ops. Each op reads a table shared by all ops, and a weight
/// of its own; the sizes of weights differ within a layer.
constexpr Step layer = 12;
Problem makeLayers(Step numLayers) {
  Problem problem;
  problem.name = "layers";
  problem.target = makeToyTarget();
  const Step numSteps = layer * numLayers;
  problem.buffers = {
      {.name = "table", .size = 8, .range = {0, numSteps}, .liveIn = true}};
  for (Step step = 0; step < numSteps; ++step) {
    problem.buffers.push_back({.name = "weight",
                               .size = 8 + 8 * (step % layer),
                               .range = {0, numSteps},
                               .liveIn = true});
    problem.ops.push_back(
        {"op",
         second,
         {{0, AccessMode::Read, 8, {}},
          {static_cast<BufferId>(step + 1), AccessMode::Read, 8, {}}}});
  }
  return problem;
}

TEST(RepeatsTest, AnOpIsLikeOpsOfOtherLayersWithEqualNeighbours) {
  const Problem problem = makeLayers(3);
  const SearchParts parts(problem);

  EXPECT_TRUE(parts.repeats.hasAny());
  EXPECT_EQ(parts.repeats.sitesLike(5),
            (std::vector<SiteId>{5, 5 + layer, 5 + 2 * layer}));
  EXPECT_EQ(parts.repeats.sitesLike(0), std::vector<SiteId>{0});
}

TEST(RepeatsTest, AProgramWithoutRepetitionHasNoLikeSites) {
  const Problem problem = makeLayers(1);
  const SearchParts parts(problem);

  EXPECT_FALSE(parts.repeats.hasAny());
  EXPECT_EQ(parts.repeats.sitesLike(5), std::vector<SiteId>{5});
}

// The table is its own counterpart, and the last layer has no counterparts.
TEST(RepeatsTest, AWeightHasItsCounterpartInTheNextLayer) {
  const Problem problem = makeLayers(2);
  const SearchParts parts(problem);

  const auto pairs = parts.repeats.counterparts(4, 5, layer);
  ASSERT_EQ(pairs.size(), 2u);
  for (SiteId i = 0; i < 2; ++i) {
    EXPECT_EQ(pairs[i].from, 4 + 1 + i);
    EXPECT_EQ(pairs[i].to, 4 + 1 + i + layer);
  }
  EXPECT_TRUE(parts.repeats.counterparts(4, 5, 2 * layer).empty());
  EXPECT_TRUE(parts.repeats.counterparts(4, 5, -layer).empty());
  EXPECT_TRUE(parts.repeats.counterparts(4, 5, 1).empty());
}

TEST(RepeatsTest, AnOpIsRepeatedAtItsCounterpart) {
  const Problem problem = makeLayers(2);
  const SearchParts parts(problem);

  EXPECT_TRUE(parts.repeats.isRepeatedAt(0, layer));
  EXPECT_TRUE(parts.repeats.isRepeatedAt(2 * layer - 1, -layer));
  EXPECT_FALSE(parts.repeats.isRepeatedAt(0, 1));
  EXPECT_FALSE(parts.repeats.isRepeatedAt(0, 2 * layer));
  EXPECT_FALSE(parts.repeats.isRepeatedAt(0, -layer));
}

// Ops at the ends of the first and the last layer have different neighbours.
TEST(RepeatsTest, LayersInARowShareMostOfTheirWeights) {
  for (Step numLayers : {2, 5})
    for (Step numShared : {Step(1), layer}) {
      Problem problem = makeLayers(numLayers);
      for (Step step = 0; step < numLayers * layer; ++step)
        if (step % layer < numShared)
          problem.ops[step].accesses[1].buffer =
              static_cast<BufferId>(step % layer + 1);
      if (numShared == layer)
        problem.buffers.resize(1 + layer);
      const SearchParts parts(problem);

      EXPECT_EQ(parts.repeats.hasShared(), numLayers == 5 && numShared == layer)
          << numLayers << " layers, " << numShared;
    }
}

TEST(RepeatsTest, ABufferWithMoreUsesIsNoCounterpart) {
  Problem problem = makeLayers(2);
  problem.ops[0].accesses.push_back(
      {static_cast<BufferId>(5 + layer), AccessMode::Read, 8, {}});
  const SearchParts parts(problem);

  EXPECT_TRUE(parts.repeats.counterparts(4, 4, layer).empty());
  EXPECT_EQ(parts.repeats.counterparts(3, 4, layer).size(), 1u);
}

} // namespace
