//===- Pipelines.cpp - Standard pass pipelines ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Pipelines/Pipelines.h"

#include "../Transforms/Preparation.h"
#include "memplace/Conversion/Passes.h"
#include "memplace/Pass/SuggestingPass.h"
#include "memplace/Transforms/Passes.h"

// Not mlir/Conversion/Passes.h, which takes 13 of 20 seconds to compile.
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ComplexToLibm/ComplexToLibm.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToFuncs/MathToFuncs.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVMPass.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/Transforms/RequestCWrappers.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Vector/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace memplace;

/// Copies the options of the placement to a pass that compares two versions of
/// the program by placing both. `greedy` gets no time limit: its result, and
/// thus the decision of the pass, must not depend on time.
template <typename PassOptions>
static PassOptions withTrialSettings(PassOptions pass,
                                     const DefaultPipelineOptions &options) {
  pass.target = options.target;
  pass.solver = options.solver;
  pass.solverOptions = options.solverOptions;
  if (pass.solver != "greedy")
    pass.timeLimit = options.timeLimit;
  pass.seed = options.seed;
  pass.slotAlignment = options.slotAlignment;
  pass.remarks = options.reportRemarks;
  pass.allowUnknownOps = options.allowUnknownOps;
  return pass;
}

static EnterBranchesPassOptions
getBranchOptions(const DefaultPipelineOptions &options) {
  EnterBranchesPassOptions branches;
  branches.branches = options.branches;
  return withTrialSettings(std::move(branches), options);
}

static PipelineLoopsPassOptions
getLoopOptions(const DefaultPipelineOptions &options) {
  PipelineLoopsPassOptions loops;
  loops.loops = options.pipelineLoops;
  // A placement in a file belongs to the program with its own loops.
  if (loops.loops.empty() && !options.solution.empty())
    loops.loops = "none";
  loops.cut = options.cut;
  loops.cutBudget = options.cutBudget;
  loops.cutFloatSums = options.cutFloatSums;
  return withTrialSettings(std::move(loops), options);
}

static CutOpsPassOptions getCutOptions(const DefaultPipelineOptions &options) {
  CutOpsPassOptions cut;
  cut.cut = options.cut;
  // A placement in a file belongs to the program without cuts.
  if (cut.cut.empty() && !options.solution.empty())
    cut.cut = "none";
  cut.budget = options.cutBudget;
  cut.floatSums = options.cutFloatSums;
  return withTrialSettings(std::move(cut), options);
}

/// Adds the pass of `schedule`, which reports an invalid value.
static void addSchedule(OpPassManager &manager,
                        const DefaultPipelineOptions &options) {
  if (options.schedule == "none")
    return;
  ScheduleOpsPassOptions schedule;
  const std::string objective = options.schedule;
  schedule.objective = objective == "auto" ? "makespan" : objective;
  manager.addPass(
      createScheduleOpsPass(withTrialSettings(std::move(schedule), options)));
}

static void addPlacement(OpPassManager &manager,
                         const DefaultPipelineOptions &options) {
  PlaceBuffersPassOptions place;
  place.target = options.target;
  place.solver = options.solver;
  place.solverOptions = options.solverOptions;
  place.timeLimit = options.timeLimit;
  place.seed = options.seed;
  place.solution = options.solution;
  place.slotAlignment = options.slotAlignment;
  place.strict = options.strict;
  place.allowUnknownOps = options.allowUnknownOps;
  manager.addPass(createPlaceBuffersPass(place));
}

static void addReport(OpPassManager &manager,
                      const DefaultPipelineOptions &options) {
  if (options.reportFile.empty() && !options.reportRemarks)
    return;
  ReportPassOptions report;
  report.file = options.reportFile;
  report.format = options.reportFormat;
  report.remarks = options.reportRemarks;
  report.allowUnknownOps = options.allowUnknownOps;
  manager.addPass(createReportPass(report));
}

void memplace::buildDefaultPipeline(OpPassManager &manager,
                                    const DefaultPipelineOptions &options) {
  PreparationOptions preparation;
  preparation.inlineCalls = options.inlineCalls;
  preparation.simplify = options.simplify;
  preparation.branches = getBranchOptions(options);
  preparation.stagedRows.target = options.target;
  preparation.stagedRows.slotAlignment = options.slotAlignment;
  preparation.stagedRows.allowUnknownOps = options.allowUnknownOps;
  preparation.rows.target = options.target;
  preparation.rows.slotAlignment = options.slotAlignment;
  preparation.rows.allowUnknownOps = options.allowUnknownOps;
  preparation.loops = getLoopOptions(options);
  preparation.cut = getCutOptions(options);
  // Inlines and simplifies; enters branches; stages rows, if no channel is
  // indexed; pipelines loops and cuts ops, by default only if a tier
  // serves no ops; fetches rows, if a channel is indexed.
  buildPreparation(manager, preparation);
  addSchedule(manager, options);
  addPlacement(manager, options);
  addReport(manager, options);
  manager.addPass(createInsertTransfersPass());
  manager.addPass(createLowerToOffsetsPass());
  if (options.simplify) {
    manager.addNestedPass<func::FuncOp>(createCanonicalizePass());
    manager.addNestedPass<func::FuncOp>(createCSEPass());
  }
  VerifyPlacementPassOptions verification;
  verification.allowUnknownOps = options.allowUnknownOps;
  manager.addPass(createVerifyPlacementPass(verification));
}

// No pass may reassociate or contract floats, so the order of a program's
// operations determines its results to the last bit.
void memplace::buildToLLVMPipeline(OpPassManager &manager,
                                   const ToLLVMPipelineOptions &options) {
  ConvertMemPlaceToLLVMPassOptions conversion;
  conversion.checked = options.checked;
  manager.addPass(createConvertMemPlaceToLLVMPass(conversion));
  if (options.cWrappers)
    manager.addNestedPass<func::FuncOp>(LLVM::createLLVMRequestCWrappersPass());
  manager.addPass(createOutlineOpsPass());
  if (options.kernels)
    manager.addPass(createCallKernelsPass());
  manager.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  manager.addNestedPass<func::FuncOp>(createConvertComplexToStandardPass());
  manager.addNestedPass<func::FuncOp>(
      vector::createLowerVectorMultiReductionPass());
  manager.addPass(createConvertVectorToSCFPass());
  manager.addPass(createConvertBufferizationToMemRefPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addNestedPass<func::FuncOp>(createCanonicalizerPass());
  manager.addNestedPass<func::FuncOp>(createCSEPass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createExactMathPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createConvertMathToFuncs());
  manager.addPass(createConvertMathToLibmPass());
  manager.addPass(createConvertComplexToLibm());
  manager.addPass(createConvertComplexToLLVMPass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  manager.addPass(createArithToLLVMConversionPass());
  // Expands ops without an LLVM equivalent, such as rounding divisions. Must
  // follow the first conversion, because it would also expand minima and
  // maxima.
  manager.addPass(arith::createArithExpandOpsPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createConvertIndexToLLVMPass());
  manager.addPass(createConvertFuncToLLVMPass());
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createUBToLLVMConversionPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createVerifyLLVMPass());
}

void memplace::registerPipelines() {
  registerSuggestingPipeline<DefaultPipelineOptions>(
      "memplace-default",
      "Place all buffers, make transfers explicit, lower to arenas and "
      "offsets, and verify the result",
      buildDefaultPipeline);
  registerSuggestingPipeline<ToLLVMPipelineOptions>(
      "memplace-to-llvm",
      "Lower a placed program to the LLVM dialect and the memplace runtime",
      buildToLLVMPipeline);
}
