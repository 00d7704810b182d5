//===- MemPlaceOps.cpp - Operations of memplace ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace memplace;

#define GET_OP_CLASSES
#include "memplace/Dialect/MemPlace/IR/MemPlaceOps.cpp.inc"

using Effects = SmallVectorImpl<
    SideEffects::EffectInstance<MemoryEffects::Effect>>;

void ArenaOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       cast<OpResult>(getArena()));
}

void FreeArenaOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Free::get(), &getArenaMutable());
}

void StartTransferOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

void WaitOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

void AcquireOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

void ReleaseOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

Value SlotOp::getViewSource() { return getArena(); }

LogicalResult ArenaOp::verify() { return success(); }
LogicalResult FreeArenaOp::verify() { return success(); }
LogicalResult SlotOp::verify() { return success(); }
LogicalResult StartTransferOp::verify() { return success(); }

void ArenaOp::getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) {}
void StartTransferOp::getCanonicalizationPatterns(RewritePatternSet &,
                                                  MLIRContext *) {}
void WaitOp::getCanonicalizationPatterns(RewritePatternSet &, MLIRContext *) {}
void AcquireOp::getCanonicalizationPatterns(RewritePatternSet &,
                                            MLIRContext *) {}
