//===- TargetAndFunctions.cpp - Target and functions to place -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Target/Catalogue.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace memplace;

static FailureOr<Target> findTarget(ModuleOp module, StringRef name) {
  if (!name.empty()) {
    Result<Target> loaded = loadTarget(name.str());
    if (!loaded)
      return mlir::emitError(module.getLoc(), loaded.error());
    return std::move(*loaded);
  }
  FailureOr<std::optional<Target>> target = getModuleTarget(module);
  if (failed(target))
    return failure();
  if (*target)
    return **target;
  InFlightDiagnostic error = mlir::emitError(
      module.getLoc(), "there is no target to place buffers for");
  error.attachNote() << "give the pass a 'target', or the module a "
                        "'memplace.target' attribute or a DLTI spec of its "
                        "tiers";
  return failure();
}

/// Returns true if \p text is a type, or perhaps a type of an unknown dialect.
static bool isType(StringRef text, MLIRContext *context) {
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  return text.starts_with("!") || parseType(text, context);
}

/// Rejects a rate for a name that is not a type: the rate of a misspelt type
/// would have no effect.
static LogicalResult checkRates(ModuleOp module, const Target &target) {
  for (const auto &[type, rate] : target.flopsPerSecond)
    if (type != "default" && !isType(type, module.getContext()))
      return emitError(module.getLoc(), "target '")
             << target.name << "': 'flops_per_second' names '" << type
             << "', which is not a type; types are written as in MLIR, e.g. "
                "i8, bf16 or f32";
  return success();
}

FailureOr<Target> memplace::getTarget(ModuleOp module, StringRef name,
                                      int64_t slotAlignment) {
  if (slotAlignment < 1 || !llvm::isPowerOf2_64(slotAlignment)) {
    emitError(module.getLoc(), "'slot-alignment' must be a power of two, got ")
        << slotAlignment;
    return failure();
  }
  FailureOr<Target> target = findTarget(module, name);
  if (failed(target) || failed(checkRates(module, *target)))
    return failure();
  for (Tier &tier : target->tiers)
    tier.alignment = std::max(tier.alignment, slotAlignment);
  return target;
}

SmallVector<func::FuncOp> memplace::getPlaceableFunctions(ModuleOp module,
                                                          bool emitRemarks) {
  DenseMap<StringAttr, Operation *> callers;
  module.walk([&](func::CallOp call) {
    auto caller = call->getParentOfType<func::FuncOp>();
    if (caller && caller.getSymName() != call.getCallee())
      callers.try_emplace(call.getCalleeAttr().getAttr(), call);
  });
  SmallVector<func::FuncOp> functions;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.isExternal())
      continue;
    auto it = callers.find(function.getSymNameAttr());
    if (it == callers.end()) {
      functions.push_back(function);
      continue;
    }
    if (!emitRemarks)
      continue;
    InFlightDiagnostic remark =
        emitRemark(function.getLoc(), "function '")
        << function.getSymName()
        << "' is not placed: it runs inside of its caller's step";
    remark.attachNote(it->second->getLoc())
        << "called here; run --memplace-keep-attributes --inline first";
  }
  return functions;
}

SmallVector<func::FuncOp> memplace::getPlacedFunctions(ModuleOp module) {
  SmallVector<func::FuncOp> functions = getPlaceableFunctions(module);
  llvm::erase_if(functions, [](func::FuncOp function) {
    return function->hasAttr(MemPlaceDialect::calledAttrName);
  });
  return functions;
}
