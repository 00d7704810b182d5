//===- KeepAttributes.cpp - Keep attributes that inlining drops -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../IRToProblem/Pins.h"
#include "../Interfaces/StatedAccess.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace memplace {
#define GEN_PASS_DEF_KEEPATTRIBUTESPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

static void setPin(Value root, Attribute pin) {
  StringRef name = MemPlaceDialect::pinAttrName;
  if (Operation *op = root.getDefiningOp())
    return op->setDiscardableAttr(name, pin);
  auto argument = cast<BlockArgument>(root);
  cast<func::FuncOp>(argument.getOwner()->getParentOp())
      .setArgAttr(argument.getArgNumber(), name, pin);
}

/// Pins the storage passed by \p function to pinned arguments of its callees,
/// and all mentions of a global with a pin. Returns true if new pins were
/// added. Fails if some storage would have two pins.
static FailureOr<bool> pinRoots(func::FuncOp function) {
  bool isAnyPinned = false;
  function.walk([&](Operation *op) {
    auto call = dyn_cast<func::CallOp>(op);
    isAnyPinned |= (call && !getPinnedOperands(call).empty()) ||
                   (isa<memref::GetGlobalOp>(op) &&
                    op->hasAttr(MemPlaceDialect::pinAttrName));
  });
  if (!isAnyPinned)
    return false;
  const AliasSets aliasSets(function);
  FailureOr<BufferPins> pins = collectPins(function, aliasSets);
  if (failed(pins))
    return failure();
  bool hasChanged = false;
  for (auto [index, set] : llvm::enumerate(aliasSets.getSets()))
    if (Attribute pin = pins->lookup(index))
      for (Value root : set.roots)
        if (!getOwnPin(root)) {
          setPin(root, pin);
          hasChanged = true;
        }
  return hasChanged;
}

/// Rejects attributes on a clone, which becomes an allocation and a copy
/// without these attributes.
static LogicalResult checkClone(bufferization::CloneOp clone) {
  for (NamedAttribute attr : clone->getDiscardableAttrs())
    if (attr.getNameDialect() == clone.getContext()->getLoadedDialect(
                                     MemPlaceDialect::getDialectNamespace()))
      return clone.emitOpError("becomes an allocation and a copy, so '")
             << attr.getName().getValue()
             << "' would be lost; write 'memref.alloc' and 'memref.copy'";
  return success();
}

static bool hasStatedPairs(func::CallOp call) {
  return !getStatedPairs(call, MemPlaceDialect::apartAttrName).empty() ||
         !getStatedPairs(call, MemPlaceDialect::togetherAttrName).empty();
}

namespace {
struct KeepAttributesPass
    : memplace::impl::KeepAttributesPassBase<KeepAttributesPass> {
  using KeepAttributesPassBase::KeepAttributesPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    bool isKept = true;
    module.walk([&](Operation *op) {
      if (auto clone = dyn_cast<bufferization::CloneOp>(op))
        isKept &= succeeded(checkClone(clone));
      // The cost and the accesses cover the whole callee.
      auto call = dyn_cast<func::CallOp>(op);
      if (call && (getStatedCost(call) || getStatedAccesses(call) ||
                   hasStatedPairs(call)))
        call.setNoInline(true);
    });
    // Repeat for callees of callees.
    for (bool hasChanged = isKept; hasChanged;) {
      hasChanged = false;
      for (auto function : module.getOps<func::FuncOp>()) {
        FailureOr<bool> isPinned =
            function.isExternal() ? false : pinRoots(function);
        if (failed(isPinned))
          return signalPassFailure();
        hasChanged |= *isPinned;
      }
    }
    if (!isKept)
      signalPassFailure();
  }
};
} // namespace
