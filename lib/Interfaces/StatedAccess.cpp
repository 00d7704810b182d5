//===- StatedAccess.cpp - Accesses and costs in attributes ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StatedAccess.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace memplace;

std::optional<AccessMode> StatedAccess::getMode() const {
  switch (access.getAccess()) {
  case OperandAccess::None:
    return std::nullopt;
  case OperandAccess::Read:
    return AccessMode::Read;
  case OperandAccess::Write:
    return AccessMode::Write;
  case OperandAccess::Update:
  case OperandAccess::Sum:
    return AccessMode::Update;
  }
  llvm_unreachable("unknown access");
}

/// Returns the attribute \p name of \p op or, for a call without it, of the
/// callee. Only a discardable attribute is verified by the dialect.
template <typename AttrT>
static AttrT getOwnOrOfCallee(Operation *op, StringRef name) {
  if (Attribute own = op->getDiscardableAttr(name))
    return dyn_cast<AttrT>(own);
  auto call = dyn_cast<CallOpInterface>(op);
  Operation *callee = call ? call.resolveCallable() : nullptr;
  return callee ? dyn_cast_or_null<AttrT>(callee->getDiscardableAttr(name))
                : AttrT();
}

std::optional<SmallVector<StatedAccess>>
memplace::getStatedAccesses(Operation *op) {
  auto elements =
      getOwnOrOfCallee<ArrayAttr>(op, MemPlaceDialect::accessAttrName);
  if (!elements || isa<SymbolOpInterface>(op))
    return std::nullopt;
  SmallVector<StatedAccess> accesses;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<BaseMemRefType>(operand.get().getType()))
      continue;
    AccessAttr access = accesses.size() < elements.size()
                            ? AccessAttr::fromElement(elements[accesses.size()])
                            : AccessAttr();
    if (!access)
      return std::nullopt; // The verifier rejects it.
    accesses.push_back({&operand, access});
  }
  return accesses;
}

std::optional<AccessMode> memplace::getStatedAccess(FunctionOpInterface callee,
                                                    unsigned index) {
  if (!callee || index >= callee.getNumArguments())
    return std::nullopt;
  auto access = callee.getArgAttrOfType<StringAttr>(
      index, bufferization::BufferizationDialect::kBufferAccessAttrName);
  if (access && access.getValue() == "write")
    return AccessMode::Write;
  if ((access && access.getValue() == "read") ||
      callee.getArgAttr(index, LLVM::LLVMDialect::getReadonlyAttrName()))
    return AccessMode::Read;
  return std::nullopt;
}

SmallVector<std::pair<Value, Value>> memplace::getStatedPairs(Operation *op,
                                                              StringRef name) {
  SmallVector<std::pair<Value, Value>> pairs;
  auto stated = getOwnOrOfCallee<ArrayAttr>(op, name);
  if (!stated || isa<SymbolOpInterface>(op))
    return pairs;
  const SmallVector<Value> memrefs =
      llvm::filter_to_vector(op->getOperands(), [](Value operand) {
        return isa<BaseMemRefType>(operand.getType());
      });
  for (auto pair : stated.getAsRange<ArrayAttr>()) {
    auto operand = [&](size_t index) {
      return memrefs[cast<IntegerAttr>(pair[index]).getInt()];
    };
    pairs.push_back({operand(0), operand(1)});
  }
  return pairs;
}

CostAttr memplace::getStatedCost(Operation *op) {
  return isa<SymbolOpInterface>(op)
             ? CostAttr()
             : getOwnOrOfCallee<CostAttr>(op, MemPlaceDialect::costAttrName);
}

ArrayAttr memplace::intersectTiers(ArrayAttr a, ArrayAttr b) {
  if (!a || !b)
    return a ? a : b;
  return ArrayAttr::get(
      a.getContext(), llvm::filter_to_vector(a.getValue(), [&](Attribute tier) {
        return llvm::is_contained(b, tier);
      }));
}
