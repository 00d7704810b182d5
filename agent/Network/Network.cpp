//===- Network.cpp - A network that evaluates game states -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Network.h"

#include "CpuNetwork.h"
#include "ModuleState.h"
#include "Modules.h"
#include "OptimizerState.h"

#include <cmath>
#include <dlfcn.h>
#include <mutex>

using namespace memplace;
using namespace memplace::agent;
using torch::Tensor;

static std::vector<float> toVector(const Tensor &tensor) {
  const Tensor flat =
      tensor.detach().to(torch::kCPU, torch::kFloat).contiguous();
  const float *data = flat.data_ptr<float>();
  return {data, data + flat.numel()};
}

struct Network::Impl {
  Impl(const NetworkConfig &config, torch::Device device)
      : config(config), device(device), whole(config) {
    whole->to(device);
  }

  torch::optim::AdamW &getOptimizer(const TrainingOptions &options) {
    if (!optimizer)
      optimizer = std::make_unique<torch::optim::AdamW>(whole->parameters());
    for (auto &group : optimizer->param_groups()) {
      auto &values = static_cast<torch::optim::AdamWOptions &>(group.options());
      values.lr(options.learningRate).weight_decay(options.weightDecay);
    }
    return *optimizer;
  }

  /// Returns a copy of \p data on the device.
  template <typename T>
  Tensor tensor(const T *data, std::vector<int64_t> shape) const {
    const auto type = std::is_same_v<T, float> ? torch::kFloat : torch::kInt;
    // from_blob only reads, but takes no pointer to const.
    return torch::from_blob(const_cast<T *>(data), shape, type)
        .to(device, torch::kFloat, /*non_blocking=*/false, /*copy=*/true);
  }

  /// Returns the evaluator that replaces torch on a CPU, or null if torch is to
  /// evaluate.
  std::shared_ptr<const CpuNetwork> getPlain() {
    if (!isPlain || !device.is_cpu())
      return nullptr;
    const std::lock_guard<std::mutex> lock(guard);
    if (plain)
      return plain;
    std::map<std::string, std::vector<float>> weights;
    for (const auto &each : whole->named_parameters())
      weights[each.key()] = toVector(each.value());
    plain = std::make_shared<CpuNetwork>(config, weights);
    return plain;
  }
  /// Drops the cached evaluator after the weights have changed.
  void forgetPlain() {
    const std::lock_guard<std::mutex> lock(guard);
    plain = nullptr;
  }

  /// Loads the weights, and the optimizer's state if any, of a checkpoint.
  std::optional<Error> restore(const CheckpointParts &parts);

  /// Losses by game of the batch, [batch] each, summed over the moments. All
  /// have gradients except `priorities`.
  struct BatchLosses {
    Tensor policy, value, reward;
    std::vector<float> priorities; // As in TrainingLosses.
  };
  BatchLosses lossesOf(const TrainingBatch &data) const;
  /// Makes one step of the optimizer. A gradient that is not finite is an
  /// error.
  std::optional<Error> descend(const Tensor &loss,
                               const TrainingOptions &options);

  NetworkConfig config;
  torch::Device device;
  mutable Whole whole;
  // Null before the first training step.
  std::unique_ptr<torch::optim::AdamW> optimizer;
  bool isPlain = true;

private:
  std::mutex guard;
  std::shared_ptr<const CpuNetwork> plain; // Null: not yet built.
};

