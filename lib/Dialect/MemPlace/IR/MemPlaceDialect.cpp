//===- MemPlaceDialect.cpp ------------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace memplace;

#include "memplace/Dialect/MemPlace/IR/MemPlaceDialect.cpp.inc"

void MemPlaceDialect::initialize() {
  registerAttributes();
  registerTypes();
  addOperations<
#define GET_OP_LIST
#include "memplace/Dialect/MemPlace/IR/MemPlaceOps.cpp.inc"
      >();
}

LogicalResult MemPlaceDialect::verifyOperationAttribute(Operation *op,
                                                        NamedAttribute attr) {
  return success();
}

LogicalResult
MemPlaceDialect::verifyRegionArgAttribute(Operation *op, unsigned regionIndex,
                                          unsigned argIndex,
                                          NamedAttribute attr) {
  return success();
}
