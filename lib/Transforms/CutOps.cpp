//===- CutOps.cpp - Cut ops and buffers into pieces -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CutFunction.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace memplace {
#define GEN_PASS_DEF_CUTOPSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {

class CutOpsPass : public memplace::impl::CutOpsPassBase<CutOpsPass> {
public:
  using CutOpsPassBase::CutOpsPassBase;
  void runOnOperation() override;
};

} // namespace

static bool hasCutAttributes(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return op->hasAttr(MemPlaceDialect::cutAttrName)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void CutOpsPass::runOnOperation() {
  ModuleOp module = getOperation();
  FailureOr<TrialSettings> settings = readTrialSettings(
      module, solver, solverOptions, timeLimit, seed, allowUnknownOps);
  if (failed(settings))
    return signalPassFailure();
  SmallVector<func::FuncOp> functions;
  for (func::FuncOp function : getPlaceableFunctions(module))
    if (!hasExplicitPlacement(function) &&
        (cut != "none" || hasCutAttributes(function)))
      functions.push_back(function);
  if (functions.empty())
    return;
  FailureOr<Target> machine = getTarget(module, target, slotAlignment);
  if (failed(machine))
    return signalPassFailure();
  FailureOr<CutOptions> cuts = readCutOptions(module, cut, budget, *machine);
  if (failed(cuts))
    return signalPassFailure();
  for (func::FuncOp function : functions)
    if (failed(cutFunction(function, *machine, *settings,
                           {*cuts, floatSums, remarks})))
      return signalPassFailure();
}
