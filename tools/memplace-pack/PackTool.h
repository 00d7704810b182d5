//===- PackTool.h - Implementation of memplace-pack -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_TOOLS_MEMPLACE_PACK_PACKTOOL_H
#define MEMPLACE_TOOLS_MEMPLACE_PACK_PACKTOOL_H

#include "memplace/Packing/Pack.h"

#include "llvm/Support/CommandLine.h"

namespace memplace::tools {

/// The packing-specific options, in \p category.
struct PackOptions {
  explicit PackOptions(llvm::cl::OptionCategory &category)
      : capacity(
            "capacity",
            llvm::cl::desc("Stop at the first packing within this many "
                           "bytes, e.g. 64KiB (default: minimise the peak)"),
            llvm::cl::value_desc("BYTES"), llvm::cl::cat(category)),
        nodes(
            "nodes",
            llvm::cl::desc(
                "Stop after this many search nodes; the result does not depend "
                "on the machine (default: 2000000 without --time-limit)"),
            llvm::cl::value_desc("N"), llvm::cl::init(0),
            llvm::cl::cat(category)),
        arenas("arena",
               llvm::cl::desc("A memory; list the preferred memory first"),
               llvm::cl::value_desc("NAME[:BYTES]"), llvm::cl::cat(category)),
        packer("packer",
               llvm::cl::desc("Use only this packer of --list-packers"),
               llvm::cl::value_desc("NAME"), llvm::cl::cat(category)),
        isTFLM("tflm",
               llvm::cl::desc("The input is a TFLite model; write the model "
                              "with an offline plan for TFLM"),
               llvm::cl::cat(category)),
        listPackers("list-packers",
                    llvm::cl::desc("List the heuristics and exit"),
                    llvm::cl::cat(category)) {}

  llvm::cl::opt<std::string> capacity;
  llvm::cl::opt<int64_t> nodes;
  llvm::cl::list<std::string> arenas;
  llvm::cl::opt<std::string> packer;
  llvm::cl::opt<bool> isTFLM;
  llvm::cl::opt<bool> listPackers;
};

/// A request to `memplace-pack`. `runPack` checks the ranges.
struct PackRequest {
  std::string input;
  std::string output;                  // Empty: none. "-": standard output.
  std::string packer;                  // Empty: all.
  std::vector<std::string> arenas;     // NAME:CAPACITY or NAME; empty: one.
  std::optional<std::string> capacity; // BYTES.
  bool isTFLM = false;                 // The input is a TFLite model.
  PackLimits limits;
};

/// Converts \p options. The caller sets files, seed and time limit.
PackRequest makePackRequest(const PackOptions &options);

/// Reads, packs, verifies, writes and reports. Returns the exit code.
int runPack(const PackRequest &request);

/// Prints one line per heuristic. Returns the exit code.
int listPackers();

} // namespace memplace::tools

#endif // MEMPLACE_TOOLS_MEMPLACE_PACK_PACKTOOL_H
