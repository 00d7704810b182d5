//===- Network.cpp - A network that judges states of a game ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Network.h"

#include "Checkpoint.h"
#include "Modules.h"
#include "OptimizerState.h"
#include "PlainNetwork.h"

#include <cmath>
#include <dlfcn.h>
#include <mutex>
#include <sstream>

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

  /// A copy of \p data on the device.
  template <typename T>
  Tensor tensor(const T *data, std::vector<int64_t> shape) const {
    const auto type = std::is_same_v<T, float> ? torch::kFloat : torch::kInt;
    // from_blob only reads, but takes no pointer to const.
    return torch::from_blob(const_cast<T *>(data), shape, type)
        .to(device, torch::kFloat, /*non_blocking=*/false, /*copy=*/true);
  }

  /// What judges instead of torch; null: torch does.
  std::shared_ptr<const PlainNetwork> getPlain() {
    if (!isPlain || !device.is_cpu())
      return nullptr;
    const std::lock_guard<std::mutex> lock(guard);
    if (plain)
      return plain;
    std::map<std::string, std::vector<float>> weights;
    for (const auto &each : whole->named_parameters())
      weights[each.key()] = toVector(each.value());
    plain = std::make_shared<PlainNetwork>(config, weights);
    return plain;
  }
  /// The weights have changed.
  void forgetPlain() {
    const std::lock_guard<std::mutex> lock(guard);
    plain = nullptr;
  }

  NetworkConfig config;
  torch::Device device;
  mutable Whole whole;
  std::unique_ptr<torch::optim::AdamW> optimizer; // None before it learns.
  bool isPlain = true;

private:
  std::mutex guard;
  std::shared_ptr<const PlainNetwork> plain; // Null: to be made.
};

/// Runs \p body; what torch throws becomes the error.
template <typename Body> static std::string guarded(Body body) {
  try {
    return body();
  } catch (const std::exception &error) {
    // What follows the first line is a stack trace.
    const std::string text = error.what();
    return text.substr(0, text.find('\n'));
  }
}

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
  // LibTorch does not tell OpenBLAS, whose idle threads spin.
  using Setter = void (*)(int);
  if (const auto set = reinterpret_cast<Setter>(
          dlsym(RTLD_DEFAULT, "openblas_set_num_threads")))
    set(count);
}

void Network::judgeWithTorch(bool isAsked) { impl->isPlain = !isAsked; }

bool Network::hasCuda() { return torch::cuda::is_available(); }

static std::string findDevice(const std::string &name, torch::Device &out) {
  if (name != "cpu" && name != "cuda")
    return "device must be 'cpu' or 'cuda', got '" + name + "'";
  if (name == "cuda" && !torch::cuda::is_available())
    return "this LibTorch has no CUDA device; use 'cpu'";
  out = torch::Device(name);
  return "";
}

std::string Network::create(const NetworkConfig &config, uint64_t seed,
                            const std::string &device,
                            std::unique_ptr<Network> &out) {
  if (std::string error = checkConfig(config); !error.empty())
    return error;
  return guarded([&]() -> std::string {
    torch::Device where(torch::kCPU);
    if (std::string error = findDevice(device, where); !error.empty())
      return error;
    // Weights are drawn by torch's own generator, which is put back.
    auto generator = at::detail::getDefaultCPUGenerator();
    const Tensor before = generator.get_state();
    torch::manual_seed(seed);
    auto impl = std::make_unique<Impl>(config, where);
    generator.set_state(before);
    out.reset(new Network(std::move(impl)));
    return "";
  });
}

//===----------------------------------------------------------------------===//
// Checkpoints
//===----------------------------------------------------------------------===//

/// Names a parameter that has a number which is not finite, or "".
static std::string findNotFinite(const Whole &whole) {
  for (const auto &each : whole->named_parameters())
    if (!torch::isfinite(each.value()).all().item<bool>())
      return "'" + each.key() + "' has numbers that are not finite";
  return "";
}

std::string Network::toBytes(std::string &out, bool withOptimizer) const {
  return guarded([&]() -> std::string {
    if (std::string error = findNotFinite(impl->whole); !error.empty())
      return "the network is of no use and not saved: " + error;
    CheckpointParts parts;
    parts.config = printConfig(impl->config);
    std::ostringstream weights;
    torch::save(impl->whole, weights);
    parts.weights = weights.str();
    if (withOptimizer && impl->optimizer)
      parts.optimizer =
          printOptimizer(*impl->optimizer, impl->whole->parameters());
    out = printCheckpoint(parts);
    return "";
  });
}

