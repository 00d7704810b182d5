//===- NetworkTest.cpp - The network that evaluates states ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Network/Network.h"
#include "agent/Network/Checkpoint.h"

#include "../Results.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

using namespace memplace::agent;
using memplace::testing::errorOf;
using memplace::testing::valueOf;
using testing::HasSubstr;

static NetworkConfig smallConfig(bool hasDynamics = false) {
  NetworkConfig config;
  config.observationVersion = 3;
  config.channels = 2;
  config.rows = 6;
  config.columns = 5;
  config.vectorSize = 7;
  config.ahead = 4;
  config.aheadSize = 3;
  config.actions = 3;
  config.width = 32;
  config.towerChannels = 4;
  config.hasDynamics = hasDynamics;
  return config;
}

static std::unique_ptr<Network> make(const NetworkConfig &config,
                                     uint64_t seed = 1) {
  return valueOf(Network::create(config, seed, "cpu"));
}

static std::vector<float> randomNumbers(size_t count, uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::uniform_real_distribution<float> uniform(-1, 1);
  std::vector<float> numbers;
  for (size_t i = 0; i < count; ++i)
    numbers.push_back(uniform(engine));
  return numbers;
}

/// Games whose policy, values and rewards follow from the first numbers of
/// their observation and from the actions.
static TrainingBatch makeBatch(const NetworkConfig &config, int64_t steps,
                               uint64_t seed) {
  TrainingBatch data;
  data.batch = 32;
  data.steps = steps;
  data.observations = randomNumbers(
      static_cast<size_t>(data.batch * config.observationSize()), seed);
  std::mt19937_64 engine(seed);
  for (int64_t i = 0; i < data.batch; ++i) {
    const float *own = &data.observations[static_cast<size_t>(
        i * config.observationSize() + config.pictureSize())];
    float state = 2 * own[0];
    for (int64_t k = 0; k <= steps; ++k) {
      const int64_t best = state > 0.5F ? 0 : state > -0.5F ? 1 : 2;
      for (int64_t a = 0; a < config.actions; ++a)
        data.policies.push_back(a == best ? 1.0F : 0.0F);
      data.values.push_back(state);
      data.hasPolicy.push_back(1);
      if (k == steps)
        break;
      const int32_t action = static_cast<int32_t>(engine() % 3);
      data.actions.push_back(action);
      data.rewards.push_back(static_cast<float>(action) - 1);
      state += static_cast<float>(action) - 1;
    }
    data.weights.push_back(1);
  }
  return data;
}

class NetworkTest : public testing::Test {
protected:
  void SetUp() override { Network::setThreads(1); }
};

TEST_F(NetworkTest, aNewNetworkHasAUniformPolicy) {
  const NetworkConfig config = smallConfig();
  auto network = make(config);
  const auto observations =
      randomNumbers(static_cast<size_t>(2 * config.observationSize()), 1);
  Predictions out = valueOf(network->predict(observations.data(), 2, true));
  ASSERT_EQ(out.logits.size(), 6U);
  for (float logit : out.logits)
    EXPECT_EQ(logit, 0);
  EXPECT_EQ(out.values.size(), 2U);
  EXPECT_EQ(out.states.size(), 64U);
  EXPECT_TRUE(out.rewards.empty());
}

TEST_F(NetworkTest, aBatchGivesTheSameAsSingleStates) {
  const NetworkConfig config = smallConfig();
  auto network = make(config);
  const size_t size = static_cast<size_t>(config.observationSize());
  const auto observations = randomNumbers(5 * size, 1);
  Predictions all = valueOf(network->predict(observations.data(), 5, false));
  for (size_t i = 0; i < 5; ++i) {
    Predictions one =
        valueOf(network->predict(&observations[i * size], 1, false));
    EXPECT_NEAR(one.values[0], all.values[i], 1e-5);
  }
}

TEST_F(NetworkTest, theSeedDeterminesTheWeights) {
  const NetworkConfig config = smallConfig();
  const auto observations =
      randomNumbers(static_cast<size_t>(config.observationSize()), 1);
  const auto evaluate = [&](uint64_t seed) {
    const auto network = make(config, seed);
    return valueOf(network->predict(observations.data(), 1, false)).values[0];
  };
  EXPECT_EQ(evaluate(1), evaluate(1));
  EXPECT_NE(evaluate(1), evaluate(2));
}

