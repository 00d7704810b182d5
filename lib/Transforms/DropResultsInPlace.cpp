//===- DropResultsInPlace.cpp - Results in donated arguments --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ResultMarks.h"

#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"

namespace memplace {
#define GEN_PASS_DEF_DROPRESULTSINPLACEPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

/// Returns true if \p value is an out-param of \p function with a single use.
static bool isOutParam(func::FuncOp function, Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == &function.front() &&
         argument.hasOneUse() &&
         function.getArgAttr(argument.getArgNumber(), outParamAttrName);
}

/// Returns true if no op after \p copy changes the source of the copy: only
/// copies to out-params and ops without effects follow.
static bool isFinal(func::FuncOp function, memref::CopyOp copy) {
  for (Operation *next = copy->getNextNode(); next; next = next->getNextNode())
    if (auto other = dyn_cast<memref::CopyOp>(next)) {
      if (!isOutParam(function, other.getTarget()))
        return false;
    } else if (!isa<func::ReturnOp>(next) && !isMemoryEffectFree(next)) {
      return false;
    }
  return true;
}

/// Returns the copy at the end of \p function that moves \p argument to an
/// out-param with no other use: to the first one, if there are several. Null if
/// there is none.
static memref::CopyOp findCopyToResult(func::FuncOp function,
                                       BlockArgument argument) {
  auto getPosition = [](memref::CopyOp copy) {
    return cast<BlockArgument>(copy.getTarget()).getArgNumber();
  };
  memref::CopyOp first;
  for (Operation *user : argument.getUsers()) {
    auto copy = dyn_cast<memref::CopyOp>(user);
    if (copy && copy->getBlock() == &function.front() &&
        copy.getSource() == argument &&
        isOutParam(function, copy.getTarget()) && isFinal(function, copy) &&
        (!first || getPosition(copy) < getPosition(first)))
      first = copy;
  }
  return first;
}

static LogicalResult dropResults(func::FuncOp function) {
  llvm::BitVector dropped(function.getNumArguments());
  for (BlockArgument argument : function.getArguments()) {
    if (!function.removeArgAttr(argument.getArgNumber(), donatedAttrName))
      continue;
    if (memref::CopyOp copy = findCopyToResult(function, argument)) {
      dropped.set(cast<BlockArgument>(copy.getTarget()).getArgNumber());
      copy.erase();
    }
  }
  return function.eraseArguments(dropped);
}

namespace {
struct DropResultsInPlacePass
    : memplace::impl::DropResultsInPlacePassBase<DropResultsInPlacePass> {
  using DropResultsInPlacePassBase::DropResultsInPlacePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    for (auto function : module.getOps<func::FuncOp>())
      if (!function.isExternal() && function.getBody().hasOneBlock() &&
          SymbolTable::symbolKnownUseEmpty(function, module) &&
          failed(dropResults(function)))
        return signalPassFailure();
  }
};
} // namespace
