//===- OptimizerState.h - What an optimizer has seen ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// torch::save names what it saves of an optimizer by the addresses of the
// parameters: no two runs have the same bytes. Here parameters have numbers.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_NETWORK_OPTIMIZERSTATE_H
#define MEMPLACE_AGENT_NETWORK_OPTIMIZERSTATE_H

#include "memplace/Problem/Result.h"

#include <optional>
#include <string>
#include <torch/torch.h>
#include <vector>

namespace memplace::agent {

/// The moments that \p optimizer keeps of \p parameters, which are its own, as
/// bytes: equal ones give equal bytes.
std::string printOptimizer(const torch::optim::AdamW &optimizer,
                           const std::vector<torch::Tensor> &parameters);

/// Gives \p optimizer what `printOptimizer` wrote, or torch::save.
std::optional<Error>
restoreOptimizer(const std::string &bytes,
                 const std::vector<torch::Tensor> &parameters,
                 torch::Device device, torch::optim::AdamW &optimizer);

/// Makes a step by the gradients of \p parameters, whose norm is clipped to
/// \p maxNorm. Learns nothing, and says so, if that norm is not finite.
std::optional<Error> stepOptimizer(torch::optim::AdamW &optimizer,
                                   const std::vector<torch::Tensor> &parameters,
                                   double maxNorm);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_NETWORK_OPTIMIZERSTATE_H