TEST_F(NetworkTest, learnsFromObservations) {
  const NetworkConfig config = smallConfig();
  auto network = make(config);
  TrainingLosses first, last;
  for (uint64_t step = 0; step < 300; ++step) {
    last = valueOf(network->train(makeBatch(config, 0, step % 20), {}));
    if (step == 0)
      first = last;
  }
  EXPECT_LT(last.policy, 0.3 * first.policy);
  EXPECT_LT(last.value, 0.6 * first.value);
  const TrainingBatch fresh = makeBatch(config, 0, 1000);
  Predictions out =
      valueOf(network->predict(fresh.observations.data(), 32, false));
  double error = 0;
  for (size_t i = 0; i < 32; ++i)
    error += std::abs(out.values[i] - fresh.values[i]) / 32;
  EXPECT_LT(error, 0.35);
}

TEST_F(NetworkTest, learnsTheDynamics) {
  const NetworkConfig config = smallConfig(/*hasDynamics=*/true);
  auto network = make(config);
  TrainingLosses first, last;
  for (uint64_t step = 0; step < 200; ++step) {
    last = valueOf(network->train(makeBatch(config, 3, step % 20), {}));
    if (step == 0)
      first = last;
  }
  EXPECT_LT(last.reward, 0.3 * first.reward);
  const TrainingBatch fresh = makeBatch(config, 1, 1000);
  Predictions root =
      valueOf(network->predict(fresh.observations.data(), 32, true));
  Predictions next = valueOf(
      network->applyDynamics(root.states.data(), fresh.actions.data(), 32));
  double error = 0;
  for (size_t i = 0; i < 32; ++i)
    error += std::abs(next.rewards[i] - fresh.rewards[i]) / 32;
  EXPECT_LT(error, 0.2);
}

TEST_F(NetworkTest, trainingIsDeterministic) {
  const NetworkConfig config = smallConfig();
  auto one = make(config), other = make(config);
  TrainingLosses ones, others;
  for (uint64_t step = 0; step < 5; ++step) {
    ones = valueOf(one->train(makeBatch(config, 0, step), {}));
    others = valueOf(other->train(makeBatch(config, 0, step), {}));
    EXPECT_EQ(ones.total, others.total);
    EXPECT_EQ(ones.priorities, others.priorities);
  }
}

// torch::save would write memory addresses.
TEST_F(NetworkTest, equalTrainingGivesEqualBytes) {
  const NetworkConfig config = smallConfig(/*hasDynamics=*/true);
  auto one = make(config), other = make(config);
  TrainingLosses losses;
  for (Network *network : {one.get(), other.get()})
    for (uint64_t step = 0; step < 3; ++step)
      losses = valueOf(network->train(makeBatch(config, 2, step), {}));
  std::string ones = valueOf(one->toBytes(true));
  std::string others = valueOf(other->toBytes(true));
  EXPECT_EQ(ones, others);
  std::unique_ptr<Network> loaded = valueOf(Network::fromBytes(ones, "cpu"));
  std::string again = valueOf(loaded->toBytes(true));
  EXPECT_EQ(again, ones);
}

TEST_F(NetworkTest, trainingContinuesFromACheckpoint) {
  const NetworkConfig config = smallConfig(/*hasDynamics=*/true);
  auto network = make(config);
  TrainingLosses losses;
  for (uint64_t step = 0; step < 3; ++step)
    losses = valueOf(network->train(makeBatch(config, 2, step), {}));
  const std::string path = testing::TempDir() + "/network.checkpoint";
  ASSERT_EQ(errorOf(network->save(path, /*withOptimizer=*/true)), "");
  std::unique_ptr<Network> loaded = valueOf(Network::load(path, "cpu"));
  EXPECT_EQ(loaded->getConfig(), config);
  EXPECT_EQ(loaded->numWeights(), network->numWeights());
  losses = valueOf(network->train(makeBatch(config, 2, 9), {}));
  TrainingLosses again = valueOf(loaded->train(makeBatch(config, 2, 9), {}));
  EXPECT_EQ(losses.total, again.total);
  losses = valueOf(network->train(makeBatch(config, 2, 10), {}));
  again = valueOf(loaded->train(makeBatch(config, 2, 10), {}));
  EXPECT_EQ(losses.total, again.total);
}

TEST_F(NetworkTest, withoutTheOptimizerACheckpointIsSmall) {
  auto network = make(smallConfig());
  TrainingLosses losses =
      valueOf(network->train(makeBatch(smallConfig(), 0, 1), {}));
  std::string full = valueOf(network->toBytes(true));
  std::string small = valueOf(network->toBytes(false));
  EXPECT_LT(small.size(), full.size() / 2);
}

TEST_F(NetworkTest, badFilesAreRefused) {
  const std::string path = testing::TempDir() + "/bad.checkpoint";
  EXPECT_THAT(errorOf(Network::load("/does/not/exist", "cpu")),
              HasSubstr("/does/not/exist: cannot open"));
  std::ofstream(path) << "hello";
  EXPECT_EQ(errorOf(Network::load(path, "cpu")),
            path + ": not a checkpoint of memplace");
  std::string bytes = valueOf(make(smallConfig())->toBytes(false));
  bytes[bytes.size() / 2] ^= 1;
  EXPECT_THAT(errorOf(Network::fromBytes(bytes, "cpu")),
              HasSubstr("a checksum does not match"));
}

