//===- OptimizerState.cpp - State of an optimizer as bytes ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OptimizerState.h"

#include <cmath>
#include <sstream>

using namespace memplace;
using namespace memplace::agent;
using torch::Tensor;
using torch::optim::AdamW;
using torch::optim::AdamWParamState;

/// Key of \p parameter in the state of a LibTorch optimizer.
static std::string keyOf(const Tensor &parameter) {
  std::ostringstream key;
  key << parameter.unsafeGetTensorImpl();
  return key.str();
}

static std::string numbered(const char *name, size_t number) {
  return name + std::to_string(number);
}

// Entry present only in archives written by `printOptimizer`, not by
// torch::save.
static constexpr const char *countName = "parameters";

std::string
memplace::agent::printOptimizer(const AdamW &optimizer,
                                const std::vector<Tensor> &parameters) {
  torch::serialize::OutputArchive archive;
  archive.write(countName,
                torch::tensor(static_cast<int64_t>(parameters.size())));
  for (size_t i = 0; i < parameters.size(); ++i) {
    const auto found = optimizer.state().find(keyOf(parameters[i]));
    if (found == optimizer.state().end())
      continue; // Not trained yet.
    const auto &state = static_cast<const AdamWParamState &>(*found->second);
    archive.write(numbered("step", i), torch::tensor(state.step()));
    archive.write(numbered("mean", i), state.exp_avg());
    archive.write(numbered("square", i), state.exp_avg_sq());
  }
  std::ostringstream out;
  archive.save_to(out);
  return out.str();
}

std::optional<Error>
memplace::agent::restoreOptimizer(const std::string &bytes,
                                  const std::vector<Tensor> &parameters,
                                  torch::Device device, AdamW &optimizer) {
  torch::serialize::InputArchive archive;
  std::istringstream in(bytes);
  archive.load_from(in, device);
  Tensor count;
  if (!archive.try_read(countName, count)) {
    optimizer.load(archive);
    return std::nullopt;
  }
  if (count.item<int64_t>() != static_cast<int64_t>(parameters.size()))
    return Error{"the optimizer is of another network"};
  for (size_t i = 0; i < parameters.size(); ++i) {
    Tensor step, mean, square;
    if (!archive.try_read(numbered("step", i), step))
      continue;
    archive.read(numbered("mean", i), mean);
    archive.read(numbered("square", i), square);
    if (mean.sizes() != parameters[i].sizes() ||
        square.sizes() != parameters[i].sizes())
      return Error{"the optimizer is of another network"};
    auto state = std::make_unique<AdamWParamState>();
    state->step(step.item<int64_t>());
    state->exp_avg(mean);
    state->exp_avg_sq(square);
    optimizer.state()[keyOf(parameters[i])] = std::move(state);
  }
  return std::nullopt;
}

std::optional<Error>
memplace::agent::stepOptimizer(torch::optim::AdamW &optimizer,
                               const std::vector<torch::Tensor> &parameters,
                               double maxNorm) {
  const double norm = torch::nn::utils::clip_grad_norm_(parameters, maxNorm);
  if (!std::isfinite(norm)) {
    optimizer.zero_grad();
    return Error{
        "the gradient is not finite; nothing was learned from this batch"};
  }
  optimizer.step();
  return std::nullopt;
}
