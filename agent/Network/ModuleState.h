//===- ModuleState.h - Weights of a torch module ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers shared by all networks: errors instead of exceptions, weights drawn
// from a seed, and weights and optimizer as parts of a checkpoint.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_NETWORK_MODULESTATE_H
#define MEMPLACE_AGENT_NETWORK_MODULESTATE_H

#include "Checkpoint.h"

#include <exception>
#include <torch/torch.h>

namespace memplace::agent {

/// Runs \p body, which returns a Result or an optional Error. An exception
/// thrown by torch becomes the error.
template <typename Body> auto withTorchErrors(Body body) -> decltype(body()) {
  try {
    return body();
  } catch (const std::exception &error) {
    // Later lines are a stack trace.
    const std::string text = error.what();
    return Error{text.substr(0, text.find('\n'))};
  }
}

/// Returns the result of \p make, called with torch's CPU generator seeded by
/// \p seed. The generator's state is restored afterwards.
template <typename Make>
auto makeWithSeed(uint64_t seed, Make make) -> decltype(make()) {
  auto generator = at::detail::getDefaultCPUGenerator();
  const torch::Tensor before = generator.get_state();
  torch::manual_seed(seed);
  auto made = make();
  generator.set_state(before);
  return made;
}

/// Returns a checkpoint (`printCheckpoint`) of \p module with \p config, and of
/// \p optimizer unless null. Equal inputs give equal bytes. A parameter with a
/// number that is not finite is an error.
Result<std::string> printModule(const std::string &config,
                                const torch::nn::Module &module,
                                const torch::optim::AdamW *optimizer);

/// Returns an error if \p bytes cannot hold \p least floats, the number of
/// weights that a config asks for. Without this check, a few bytes of config
/// could make the loader allocate much memory.
std::optional<Error> checkWeightsSize(size_t bytes, double least);

/// Loads the weights of a checkpoint into \p module. Shapes must match.
std::optional<Error> restoreWeights(const std::string &weights,
                                    torch::nn::Module &module,
                                    torch::Device device);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_NETWORK_MODULESTATE_H
