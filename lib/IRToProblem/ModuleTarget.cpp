//===- ModuleTarget.cpp - A module's machine and functions ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Target/Catalogue.h"

#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace memplace;

static FailureOr<Target> orReport(ModuleOp module,
                                  const Result<Target> &target) {
  if (target)
    return *target;
  emitError(module.getLoc(), target.error());
  return failure();
}

FailureOr<std::optional<Target>> memplace::getModuleTarget(ModuleOp module) {
  auto found =
      [](FailureOr<Target> target) -> FailureOr<std::optional<Target>> {
    if (failed(target))
      return failure();
    return std::optional<Target>(std::move(*target));
  };
  Attribute attr = module->getDiscardableAttr(MemPlaceDialect::targetAttrName);
  auto emitError = [&] { return mlir::emitError(module.getLoc()); };
  if (auto target = dyn_cast_or_null<TargetAttr>(attr)) {
    // Not a file's: whoever places a program need not trust it with their
    // files.
    if (target.isByName())
      return found(
          orReport(module, findBuiltinTarget(target.getName().getValue())));
    return found(toTarget(target, emitError));
  }
  if (attr) {
    mlir::emitError(module.getLoc(),
                    "'memplace.target' must be a #memplace.target, got ")
        << attr;
    return failure();
  }
  return getTargetFromDLTI(module);
}

static FailureOr<Target> findTarget(ModuleOp module, StringRef name) {
  if (!name.empty())
    return orReport(module, loadTarget(name.str()));
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

FailureOr<Target> memplace::getTarget(ModuleOp module, StringRef name,
                                      int64_t slotAlignment) {
  if (slotAlignment < 1 || !llvm::isPowerOf2_64(slotAlignment)) {
    emitError(module.getLoc(), "'slot-alignment' must be a power of two, got ")
        << slotAlignment;
    return failure();
  }
  FailureOr<Target> target = findTarget(module, name);
  if (failed(target))
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
        << "called here; run --inline first";
  }
  return functions;
}
