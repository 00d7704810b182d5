//===- PlacedFunction.cpp - A function with its placement -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlacedFunction.h"

#include "memplace/Verify/Verify.h"

using namespace mlir;
using namespace memplace;

SmallVector<func::FuncOp> memplace::getUnplacedFunctions(ModuleOp module) {
  SmallVector<func::FuncOp> functions = getPlaceableFunctions(module);
  llvm::erase_if(functions, [](func::FuncOp function) {
    return hasExplicitPlacement(function) || !function.getBody().hasOneBlock();
  });
  return functions;
}

FailureOr<ExtractedFunction>
memplace::extractPlaced(func::FuncOp function, const Target &target,
                        const ExtractOptions &options) {
  FailureOr<ExtractedFunction> extracted =
      extractFunction(function, target, options);
  if (failed(extracted) || extracted->problem.buffers.empty())
    return extracted;
  if (!extracted->recorded) {
    InFlightDiagnostic error = emitError(function.getLoc())
                               << "function '" << function.getName()
                               << "' has no placement";
    error.attachNote() << "'memplace-place-buffers' makes one";
    return error;
  }
  if (auto violation = verify(extracted->problem, *extracted->recorded)) {
    emitError(function.getLoc())
        << "the placement of function '" << function.getName()
        << "' breaks rule " << ruleName(violation->rule) << ": "
        << violation->message;
    return failure();
  }
  return extracted;
}