Network::Network(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
Network::~Network() = default;

const NetworkConfig &Network::getConfig() const { return impl->config; }

int64_t Network::numWeights() const {
  int64_t count = 0;
  for (const Tensor &each : impl->whole->parameters())
    count += each.numel();
  return count;
}

void Network::setThreads(int32_t count) {
  torch::set_num_threads(count);
  // LibTorch does not limit OpenBLAS, whose idle threads spin.
  using Setter = void (*)(int);
  if (const auto set = reinterpret_cast<Setter>(
          dlsym(RTLD_DEFAULT, "openblas_set_num_threads")))
    set(count);
}

void Network::evaluateWithTorch(bool isAsked) { impl->isPlain = !isAsked; }

bool Network::hasCuda() { return torch::cuda::is_available(); }

static Result<torch::Device> findDevice(const std::string &name) {
  if (name != "cpu" && name != "cuda")
    return Error{"device must be 'cpu' or 'cuda', got '" + name + "'"};
  if (name == "cuda" && !torch::cuda::is_available())
    return Error{"this LibTorch has no CUDA device; use 'cpu'"};
  return torch::Device(name);
}

using NetworkResult = Result<std::unique_ptr<Network>>;

NetworkResult Network::create(const NetworkConfig &config, uint64_t seed,
                              const std::string &device) {
  if (std::optional<Error> error = checkConfig(config))
    return *error;
  return withTorchErrors([&]() -> NetworkResult {
    Result<torch::Device> where = findDevice(device);
    if (!where)
      return where.takeError();
    auto impl = makeWithSeed(
        seed, [&] { return std::make_unique<Impl>(config, *where); });
    return std::unique_ptr<Network>(new Network(std::move(impl)));
  });
}

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

Result<std::string> Network::toBytes(bool withOptimizer) const {
  return printModule(printConfig(impl->config), *impl->whole,
                     withOptimizer ? impl->optimizer.get() : nullptr);
}

std::optional<Error> Network::save(const std::string &path,
                                   bool withOptimizer) const {
  Result<std::string> bytes = toBytes(withOptimizer);
  if (!bytes)
    return bytes.takeError();
  return writeCheckpointFile(path, *bytes);
}

std::optional<Error> Network::Impl::restore(const CheckpointParts &parts) {
  return withTorchErrors([&]() -> std::optional<Error> {
    if (std::optional<Error> error =
            restoreWeights(parts.weights, *whole, device))
      return error;
    forgetPlain();
    if (parts.optimizer.empty())
      return std::nullopt;
    return restoreOptimizer(parts.optimizer, whole->parameters(), device,
                            getOptimizer({}));
  });
}

/// Lower bound on the number of weights of a network of \p config: without
/// biases and other small parts. For `checkWeightsSize`.
static double countWeights(const NetworkConfig &config) {
  const auto width = static_cast<double>(config.width);
  const auto tower = static_cast<double>(config.towerChannels);
  const double pixels = static_cast<double>((config.rows + 1) / 2) *
                        static_cast<double>((config.columns + 1) / 2);
  const double inputs = static_cast<double>(config.vectorSize) +
                        2 * static_cast<double>(config.aheadSize) +
                        pixels * tower;
  const double outputs = static_cast<double>(config.actions) +
                         static_cast<double>(config.supportSize);
  const double layers = 3 + 2 * static_cast<double>(config.blocks);
  return width * (inputs + outputs + layers * width) +
         9 * tower *
             (static_cast<double>(config.channels) +
              2 * static_cast<double>(config.towerBlocks) * tower);
}

NetworkResult Network::fromBytes(const std::string &bytes,
                                 const std::string &device) {
  Result<CheckpointParts> parts = parseCheckpoint(bytes);
  if (!parts)
    return parts.takeError();
  const Result<NetworkConfig> config = parseConfig(parts->config);
  if (!config)
    return Error{"its config: " + config.error()};
  if (const std::optional<Error> error =
          checkWeightsSize(parts->weights.size(), countWeights(*config)))
    return Error{"its weights: " + error->message};
  NetworkResult network = create(*config, 0, device);
  if (!network)
    return network;
  if (const std::optional<Error> error = (*network)->impl->restore(*parts))
    return Error{"its weights: " + error->message};
  return network;
}

NetworkResult Network::load(const std::string &path,
                            const std::string &device) {
  Result<std::string> bytes = readCheckpointFile(path);
  if (!bytes)
    return bytes.takeError();
  NetworkResult network = fromBytes(*bytes, device);
  if (!network)
    return Error{path + ": " + network.error()};
  return network;
}

//===----------------------------------------------------------------------===//
// Inference
//===----------------------------------------------------------------------===//

/// Returns \p predictions if all its numbers are finite, else an error: a tree
/// search cannot handle NaN or infinity.
static Result<Predictions> checkFinite(Predictions predictions) {
  for (const std::vector<float> *list :
       {&predictions.logits, &predictions.values, &predictions.rewards})
    for (float number : *list)
      if (!std::isfinite(number))
        return Error{"the network's output is not finite; the learning rate "
                     "was too high, or an observation is not finite"};
  return predictions;
}

Result<Predictions> Network::predict(const float *observations, int64_t batch,
                                     bool wantStates) const {
  return withTorchErrors([&]() -> Result<Predictions> {
    if (const auto plain = impl->getPlain())
      return checkFinite(plain->predict(observations, batch, wantStates));
    torch::InferenceMode inference;
    Tensor states = impl->whole->representation(
        impl->tensor(observations, {batch, impl->config.observationSize()}));
    auto [logits, value] = impl->whole->prediction(states);
    Predictions predictions;
    predictions.logits = toVector(logits);
    predictions.values = toVector(fromSupport(value, impl->config));
    if (wantStates)
      predictions.states = toVector(states);
    return checkFinite(std::move(predictions));
  });
}

Result<Predictions> Network::applyDynamics(const float *states,
                                           const int32_t *actions,
                                           int64_t batch) const {
  if (!impl->config.hasDynamics)
    return Error{"this network has no dynamics"};
  return withTorchErrors([&]() -> Result<Predictions> {
    if (const auto plain = impl->getPlain())
      return checkFinite(plain->applyDynamics(states, actions, batch));
    torch::InferenceMode inference;
    auto [next, reward] =
        impl->whole->dynamics(impl->tensor(states, {batch, impl->config.width}),
                              impl->tensor(actions, {batch}).to(torch::kLong));
    auto [logits, value] = impl->whole->prediction(next);
    Predictions predictions;
    predictions.logits = toVector(logits);
    predictions.values = toVector(fromSupport(value, impl->config));
    predictions.rewards = toVector(fromSupport(reward, impl->config));
    predictions.states = toVector(next);
    return checkFinite(std::move(predictions));
  });
}

//===----------------------------------------------------------------------===//
// Training
//===----------------------------------------------------------------------===//

/// Cross-entropy of \p target and the distribution of \p logits, by row.
static Tensor crossEntropy(const Tensor &logits, const Tensor &target) {
  return -(target * torch::log_softmax(logits, 1)).sum(1);
}

static std::optional<Error> checkBatch(const TrainingBatch &data,
                                       const NetworkConfig &config) {
  const auto is = [](const auto &list, int64_t size) {
    return list.size() == static_cast<size_t>(size);
  };
  const int64_t moments = data.batch * (data.steps + 1);
  if (data.steps > 0 && !config.hasDynamics)
    return Error{"this network has no dynamics to unroll"};
  if (data.batch < 1 || data.steps < 0 ||
      !is(data.observations, data.batch * config.observationSize()) ||
      !is(data.actions, data.batch * data.steps) ||
      !is(data.policies, moments * config.actions) ||
      !is(data.values, moments) || !is(data.rewards, data.batch * data.steps) ||
      !is(data.hasPolicy, moments) || !is(data.weights, data.batch))
    return Error{"the training batch does not have the network's shapes"};
  for (int32_t action : data.actions)
    if (action < 0 || action >= config.actions)
      return Error{"the training batch has action " + std::to_string(action) +
                   " of " + std::to_string(config.actions)};
  return std::nullopt;
}

Network::Impl::BatchLosses
Network::Impl::lossesOf(const TrainingBatch &data) const {
  const int64_t moments = data.steps + 1;
  const Tensor policies =
      tensor(data.policies.data(), {data.batch, moments, config.actions});
  const Tensor values = tensor(data.values.data(), {data.batch, moments});
  const Tensor rewards = tensor(data.rewards.data(), {data.batch, data.steps});
  const Tensor hasPolicy = tensor(data.hasPolicy.data(), {data.batch, moments});
  const Tensor actions =
      tensor(data.actions.data(), {data.batch, data.steps}).to(torch::kLong);

  Tensor state = whole->representation(
      tensor(data.observations.data(), {data.batch, config.observationSize()}));
  BatchLosses losses;
  losses.policy = losses.value = losses.reward =
      torch::zeros({data.batch}, values.options());
  for (int64_t k = 0; k < moments; ++k) {
    // All unrolled steps together weigh as much as the first.
    const double scale = k == 0 ? 1 : 1 / static_cast<double>(data.steps);
    if (k > 0) {
      auto [next, reward] = whole->dynamics(state, actions.select(1, k - 1));
      losses.reward =
          losses.reward +
          scale *
              crossEntropy(reward, toSupport(rewards.select(1, k - 1), config));
      // Halves the gradient that flows to earlier steps.
      state = next * 0.5 + next.detach() * 0.5;
    }
    auto [logits, value] = whole->prediction(state);
    losses.policy =
        losses.policy + scale * hasPolicy.select(1, k) *
                            crossEntropy(logits, policies.select(1, k));
    losses.value =
        losses.value +
        scale * crossEntropy(value, toSupport(values.select(1, k), config));
    if (k == 0)
      losses.priorities =
          toVector((fromSupport(value, config) - values.select(1, 0)).abs());
  }
  return losses;
}

std::optional<Error> Network::Impl::descend(const Tensor &loss,
                                            const TrainingOptions &options) {
  torch::optim::AdamW &adam = getOptimizer(options);
  adam.zero_grad();
  loss.backward();
  std::optional<Error> error =
      stepOptimizer(adam, whole->parameters(), options.gradientNorm);
  if (!error)
    forgetPlain();
  return error;
}

Result<TrainingLosses> Network::train(const TrainingBatch &data,
                                      const TrainingOptions &options) {
  if (std::optional<Error> error = checkBatch(data, impl->config))
    return *error;
  return withTorchErrors([&]() -> Result<TrainingLosses> {
    const Impl::BatchLosses each = impl->lossesOf(data);
    const Tensor weights = impl->tensor(data.weights.data(), {data.batch});
    const Tensor loss =
        ((each.policy + options.valueWeight * each.value + each.reward) *
         weights)
            .mean();
    TrainingLosses losses;
    losses.policy = each.policy.mean().item<double>();
    losses.value = each.value.mean().item<double>();
    losses.reward = each.reward.mean().item<double>();
    losses.total = loss.item<double>();
    losses.priorities = each.priorities;
    if (!std::isfinite(losses.total))
      return Error{
          "the loss is not finite; nothing was learned from this batch"};
    if (std::optional<Error> error = impl->descend(loss, options))
      return *error;
    return losses;
  });
}