std::string Network::save(const std::string &path, bool withOptimizer) const {
  std::string bytes;
  if (std::string error = toBytes(bytes, withOptimizer); !error.empty())
    return error;
  return writeCheckpointFile(path, bytes);
}

std::string Network::fromBytes(const std::string &bytes,
                               const std::string &device,
                               std::unique_ptr<Network> &out) {
  CheckpointParts parts;
  if (std::string error = parseCheckpoint(bytes, parts); !error.empty())
    return error;
  NetworkConfig config;
  if (std::string error = parseConfig(parts.config, config); !error.empty())
    return "its config: " + error;
  std::unique_ptr<Network> network;
  if (std::string error = create(config, 0, device, network); !error.empty())
    return error;
  std::string error = guarded([&]() -> std::string {
    // torch::load takes whatever shapes the file has.
    std::vector<std::vector<int64_t>> shapes;
    for (const Tensor &each : network->impl->whole->parameters())
      shapes.push_back(each.sizes().vec());
    std::istringstream weights(parts.weights);
    torch::load(network->impl->whole, weights, network->impl->device);
    size_t at = 0;
    for (const auto &each : network->impl->whole->named_parameters())
      if (each.value().sizes().vec() != shapes[at++])
        return "'" + each.key() + "' does not have the shape of its config";
    if (std::string error = findNotFinite(network->impl->whole); !error.empty())
      return error;
    network->impl->forgetPlain();
    if (parts.optimizer.empty())
      return "";
    return parseOptimizer(parts.optimizer, network->impl->whole->parameters(),
                          network->impl->device,
                          network->impl->getOptimizer({}));
  });
  if (!error.empty())
    return "its weights: " + error;
  out = std::move(network);
  return "";
}

std::string Network::load(const std::string &path, const std::string &device,
                          std::unique_ptr<Network> &out) {
  std::string bytes;
  if (std::string error = readCheckpointFile(path, bytes); !error.empty())
    return error;
  const std::string error = fromBytes(bytes, device, out);
  return error.empty() ? "" : path + ": " + error;
}

//===----------------------------------------------------------------------===//
// Inference
//===----------------------------------------------------------------------===//

/// A tree search can do nothing with what is not a number.
static std::string checkFinite(const Predictions &said) {
  for (const std::vector<float> *list :
       {&said.logits, &said.values, &said.rewards})
    for (float number : *list)
      if (!std::isfinite(number))
        return "the network does not say numbers that are finite; it has "
               "learned too fast, or its observations are not finite";
  return "";
}

std::string Network::predict(const float *observations, int64_t batch,
                             bool wantStates, Predictions &out) const {
  return guarded([&]() -> std::string {
    if (const auto plain = impl->getPlain()) {
      plain->predict(observations, batch, wantStates, out);
      return checkFinite(out);
    }
    torch::InferenceMode inference;
    Tensor states = impl->whole->representation(
        impl->tensor(observations, {batch, impl->config.observationSize()}));
    auto [logits, value] = impl->whole->prediction(states);
    out.logits = toVector(logits);
    out.values = toVector(fromSupport(value, impl->config));
    out.rewards.clear();
    out.states = wantStates ? toVector(states) : std::vector<float>();
    return checkFinite(out);
  });
}

std::string Network::step(const float *states, const int32_t *actions,
                          int64_t batch, Predictions &out) const {
  if (!impl->config.hasDynamics)
    return "this network has no dynamics";
  return guarded([&]() -> std::string {
    if (const auto plain = impl->getPlain()) {
      plain->step(states, actions, batch, out);
      return checkFinite(out);
    }
    torch::InferenceMode inference;
    auto [next, reward] =
        impl->whole->dynamics(impl->tensor(states, {batch, impl->config.width}),
                              impl->tensor(actions, {batch}).to(torch::kLong));
    auto [logits, value] = impl->whole->prediction(next);
    out.logits = toVector(logits);
    out.values = toVector(fromSupport(value, impl->config));
    out.rewards = toVector(fromSupport(reward, impl->config));
    out.states = toVector(next);
    return checkFinite(out);
  });
}

//===----------------------------------------------------------------------===//
// Training
//===----------------------------------------------------------------------===//

