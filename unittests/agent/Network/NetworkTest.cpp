//===- NetworkTest.cpp - A network that judges states of a game -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "agent/Network/Network.h"
#include "agent/Network/Checkpoint.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <random>

using namespace memplace::agent;
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
  std::unique_ptr<Network> network;
  EXPECT_EQ(Network::create(config, seed, "cpu", network), "");
  return network;
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

TEST_F(NetworkTest, aNewOneHasNoOpinionOfThePolicy) {
  const NetworkConfig config = smallConfig();
  auto network = make(config);
  const auto observations =
      randomNumbers(static_cast<size_t>(2 * config.observationSize()), 1);
  Predictions out;
  ASSERT_EQ(network->predict(observations.data(), 2, true, out), "");
  ASSERT_EQ(out.logits.size(), 6U);
  for (float logit : out.logits)
    EXPECT_EQ(logit, 0);
  EXPECT_EQ(out.values.size(), 2U);
  EXPECT_EQ(out.states.size(), 64U);
  EXPECT_TRUE(out.rewards.empty());
}

TEST_F(NetworkTest, aBatchIsTheSameAsOneByOne) {
  const NetworkConfig config = smallConfig();
  auto network = make(config);
  const size_t size = static_cast<size_t>(config.observationSize());
  const auto observations = randomNumbers(5 * size, 1);
  Predictions all;
  ASSERT_EQ(network->predict(observations.data(), 5, false, all), "");
  for (size_t i = 0; i < 5; ++i) {
    Predictions one;
    ASSERT_EQ(network->predict(&observations[i * size], 1, false, one), "");
    EXPECT_NEAR(one.values[0], all.values[i], 1e-5);
  }
}

TEST_F(NetworkTest, theSeedDecides) {
  const NetworkConfig config = smallConfig();
  const auto observations =
      randomNumbers(static_cast<size_t>(config.observationSize()), 1);
  auto valueOf = [&](uint64_t seed) {
    Predictions out;
    EXPECT_EQ(make(config, seed)->predict(observations.data(), 1, false, out),
              "");
    return out.values[0];
  };
  EXPECT_EQ(valueOf(1), valueOf(1));
  EXPECT_NE(valueOf(1), valueOf(2));
}

TEST_F(NetworkTest, learnsWhatFollowsFromTheObservation) {
  const NetworkConfig config = smallConfig();
  auto network = make(config);
  TrainingLosses first, last;
  for (uint64_t step = 0; step < 300; ++step) {
    ASSERT_EQ(network->train(makeBatch(config, 0, step % 20), {}, last), "");
    if (step == 0)
      first = last;
  }
  EXPECT_LT(last.policy, 0.3 * first.policy);
  EXPECT_LT(last.value, 0.6 * first.value);
  const TrainingBatch fresh = makeBatch(config, 0, 1000);
  Predictions out;
  ASSERT_EQ(network->predict(fresh.observations.data(), 32, false, out), "");
  double error = 0;
  for (size_t i = 0; i < 32; ++i)
    error += std::abs(out.values[i] - fresh.values[i]) / 32;
  EXPECT_LT(error, 0.35);
}

TEST_F(NetworkTest, learnsToStep) {
  const NetworkConfig config = smallConfig(/*hasDynamics=*/true);
  auto network = make(config);
  TrainingLosses first, last;
  for (uint64_t step = 0; step < 400; ++step) {
    ASSERT_EQ(network->train(makeBatch(config, 3, step % 20), {}, last), "");
    if (step == 0)
      first = last;
  }
  EXPECT_LT(last.reward, 0.3 * first.reward);
  const TrainingBatch fresh = makeBatch(config, 1, 1000);
  Predictions root, next;
  ASSERT_EQ(network->predict(fresh.observations.data(), 32, true, root), "");
  ASSERT_EQ(network->step(root.states.data(), fresh.actions.data(), 32, next),
            "");
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
    ASSERT_EQ(one->train(makeBatch(config, 0, step), {}, ones), "");
    ASSERT_EQ(other->train(makeBatch(config, 0, step), {}, others), "");
    EXPECT_EQ(ones.total, others.total);
    EXPECT_EQ(ones.priorities, others.priorities);
  }
}

