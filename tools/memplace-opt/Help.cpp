//===- Help.cpp - Help of memplace-opt ------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Help.h"

#include "memplace/Target/Catalogue.h"

#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/raw_ostream.h"

static constexpr const char *overview =
    R"(OVERVIEW: memplace-opt: mlir-opt with memplace's passes; chooses where every
buffer lives

USAGE: memplace-opt INPUT [--PASS[="OPTION=VALUE OPTION=VALUE ..."]]... [-o OUTPUT]

EXAMPLES:

  memplace-opt model.mlir --memplace-default=target=tpu-v4i -o placed.mlir
  memplace-opt model.mlir -o placed.mlir \
    --memplace-default="target=my-npu.json report=- report-format=table"
  memplace-opt model.mlir -o placed.mlir \
    --memplace-default=target=my-npu.json --convert-memplace-to-memref-dma

OPTIONS:

  -o FILE                       Output (default: standard output)
  --allow-unregistered-dialect  Accept ops of unknown dialects
  --load-dialect-plugin=LIBRARY, --load-pass-plugin=LIBRARY
                                Load dialects and passes from a library
  --pass-pipeline=PIPELINE      Run a textual pipeline
  --list-passes                 List all passes, also MLIR's
  --help-hidden                 List all options, also LLVM's
  --version                     Print the version

)";

/// Passes of --help, roughly in the order of their use.
static constexpr llvm::StringLiteral passes[] = {
    "memplace-wide-sums",
    "memplace-split-sums",
    "memplace-fuse-elementwise",
    "memplace-prepare-bufferization",
    "memplace-drop-results-in-place",
    "memplace-set-homes",
    "memplace-cut-arguments",
    "memplace-keep-attributes",
    "memplace-canonicalize",
    "memplace-join-swapped-buffers",
    "memplace-enter-branches",
    "memplace-pipeline-loops",
    "memplace-cut",
    "memplace-stage-rows",
    "memplace-fetch-rows",
    "memplace-schedule",
    "memplace-place-buffers",
    "memplace-insert-transfers",
    "memplace-lower-to-offsets",
    "memplace-verify-placement",
    "memplace-report",
    "memplace-extract-problem",
    "memplace-list-arguments",
    "memplace-plan-static-memory",
    "convert-memplace-to-memref-dma",
    "convert-memplace-to-llvm",
    "memplace-call-kernels",
    "memplace-exact-math",
    "memplace-outline-ops",
    "memplace-time-steps",
    "memplace-add-session",
    "memplace-verify-llvm",
    "memplace-slice-weights",
    "memplace-stream-weights",
    "memplace-schedule-stream",
    "memplace-pack-stream-resources",
};

/// Prints a pipeline with its options.
static void printPipeline(llvm::StringRef name) {
  mlir::PassPipelineInfo::lookup(name)->printHelpStr(/*indent=*/2,
                                                     /*descIndent=*/32);
}

void memplace::printHelp() {
  llvm::raw_ostream &out = llvm::outs();
  out << overview << "PIPELINES:\n\n";
  printPipeline("memplace-default");
  printPipeline("memplace-to-llvm");
  out << "\nPASSES, with options in docs/reference/passes.md:\n\n";
  for (llvm::StringRef name : passes) {
    const mlir::PassInfo *pass = mlir::PassInfo::lookup(name);
    out << "  --" << name;
    out.indent(35 - name.size()) << pass->getPassDescription() << "\n";
  }
  out << "\nTARGETS, besides target files (docs/reference/targets.md):\n\n";
  for (const std::string &name : builtinTargetNames())
    out << "  " << name << "\n";
}
