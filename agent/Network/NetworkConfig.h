//===- NetworkConfig.h - Sizes of a network ---------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// No torch here, and C++17 only: those who include torch share this.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_NETWORK_NETWORKCONFIG_H
#define MEMPLACE_AGENT_NETWORK_NETWORKCONFIG_H

#include "memplace/Problem/Result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace memplace::agent {

/// What a network reads and how large it is. Stored in each checkpoint.
struct NetworkConfig {
  /// What the numbers of an observation mean: that of the game that made them.
  /// A network reads only observations of the version it was trained on.
  int64_t observationVersion = 0;

  // An observation: a picture [channels, rows, columns], a vector, and a list
  // [ahead, aheadSize] of what comes next.
  int64_t channels = 1, rows = 8, columns = 8;
  int64_t vectorSize = 1;
  int64_t ahead = 1, aheadSize = 1;
  int64_t actions = 2;

  // The network.
  int64_t width = 64;        // Of the hidden state.
  int64_t towerChannels = 8; // Of the convolutions.
  int64_t towerBlocks = 1;   // Residual blocks of two convolutions.
  int64_t blocks = 2;        // Residual blocks of the dense layers.
  int64_t heads = 4;         // Of the attention; divides `width`.
  bool hasDynamics = false;  // Can step in its own states (MuZero).

  // Values and rewards are distributions over `supportSize` points, evenly
  // spaced from -supportLimit to supportLimit after the transform of
  // Schrittwieser et al. 2020, appendix F.
  int64_t supportSize = 81;
  double supportLimit = 10;

  int64_t pictureSize() const { return channels * rows * columns; }
  int64_t listSize() const { return ahead * aheadSize; }
  /// Numbers in an observation: picture, vector, list, in this order.
  int64_t observationSize() const {
    return pictureSize() + vectorSize + listSize();
  }
  bool operator==(const NetworkConfig &other) const;
};

/// What is wrong with \p config, if anything is.
std::optional<Error> checkConfig(const NetworkConfig &config);

/// One line of JSON.
std::string printConfig(const NetworkConfig &config);

/// Reads what `printConfig` wrote.
Result<NetworkConfig> parseConfig(const std::string &text);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_NETWORK_NETWORKCONFIG_H
