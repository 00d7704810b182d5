//===- LowerPlaced.cpp - Transfers as ops of an accelerator ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Conversion/LowerPlaced.h"

#include "LowerPlaces.h"
#include "LowerWindows.h"

#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;
using namespace memplace;

LogicalResult memplace::lowerPlaced(Operation *root,
                                    RewritePatternSet &&transfers,
                                    SpaceOfTier getSpace, Type token) {
  lowerWindows(root);
  walkAndApplyPatterns(root, FrozenRewritePatternSet(std::move(transfers)));
  WalkResult result = root->walk([](Operation *op) -> WalkResult {
    if (!isa<StartTransferOp, WaitOp>(op))
      return success();
    InFlightDiagnostic error = op->emitOpError("is lowered by no pattern");
    if (auto start = dyn_cast<StartTransferOp>(op))
      error << "; it is on channel '" << start.getChannel() << "'";
    return error;
  });
  if (result.wasInterrupted())
    return failure();
  lowerPlaces(root, getSpace, token);
  return success();
}
