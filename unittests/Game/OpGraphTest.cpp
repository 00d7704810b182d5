//===- OpGraphTest.cpp - The graph that networks read ---------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Game/OpGraph.h"

#include "../Support/Builder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>

using namespace memplace;
using namespace memplace::test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

namespace {

/// Op 0 makes a of weights w; op 1 makes b of a; op 2 makes c of a and b.
Problem diamond() {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 3}), makeBuffer("a", {0, 3}),
                   makeBuffer("b", {1, 3}), makeBuffer("c", {2, 3})},
                  {{reads(0), writes(1, 8)},
                   {reads(1, 8), writes(2)},
                   {reads(1, 8), reads(2), writes(3)}});
  problem.ops[0].name =
      "conv1 ifm=224x223x3 ofm=112x111x64 kernel=7x5 stride=2 pad=3 "
      "dilation=1 groups=4 batch=2 note=none kernel";
  return problem;
}

OpGraph graphOf(const Problem &problem) {
  Result<MapGame> game = MapGame::create(problem);
  EXPECT_TRUE(bool(game)) << game.error();
  return makeOpGraph(*game);
}

double featureOf(const OpGraph &graph, size_t node, NodeFeature feature) {
  return graph.nodes[node][static_cast<size_t>(feature)];
}

TEST(OpGraphTest, EdgesAreDataFlow) {
  const OpGraph graph = graphOf(diamond());

  EXPECT_THAT(graph.edges, ElementsAre(Pair(0, 1), Pair(0, 2), Pair(1, 2)));
  EXPECT_THAT(graph.owners,
              ElementsAre(TensorOwner{0, true}, TensorOwner{0, false},
                          TensorOwner{1, false}, TensorOwner{2, false}));
  EXPECT_FALSE(check(graph));
}

TEST(OpGraphTest, FeaturesAreThoseOfTheOp) {
  const OpGraph graph = graphOf(diamond());

  EXPECT_EQ(featureOf(graph, 0, NodeFeature::OpKind), 1);
  EXPECT_EQ(featureOf(graph, 1, NodeFeature::OpKind), 3);
  EXPECT_EQ(featureOf(graph, 2, NodeFeature::OpKind), 2);
  EXPECT_EQ(featureOf(graph, 0, NodeFeature::WeightSize), 16);
  EXPECT_EQ(featureOf(graph, 0, NodeFeature::IfmX), 224);
  EXPECT_EQ(featureOf(graph, 0, NodeFeature::IfmY), 223);
  EXPECT_EQ(featureOf(graph, 0, NodeFeature::OfmZ), 64);
  EXPECT_EQ(featureOf(graph, 0, NodeFeature::KernelX), 7);
  EXPECT_EQ(featureOf(graph, 0, NodeFeature::KernelY), 5);
  EXPECT_EQ(featureOf(graph, 0, NodeFeature::Groups), 4);
  EXPECT_EQ(featureOf(graph, 0, NodeFeature::Batch), 2);
  EXPECT_EQ(featureOf(graph, 1, NodeFeature::KernelX), 0);
  EXPECT_EQ(featureOf(graph, 2, NodeFeature::IfmSize), 24);
  EXPECT_EQ(featureOf(graph, 1, NodeFeature::OfmSize), 16);
  EXPECT_EQ(featureOf(graph, 0, NodeFeature::OpsLeft), 2);
  EXPECT_EQ(featureOf(graph, 0, NodeFeature::WeightsLeft), 0);
  EXPECT_EQ(featureOf(graph, 0, NodeFeature::OutputLife), 3);
}

TEST(OpGraphTest, OneNodeAndNoWeightsAreAGraph) {
  const OpGraph graph =
      graphOf(makeProblem({makeBuffer("a", {0, 1})}, {{writes(0)}}));

  EXPECT_EQ(graph.nodes.size(), 1u);
  EXPECT_TRUE(graph.edges.empty());
  EXPECT_FALSE(check(graph));
  for (float value : scaledFeatures(graph))
    EXPECT_TRUE(std::isfinite(value));
}

TEST(OpGraphTest, ScaledFeaturesAreAboutZeroToOne) {
  const std::vector<float> scaled = scaledFeatures(graphOf(diamond()));

  EXPECT_EQ(scaled.size(), 3 * numNodeFeatures);
  for (float value : scaled) {
    EXPECT_GE(value, 0);
    EXPECT_LE(value, 1);
  }
}

TEST(OpGraphTest, SaysWhatIsWrongWithAGraph) {
  const OpGraph graph = graphOf(diamond());
  const auto errorWith = [&](auto change) {
    OpGraph changed = graph;
    change(changed);
    const std::optional<Error> error = check(changed);
    return error ? error->message : "";
  };

  EXPECT_THAT(errorWith([](OpGraph &g) {
                g.edges.push_back({2, 0});
              }),
              HasSubstr("cycle"));
  EXPECT_THAT(errorWith([](OpGraph &g) {
                g.edges.push_back({2, 3});
              }),
              HasSubstr("edge from node 2 to node 3, but only 3 nodes"));
  EXPECT_THAT(errorWith([](OpGraph &g) { g.owners[1].node = 3; }),
              HasSubstr("belongs to node 3"));
  EXPECT_THAT(errorWith([](OpGraph &g) { g.nodes[1][4] = NAN; }),
              HasSubstr("feature 4 of node 1"));
  EXPECT_THAT(errorWith([](OpGraph &g) { g = {}; }), HasSubstr("no nodes"));
}

} // namespace
