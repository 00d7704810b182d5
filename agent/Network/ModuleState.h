//===- ModuleState.h - What a torch module has learned ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What networks of every kind share: errors instead of exceptions, weights
// drawn by a seed, and weights and optimizer as parts of a checkpoint.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_NETWORK_MODULESTATE_H
#define MEMPLACE_AGENT_NETWORK_MODULESTATE_H

#include "Checkpoint.h"

#include <exception>
#include <torch/torch.h>

namespace memplace::agent {

/// Runs \p body, which returns a Result or an optional Error; what torch
/// throws becomes the error.
template <typename Body> auto withTorchErrors(Body body) -> decltype(body()) {
  try {
    return body();
  } catch (const std::exception &error) {
    // What follows the first line is a stack trace.
    const std::string text = error.what();
    return Error{text.substr(0, text.find('\n'))};
  }
}

/// What \p make makes, with the weights that torch's own generator draws for
/// \p seed; the generator is put back.
template <typename Make>
auto makeWithSeed(uint64_t seed, Make make) -> decltype(make()) {
  auto generator = at::detail::getDefaultCPUGenerator();
  const torch::Tensor before = generator.get_state();
  torch::manual_seed(seed);
  auto made = make();
  generator.set_state(before);
  return made;
}

/// A checkpoint (`printCheckpoint`) of \p module with \p config, and of
/// \p optimizer unless that is null. Equal ones give equal bytes. An error
/// names a parameter that has a number which is not finite.
Result<std::string> printModule(const std::string &config,
                                const torch::nn::Module &module,
                                const torch::optim::AdamW *optimizer);

/// An error if \p bytes of weights are fewer than \p least floats take, those
/// of the module that a config asks for: a few bytes of config must not make
/// us take much memory.
std::optional<Error> checkWeightsSize(size_t bytes, double least);

/// Gives \p module, of the same shapes, the weights of a checkpoint.
std::optional<Error> restoreWeights(const std::string &weights,
                                    torch::nn::Module &module,
                                    torch::Device device);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_NETWORK_MODULESTATE_H
