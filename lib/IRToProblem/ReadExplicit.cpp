//===- ReadExplicit.cpp - The placement that slots and transfers say ------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

using namespace mlir;
using namespace memplace;

bool memplace::isExplicit(func::FuncOp function) {
  return function
      .walk([](Operation *op) {
        return isa<SlotOp, StartTransferOp, AcquireOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult memplace::readExplicit(ExtractedFunction &extracted) {
  return success();
}
