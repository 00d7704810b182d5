//===- Pins.cpp - Tiers pinned by the user --------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pin stays on its original op or argument. A pin on an argument also binds
// pieces of the argument, and a pin on a callee's argument also binds the
// operand of the call.
//
//===----------------------------------------------------------------------===//

#include "Pins.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace memplace;

Attribute memplace::getOwnPin(Value root) {
  StringRef name = MemPlaceDialect::pinAttrName;
  if (auto argument = dyn_cast<BlockArgument>(root)) {
    auto function =
        dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    return function ? function.getArgAttr(argument.getArgNumber(), name)
                    : Attribute();
  }
  Operation *op = root.getDefiningOp();
  if (Attribute pin = op->getDiscardableAttr(name))
    return pin;
  auto piece = dyn_cast<memref::ReinterpretCastOp>(op);
  return piece && piece->hasAttr(MemPlaceDialect::pieceAttrName)
             ? getOwnPin(piece.getSource())
             : Attribute();
}

SmallVector<PinnedOperand> memplace::getPinnedOperands(func::CallOp call) {
  SmallVector<PinnedOperand> pinned;
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (!callee)
    return pinned;
  for (OpOperand &operand : call->getOpOperands())
    if (Attribute pin = callee.getArgAttr(operand.getOperandNumber(),
                                          MemPlaceDialect::pinAttrName))
      pinned.push_back({&operand, pin});
  return pinned;
}

namespace {
class PinCollector {
public:
  PinCollector(func::FuncOp function, const AliasSets &aliasSets)
      : function(function), aliasSets(aliasSets) {}
  FailureOr<BufferPins> run();

private:
  LogicalResult add(unsigned set, Attribute pin, Location loc);
  LogicalResult addRoots();
  LogicalResult addCall(func::CallOp call);
  LogicalResult checkPlace(Operation *op) const;

  func::FuncOp function;
  const AliasSets &aliasSets;
  BufferPins pins;
};
} // namespace

LogicalResult PinCollector::add(unsigned set, Attribute pin, Location loc) {
  Attribute &known = pins[set];
  if (known && known != pin)
    return emitError(loc, "buffer '")
           << aliasSets.getSets()[set].name << "' is pinned to " << pin
           << " here and to " << known << " elsewhere";
  known = pin;
  return success();
}

LogicalResult PinCollector::addRoots() {
  for (auto [index, set] : llvm::enumerate(aliasSets.getSets()))
    for (Value root : set.roots)
      if (Attribute pin = getOwnPin(root);
          pin && failed(add(index, pin, root.getLoc())))
        return failure();
  return success();
}

LogicalResult PinCollector::addCall(func::CallOp call) {
  for (auto [operand, pin] : getPinnedOperands(call)) {
    ArrayRef<unsigned> sets = aliasSets.getSetsOf(operand->get());
    if (sets.size() != 1 || !aliasSets.isKnown(operand->get()))
      return call.emitOpError("passes argument ")
             << operand->getOperandNumber() << " of '" << call.getCallee()
             << "', which is pinned to " << pin
             << ", a memref whose buffer is known only at run time";
    if (failed(add(sets.front(), pin, call.getLoc())))
      return failure();
  }
  return success();
}

/// Rejects a pin on a view, which would bind no buffer.
LogicalResult PinCollector::checkPlace(Operation *op) const {
  if (!op->hasAttr(MemPlaceDialect::pinAttrName) || isa<func::FuncOp>(op))
    return success();
  for (Value result : op->getResults())
    for (const AliasSet &set : aliasSets.getSets())
      if (llvm::is_contained(set.roots, result))
        return success();
  return op->emitOpError("has a 'memplace.pin' but does not define a buffer; "
                         "pin the allocation, the argument or the global");
}

FailureOr<BufferPins> PinCollector::run() {
  if (failed(addRoots()))
    return failure();
  WalkResult result = function.getBody().walk([&](Operation *op) {
    auto call = dyn_cast<func::CallOp>(op);
    return failed(checkPlace(op)) || (call && failed(addCall(call)))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return std::move(pins);
}

FailureOr<BufferPins> memplace::collectPins(func::FuncOp function,
                                            const AliasSets &aliasSets) {
  return PinCollector(function, aliasSets).run();
}