// torch::save would write addresses into it.
TEST_F(NetworkTest, theSameTrainingGivesTheSameBytes) {
  const NetworkConfig config = smallConfig(/*hasDynamics=*/true);
  auto one = make(config), other = make(config);
  TrainingLosses losses;
  std::string ones, others, again;
  for (Network *network : {one.get(), other.get()})
    for (uint64_t step = 0; step < 3; ++step)
      ASSERT_EQ(network->train(makeBatch(config, 2, step), {}, losses), "");
  ASSERT_EQ(one->toBytes(ones, true), "");
  ASSERT_EQ(other->toBytes(others, true), "");
  EXPECT_EQ(ones, others);
  std::unique_ptr<Network> loaded;
  ASSERT_EQ(Network::fromBytes(ones, "cpu", loaded), "");
  ASSERT_EQ(loaded->toBytes(again, true), "");
  EXPECT_EQ(again, ones);
}

TEST_F(NetworkTest, aCheckpointGoesOnWhereItWasSaved) {
  const NetworkConfig config = smallConfig(/*hasDynamics=*/true);
  auto network = make(config);
  TrainingLosses losses, again;
  for (uint64_t step = 0; step < 3; ++step)
    ASSERT_EQ(network->train(makeBatch(config, 2, step), {}, losses), "");
  const std::string path = testing::TempDir() + "/network.checkpoint";
  ASSERT_EQ(network->save(path, /*withOptimizer=*/true), "");
  std::unique_ptr<Network> loaded;
  ASSERT_EQ(Network::load(path, "cpu", loaded), "");
  EXPECT_EQ(loaded->getConfig(), config);
  EXPECT_EQ(loaded->numWeights(), network->numWeights());
  ASSERT_EQ(network->train(makeBatch(config, 2, 9), {}, losses), "");
  ASSERT_EQ(loaded->train(makeBatch(config, 2, 9), {}, again), "");
  EXPECT_EQ(losses.total, again.total);
  ASSERT_EQ(network->train(makeBatch(config, 2, 10), {}, losses), "");
  ASSERT_EQ(loaded->train(makeBatch(config, 2, 10), {}, again), "");
  EXPECT_EQ(losses.total, again.total);
}

TEST_F(NetworkTest, withoutTheOptimizerACheckpointIsSmall) {
  auto network = make(smallConfig());
  TrainingLosses losses;
  ASSERT_EQ(network->train(makeBatch(smallConfig(), 0, 1), {}, losses), "");
  std::string full, small;
  ASSERT_EQ(network->toBytes(full, true), "");
  ASSERT_EQ(network->toBytes(small, false), "");
  EXPECT_LT(small.size(), full.size() / 2);
}

TEST_F(NetworkTest, badFilesAreRefused) {
  std::unique_ptr<Network> loaded;
  const std::string path = testing::TempDir() + "/bad.checkpoint";
  EXPECT_THAT(Network::load("/does/not/exist", "cpu", loaded),
              HasSubstr("/does/not/exist: cannot open"));
  std::ofstream(path) << "hello";
  EXPECT_EQ(Network::load(path, "cpu", loaded),
            path + ": not a checkpoint of memplace");
  std::string bytes;
  ASSERT_EQ(make(smallConfig())->toBytes(bytes, false), "");
  bytes[bytes.size() / 2] ^= 1;
  EXPECT_THAT(Network::fromBytes(bytes, "cpu", loaded),
              HasSubstr("a checksum does not match"));
  EXPECT_EQ(loaded, nullptr);
}

