//===- SharedDeallocs.cpp - Deallocations of several values ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows an allocation forwards to its uses, and a deallocation backwards to
// the allocations that it may free. Only well-known ops are followed; any other
// op is an obstacle, since it could keep the memref.
//
//===----------------------------------------------------------------------===//

#include "SharedDeallocs.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace memplace;

/// Returns true for an op that only reads and writes the elements of \p value.
static bool accessesElements(Operation *op, Value value) {
  if (auto store = dyn_cast<memref::StoreOp>(op))
    return store.getValueToStore() != value;
  return isa<memref::LoadOp, memref::CopyOp, memref::DimOp,
             affine::AffineLoadOp, linalg::LinalgOp>(op);
}

/// Returns true for a view in the same memory space.
static bool isPlainView(Operation *op) {
  return isa<memref::CastOp, memref::SubViewOp, memref::ViewOp,
             memref::ReinterpretCastOp, memref::ExpandShapeOp,
             memref::CollapseShapeOp, memref::TransposeOp>(op);
}

AllocUses memplace::findAllocUses(memref::AllocOp alloc) {
  AllocUses found;
  SmallVector<Value> todo = {alloc.getResult()};
  llvm::SmallDenseSet<Value> seen = {alloc.getResult()};
  auto follow = [&](Value value) {
    if (seen.insert(value).second)
      todo.push_back(value);
  };
  while (!todo.empty()) {
    Value value = todo.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      found.users.push_back(user);
      if (auto dealloc = dyn_cast<memref::DeallocOp>(user)) {
        if (!llvm::is_contained(found.deallocs, dealloc))
          found.deallocs.push_back(dealloc);
      } else if (isa<arith::SelectOp>(user) || isPlainView(user)) {
        follow(user->getResult(0));
      } else if (auto parent = dyn_cast<scf::IfOp>(user->getParentOp());
                 parent && isa<scf::YieldOp>(user)) {
        found.users.push_back(parent);
        follow(parent.getResult(use.getOperandNumber()));
      } else if (!accessesElements(user, value)) {
        found.obstacle = "'" + user->getName().getStringRef().str() +
                         "' may keep it or its alias";
        return found;
      }
    }
  }
  return found;
}

Operation *memplace::findUseAround(memref::AllocOp alloc, Operation *user) {
  for (Operation *around = alloc;; around = around->getParentOp()) {
    if (Operation *found = around->getBlock()->findAncestorOpInBlock(*user))
      return found;
    if (!isa<scf::IfOp>(around->getParentOp()))
      return nullptr;
  }
}

/// Adds the allocations that may be \p value to \p roots. Returns false if
/// \p value may be something else.
static bool findRoots(Value value, llvm::SmallDenseSet<Operation *> &roots) {
  SmallVector<Value> todo = {value};
  llvm::SmallDenseSet<Value> seen = {value};
  auto follow = [&](Value next) {
    if (seen.insert(next).second)
      todo.push_back(next);
  };
  while (!todo.empty()) {
    Value next = todo.pop_back_val();
    Operation *op = next.getDefiningOp();
    if (!op)
      return false;
    if (isa<memref::AllocOp>(op)) {
      roots.insert(op);
    } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
      follow(select.getTrueValue());
      follow(select.getFalseValue());
    } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
      const unsigned number = cast<OpResult>(next).getResultNumber();
      follow(branch.thenYield().getOperand(number));
      follow(branch.elseYield().getOperand(number));
    } else if (isPlainView(op)) {
      follow(op->getOperand(0));
    } else {
      return false;
    }
  }
  return true;
}

bool SharedDeallocs::canErase(memref::DeallocOp dealloc) const {
  llvm::SmallDenseSet<Operation *> roots;
  return findRoots(dealloc.getMemref(), roots) &&
         llvm::all_of(roots, [&](Operation *root) {
           return packed.contains(root) ||
                  uses.contains(cast<memref::AllocOp>(root));
         });
}

/// Returns the reason against an arena for one allocation, or an empty string.
static std::string getUseObstacle(memref::AllocOp alloc,
                                  const AllocUses &uses) {
  if (!uses.obstacle.empty())
    return uses.obstacle;
  if (uses.deallocs.empty())
    return "it has no deallocation";
  for (Operation *user : uses.users)
    if (!findUseAround(alloc, user))
      return "its deallocation or another use is in another block";
  return "";
}

void SharedDeallocs::drop(
    llvm::function_ref<void(memref::AllocOp, StringRef)> report) {
  for (bool isStable = false; !isStable;) {
    isStable = true;
    for (const auto &[alloc, own] : uses) {
      std::string reason = getUseObstacle(alloc, own);
      if (reason.empty() && !llvm::all_of(own.deallocs, [&](auto dealloc) {
            return canErase(dealloc);
          }))
        reason = "its deallocation may free something outside of the arena";
      if (reason.empty())
        continue;
      report(alloc, reason);
      uses.erase(memref::AllocOp(alloc));
      isStable = false;
      break;
    }
  }
}
