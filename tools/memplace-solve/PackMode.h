//===- PackMode.h - memplace-solve --pack -----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TOOLS_MEMPLACE_SOLVE_PACKMODE_H
#define MEMPLACE_TOOLS_MEMPLACE_SOLVE_PACKMODE_H

#include "memplace/Packing/Pack.h"

namespace memplace::tools {

/// What `memplace-solve --pack` was asked for.
struct PackRequest {
  std::string input;
  std::string output;              // Empty: none. "-": standard output.
  std::string packer;              // Empty: all.
  std::vector<std::string> arenas; // NAME:CAPACITY or NAME; empty: one.
  std::optional<int64_t> capacity; // Bytes.
  PackLimits limits;
};

/// Reads, packs, verifies, writes and reports. Returns the exit code.
int runPackMode(const PackRequest &request);

/// A line per heuristic. Returns the exit code.
int listPackers();

} // namespace memplace::tools

#endif // MEMPLACE_TOOLS_MEMPLACE_SOLVE_PACKMODE_H