TEST_F(NetworkTest, weightsOfAnotherConfigAreRefused) {
  std::string bytes;
  ASSERT_EQ(make(smallConfig())->toBytes(bytes, false), "");
  CheckpointParts parts;
  ASSERT_EQ(parseCheckpoint(bytes, parts), "");
  NetworkConfig config = smallConfig();
  config.width = 16;
  parts.config = printConfig(config);
  std::unique_ptr<Network> out;
  EXPECT_THAT(Network::fromBytes(printCheckpoint(parts), "cpu", out),
              testing::StartsWith("its weights: "));
  parts.config = "{}";
  EXPECT_THAT(Network::fromBytes(printCheckpoint(parts), "cpu", out),
              testing::StartsWith("its config: "));
  EXPECT_EQ(out, nullptr);
}

TEST_F(NetworkTest, aLossThatIsNotFiniteChangesNothing) {
  const NetworkConfig config = smallConfig();
  auto network = make(config);
  std::string before, after;
  ASSERT_EQ(network->toBytes(before, false), "");
  TrainingBatch data = makeBatch(config, 0, 1);
  data.observations[3] = std::numeric_limits<float>::quiet_NaN();
  TrainingLosses losses;
  EXPECT_THAT(network->train(data, {}, losses), HasSubstr("not finite"));
  ASSERT_EQ(network->toBytes(after, false), "");
  EXPECT_EQ(before, after);
}

// A step that is too long may leave numbers that no loss has seen yet.
TEST_F(NetworkTest, whatIsNotFiniteIsNotSaidNorSavedNorLoaded) {
  const NetworkConfig config = smallConfig(/*hasDynamics=*/true);
  auto network = make(config);
  const std::string path = testing::TempDir() + "/finite.checkpoint";
  ASSERT_EQ(network->save(path, false), "");
  std::string before, after;
  ASSERT_EQ(readCheckpointFile(path, before), "");
  TrainingOptions options;
  // Both together make more than a float can be.
  options.learningRate = 3.3e37;
  options.weightDecay = 10;
  TrainingLosses losses;
  ASSERT_EQ(network->train(makeBatch(config, 2, 1), options, losses), "");
  EXPECT_THAT(network->save(path, true),
              testing::AllOf(HasSubstr("not saved"), HasSubstr("not finite")));
  ASSERT_EQ(readCheckpointFile(path, after), "");
  EXPECT_EQ(before, after);
  const std::vector<float> observations(
      static_cast<size_t>(config.observationSize()), 0.5F);
  const std::vector<float> states(static_cast<size_t>(config.width), 0.5F);
  const int32_t action = 1;
  network->judgeWithTorch(true);
  Predictions out;
  EXPECT_THAT(network->predict(observations.data(), 1, false, out),
              HasSubstr("does not say numbers that are finite"));
  EXPECT_THAT(network->step(states.data(), &action, 1, out),
              HasSubstr("does not say numbers that are finite"));
  // Without torch some of what is no number counts as 0.
  network->judgeWithTorch(false);
  EXPECT_THAT(network->step(states.data(), &action, 1, out),
              HasSubstr("does not say numbers that are finite"));

  // In a file: instead of the ones that norms start as.
  CheckpointParts parts;
  ASSERT_EQ(parseCheckpoint(before, parts), "");
  std::unique_ptr<Network> loaded;
  ASSERT_EQ(Network::fromBytes(printCheckpoint(parts), "cpu", loaded), "");
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
  EXPECT_THAT(Network::fromBytes(printCheckpoint(parts), "cpu", loaded),
              testing::AllOf(testing::StartsWith("its weights: "),
                             HasSubstr("not finite")));
}

