//===- VerifyPlacement.cpp - Verify the placement in the IR ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PieceBounds.h"
#include "PlacedFunction.h"

#include "memplace/Transforms/Passes.h"

namespace memplace {
#define GEN_PASS_DEF_VERIFYPLACEMENTPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {
struct VerifyPlacementPass
    : public memplace::impl::VerifyPlacementPassBase<VerifyPlacementPass> {
  using VerifyPlacementPassBase::VerifyPlacementPassBase;

  void runOnOperation() override {
    FailureOr<Target> machine = getTarget(getOperation(), target);
    if (failed(machine))
      return signalPassFailure();
    bool isLegal = true;
    for (func::FuncOp function : getPlacedFunctions(getOperation()))
      isLegal &=
          succeeded(extractPlaced(function, *machine,
                                  {.allowUnknownOps = allowUnknownOps})) &&
          succeeded(checkPieceBounds(function));
    if (!isLegal)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
