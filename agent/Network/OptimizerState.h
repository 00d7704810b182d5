//===- OptimizerState.h - State of an optimizer as bytes --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// torch::save keys an optimizer's state by parameter address, so its bytes
// differ from run to run. The functions below number the parameters instead.
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

/// Serialises the moments that \p optimizer keeps of its own \p parameters.
/// Equal states give equal bytes.
std::string printOptimizer(const torch::optim::AdamW &optimizer,
                           const std::vector<torch::Tensor> &parameters);

/// Restores \p optimizer from the bytes of `printOptimizer` or torch::save.
std::optional<Error>
restoreOptimizer(const std::string &bytes,
                 const std::vector<torch::Tensor> &parameters,
                 torch::Device device, torch::optim::AdamW &optimizer);

/// Clips the gradients of \p parameters to the norm \p maxNorm and makes one
/// optimizer step. A norm that is not finite is an error; nothing changes then.
std::optional<Error> stepOptimizer(torch::optim::AdamW &optimizer,
                                   const std::vector<torch::Tensor> &parameters,
                                   double maxNorm);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_NETWORK_OPTIMIZERSTATE_H
