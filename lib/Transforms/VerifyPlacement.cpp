//===- VerifyPlacement.cpp - Check what the IR says -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Problem/Verify.h"
#include "memplace/Transforms/Passes.h"

namespace memplace {
#define GEN_PASS_DEF_VERIFYPLACEMENTPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

static LogicalResult verifyFunction(func::FuncOp function, const Target &target,
                                    const ExtractOptions &options) {
  FailureOr<ExtractedFunction> extracted =
      extractFunction(function, target, options);
  if (failed(extracted))
    return failure();
  if (extracted->problem.buffers.empty())
    return success();
  if (!extracted->recorded) {
    InFlightDiagnostic error = function.emitError("has no placement");
    error.attachNote() << "'memplace-place-buffers' makes one";
    return error;
  }
  if (auto violation = verify(extracted->problem, *extracted->recorded))
    return function.emitError("the placement breaks rule ")
           << ruleName(violation->rule) << ": " << violation->message;
  return success();
}

namespace {
struct VerifyPlacementPass
    : public memplace::impl::VerifyPlacementPassBase<VerifyPlacementPass> {
  using VerifyPlacementPassBase::VerifyPlacementPassBase;

  void runOnOperation() override {
    FailureOr<Target> machine = getTarget(getOperation(), target);
    if (failed(machine))
      return signalPassFailure();
    bool isLegal = true;
    for (func::FuncOp function : getPlaceableFunctions(getOperation()))
      isLegal &= succeeded(verifyFunction(
          function, *machine, {.allowUnknownOps = allowUnknownOps}));
    if (!isLegal)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
