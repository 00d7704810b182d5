//===- RowView.cpp - Views of rows at run-time positions ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowView.h"

#include "memplace/Analysis/OpCost.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace memplace;

/// Sets `numSliced`, the number of dimensions up to the last one that the view
/// does not cover. Returns false if its elements do not lie side by side.
bool RowView::findSlicedDims() {
  auto type = dyn_cast<MemRefType>(view.getSource().getType());
  if (!type || !type.hasStaticShape() || !type.getLayout().isIdentity())
    return false;
  ArrayRef<int64_t> sizes = view.getStaticSizes();
  if (llvm::any_of(sizes, ShapedType::isDynamic) ||
      llvm::any_of(view.getStaticStrides(),
                   [](int64_t stride) { return stride != 1; }))
    return false;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (sizes[dim] != size)
      numSliced = dim + 1;
  return numSliced > 0 && llvm::all_of(sizes.take_front(numSliced - 1),
                                       [](int64_t size) { return size == 1; });
}

/// Fills `values`, `last` and `hasWrites`. Returns false if a use is out of
/// sight.
bool RowView::findUses() {
  last = view;
  SmallVector<Value> open = {view.getResult()};
  while (!open.empty()) {
    Value value = open.pop_back_val();
    values.insert(value);
    for (Operation *user : value.getUsers()) {
      Operation *outer = view->getBlock()->findAncestorOpInBlock(*user);
      if (!outer || user->hasTrait<OpTrait::IsTerminator>())
        return false;
      if (last->isBeforeInBlock(outer))
        last = outer;
      for (const MemoryView &inner : getMemoryViews(user))
        if (inner.source == value)
          open.push_back(inner.result);
      for (const MemoryAccess &access : getMemoryAccesses(user))
        hasWrites |= access.memref == value && access.mode != AccessMode::Read;
    }
  }
  return last != view;
}

/// Returns true if, up to the last use of the view, no other access to the
/// stack conflicts with those of the view: windows do not see each other.
bool RowView::isUndisturbed(const AliasSets &aliasSets) {
  ArrayRef<unsigned> own = aliasSets.getSetsOf(view.getSource());
  if (own.size() != 1)
    return false;
  auto disturbs = [&](Operation *op) {
    return llvm::any_of(getMemoryAccesses(op), [&](const MemoryAccess &access) {
      return !values.contains(access.memref) &&
             (hasWrites || access.mode != AccessMode::Read) &&
             llvm::is_contained(aliasSets.getSetsOf(access.memref), own[0]);
    });
  };
  for (Operation *op = view->getNextNode(); op; op = op->getNextNode()) {
    if (op->walk([&](Operation *inner) {
            return disturbs(inner) ? WalkResult::interrupt()
                                   : WalkResult::advance();
          }).wasInterrupted())
      return false;
    if (op == last)
      break;
  }
  return true;
}

/// Returns true if a move in the view's block is a step: only loops that run
/// lie around it.
bool RowView::isInSteps() {
  for (Operation *around = view->getParentOp(); !isa<func::FuncOp>(around);
       around = around->getParentOp()) {
    const std::optional<int64_t> trips = getTripCount(around);
    if (!isa<scf::ForOp>(around) ||
        around->hasAttr(MemPlaceDialect::costAttrName) || trips == 0)
      return false;
  }
  return true;
}

std::optional<RowView> RowView::analyse(memref::SubViewOp view,
                                        const AliasSets &aliasSets,
                                        int64_t maxBytes) {
  RowView row(view);
  if (!row.isInSteps() || !row.findSlicedDims() || !row.findUses() ||
      !row.isUndisturbed(aliasSets))
    return std::nullopt;
  std::optional<int64_t> bytes = getTrafficInBytes(view.getType(), view);
  if (!bytes || *bytes > maxBytes)
    return std::nullopt;
  return row;
}

bool memplace::mayMoveRows(const Target &target, TierId home, bool isWritten) {
  bool hasChannel = false;
  for (const Channel &channel : target.channels) {
    const bool isIn =
        channel.from == home && target.tiers[channel.to].servesOps;
    const bool isOut =
        isWritten && channel.to == home && target.tiers[channel.from].servesOps;
    if ((isIn || isOut) && !channel.isIndexed)
      return false;
    hasChannel |= isIn;
  }
  return hasChannel;
}

void memplace::addViewsOf(Value stack, Value memref,
                          llvm::SetVector<Operation *> &views) {
  while (memref && memref != stack) {
    auto view = memref.getDefiningOp<memref::SubViewOp>();
    if (view && view.getSource() == stack)
      views.insert(view);
    memref = view ? view.getSource() : Value();
  }
}
