//===- Modules.h - The parts of a network -----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_NETWORK_MODULES_H
#define MEMPLACE_AGENT_NETWORK_MODULES_H

#include "NetworkConfig.h"

#include <torch/torch.h>

namespace memplace::agent {

/// Maps observations to hidden states: [B, observationSize] -> [B, width]. A
/// residual tower reads the picture and a dense layer the vector. Their sum is
/// the query of an attention over the entries of the list.
class RepresentationImpl : public torch::nn::Module {
public:
  explicit RepresentationImpl(const NetworkConfig &config);
  torch::Tensor forward(const torch::Tensor &observations);

private:
  torch::Tensor readPicture(const torch::Tensor &picture);
  torch::Tensor readList(const torch::Tensor &query, const torch::Tensor &list);

  NetworkConfig config;
  torch::nn::Conv2d stem{nullptr};
  torch::nn::ModuleList tower;
  torch::nn::Linear picture{nullptr}, vector{nullptr};
  torch::nn::Linear keys{nullptr}, answers{nullptr}, query{nullptr};
  torch::nn::ModuleList dense;
  torch::nn::LayerNorm norm{nullptr};
};
TORCH_MODULE(Representation);

/// Maps a state and an action to the next state and the reward: [B, width], [B]
/// -> [B, width], [B, supportSize] (logits).
class DynamicsImpl : public torch::nn::Module {
public:
  explicit DynamicsImpl(const NetworkConfig &config);
  std::pair<torch::Tensor, torch::Tensor> forward(const torch::Tensor &states,
                                                  const torch::Tensor &actions);

private:
  NetworkConfig config;
  torch::nn::Linear mix{nullptr};
  torch::nn::ModuleList dense;
  torch::nn::LayerNorm norm{nullptr};
  torch::nn::Linear reward{nullptr};
};
TORCH_MODULE(Dynamics);

/// Maps a state to a policy and a value: [B, width] -> [B, actions], [B,
/// supportSize], both logits.
class PredictionImpl : public torch::nn::Module {
public:
  explicit PredictionImpl(const NetworkConfig &config);
  std::pair<torch::Tensor, torch::Tensor> forward(const torch::Tensor &states);

private:
  torch::nn::Linear policyHidden{nullptr}, policy{nullptr};
  torch::nn::Linear valueHidden{nullptr}, value{nullptr};
};
TORCH_MODULE(Prediction);

/// The complete network. `dynamics` is empty if the config has none.
class WholeImpl : public torch::nn::Module {
public:
  explicit WholeImpl(const NetworkConfig &config);

  Representation representation{nullptr};
  Prediction prediction{nullptr};
  Dynamics dynamics{nullptr};
};
TORCH_MODULE(Whole);

/// h(x) = sign(x) (sqrt(|x| + 1) - 1) + 0.001 x and its inverse: Schrittwieser
/// et al., 2020, appendix F.
torch::Tensor squash(const torch::Tensor &x);
torch::Tensor unsquash(const torch::Tensor &x);

/// Converts values, [B], to distributions over the support, [B, supportSize].
/// All weight is on the two points around the squashed value, which is clamped
/// to the support.
torch::Tensor toSupport(const torch::Tensor &values,
                        const NetworkConfig &config);
/// Converts logits, [B, supportSize], to expected values, [B].
torch::Tensor fromSupport(const torch::Tensor &logits,
                          const NetworkConfig &config);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_NETWORK_MODULES_H