/// By row: cross-entropy of \p target and the distribution of \p logits.
static Tensor crossEntropy(const Tensor &logits, const Tensor &target) {
  return -(target * torch::log_softmax(logits, 1)).sum(1);
}

static std::string checkBatch(const TrainingBatch &data,
                              const NetworkConfig &config) {
  const auto is = [](const auto &list, int64_t size) {
    return list.size() == static_cast<size_t>(size);
  };
  const int64_t moments = data.batch * (data.steps + 1);
  if (data.steps > 0 && !config.hasDynamics)
    return "this network has no dynamics to unroll";
  if (data.batch < 1 || data.steps < 0 ||
      !is(data.observations, data.batch * config.observationSize()) ||
      !is(data.actions, data.batch * data.steps) ||
      !is(data.policies, moments * config.actions) ||
      !is(data.values, moments) || !is(data.rewards, data.batch * data.steps) ||
      !is(data.hasPolicy, moments) || !is(data.weights, data.batch))
    return "the training batch does not have the network's shapes";
  for (int32_t action : data.actions)
    if (action < 0 || action >= config.actions)
      return "the training batch has action " + std::to_string(action) +
             " of " + std::to_string(config.actions);
  return "";
}

std::string Network::train(const TrainingBatch &data,
                           const TrainingOptions &options,
                           TrainingLosses &out) {
  const NetworkConfig &config = impl->config;
  if (std::string error = checkBatch(data, config); !error.empty())
    return error;
  return guarded([&]() -> std::string {
    const int64_t moments = data.steps + 1;
    Tensor policies = impl->tensor(data.policies.data(),
                                   {data.batch, moments, config.actions});
    Tensor values = impl->tensor(data.values.data(), {data.batch, moments});
    Tensor rewards =
        impl->tensor(data.rewards.data(), {data.batch, data.steps});
    Tensor hasPolicy =
        impl->tensor(data.hasPolicy.data(), {data.batch, moments});
    Tensor actions = impl->tensor(data.actions.data(), {data.batch, data.steps})
                         .to(torch::kLong);
    Tensor weights = impl->tensor(data.weights.data(), {data.batch});

    Tensor state = impl->whole->representation(impl->tensor(
        data.observations.data(), {data.batch, config.observationSize()}));
    Tensor policyLoss = torch::zeros({data.batch}, weights.options());
    Tensor valueLoss = torch::zeros({data.batch}, weights.options());
    Tensor rewardLoss = torch::zeros({data.batch}, weights.options());
    for (int64_t k = 0; k < moments; ++k) {
      // All unrolled steps together weigh as much as the first.
      const double scale = k == 0 ? 1 : 1 / static_cast<double>(data.steps);
      if (k > 0) {
        auto [next, reward] =
            impl->whole->dynamics(state, actions.select(1, k - 1));
        rewardLoss =
            rewardLoss +
            scale * crossEntropy(reward,
                                 toSupport(rewards.select(1, k - 1), config));
        // Halves the gradient that goes on to earlier steps.
        state = next * 0.5 + next.detach() * 0.5;
      }
      auto [logits, value] = impl->whole->prediction(state);
      policyLoss = policyLoss + scale * hasPolicy.select(1, k) *
                                    crossEntropy(logits, policies.select(1, k));
      valueLoss =
          valueLoss +
          scale * crossEntropy(value, toSupport(values.select(1, k), config));
      if (k == 0)
        out.priorities =
            toVector((fromSupport(value, config) - values.select(1, 0)).abs());
    }
    Tensor loss =
        ((policyLoss + options.valueWeight * valueLoss + rewardLoss) * weights)
            .mean();
    out.policy = policyLoss.mean().item<double>();
    out.value = valueLoss.mean().item<double>();
    out.reward = rewardLoss.mean().item<double>();
    out.total = loss.item<double>();
    if (!std::isfinite(out.total))
      return "the loss is not finite; nothing was learned from this batch";

    torch::optim::AdamW &optimizer = impl->getOptimizer(options);
    optimizer.zero_grad();
    loss.backward();
    const double norm = torch::nn::utils::clip_grad_norm_(
        impl->whole->parameters(), options.gradientNorm);
    if (!std::isfinite(norm)) {
      optimizer.zero_grad();
      return "the gradient is not finite; nothing was learned from this batch";
    }
    optimizer.step();
    impl->forgetPlain();
    return "";
  });
}
