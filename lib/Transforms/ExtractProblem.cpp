//===- ExtractProblem.cpp - Write each function as a problem --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FunctionFile.h"
#include "OpShapes.h"

#include "../IRToProblem/Locations.h"
#include "Preparation.h"
#include "memplace/IO/File.h"
#include "memplace/IO/JSON.h"
#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace memplace {
#define GEN_PASS_DEF_EXTRACTPROBLEMPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {
struct ExtractProblemPass
    : memplace::impl::ExtractProblemPassBase<ExtractProblemPass> {
  using ExtractProblemPassBase::ExtractProblemPassBase;

  void runOnOperation() override {
    // Catches a script with an empty variable; standard output must be
    // requested by '-'.
    if (file.empty()) {
      emitError(getOperation().getLoc(),
                "'file' must name a file, or be '-' for standard output");
      return signalPassFailure();
    }
    OwningOpRef<ModuleOp> prepared = prepare();
    if (!prepared)
      return signalPassFailure();
    FailureOr<SmallVector<func::FuncOp>> functions = chooseFunctions(*prepared);
    FailureOr<Target> machine =
        getTarget(getOperation(), target, slotAlignment);
    if (failed(functions) || failed(machine))
      return signalPassFailure();
    llvm::erase_if(*functions, worksOnTensorsOnly);
    if (functions->empty()) {
      reportNothingPlaced(*prepared, DiagnosticSeverity::Error);
      return signalPassFailure();
    }
    // Extract all functions first, to write nothing if a function fails.
    std::vector<ExtractedFunction> extracted;
    for (func::FuncOp function : *functions) {
      FailureOr<ExtractedFunction> one =
          extractFunction(function, *machine,
                          {.allowUnknownOps = allowUnknownOps,
                           .ignoreAnnotations = true,
                           .withCuts = cuts,
                           .withFloatSums = cutFloatSums});
      if (failed(one) || failed(reportUnplaced(*one, strict)))
        return signalPassFailure();
      if (opShapes)
        for (auto [op, step] :
             llvm::zip_equal(one->problem.ops, one->schedule->getSteps()))
          op.shape = getOpShape(step);
      extracted.push_back(std::move(*one));
    }
    for (const ExtractedFunction &one : extracted)
      if (failed(write(one, extracted.size() > 1)))
        return signalPassFailure();
    markAllAnalysesPreserved();
  }

private:
  /// Returns a copy of the module, prepared as in `memplace-default`. Null,
  /// with a diagnostic, if the preparation fails.
  OwningOpRef<ModuleOp> prepare() {
    OwningOpRef<ModuleOp> copy = getOperation().clone();
    if (!inlineCalls && !simplify && cut == "none" && pipelineLoops == "none" &&
        branches == "step")
      return copy; // The input of `memplace-place-buffers`.
    PassManager manager(&getContext(), ModuleOp::getOperationName());
    PreparationOptions options;
    options.inlineCalls = inlineCalls;
    options.simplify = simplify;
    options.branches.target = target;
    options.branches.branches = branches;
    options.branches.slotAlignment = slotAlignment;
    options.branches.allowUnknownOps = allowUnknownOps;
    options.stagedRows.target = target;
    options.stagedRows.slotAlignment = slotAlignment;
    options.stagedRows.allowUnknownOps = allowUnknownOps;
    options.rows.target = target;
    options.rows.slotAlignment = slotAlignment;
    options.rows.allowUnknownOps = allowUnknownOps;
    options.loops.target = target;
    options.loops.loops = pipelineLoops;
    options.loops.cut = cut;
    options.loops.cutFloatSums = cutFloatSums;
    options.loops.slotAlignment = slotAlignment;
    options.loops.allowUnknownOps = allowUnknownOps;
    options.cut.target = target;
    options.cut.cut = cut;
    options.cut.floatSums = cutFloatSums;
    options.cut.slotAlignment = slotAlignment;
    options.cut.allowUnknownOps = allowUnknownOps;
    buildPreparation(manager, options);
    if (failed(manager.run(*copy)))
      return {};
    return copy;
  }

  FailureOr<SmallVector<func::FuncOp>> chooseFunctions(ModuleOp module) {
    SmallVector<func::FuncOp> all =
        getPlaceableFunctions(module, /*emitRemarks=*/true);
    std::string wanted = function;
    if (wanted.empty())
      return all;
    for (func::FuncOp candidate : all)
      if (candidate.getSymName() == wanted)
        return SmallVector<func::FuncOp>{candidate};
    emitError(getOperation().getLoc(), "there is no function '")
        << wanted << "' to be placed";
    return failure();
  }

  LogicalResult write(const ExtractedFunction &one, bool isOneOfSeveral) {
    if (failed(write(one.function, file, isOneOfSeveral,
                     printProblem(one.problem))))
      return failure();
    if (!opTexts.empty() &&
        failed(write(one.function, opTexts, isOneOfSeveral, printOps(one))))
      return failure();
    if (locations.empty())
      return success();
    return write(one.function, locations, isOneOfSeveral, printLocations(one));
  }

  static LogicalResult write(func::FuncOp function, std::string path,
                             bool isOneOfSeveral, const std::string &text) {
    if (isOneOfSeveral)
      path = getFileOfFunction(path, function.getSymName());
    if (std::optional<Error> error = writeFile(path, text))
      return emitError(function.getLoc(), error->message);
    return success();
  }
};
} // namespace
