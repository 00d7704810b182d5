//===- Checkpoint.h - Network checkpoint files ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A checkpoint is a line naming the format and its version, then the size and
// CRC-32 of each part, then the parts. This header needs C++17 only and does
// not include torch.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_NETWORK_CHECKPOINT_H
#define MEMPLACE_AGENT_NETWORK_CHECKPOINT_H

#include "memplace/Problem/Result.h"

#include <optional>
#include <string>

namespace memplace::agent {

/// Contents of a checkpoint.
struct CheckpointParts {
  std::string config;    // NetworkConfig as JSON.
  std::string weights;   // As written by torch::save.
  std::string optimizer; // See OptimizerState.h; may be empty.
};

/// Returns the bytes of a checkpoint.
std::string printCheckpoint(const CheckpointParts &parts);

/// Splits a checkpoint into its parts. The error says why \p bytes are not a
/// checkpoint: foreign file, unknown version, truncated, damaged.
Result<CheckpointParts> parseCheckpoint(const std::string &bytes);

/// Reads the file at \p path. The error names the path.
Result<std::string> readCheckpointFile(const std::string &path);

/// Replaces the contents of \p path by \p bytes atomically: concurrent readers,
/// and readers after a crash, find the old or the new contents. The error names
/// the path.
std::optional<Error> writeCheckpointFile(const std::string &path,
                                         const std::string &bytes);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_NETWORK_CHECKPOINT_H