TEST_F(NetworkTest, weightsOfAnotherConfigAreRefused) {
  std::string bytes = valueOf(make(smallConfig())->toBytes(false));
  CheckpointParts parts = valueOf(parseCheckpoint(bytes));
  NetworkConfig config = smallConfig();
  config.width = 16;
  parts.config = printConfig(config);
  std::unique_ptr<Network> out;
  EXPECT_THAT(errorOf(Network::fromBytes(printCheckpoint(parts), "cpu")),
              testing::StartsWith("its weights: "));
  parts.config = "{}";
  EXPECT_THAT(errorOf(Network::fromBytes(printCheckpoint(parts), "cpu")),
              testing::StartsWith("its config: "));
}

// The config asks for 40 GB of weights; none are allocated before the check
// that the file has them.
TEST_F(NetworkTest, aConfigOfMoreWeightsThanTheFileHasIsRefused) {
  CheckpointParts parts =
      valueOf(parseCheckpoint(valueOf(make(smallConfig())->toBytes(false))));
  NetworkConfig config = smallConfig();
  config.width = 100000;
  config.heads = 1;
  parts.config = printConfig(config);
  EXPECT_THAT(errorOf(Network::fromBytes(printCheckpoint(parts), "cpu")),
              HasSubstr("bytes are fewer than the"));
}

TEST_F(NetworkTest, aLossThatIsNotFiniteChangesNothing) {
  const NetworkConfig config = smallConfig();
  auto network = make(config);
  std::string before = valueOf(network->toBytes(false));
  TrainingBatch data = makeBatch(config, 0, 1);
  data.observations[3] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(errorOf(network->train(data, {})), HasSubstr("not finite"));
  std::string after = valueOf(network->toBytes(false));
  EXPECT_EQ(before, after);
}

// A step that is too long may leave weights that are not finite before any loss
// shows this.
TEST_F(NetworkTest, nonFiniteWeightsAreNeitherUsedNorSavedNorLoaded) {
  const NetworkConfig config = smallConfig(/*hasDynamics=*/true);
  auto network = make(config);
  const std::string path = testing::TempDir() + "/finite.checkpoint";
  ASSERT_EQ(errorOf(network->save(path, false)), "");
  std::string before = valueOf(readCheckpointFile(path));
  TrainingOptions options;
  // Both together exceed the range of a float.
  options.learningRate = 3.3e37;
  options.weightDecay = 10;
  TrainingLosses losses =
      valueOf(network->train(makeBatch(config, 2, 1), options));
  EXPECT_THAT(errorOf(network->save(path, true)),
              testing::AllOf(HasSubstr("not saved"), HasSubstr("not finite")));
  std::string after = valueOf(readCheckpointFile(path));
  EXPECT_EQ(before, after);
  const std::vector<float> observations(
      static_cast<size_t>(config.observationSize()), 0.5F);
  const std::vector<float> states(static_cast<size_t>(config.width), 0.5F);
  const int32_t action = 1;
  network->evaluateWithTorch(true);
  EXPECT_THAT(errorOf(network->predict(observations.data(), 1, false)),
              HasSubstr("the network's output is not finite"));
  EXPECT_THAT(errorOf(network->applyDynamics(states.data(), &action, 1)),
              HasSubstr("the network's output is not finite"));
  // Without torch some non-finite weights count as 0.
  network->evaluateWithTorch(false);
  EXPECT_THAT(errorOf(network->applyDynamics(states.data(), &action, 1)),
              HasSubstr("the network's output is not finite"));

  // In a file: a NaN instead of the initial 1 of a norm.
  CheckpointParts parts = valueOf(parseCheckpoint(before));
  std::unique_ptr<Network> loaded =
      valueOf(Network::fromBytes(printCheckpoint(parts), "cpu"));
  const float good = 1;
  const float bad = std::numeric_limits<float>::quiet_NaN();
  std::string ones(4 * 8, '\0'), nans(4 * 8, '\0');
  for (size_t i = 0; i < 8; ++i) {
    std::memcpy(&ones[4 * i], &good, 4);
    std::memcpy(&nans[4 * i], &bad, 4);
  }
  const size_t at = parts.weights.find(ones);
  ASSERT_NE(at, std::string::npos);
  parts.weights.replace(at, ones.size(), nans);
  EXPECT_THAT(errorOf(Network::fromBytes(printCheckpoint(parts), "cpu")),
              testing::AllOf(testing::StartsWith("its weights: "),
                             HasSubstr("not finite")));
}

