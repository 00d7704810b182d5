//===- MemPlaceAttributes.cpp ------------------------------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace memplace;

#include "memplace/Dialect/MemPlace/IR/MemPlaceEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "memplace/Dialect/MemPlace/IR/MemPlaceAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "memplace/Dialect/MemPlace/IR/MemPlaceTypes.cpp.inc"

void MemPlaceDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "memplace/Dialect/MemPlace/IR/MemPlaceAttributes.cpp.inc"
      >();
}

void MemPlaceDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "memplace/Dialect/MemPlace/IR/MemPlaceTypes.cpp.inc"
      >();
}
