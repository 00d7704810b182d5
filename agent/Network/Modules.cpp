//===- Modules.cpp - The parts of a network -------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Modules.h"

using namespace memplace::agent;
using torch::Tensor;
namespace nn = torch::nn;

namespace {

/// Residual block: x + f(x), where f is two 3 x 3 convolutions.
class ConvolutionBlockImpl : public nn::Module {
public:
  explicit ConvolutionBlockImpl(int64_t channels) {
    auto options = nn::Conv2dOptions(channels, channels, 3).padding(1);
    first = register_module("first", nn::Conv2d(options));
    second = register_module("second", nn::Conv2d(options));
  }
  Tensor forward(const Tensor &x) {
    return torch::relu(x + second(torch::relu(first(x))));
  }

private:
  nn::Conv2d first{nullptr}, second{nullptr};
};
TORCH_MODULE(ConvolutionBlock);

/// Residual block: x + f(x), where f is two dense layers.
class DenseBlockImpl : public nn::Module {
public:
  explicit DenseBlockImpl(int64_t width) {
    norm =
        register_module("norm", nn::LayerNorm(nn::LayerNormOptions({width})));
    first = register_module("first", nn::Linear(width, width));
    second = register_module("second", nn::Linear(width, width));
  }
  Tensor forward(const Tensor &x) {
    return x + second(torch::relu(first(norm(x))));
  }

private:
  nn::LayerNorm norm{nullptr};
  nn::Linear first{nullptr}, second{nullptr};
};
TORCH_MODULE(DenseBlock);

} // namespace

template <typename Block>
static void addBlocks(nn::ModuleList &list, int64_t count, int64_t size) {
  for (int64_t i = 0; i < count; ++i)
    list->push_back(Block(size));
}

template <typename Block>
static Tensor applyBlocks(const nn::ModuleList &list, Tensor x) {
  for (const auto &block : *list)
    x = block->as<Block>()->forward(x);
  return x;
}

//===----------------------------------------------------------------------===//
// Representation
//===----------------------------------------------------------------------===//

RepresentationImpl::RepresentationImpl(const NetworkConfig &config)
    : config(config) {
  const int64_t width = config.width;
  // Stride 2 halves height and width, which keeps the tower cheap.
  stem = register_module(
      "stem",
      nn::Conv2d(nn::Conv2dOptions(config.channels, config.towerChannels, 3)
                     .padding(1)
                     .stride(2)));
  addBlocks<ConvolutionBlock>(tower, config.towerBlocks, config.towerChannels);
  register_module("tower", tower);
  const int64_t pixels = ((config.rows + 1) / 2) * ((config.columns + 1) / 2);
  picture = register_module("picture",
                            nn::Linear(pixels * config.towerChannels, width));
  vector = register_module("vector", nn::Linear(config.vectorSize, width));
  query = register_module("query", nn::Linear(width, width));
  keys = register_module("keys", nn::Linear(config.aheadSize, width));
  answers = register_module("answers", nn::Linear(config.aheadSize, width));
  addBlocks<DenseBlock>(dense, config.blocks, width);
  register_module("dense", dense);
  norm = register_module("norm", nn::LayerNorm(nn::LayerNormOptions({width})));
}

Tensor RepresentationImpl::readPicture(const Tensor &pixels) {
  Tensor x = torch::relu(
      stem(pixels.view({-1, config.channels, config.rows, config.columns})));
  x = applyBlocks<ConvolutionBlockImpl>(tower, x);
  return picture(x.flatten(1));
}

Tensor RepresentationImpl::readList(const Tensor &asking, const Tensor &list) {
  const int64_t heads = config.heads;
  const int64_t size = config.width / heads;
  Tensor entries = list.view({-1, config.ahead, config.aheadSize});
  Tensor q = query(asking).view({-1, heads, 1, size});
  Tensor k =
      keys(entries).view({-1, config.ahead, heads, size}).transpose(1, 2);
  Tensor v =
      answers(entries).view({-1, config.ahead, heads, size}).transpose(1, 2);
  Tensor scores = torch::matmul(q, k.transpose(2, 3)) /
                  std::sqrt(static_cast<double>(size));
  Tensor read = torch::matmul(torch::softmax(scores, -1), v);
  return read.reshape({-1, config.width});
}