TEST_F(NetworkTest, wrongShapesAreRefused) {
  const NetworkConfig config = smallConfig();
  auto network = make(config);
  TrainingLosses losses;
  TrainingBatch data = makeBatch(config, 0, 1);
  data.observations.pop_back();
  EXPECT_THAT(network->train(data, {}, losses), HasSubstr("shapes"));
  EXPECT_THAT(network->train(makeBatch(config, 2, 1), {}, losses),
              HasSubstr("no dynamics"));
  Predictions out;
  EXPECT_THAT(network->step(nullptr, nullptr, 0, out),
              HasSubstr("no dynamics"));
}

TEST_F(NetworkTest, configsAreChecked) {
  std::unique_ptr<Network> out;
  NetworkConfig config = smallConfig();
  config.heads = 5;
  EXPECT_EQ(Network::create(config, 1, "cpu", out),
            "width: must be a multiple of heads, 5, got 32");
  config = smallConfig();
  config.supportSize = 4;
  EXPECT_THAT(Network::create(config, 1, "cpu", out), HasSubstr("odd"));
  config = smallConfig();
  config.rows = -1;
  EXPECT_EQ(Network::create(config, 1, "cpu", out),
            "rows: must be from 1 to 100000, got -1");
  EXPECT_THAT(Network::create(smallConfig(), 1, "tpu", out),
              HasSubstr("must be 'cpu' or 'cuda', got 'tpu'"));
  if (!Network::hasCuda())
    EXPECT_THAT(Network::create(smallConfig(), 1, "cuda", out),
                HasSubstr("no CUDA device"));
  EXPECT_EQ(parseConfig(printConfig(smallConfig()), config), "");
  EXPECT_EQ(config, smallConfig());
  EXPECT_THAT(parseConfig("{}", config), HasSubstr("observation_version"));
  EXPECT_THAT(parseConfig("[", config), HasSubstr("not a JSON object"));
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

TEST(PlainNetworkTest, judgesAsTorchDoes) {
  NetworkConfig config = smallConfig(/*hasDynamics=*/true);
  config.width = 36; // Not a multiple of what fits into registers.
  config.towerBlocks = 2;
  const auto network = make(config);
  TrainingOptions options;
  options.learningRate = 0.01;
  TrainingLosses losses;
  for (uint64_t seed = 0; seed < 5; ++seed)
    ASSERT_EQ(network->train(makeBatch(config, 2, seed), options, losses), "");
  for (int64_t batch : {1, 2, 5, 6, 13}) {
    const std::vector<float> observations =
        randomNumbers(static_cast<size_t>(batch * config.observationSize()), 7);
    const std::vector<int32_t> actions(static_cast<size_t>(batch), 1);
    Predictions plain, plainNext, torch, torchNext;
    for (bool isTorch : {false, true}) {
      network->judgeWithTorch(isTorch);
      Predictions &now = isTorch ? torch : plain;
      ASSERT_EQ(network->predict(observations.data(), batch, true, now), "");
      ASSERT_EQ(network->step(torch.states.empty() ? plain.states.data()
                                                   : torch.states.data(),
                              actions.data(), batch,
                              isTorch ? torchNext : plainNext),
                "");
    }
    EXPECT_NE(torch.logits[0], 0); // It has learned.
    expectNear(plain, torch);
    expectNear(plainNext, torchNext);
  }
}

TEST(PlainNetworkTest, seesWhatWasLearned) {
  const NetworkConfig config = smallConfig();
  const auto network = make(config);
  const std::vector<float> observations =
      randomNumbers(static_cast<size_t>(config.observationSize()), 7);
  Predictions before, after, torch;
  ASSERT_EQ(network->predict(observations.data(), 1, false, before), "");
  TrainingLosses losses;
  ASSERT_EQ(network->train(makeBatch(config, 0, 1), {}, losses), "");
  ASSERT_EQ(network->predict(observations.data(), 1, false, after), "");
  EXPECT_NE(after.values, before.values);
  network->judgeWithTorch(true);
  ASSERT_EQ(network->predict(observations.data(), 1, false, torch), "");
  expectNear(after, torch);
}
