//===- ModuleState.cpp - Weights of a torch module ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleState.h"

#include "OptimizerState.h"

#include <cstdio>
#include <sstream>

using namespace memplace;
using namespace memplace::agent;
using torch::Tensor;

static std::optional<Error> findNotFinite(const torch::nn::Module &module) {
  for (const auto &each : module.named_parameters())
    if (!torch::isfinite(each.value()).all().item<bool>())
      return Error{"'" + each.key() + "' has numbers that are not finite"};
  return std::nullopt;
}

Result<std::string>
memplace::agent::printModule(const std::string &config,
                             const torch::nn::Module &module,
                             const torch::optim::AdamW *optimizer) {
  return withTorchErrors([&]() -> Result<std::string> {
    if (const std::optional<Error> error = findNotFinite(module))
      return Error{"the network is unusable and not saved: " + error->message};
    CheckpointParts parts;
    parts.config = config;
    torch::serialize::OutputArchive archive;
    module.save(archive);
    std::ostringstream weights;
    archive.save_to(weights);
    parts.weights = weights.str();
    if (optimizer)
      parts.optimizer = printOptimizer(*optimizer, module.parameters());
    return printCheckpoint(parts);
  });
}

std::optional<Error> memplace::agent::checkWeightsSize(size_t bytes,
                                                       double least) {
  const double needed = least * sizeof(float);
  if (static_cast<double>(bytes) >= needed)
    return std::nullopt;
  char text[96];
  std::snprintf(text, sizeof(text),
                "%zu bytes are fewer than the %.3g that its config needs",
                bytes, needed);
  return Error{text};
}

std::optional<Error> memplace::agent::restoreWeights(const std::string &weights,
                                                     torch::nn::Module &module,
                                                     torch::Device device) {
  // torch accepts any shapes the file has, so compare them with the config's.
  std::vector<std::vector<int64_t>> shapes;
  for (const Tensor &each : module.parameters())
    shapes.push_back(each.sizes().vec());
  torch::serialize::InputArchive archive;
  std::istringstream in(weights);
  archive.load_from(in, device);
  module.load(archive);
  size_t at = 0;
  for (const auto &each : module.named_parameters())
    if (each.value().sizes().vec() != shapes[at++])
      return Error{"'" + each.key() +
                   "' does not have the shape of its config"};
  return findNotFinite(module);
}
