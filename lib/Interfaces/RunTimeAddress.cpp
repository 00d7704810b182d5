//===- RunTimeAddress.cpp - Addresses known only at run time --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunTimeAddress.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace memplace;

/// Returns true if \p argument is the index of a loop.
static bool isLoopIndex(BlockArgument argument) {
  auto loop =
      dyn_cast_or_null<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
  if (!loop)
    return false;
  std::optional<SmallVector<Value>> indices = loop.getLoopInductionVars();
  return indices && llvm::is_contained(*indices, argument);
}

DenseSet<Value> memplace::getRunTimeSources(Value index) {
  DenseSet<Value> sources, seen;
  SmallVector<Value> open = {index};
  while (!open.empty()) {
    Value value = open.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (!isLoopIndex(argument))
        sources.insert(value);
      continue;
    }
    Operation *op = value.getDefiningOp();
    if (op->getNumRegions() != 0 || !isPure(op)) {
      sources.insert(value);
      continue;
    }
    // The operand of `memref.dim` is a shape, not an address.
    llvm::append_range(
        open, llvm::make_filter_range(op->getOperands(), [](Value operand) {
          return !isa<BaseMemRefType>(operand.getType());
        }));
  }
  return sources;
}

bool memplace::isKnownAtRunTimeOnly(Value index) {
  return !getRunTimeSources(index).empty();
}

DenseSet<Value> memplace::getSourcesOfBounds(Operation *function) {
  DenseSet<Value> sources;
  function->walk([&](LoopLikeOpInterface loop) {
    const std::optional<SmallVector<OpFoldResult>> bounds =
        loop.getLoopUpperBounds();
    for (OpFoldResult bound : bounds.value_or(SmallVector<OpFoldResult>()))
      if (auto value = dyn_cast<Value>(bound))
        sources.insert_range(getRunTimeSources(value));
  });
  return sources;
}

/// Returns true if the position of a view above \p memref is known only at run
/// time.
static bool isViewAtRunTimeAddress(Value memref) {
  while (Operation *op = memref.getDefiningOp()) {
    if (auto view = dyn_cast<memref::ViewOp>(op)) {
      if (isKnownAtRunTimeOnly(view.getByteShift()))
        return true;
    } else if (auto view = dyn_cast<OffsetSizeAndStrideOpInterface>(op)) {
      if (llvm::any_of(view.getOffsets(), isKnownAtRunTimeOnly))
        return true;
    }
    SmallVector<MemoryView> views = getMemoryViews(op);
    const auto *view = llvm::find_if(
        views, [&](const MemoryView &view) { return view.result == memref; });
    if (view == views.end())
      return false;
    memref = view->source;
  }
  return false;
}

bool memplace::isAtRunTimeAddress(const MemoryAccess &access) {
  return (access.isIndexed &&
          llvm::any_of(access.addressValues, isKnownAtRunTimeOnly)) ||
         isViewAtRunTimeAddress(access.memref);
}