Tensor RepresentationImpl::forward(const Tensor &observations) {
  const auto parts = observations.split_with_sizes(
      {config.pictureSize(), config.vectorSize, config.listSize()}, 1);
  Tensor x = torch::relu(vector(parts[1]) + readPicture(parts[0]));
  x = x + readList(x, parts[2]);
  return norm(applyBlocks<DenseBlockImpl>(dense, x));
}

//===----------------------------------------------------------------------===//
// Dynamics and prediction
//===----------------------------------------------------------------------===//

DynamicsImpl::DynamicsImpl(const NetworkConfig &config) : config(config) {
  const int64_t width = config.width;
  mix = register_module("mix", nn::Linear(width + config.actions, width));
  addBlocks<DenseBlock>(dense, config.blocks, width);
  register_module("dense", dense);
  norm = register_module("norm", nn::LayerNorm(nn::LayerNormOptions({width})));
  reward = register_module("reward", nn::Linear(width, config.supportSize));
}

std::pair<Tensor, Tensor> DynamicsImpl::forward(const Tensor &states,
                                                const Tensor &actions) {
  Tensor oneHot =
      torch::one_hot(actions, config.actions).to(states.scalar_type());
  Tensor x = states + torch::relu(mix(torch::cat({states, oneHot}, 1)));
  x = norm(applyBlocks<DenseBlockImpl>(dense, x));
  return {x, reward(x)};
}

PredictionImpl::PredictionImpl(const NetworkConfig &config) {
  const int64_t width = config.width;
  policyHidden = register_module("policy_hidden", nn::Linear(width, width));
  policy = register_module("policy", nn::Linear(width, config.actions));
  valueHidden = register_module("value_hidden", nn::Linear(width, width));
  value = register_module("value", nn::Linear(width, config.supportSize));
  // A new network starts with a uniform policy.
  torch::NoGradGuard noGrad;
  policy->weight.zero_();
  policy->bias.zero_();
}

std::pair<Tensor, Tensor> PredictionImpl::forward(const Tensor &states) {
  return {policy(torch::relu(policyHidden(states))),
          value(torch::relu(valueHidden(states)))};
}

WholeImpl::WholeImpl(const NetworkConfig &config) {
  representation = register_module("representation", Representation(config));
  prediction = register_module("prediction", Prediction(config));
  if (config.hasDynamics)
    dynamics = register_module("dynamics", Dynamics(config));
}

//===----------------------------------------------------------------------===//
// Values as distributions
//===----------------------------------------------------------------------===//

static constexpr double squashSlope = 0.001;

Tensor memplace::agent::squash(const Tensor &x) {
  return x.sign() * ((x.abs() + 1).sqrt() - 1) + squashSlope * x;
}

Tensor memplace::agent::unsquash(const Tensor &x) {
  Tensor root =
      ((1 + 4 * squashSlope * (x.abs() + 1 + squashSlope)).sqrt() - 1) /
      (2 * squashSlope);
  return x.sign() * (root.pow(2) - 1);
}

Tensor memplace::agent::toSupport(const Tensor &values,
                                  const NetworkConfig &config) {
  const double last = static_cast<double>(config.supportSize - 1);
  Tensor at = (squash(values) / config.supportLimit + 1) * (last / 2);
  at = at.clamp(0, last);
  Tensor low = at.floor().clamp(0, last - 1);
  Tensor share = (at - low).unsqueeze(1);
  Tensor index = low.to(torch::kLong).unsqueeze(1);
  Tensor result =
      torch::zeros({values.size(0), config.supportSize}, values.options());
  result.scatter_(1, index, 1 - share);
  return result.scatter_(1, index + 1, share);
}

Tensor memplace::agent::fromSupport(const Tensor &logits,
                                    const NetworkConfig &config) {
  Tensor points = torch::linspace(-config.supportLimit, config.supportLimit,
                                  config.supportSize, logits.options());
  return unsquash((torch::softmax(logits, 1) * points).sum(1));
}
