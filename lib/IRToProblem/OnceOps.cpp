//===- OnceOps.cpp - Steps that may not run a second time -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Extraction.h"

#include "../Analysis/Callees.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace memplace;

/// Returns true if the effects of \p op itself, without its regions, may reach
/// more than the operands and results of the op.
static bool mayReachMore(Operation *op) {
  if (auto call = dyn_cast<CallOpInterface>(op)) {
    auto callee =
        dyn_cast_if_present<FunctionOpInterface>(call.resolveCallable());
    return !callee || !touchesOnlyMemRefs(callee);
  }
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects && op->hasAttr(MemPlaceDialect::accessAttrName))
    return false; // The attribute states all that the op accesses.
  if (!effects)
    return !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
           !op->hasTrait<OpTrait::IsTerminator>();
  SmallVector<MemoryEffects::EffectInstance> all;
  effects.getEffects(all);
  return llvm::any_of(all, [](const MemoryEffects::EffectInstance &effect) {
    return !effect.getValue();
  });
}

bool memplace::runsOnce(Operation *op, ArrayRef<MemoryAccess> accesses,
                        const ExtractedFunction &extracted) {
  const bool writesElsewhere =
      llvm::any_of(accesses, [&](const MemoryAccess &access) {
        ArrayRef<unsigned> sets = extracted.aliasSets->getSetsOf(access.memref);
        return sets.empty() || llvm::any_of(sets, [&](unsigned set) {
                 return extracted.bufferOfSet[set] == noBuffer &&
                        extracted.aliasSets->getSets()[set].isWritten;
               });
      });
  return writesElsewhere || op->walk([](Operation *inner) {
                                return mayReachMore(inner)
                                           ? WalkResult::interrupt()
                                           : WalkResult::advance();
                              }).wasInterrupted();
}
