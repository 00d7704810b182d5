//===- NothingPlaced.cpp - Reasons for modules without placement ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Interfaces/MemoryOpInterface.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace memplace;

namespace {
struct Reason {
  Location loc;
  std::string text;
};
} // namespace

/// Maximum number of reported reasons.
static constexpr size_t maxReasons = 5;

static bool hasType(Operation *op, function_ref<bool(Type)> matches) {
  return llvm::any_of(op->getOperandTypes(), matches) ||
         llvm::any_of(op->getResultTypes(), matches);
}

static Operation *findOpWith(Operation *root,
                             function_ref<bool(Type)> matches) {
  Operation *found = nullptr;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == root || !hasType(op, matches))
      return WalkResult::advance();
    found = op;
    return WalkResult::interrupt();
  });
  return found;
}

static std::string nameOf(Operation *op) {
  auto name = op->getAttrOfType<StringAttr>(SymbolTable::getSymbolAttrName());
  return name ? " '" + name.str() + "'" : "";
}

bool memplace::worksOnTensorsOnly(func::FuncOp function) {
  auto isTensor = llvm::IsaPred<TensorType>;
  auto isMemRef = llvm::IsaPred<BaseMemRefType>;
  return (llvm::any_of(function.getArgumentTypes(), isTensor) ||
          findOpWith(function, isTensor)) &&
         llvm::none_of(function.getArgumentTypes(), isMemRef) &&
         !findOpWith(function, isMemRef);
}

/// Returns the reason why \p function is not placed.
static Reason explainFunction(func::FuncOp function, bool isPlaceable) {
  const std::string name = "function" + nameOf(function);
  if (function.isExternal())
    return {function.getLoc(), name + " has no body"};
  if (!isPlaceable)
    return {function.getLoc(), name + " is called by another one"};
  if (!worksOnTensorsOnly(function))
    return {function.getLoc(), name + " has no buffer to place"};
  Operation *op = findOpWith(function, llvm::IsaPred<TensorType>);
  std::string what = op ? "'" + op->getName().getStringRef().str() + "'" : name;
  return {op ? op->getLoc() : function.getLoc(),
          what + " works on tensors, which have no storage yet; bufferize "
                 "first"};
}

static SmallVector<Reason> findReasons(ModuleOp module) {
  SmallVector<func::FuncOp> placeable = getPlaceableFunctions(module);
  SmallVector<Reason> reasons;
  for (Operation &op : *module.getBody()) {
    const std::string what =
        "'" + op.getName().getStringRef().str() + "'" + nameOf(&op);
    auto function = dyn_cast<func::FuncOp>(op);
    if (function)
      reasons.push_back(
          explainFunction(function, llvm::is_contained(placeable, function)));
    else if (isa<ModuleOp>(op))
      reasons.push_back({op.getLoc(), what + " is a module in a module; run "
                                             "the passes on it, by "
                                             "'builtin.module(builtin.module("
                                             "...))'"});
    else if (llvm::any_of(op.getRegions(),
                          [](Region &region) { return !region.empty(); }))
      reasons.push_back(
          {op.getLoc(),
           what + " is not a 'func.func'; other functions are not placed"});
  }
  return reasons;
}

InFlightDiagnostic memplace::reportNothingPlaced(ModuleOp module,
                                                 DiagnosticSeverity severity) {
  SmallVector<Reason> reasons = findReasons(module);
  InFlightDiagnostic message =
      module.getContext()->getDiagEngine().emit(module.getLoc(), severity)
      << "there is no function to place"
      << (reasons.empty() ? ": the module is empty" : "");
  for (const Reason &reason : llvm::ArrayRef(reasons).take_front(maxReasons))
    message.attachNote(reason.loc) << reason.text;
  if (reasons.size() > maxReasons)
    message.attachNote() << "and so for " << reasons.size() - maxReasons
                         << " more";
  return message;
}