TEST_F(NetworkTest, wrongShapesAreRefused) {
  const NetworkConfig config = smallConfig();
  auto network = make(config);
  TrainingBatch data = makeBatch(config, 0, 1);
  data.observations.pop_back();
  EXPECT_THAT(errorOf(network->train(data, {})), HasSubstr("shapes"));
  EXPECT_THAT(errorOf(network->train(makeBatch(config, 2, 1), {})),
              HasSubstr("no dynamics"));
  EXPECT_THAT(errorOf(network->applyDynamics(nullptr, nullptr, 0)),
              HasSubstr("no dynamics"));
}

TEST_F(NetworkTest, configsAreChecked) {
  NetworkConfig config = smallConfig();
  config.heads = 5;
  EXPECT_EQ(errorOf(Network::create(config, 1, "cpu")),
            "width: must be a multiple of heads, 5, got 32");
  config = smallConfig();
  config.supportSize = 4;
  EXPECT_THAT(errorOf(Network::create(config, 1, "cpu")), HasSubstr("odd"));
  config = smallConfig();
  config.rows = -1;
  EXPECT_EQ(errorOf(Network::create(config, 1, "cpu")),
            "rows: must be from 1 to 100000, got -1");
  EXPECT_THAT(errorOf(Network::create(smallConfig(), 1, "tpu")),
              HasSubstr("must be 'cpu' or 'cuda', got 'tpu'"));
  if (!Network::hasCuda())
    EXPECT_THAT(errorOf(Network::create(smallConfig(), 1, "cuda")),
                HasSubstr("no CUDA device"));
  config = valueOf(parseConfig(printConfig(smallConfig())));
  EXPECT_EQ(config, smallConfig());
  EXPECT_THAT(errorOf(parseConfig("{}")), HasSubstr("observation_version"));
  EXPECT_THAT(errorOf(parseConfig("[")), HasSubstr("not a JSON object"));
}

//===----------------------------------------------------------------------===//
// Without torch
//===----------------------------------------------------------------------===//

static void expectNear(const std::vector<float> &got,
                       const std::vector<float> &wanted) {
  ASSERT_EQ(got.size(), wanted.size());
  for (size_t i = 0; i < got.size(); ++i)
    ASSERT_NEAR(got[i], wanted[i], 1e-4 * (1 + std::abs(wanted[i]))) << i;
}

static void expectNear(const Predictions &got, const Predictions &wanted) {
  expectNear(got.logits, wanted.logits);
  expectNear(got.values, wanted.values);
  expectNear(got.rewards, wanted.rewards);
  expectNear(got.states, wanted.states);
}

TEST(CpuNetworkTest, evaluatesLikeTorch) {
  NetworkConfig config = smallConfig(/*hasDynamics=*/true);
  config.width = 36; // Not a multiple of the register width.
  config.towerBlocks = 2;
  const auto network = make(config);
  TrainingOptions options;
  options.learningRate = 0.01;
  TrainingLosses losses;
  for (uint64_t seed = 0; seed < 5; ++seed)
    losses = valueOf(network->train(makeBatch(config, 2, seed), options));
  for (int64_t batch : {1, 2, 5, 6, 13}) {
    const std::vector<float> observations =
        randomNumbers(static_cast<size_t>(batch * config.observationSize()), 7);
    const std::vector<int32_t> actions(static_cast<size_t>(batch), 1);
    network->evaluateWithTorch(false);
    const Predictions plain =
        valueOf(network->predict(observations.data(), batch, true));
    const Predictions plainNext = valueOf(
        network->applyDynamics(plain.states.data(), actions.data(), batch));
    network->evaluateWithTorch(true);
    const Predictions torch =
        valueOf(network->predict(observations.data(), batch, true));
    const Predictions torchNext = valueOf(
        network->applyDynamics(torch.states.data(), actions.data(), batch));
    EXPECT_NE(torch.logits[0], 0); // It has learned.
    expectNear(plain, torch);
    expectNear(plainNext, torchNext);
  }
}

TEST(CpuNetworkTest, usesWeightsAfterTraining) {
  const NetworkConfig config = smallConfig();
  const auto network = make(config);
  const std::vector<float> observations =
      randomNumbers(static_cast<size_t>(config.observationSize()), 7);
  Predictions before = valueOf(network->predict(observations.data(), 1, false));
  TrainingLosses losses = valueOf(network->train(makeBatch(config, 0, 1), {}));
  Predictions after = valueOf(network->predict(observations.data(), 1, false));
  EXPECT_NE(after.values, before.values);
  network->evaluateWithTorch(true);
  Predictions torch = valueOf(network->predict(observations.data(), 1, false));
  expectNear(after, torch);
}
