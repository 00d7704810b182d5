//===- OpGraphTest.cpp - The graph of ops that networks read --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Game/OpGraph.h"

#include "../../Support/Builder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <array>
#include <cmath>
#include <map>

using namespace memplace;
using namespace memplace::test;
using ::testing::DoubleNear;
using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

namespace {

/// Op 0 makes a from weights w, op 1 makes b from a, and op 2 makes c from a
/// and b.
Problem diamond() {
  Problem problem =
      makeProblem({makeLiveIn("w", {0, 3}), makeBuffer("a", {0, 3}),
                   makeBuffer("b", {1, 3}), makeBuffer("c", {2, 3})},
                  {{reads(0), writes(1, 8)},
                   {reads(1, 8), writes(2)},
                   {reads(1, 8), reads(2), writes(3)}});
  problem.ops[0].shape = {.input = {224, 223, 3},
                          .output = {112, 111, 64},
                          .kernel = {7, 5},
                          .stride = 2,
                          .pad = 3,
                          .dilation = 1,
                          .groups = 4,
                          .batch = 2};
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

TEST(OpGraphTest, FeaturesDescribeTheOp) {
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
  for (size_t node : {0, 1, 2})
    EXPECT_EQ(featureOf(graph, node, NodeFeature::OpsLeft), 2.0 - node);
  EXPECT_EQ(featureOf(graph, 0, NodeFeature::WeightsLeft), 0);
  EXPECT_EQ(featureOf(graph, 0, NodeFeature::OutputLife), 3);
  EXPECT_EQ(featureOf(graph, 1, NodeFeature::OutputLife), 2);
  EXPECT_EQ(featureOf(graph, 2, NodeFeature::OutputLife), 1);
}

// At 100 B/s at home: 0.24 s, 0.24 s and 0.4 s of memory time.
TEST(OpGraphTest, SharesOfTimeAssumeAllBuffersAtHome) {
  Problem problem = diamond();
  problem.ops[0].computePs = 120'000'000'000;
  problem.ops[1].computePs = 480'000'000'000;
  problem.ops[2].computePs = 0;
  const OpGraph graph = graphOf(problem);

  const std::vector<double> computes = {0.5, 1, 0};
  const std::vector<double> seconds = {0.24, 0.48, 0.4};
  for (size_t node : {0, 1, 2}) {
    EXPECT_NEAR(featureOf(graph, node, NodeFeature::ComputeShare),
                computes[node], 1e-12);
    EXPECT_NEAR(featureOf(graph, node, NodeFeature::TimeShare),
                seconds[node] / 1.12, 1e-12);
  }
}

// Fast takes a tenth of the time, so nine tenths are saved: of 0.16 s for "w",
// 0.24 s for "a", 0.32 s for "b" and 0.16 s for "c".
TEST(OpGraphTest, DensitiesAreSavingsPerByteOverTheLargest) {
  Problem problem = diamond();
  problem.buffers[2].size = 32;
  const OpGraph graph = graphOf(problem);

  const double w = 0.16 / 16, a = 0.24 / 16, b = 0.32 / 32, c = 0.16 / 16;
  const auto weights = NodeFeature::WeightDensity;
  const auto results = NodeFeature::ActivationDensity;
  EXPECT_NEAR(featureOf(graph, 0, weights), w / a, 1e-12);
  EXPECT_NEAR(featureOf(graph, 0, results), 1, 1e-12);
  EXPECT_EQ(featureOf(graph, 1, weights), 0);
  EXPECT_NEAR(featureOf(graph, 1, results), b / a, 1e-12);
  EXPECT_NEAR(featureOf(graph, 2, results), c / a, 1e-12);
}

TEST(OpGraphTest, SharesAreZeroIfNoOpTakesTime) {
  Problem problem = diamond();
  for (Op &op : problem.ops) {
    op.computePs = 0;
    for (Access &access : op.accesses)
      access.bytes = 0;
  }
  const OpGraph graph = graphOf(problem);
  EXPECT_FALSE(check(graph));
  for (NodeFeature feature :
       {NodeFeature::ComputeShare, NodeFeature::TimeShare,
        NodeFeature::WeightDensity, NodeFeature::ActivationDensity})
    EXPECT_EQ(featureOf(graph, 0, feature), 0);
}

TEST(OpGraphTest, AWeightCountsAsLeftUntilItsFirstNode) {
  Problem problem = diamond();
  for (Step step : {1, 2, 2}) {
    const auto id = static_cast<BufferId>(problem.buffers.size());
    problem.buffers.push_back(makeLiveIn("w" + std::to_string(id), {0, 3}));
    problem.buffers.back().size = 10 * id;
    problem.ops[step].accesses.push_back(reads(id));
  }
  problem.ops[2].accesses.push_back(
      reads(0)); // Read again; the weight belongs to node 0.
  const OpGraph graph = graphOf(problem);

  EXPECT_EQ(featureOf(graph, 0, NodeFeature::WeightsLeft), 40 + 50 + 60);
  EXPECT_EQ(featureOf(graph, 1, NodeFeature::WeightsLeft), 50 + 60);
  EXPECT_EQ(featureOf(graph, 2, NodeFeature::WeightsLeft), 0);
}

TEST(OpGraphTest, UnknownExtentsAreZero) {
  Problem problem = diamond();
  problem.ops[0].shape = {.input = {1}, .output = {5, 6}, .dilation = 8};
  const OpGraph graph = graphOf(problem);

  const std::map<NodeFeature, double> expected = {
      {NodeFeature::IfmX, 1},     {NodeFeature::IfmY, 0},
      {NodeFeature::IfmZ, 0},     {NodeFeature::OfmX, 5},
      {NodeFeature::OfmY, 6},     {NodeFeature::OfmZ, 0},
      {NodeFeature::KernelX, 0},  {NodeFeature::KernelY, 0},
      {NodeFeature::Stride, 0},   {NodeFeature::Pad, 0},
      {NodeFeature::Dilation, 8}, {NodeFeature::Groups, 0},
      {NodeFeature::Batch, 0}};
  for (const auto &[feature, value] : expected)
    EXPECT_EQ(featureOf(graph, 0, feature), value)
        << static_cast<size_t>(feature);
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

TEST(OpGraphTest, KindsAndSharesAreLinearAndSizesLogarithmic) {
  Problem problem = diamond();
  problem.ops[0].computePs = 120'000'000'000;
  const OpGraph graph = graphOf(problem);
  const std::vector<float> scaled = scaledFeatures(graph);
  const auto scaledOf = [&](NodeFeature feature) {
    return scaled[static_cast<size_t>(feature)]; // Of the first node.
  };

  EXPECT_FLOAT_EQ(scaledOf(NodeFeature::OpKind), 0.25);
  EXPECT_NEAR(scaledOf(NodeFeature::WeightSize), std::log2(17.0) / 40, 1e-6);
  EXPECT_NEAR(scaledOf(NodeFeature::OutputLife), std::log2(4.0) / 40, 1e-6);
  for (NodeFeature share :
       {NodeFeature::ComputeShare, NodeFeature::TimeShare,
        NodeFeature::WeightDensity, NodeFeature::ActivationDensity}) {
    EXPECT_GT(scaledOf(share), 0.1F);
    EXPECT_FLOAT_EQ(scaledOf(share), featureOf(graph, 0, share));
  }
}

/// Three weights without copies, each read by its own op: 500 bytes twice, 600
/// once, 400 four times. The fast tier has 1024 bytes.
Problem weightsThatCompete(bool isCyclic = true) {
  Problem problem =
      makeProblem({makeLiveIn("w0", {0, 3}), makeLiveIn("w1", {0, 3}),
                   makeLiveIn("w2", {0, 3})},
                  {{reads(0, 1000)}, {reads(1, 600)}, {reads(2, 1600)}});
  for (size_t k : {0, 1, 2})
    problem.buffers[k].size = std::array<int64_t, 3>{500, 600, 400}[k];
  problem.isCyclic = isCyclic;
  return problem;
}

std::vector<double> featuresOf(const OpGraph &graph, NodeFeature feature) {
  std::vector<double> values;
  for (size_t node = 0; node < graph.nodes.size(); ++node)
    values.push_back(featureOf(graph, node, feature));
  return values;
}

/// The value of `bounded` for a ratio: 1 / 2 means just full.
double half(double ratio) { return ratio / (1 + ratio); }

// Each byte read saves 9 ms, so the savings per byte of weight are 2 : 1 : 4.
// The second fastest tier loses all savings.
TEST(OpGraphTest, GainsAreByByteOverTheLargest) {
  const OpGraph graph = graphOf(weightsThatCompete());

  EXPECT_THAT(featuresOf(graph, NodeFeature::WeightGain),
              ElementsAre(DoubleNear(0.5, 1e-9), DoubleNear(0.25, 1e-9),
                          DoubleNear(1, 1e-9)));
  EXPECT_THAT(featuresOf(graph, NodeFeature::WeightMiddleLoss),
              Each(DoubleNear(1, 1e-9)));
  EXPECT_THAT(featuresOf(graph, NodeFeature::ActivationGain), Each(0));
}

TEST(OpGraphTest, WeightsHiddenByComputeGainNothing) {
  Problem problem = weightsThatCompete();
  problem.ops[0].computePs = 10'000'000'000'000; // As long as the slow tier.
  const OpGraph graph = graphOf(problem);

  EXPECT_EQ(featureOf(graph, 0, NodeFeature::WeightGain), 0);
  EXPECT_EQ(featureOf(graph, 0, NodeFeature::WeightMiddleLoss), 0);
  EXPECT_NEAR(featureOf(graph, 2, NodeFeature::WeightGain), 1, 1e-9);
}

TEST(OpGraphTest, RoomsAreBytesOfEqualGainOverTheCapacity) {
  const OpGraph graph = graphOf(weightsThatCompete());
  const double both = 1024 + 100000;

  EXPECT_THAT(featuresOf(graph, NodeFeature::WeightRoom),
              ElementsAre(DoubleNear(half(900 / 1024.0), 1e-9),
                          DoubleNear(half(1500 / 1024.0), 1e-9),
                          DoubleNear(half(400 / 1024.0), 1e-9)));
  EXPECT_THAT(featuresOf(graph, NodeFeature::WeightMiddleRoom),
              ElementsAre(DoubleNear(half(900 / both), 1e-9),
                          DoubleNear(half(1500 / both), 1e-9),
                          DoubleNear(half(400 / both), 1e-9)));
  EXPECT_THAT(featuresOf(graph, NodeFeature::WeightFill),
              ElementsAre(DoubleNear(half(500 / 1024.0), 1e-9),
                          DoubleNear(half(600 / 1024.0), 1e-9),
                          DoubleNear(half(400 / 1024.0), 1e-9)));
  EXPECT_THAT(featuresOf(graph, NodeFeature::WeightMiddleFill),
              ElementsAre(DoubleNear(half(0.005), 1e-9),
                          DoubleNear(half(0.006), 1e-9),
                          DoubleNear(half(0.004), 1e-9)));
}

// 400 and 500 bytes, which gain most, leave 124 bytes of the fast tier to the
// weight of 600.
TEST(OpGraphTest, HasTheTiersOfTheNativeMapAndTheRelaxation) {
  const OpGraph graph = graphOf(weightsThatCompete());

  for (NodeFeature isFastest :
       {NodeFeature::WeightNative, NodeFeature::WeightRounded})
    EXPECT_THAT(featuresOf(graph, isFastest), ElementsAre(1, 0, 1));
  EXPECT_THAT(featuresOf(graph, NodeFeature::WeightNativeMiddle),
              ElementsAre(0, 1, 0));
  EXPECT_THAT(featuresOf(graph, NodeFeature::WeightShare),
              ElementsAre(DoubleNear(1, 0.02), DoubleNear(124 / 600.0, 0.05),
                          DoubleNear(1, 0.02)));
  EXPECT_LE(featureOf(graph, 1, NodeFeature::WeightMiddleShare), 0.85);
  EXPECT_THAT(featuresOf(graph, NodeFeature::ActivationRounded), Each(0));
}

TEST(OpGraphTest, FeaturesOfResultsAreSeparate) {
  const OpGraph graph = graphOf(makeProblem(
      {makeBuffer("a", {0, 2}, 500)}, {{writes(0, 500)}, {reads(0, 500)}}));

  for (auto [ofResults, expected] :
       {std::pair(NodeFeature::ActivationGain, 1.0),
        {NodeFeature::ActivationMiddleLoss, 1.0},
        {NodeFeature::ActivationRoom, half(500 / 1024.0)},
        {NodeFeature::ActivationFill, half(500 / 1024.0)},
        {NodeFeature::ActivationMiddleFill, half(0.005)},
        {NodeFeature::ActivationNative, 1.0},
        {NodeFeature::ActivationNativeMiddle, 0.0},
        {NodeFeature::ActivationRounded, 1.0},
        {NodeFeature::ActivationRoundedMiddle, 0.0},
        {NodeFeature::ActivationCopy, 0.0}}) {
    SCOPED_TRACE(static_cast<size_t>(ofResults));
    EXPECT_NEAR(featureOf(graph, 0, ofResults), expected, 1e-9);
    EXPECT_EQ(featureOf(graph, 1, ofResults), 0); // The node has no result.
  }
  EXPECT_NEAR(featureOf(graph, 0, NodeFeature::ActivationShare), 1, 0.02);
}

// Copying 500 bytes takes 5 s; reading 1000 bytes is 9 s faster.
TEST(OpGraphTest, CopyTimeIsAShareOfCopyTimeAndGain) {
  const OpGraph once = graphOf(weightsThatCompete(/*isCyclic=*/false));
  EXPECT_NEAR(featureOf(once, 0, NodeFeature::WeightCopy), 5.0 / 14, 1e-9);
  const OpGraph again = graphOf(weightsThatCompete());
  EXPECT_THAT(featuresOf(again, NodeFeature::WeightCopy), Each(0));
}

TEST(OpGraphTest, NodesWithoutEdgesAreAGraph) {
  EXPECT_FALSE(check(
      graphOf(makeProblem({makeBuffer("a", {0, 2}), makeBuffer("b", {0, 2})},
                          {{writes(0)}, {writes(1)}}))));
}

TEST(OpGraphTest, CheckReportsErrorsOfAGraph) {
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
  // The cycle is beside nodes without cycles.
  EXPECT_THAT(errorWith([](OpGraph &g) {
                g.edges = {{1, 2}, {2, 1}};
              }),
              HasSubstr("cycle"));
  EXPECT_THAT(errorWith([](OpGraph &g) {
                g.edges = {{-1, 2}};
              }),
              HasSubstr("edge from node -1 to node 2"));
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
