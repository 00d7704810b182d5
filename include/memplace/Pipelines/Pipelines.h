//===- Pipelines.h - Standard pass pipelines --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PIPELINES_PIPELINES_H
#define MEMPLACE_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace memplace {

/// Options of `memplace-default`. An option shared with a pass has the same
/// meaning (docs/reference/passes.md).
struct DefaultPipelineOptions
    : public mlir::PassPipelineOptions<DefaultPipelineOptions> {
  Option<std::string> target{
      *this, "target",
      llvm::cl::desc("Built-in target or target file; empty: the module's "
                     "`memplace.target` or DLTI spec")};
  Option<std::string> solver{
      *this, "solver",
      llvm::cl::desc("Solver, by name (docs/guide/solvers.md)"),
      llvm::cl::init("greedy")};
  Option<std::string> solverOptions{
      *this, "solver-options",
      llvm::cl::desc("Options of the solver, NAME=VALUE,NAME=VALUE")};
  Option<double> timeLimit{
      *this, "time-limit",
      llvm::cl::desc("Wall-clock limit of the solver per function, seconds"),
      llvm::cl::init(10.0)};
  Option<uint64_t> seed{*this, "seed", llvm::cl::desc("Seed of the solver"),
                        llvm::cl::init(0)};
  Option<std::string> branches{
      *this, "branches",
      llvm::cl::desc("`auto`: turn ops in arms of branches into steps if that "
                     "is faster, or if branches do not fit otherwise; `arms`: "
                     "always; `step`: a branch is one step; default: `auto` "
                     "if a tier serves no ops, else `step`")};
  Option<std::string> pipelineLoops{
      *this, "pipeline-loops",
      llvm::cl::desc("`auto`: turn slices of stacked arrays in loops into "
                     "buffers if that is faster, or if ops do not fit "
                     "otherwise; `always`; `stream`: as `always`, without "
                     "unrolling; `none`; default: `auto` if a tier serves no "
                     "ops, else `none`")};
  Option<std::string> cut{
      *this, "cut",
      llvm::cl::desc("`auto`: cut ops and buffers into pieces if that is "
                     "faster, or if ops do not fit otherwise; a number: the "
                     "same, with that many pieces; `none`: only ops with "
                     "`memplace.cut`; default: `auto` if a tier serves no "
                     "ops, else `none`")};
  Option<int64_t> cutBudget{
      *this, "cut-budget",
      llvm::cl::desc("Number of cut problems to try per function"),
      llvm::cl::init(300)};
  Option<bool> cutFloatSums{
      *this, "cut-float-sums",
      llvm::cl::desc("Also cut along loops that sum floats, which changes "
                     "roundings"),
      llvm::cl::init(false)};
  Option<std::string> schedule{
      *this, "schedule",
      llvm::cl::desc(
          "`auto`: put ops in another order if that is faster, or if "
          "the program does not fit otherwise; `peak`: if fewer bytes "
          "are live at once; `none`"),
      llvm::cl::init("none")};
  Option<std::string> solution{
      *this, "solution",
      llvm::cl::desc("Read the placement from this file instead of solving")};
  Option<int64_t> slotAlignment{
      *this, "slot-alignment",
      llvm::cl::desc("Minimum alignment of offsets in every tier, bytes; 4096 "
                     "for the runtime's checked mode"),
      llvm::cl::init(1)};
  Option<bool> strict{
      *this, "strict",
      llvm::cl::desc("Fail if storage or a function cannot be placed, "
                     "instead of a remark or a warning"),
      llvm::cl::init(false)};
  Option<bool> allowUnknownOps{
      *this, "allow-unknown-ops",
      llvm::cl::desc("Treat ops without a model as barriers, not as "
                     "errors"),
      llvm::cl::init(false)};
  Option<bool> inlineCalls{*this, "inline",
                           llvm::cl::desc("Inline calls before placing"),
                           llvm::cl::init(true)};
  Option<bool> simplify{
      *this, "simplify",
      llvm::cl::desc("Canonicalize before and after placing, and merge "
                     "allocations that a loop swaps"),
      llvm::cl::init(true)};
  Option<std::string> reportFile{
      *this, "report",
      llvm::cl::desc("Write a report to this file; `-` is standard output")};
  Option<std::string> reportFormat{*this, "report-format",
                                   llvm::cl::desc("`json` or `table`"),
                                   llvm::cl::init("json")};
  Option<bool> reportRemarks{*this, "report-remarks",
                             llvm::cl::desc("Emit a remark at each buffer"),
                             llvm::cl::init(false)};
};

/// Builds `memplace-default`: from memrefs to slots in arenas, with a final
/// verification.
void buildDefaultPipeline(mlir::OpPassManager &manager,
                          const DefaultPipelineOptions &options);

/// Options of `memplace-to-llvm`.
struct ToLLVMPipelineOptions
    : public mlir::PassPipelineOptions<ToLLVMPipelineOptions> {
  Option<bool> checked{
      *this, "checked",
      llvm::cl::desc("Stop at the first access to a slot outside of its "
                     "residency or with a transfer in flight"),
      llvm::cl::init(false)};
  Option<bool> kernels{
      *this, "kernels",
      llvm::cl::desc("Call libmemplace_kernels.so for products of matrices and "
                     "convolutions (`memplace-call-kernels`)"),
      llvm::cl::init(false)};
  Option<bool> cWrappers{
      *this, "c-wrappers",
      llvm::cl::desc("Make each function callable from C, as "
                     "`_mlir_ciface_NAME`"),
      llvm::cl::init(false)};
};

/// Builds `memplace-to-llvm`: from a placed program to the LLVM dialect, ready
/// for mlir-runner. Equal linalg ops share a function. The result calls
/// libmemplace_runtime.so and, if requested, libmemplace_kernels.so.
void buildToLLVMPipeline(mlir::OpPassManager &manager,
                         const ToLLVMPipelineOptions &options);

/// Registers both pipelines for the command line.
void registerPipelines();

} // namespace memplace

#endif // MEMPLACE_PIPELINES_PIPELINES_H
