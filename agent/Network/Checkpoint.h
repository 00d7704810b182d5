//===- Checkpoint.h - The file of a network ---------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A line that names the format and its version, then the sizes and checksums of
// the parts, then the parts. No torch here, and C++17 only.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_AGENT_NETWORK_CHECKPOINT_H
#define MEMPLACE_AGENT_NETWORK_CHECKPOINT_H

#include "memplace/Problem/Result.h"

#include <optional>
#include <string>

namespace memplace::agent {

struct CheckpointParts {
  std::string config;    // NetworkConfig as JSON.
  std::string weights;   // As torch::save writes them.
  std::string optimizer; // See OptimizerState.h; may be empty.
};

std::string printCheckpoint(const CheckpointParts &parts);

/// The error says what is wrong with \p bytes: another file, another version,
/// cut off, damaged.
Result<CheckpointParts> parseCheckpoint(const std::string &bytes);

/// Reads the file at \p path. The error names it.
Result<std::string> readCheckpointFile(const std::string &path);

/// Makes \p bytes the contents of \p path. Whoever opens it at any time, or
/// after a crash, finds the old contents or the new. The error names the path.
std::optional<Error> writeCheckpointFile(const std::string &path,
                                         const std::string &bytes);

} // namespace memplace::agent

#endif // MEMPLACE_AGENT_NETWORK_CHECKPOINT_H
