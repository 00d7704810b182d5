//===- TileableOps.cpp - Ops that can be tiled ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileableOps.h"

#include "StandIns.h"

#include "../Interfaces/StatedAccess.h"
#include "memplace/Analysis/Schedule.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

TierId memplace::getLargestTier(const Target &machine) {
  TierId largest = 0;
  for (auto [id, tier] : llvm::enumerate(machine.tiers))
    if (tier.servesOps && (!machine.tiers[largest].servesOps ||
                           tier.capacity > machine.tiers[largest].capacity))
      largest = static_cast<TierId>(id);
  return largest;
}

bool memplace::mayOverlap(Value a, Value b, const AliasSets &aliasSets) {
  return !aliasSets.isKnown(a) || !aliasSets.isKnown(b) ||
         llvm::any_of(aliasSets.getSetsOf(a), [&](unsigned set) {
           return llvm::is_contained(aliasSets.getSetsOf(b), set);
         });
}

/// Returns true if no trip of the parallel loops of \p op reads an element that
/// another trip writes. The order of the trips may then change.
static bool mayReorder(linalg::LinalgOp op, const AliasSets &aliasSets) {
  for (OpOperand &init : op.getDpsInitsMutable())
    for (OpOperand &other : op->getOpOperands()) {
      const bool isSame =
          other.get() == init.get() &&
          op.getMatchingIndexingMap(&other) == op.getMatchingIndexingMap(&init);
      if (isa<MemRefType>(other.get().getType()) && !isSame &&
          mayOverlap(init.get(), other.get(), aliasSets))
        return false;
    }
  return true;
}

/// Returns true if the body of \p op accesses no memory besides the operands,
/// or only loads elements from storage that the op does not write.
static bool onlyLoads(linalg::LinalgOp op, const AliasSets &aliasSets) {
  return !op->walk([&](Operation *inner) {
              if (inner == op || llvm::none_of(inner->getOperandTypes(),
                                               llvm::IsaPred<BaseMemRefType>))
                return WalkResult::advance();
              auto load = dyn_cast<memref::LoadOp>(inner);
              const bool isApart =
                  load && llvm::none_of(op.getDpsInits(), [&](Value init) {
                    return mayOverlap(init, load.getMemRef(), aliasSets);
                  });
              return isApart ? WalkResult::advance() : WalkResult::interrupt();
            }).wasInterrupted();
}

Operation *memplace::getStep(Operation *op) {
  Operation *step = op;
  for (Operation *parent = op->getParentOp(); !isa<func::FuncOp>(parent);
       parent = parent->getParentOp())
    if (!getScheduledBody(parent) && getScheduledArms(parent).empty())
      step = parent;
  return step;
}

bool memplace::takesAnyLayout(Operation *op) {
  return isOpaque(op) && !isa<CallOpInterface>(op);
}

bool memplace::hasNoDescription(Operation *op) {
  return (!op->hasAttr(MemPlaceDialect::costAttrName) || sharesCost(op)) &&
         !op->hasAttr(MemPlaceDialect::cutAttrName) &&
         !op->hasAttr(MemPlaceDialect::accessAttrName);
}

bool memplace::isTileable(linalg::LinalgOp op, const AliasSets &aliasSets) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() == 0 ||
      op.getNumLoops() == 0 || !hasNoDescription(op) ||
      !mayReorder(op, aliasSets))
    return false;
  for (Value operand : op->getOperands())
    if (auto type = dyn_cast<MemRefType>(operand.getType());
        type && (!type.hasStaticShape() || type.getNumElements() == 0))
      return false;
  return onlyLoads(op, aliasSets);
}

/// Adds to \p sets all storage in which operands of \p op may be.
static void addSets(Operation *op, const AliasSets &aliasSets,
                    std::set<unsigned> &sets) {
  for (Value operand : op->getOperands())
    sets.insert(aliasSets.getSetsOf(operand).begin(),
                aliasSets.getSetsOf(operand).end());
}

/// Returns all storage in which operands of \p op, or of ops in its body, may
/// be.
static std::set<unsigned> getAllSets(Operation *op,
                                     const AliasSets &aliasSets) {
  std::set<unsigned> sets;
  op->walk([&](Operation *inner) { addSets(inner, aliasSets, sets); });
  return sets;
}

std::set<unsigned> memplace::getSets(Operation *op,
                                     const AliasSets &aliasSets) {
  if (isa<scf::ForOp>(op))
    return getAllSets(op, aliasSets);
  std::set<unsigned> sets;
  addSets(op, aliasSets, sets);
  return sets;
}

bool memplace::isTooLarge(Operation *op, const AliasSets &aliasSets,
                          const Tier &tier) {
  uint64_t sum = 0;
  for (unsigned set : getAllSets(op, aliasSets))
    sum = llvm::SaturatingAdd<uint64_t>(
        sum, llvm::alignTo(aliasSets.getSets()[set].size, tier.alignment));
  return sum > static_cast<uint64_t>(tier.capacity);
}
