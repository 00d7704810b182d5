//===- TensorGains.h - Values of tiers to tensors ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_GAME_TENSORGAINS_H
#define MEMPLACE_AGENT_GAME_TENSORGAINS_H

#include "MapGame.h"
#include "lib/Planning/AccessIndex.h"

namespace memplace {

/// Returns gains by TensorId, without the costs of copies.
std::vector<TensorGain> findGains(const planning::AccessIndex &uses,
                                  std::span<const MapTensor> tensors);

} // namespace memplace

#endif // MEMPLACE_AGENT_GAME_TENSORGAINS_H
