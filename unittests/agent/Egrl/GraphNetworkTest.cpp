//===- GraphNetworkTest.cpp - The network that maps a graph's tensors -----===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Egrl/GraphNetwork.h"

#include "../Results.h"
#include "agent/Network/Checkpoint.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cmath>
#include <random>

using namespace memplace;
using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;
using ::testing::HasSubstr;

namespace {

constexpr int64_t numFeatures = 5, numTiers = 3;

GraphConfig smallConfig() {
  GraphConfig config;
  config.features = numFeatures;
  config.tiers = numTiers;
  config.width = 8;
  config.attention = 2;
  return config;
}

/// A chain with some shortcuts, and random features.
GraphData makeGraph(int64_t nodes, uint64_t seed) {
  std::mt19937_64 engine(seed);
  GraphData graph;
  graph.nodes = nodes;
  for (int64_t i = 0; i < nodes * numFeatures; ++i)
    graph.features.push_back(static_cast<float>(engine() % 1000) / 1000);
  for (int64_t i = 0; i + 1 < nodes; ++i) {
    graph.from.push_back(static_cast<int32_t>(i));
    graph.to.push_back(static_cast<int32_t>(i + 1));
    if (i + 3 < nodes && engine() % 2 != 0) {
      graph.from.push_back(static_cast<int32_t>(i));
      graph.to.push_back(static_cast<int32_t>(i + 3));
    }
  }
  graph.isDecided.assign(nodes * headsOfNode, 1);
  return graph;
}

std::unique_ptr<GraphNetwork> makeNetwork(uint64_t seed = 3) {
  return valueOf(GraphNetwork::create(smallConfig(), seed));
}

std::vector<float> evaluateOne(const GraphNetwork &network,
                               const GraphData &graph) {
  return valueOf(network.evaluate({&graph})).front();
}

TEST(GraphNetworkTest, NodesInAnotherOrderGetTheSameLogits) {
  const auto network = makeNetwork();
  const GraphData graph = makeGraph(11, 1);
  std::vector<int32_t> place(11);
  for (int32_t i = 0; i < 11; ++i)
    place[i] = (i * 4 + 3) % 11;
  GraphData moved = graph;
  for (int64_t i = 0; i < graph.nodes; ++i)
    for (int64_t f = 0; f < numFeatures; ++f)
      moved.features[place[i] * numFeatures + f] =
          graph.features[i * numFeatures + f];
  for (size_t e = 0; e < graph.from.size(); ++e) {
    moved.from[e] = place[graph.from[e]];
    moved.to[e] = place[graph.to[e]];
  }

  const std::vector<float> before = evaluateOne(*network, graph);
  const std::vector<float> after = evaluateOne(*network, moved);

  constexpr int64_t stride = headsOfNode * numTiers;
  for (int64_t i = 0; i < graph.nodes; ++i)
    for (int64_t c = 0; c < stride; ++c)
      EXPECT_NEAR(before[i * stride + c], after[place[i] * stride + c], 1e-5);
}

TEST(GraphNetworkTest, AGraphInABatchGetsTheSameLogitsAsAlone) {
  const auto network = makeNetwork();
  const GraphData small = makeGraph(1, 1), large = makeGraph(9, 2);

  const auto together = valueOf(network->evaluate({&large, &small, &large}));

  const std::vector<float> alone = evaluateOne(*network, large);
  ASSERT_EQ(together.size(), 3u);
  EXPECT_EQ(together[1].size(), static_cast<size_t>(headsOfNode * numTiers));
  for (size_t i = 0; i < alone.size(); ++i) {
    EXPECT_NEAR(together[0][i], alone[i], 1e-5);
    EXPECT_NEAR(together[2][i], alone[i], 1e-5);
  }
}

TEST(GraphNetworkTest, EdgesCount) {
  const auto network = makeNetwork();
  GraphData graph = makeGraph(6, 1);
  const std::vector<float> before = evaluateOne(*network, graph);
  graph.from.push_back(0);
  graph.to.push_back(5);

  EXPECT_NE(evaluateOne(*network, graph), before);
}

/// Returns one map with all tensors in tier `tier`, and its reward.
MapBatch makeBatch(const GraphData &graph, int64_t tier, float reward) {
  MapBatch batch;
  batch.batch = 1;
  for (int64_t i = 0; i < graph.nodes * headsOfNode; ++i)
    for (int64_t t = 0; t < numTiers; ++t)
      batch.maps.push_back(t == tier ? 1 : 0);
  batch.rewards = {reward};
  return batch;
}

TEST(GraphNetworkTest, LearnsWhichTierEarnsMore) {
  const auto network = makeNetwork();
  const GraphData graph = makeGraph(4, 5);
  MapBatch batch = makeBatch(graph, 0, 1);
  for (int64_t tier : {1, 2}) {
    const MapBatch other = makeBatch(graph, tier, tier == 2 ? 5 : -1);
    batch.maps.insert(batch.maps.end(), other.maps.begin(), other.maps.end());
    batch.rewards.push_back(other.rewards[0]);
    ++batch.batch;
  }
  MapTrainingOptions options;
  options.learningRate = 1e-2;

  MapLosses first, last;
  for (int step = 0; step < 120; ++step) {
    last = valueOf(network->train(graph, batch, options));
    if (step == 0)
      first = last;
  }

  EXPECT_LT(last.critic, first.critic / 2);
  const std::vector<float> logits = evaluateOne(*network, graph);
  EXPECT_GT(logits[2], logits[0]);
  EXPECT_GT(logits[2], logits[1]);
}

/// Returns the likeliest tier, which must be the same for each head.
int64_t likeliest(const std::vector<float> &logits) {
  const auto best = [&](size_t head) {
    const auto begin = logits.begin() + static_cast<int64_t>(head) * numTiers;
    return std::max_element(begin, begin + numTiers) - begin;
  };
  for (size_t head = 1; head * numTiers < logits.size(); ++head)
    EXPECT_EQ(best(head), best(0)) << "head " << head;
  return best(0);
}

TEST(GraphNetworkTest, StartsWithThePriorAndLearnsFromSeveralGraphs) {
  const auto network = makeNetwork();
  GraphData graph = makeGraph(4, 5);
  const GraphData other = makeGraph(7, 6);
  const std::vector<float> prior = makeBatch(graph, 1, 0).maps;
  for (float each : prior)
    graph.prior.push_back(2 * each);
  EXPECT_EQ(likeliest(evaluateOne(*network, graph)), 1);

  MapTrainingOptions options;
  options.learningRate = 1e-2;
  std::vector<double> losses;
  for (int step = 0; step < 60; ++step)
    losses.push_back(
        valueOf(network->trainPolicy({{&graph, makeBatch(graph, 2, 0).maps},
                                      {&other, makeBatch(other, 2, 0).maps}},
                                     options)));

  EXPECT_LT(losses.back(), losses.front() / 2);
  EXPECT_EQ(likeliest(evaluateOne(*network, graph)), 2);
  EXPECT_EQ(likeliest(evaluateOne(*network, other)), 2);
  EXPECT_THAT(errorOf(network->trainPolicy({{&other, prior}}, options)),
              HasSubstr("does not have the shapes of its graph"));
  EXPECT_THAT(errorOf(network->trainPolicy({}, options)),
              HasSubstr("no lesson"));
}

TEST(GraphNetworkTest, ACheckpointRestoresLearning) {
  const auto network = makeNetwork();
  const GraphData graph = makeGraph(4, 5);
  const MapBatch batch = makeBatch(graph, 1, 2);
  valueOf(network->train(graph, batch, {}));

  const auto read =
      valueOf(GraphNetwork::fromBytes(valueOf(network->toBytes(true))));
  valueOf(network->train(graph, batch, {}));
  valueOf(read->train(graph, batch, {}));

  EXPECT_EQ(read->policyWeights(), network->policyWeights());
}

TEST(GraphNetworkTest, WeightsOfAnotherPolicyGiveItsLogits) {
  const auto network = makeNetwork(3), other = makeNetwork(4);
  const GraphData graph = makeGraph(5, 1);
  const std::vector<float> weights = other->policyWeights();

  EXPECT_EQ(valueOf(network->evaluate({&graph}, &weights)).front(),
            evaluateOne(*other, graph));
  const std::vector<float> tooFew(weights.begin() + 1, weights.end());
  EXPECT_THAT(errorOf(network->evaluate({&graph}, &tooFew)),
              HasSubstr("not the weights of a policy"));
}

TEST(GraphNetworkTest, RefusesForeignCheckpointsAndThoseOfOtherVersions) {
  const std::string bytes = valueOf(makeNetwork()->toBytes(false));
  CheckpointParts parts = valueOf(parseCheckpoint(bytes));
  const auto errorWith = [&](const std::string &config) {
    CheckpointParts changed = parts;
    changed.config = config;
    return errorOf(GraphNetwork::fromBytes(printCheckpoint(changed)));
  };

  EXPECT_THAT(errorOf(GraphNetwork::fromBytes("nonsense")),
              HasSubstr("checkpoint"));
  EXPECT_THAT(errorWith("{\"width\": 8}"),
              HasSubstr("not a checkpoint of egrl"));
  EXPECT_THAT(errorWith("{"), HasSubstr("not a checkpoint of egrl"));
  std::string newer = parts.config;
  newer.replace(newer.find("\"version\":4"), 11, "\"version\":5");
  EXPECT_THAT(errorWith(newer), HasSubstr("graphs of version 5"));
  std::string wider = parts.config;
  wider.replace(wider.find("\"width\":8"), 9, "\"width\":16");
  EXPECT_THAT(errorWith(wider), HasSubstr("shape of its config"));
}

TEST(GraphNetworkTest, RefusesNonFiniteLosses) {
  const auto network = makeNetwork();
  GraphData graph = makeGraph(3, 1);
  MapBatch batch = makeBatch(graph, 1, NAN);
  const std::vector<float> weights = network->policyWeights();

  EXPECT_THAT(errorOf(network->train(graph, batch, {})),
              HasSubstr("the loss is not finite"));
  EXPECT_EQ(network->policyWeights(), weights);
  graph.features[4] = NAN;
  EXPECT_THAT(errorOf(network->evaluate({&graph})), HasSubstr("not a finite"));
}

TEST(GraphNetworkTest, RefusesGraphsOfOtherShapes) {
  const auto network = makeNetwork();
  GraphData graph = makeGraph(3, 1);
  graph.to[0] = 3;
  EXPECT_THAT(errorOf(network->evaluate({&graph})),
              HasSubstr("edge to node 3 of 3"));
  graph = makeGraph(3, 1);
  graph.features.pop_back();
  EXPECT_THAT(errorOf(network->evaluate({&graph})), HasSubstr("5 features"));
  graph = makeGraph(3, 1);
  graph.prior = {1};
  EXPECT_THAT(errorOf(network->evaluate({&graph})), HasSubstr("the shapes"));
  GraphConfig config = smallConfig();
  config.attention = 3;
  EXPECT_THAT(errorOf(GraphNetwork::create(config, 1)),
              HasSubstr("width 8 is no multiple of 3"));
}

} // namespace
