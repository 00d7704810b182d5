//===- NetworkConfig.h - Sizes of a network ---------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This header needs C++17 only and does not include torch, because the files
// that include torch share it.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_NETWORK_NETWORKCONFIG_H
#define MEMPLACE_AGENT_NETWORK_NETWORKCONFIG_H

#include "memplace/Problem/Result.h"

#include <cstdint>
#include <optional>
#include <string>

namespace memplace::agent {

/// Shape of a network's input, and the network's own sizes. Stored in each
/// checkpoint.
struct NetworkConfig {
  /// Version of the observation's encoding, set by the game. A network reads
  /// only observations of the version that it was trained on.
  int64_t observationVersion = 0;

  // An observation: a picture [channels, rows, columns], a vector, and a list
  // [ahead, aheadSize] of upcoming entries.
  int64_t channels = 1, rows = 8, columns = 8;
  int64_t vectorSize = 1;
  int64_t ahead = 1, aheadSize = 1;
  int64_t actions = 2;

  // Sizes of the network.
  int64_t width = 64;        // Of the hidden state.
  int64_t towerChannels = 8; // Channels of the convolutions.
  int64_t towerBlocks = 1;   // Residual blocks of two convolutions.
  int64_t blocks = 2;        // Residual blocks of dense layers.
  int64_t heads = 4;         // Attention heads; divides `width`.
  bool hasDynamics = false;  // Can step in its own states (MuZero).

  // Values and rewards are distributions over `supportSize` points, evenly
  // spaced from -supportLimit to supportLimit after the transform of
  // Schrittwieser et al. 2020, appendix F.
  int64_t supportSize = 81;
  double supportLimit = 10;

  int64_t pictureSize() const { return channels * rows * columns; }
  int64_t listSize() const { return ahead * aheadSize; }
  /// Number of floats in an observation: picture, vector, list, in this order.
  int64_t observationSize() const {
    return pictureSize() + vectorSize + listSize();
  }
  bool operator==(const NetworkConfig &other) const;
};

/// Returns the first error in \p config, if any.
std::optional<Error> checkConfig(const NetworkConfig &config);

/// Prints \p config as one line of JSON.
std::string printConfig(const NetworkConfig &config);

/// Parses the output of `printConfig`.
Result<NetworkConfig> parseConfig(const std::string &text);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_NETWORK_NETWORKCONFIG_H
