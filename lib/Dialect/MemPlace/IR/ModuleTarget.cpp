//===- ModuleTarget.cpp - Target named by a module ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Target/Catalogue.h"

using namespace mlir;
using namespace memplace;

/// Returns the target of \p attr; resolves the name of a built-in target.
static FailureOr<Target> resolve(ModuleOp module, TargetAttr attr) {
  auto emitError = [&] { return mlir::emitError(module.getLoc()); };
  if (!attr.isByName())
    return toTarget(attr, emitError);
  // Only built-in names, never files: a program from an untrusted source must
  // not make memplace open files.
  Result<Target> builtin = findBuiltinTarget(attr.getName().getValue());
  if (!builtin)
    return emitError() << builtin.error();
  return std::move(*builtin);
}

FailureOr<std::optional<Target>> memplace::getModuleTarget(ModuleOp module) {
  Attribute attr = module->getDiscardableAttr(MemPlaceDialect::targetAttrName);
  if (!attr)
    return getTargetFromDLTI(module);
  auto named = dyn_cast<TargetAttr>(attr);
  if (!named)
    return mlir::emitError(module.getLoc(),
                           "'memplace.target' must be a #memplace.target, got ")
           << attr;
  FailureOr<Target> target = resolve(module, named);
  if (failed(target))
    return failure();
  return std::optional<Target>(std::move(*target));
}
