//===- MemoryOpInterface.cpp - Memory behaviour of an op ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Interfaces/MemoryOpInterface.h"

#include "MapCuts.h"

#include "StatedAccess.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

#include "memplace/Interfaces/MemoryOpInterface.cpp.inc"

StringRef memplace::toString(MemoryOpKind kind) {
  switch (kind) {
  case MemoryOpKind::None:
    return "none";
  case MemoryOpKind::Access:
    return "access";
  case MemoryOpKind::Allocate:
    return "allocate";
  case MemoryOpKind::Deallocate:
    return "deallocate";
  case MemoryOpKind::Global:
    return "global";
  case MemoryOpKind::Region:
    return "region";
  case MemoryOpKind::Barrier:
    return "barrier";
  case MemoryOpKind::Escape:
    return "escape";
  case MemoryOpKind::Refused:
    return "refused";
  }
  llvm_unreachable("unknown kind");
}

StringRef memplace::toString(AccessMode mode) {
  switch (mode) {
  case AccessMode::Read:
    return "read";
  case AccessMode::Write:
    return "write";
  case AccessMode::Update:
    return "update";
  }
  llvm_unreachable("unknown mode");
}

static bool hasMemRefs(Operation *op) {
  auto isMemRef = [](Type type) { return isa<BaseMemRefType>(type); };
  return llvm::any_of(op->getOperandTypes(), isMemRef) ||
         llvm::any_of(op->getResultTypes(), isMemRef);
}

/// Returns true if \p op only ends a region and passes values to the op around
/// it.
static bool isPlainTerminator(Operation *op) {
  return op->getNumSuccessors() == 0 && op->hasTrait<OpTrait::IsTerminator>() &&
         (isa<RegionBranchTerminatorOpInterface>(op) ||
          op->hasTrait<OpTrait::ReturnLike>()) &&
         isMemoryEffectFree(op);
}

bool memplace::isOpaque(Operation *op) {
  return !isa<MemoryOpInterface>(op) && getStatedAccesses(op) &&
         !op->hasTrait<OpTrait::IsTerminator>() &&
         llvm::none_of(op->getResultTypes(), llvm::IsaPred<BaseMemRefType>);
}

std::optional<MemoryOpKind> memplace::getMemoryOpKind(Operation *op) {
  if (auto model = dyn_cast<MemoryOpInterface>(op))
    return model.getMemoryOpKind();
  if (isOpaque(op))
    return MemoryOpKind::Access;
  if (isPlainTerminator(op))
    return MemoryOpKind::None;
  bool seesMemRefs = op->walk([](Operation *inner) {
                         return hasMemRefs(inner) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
                       }).wasInterrupted();
  if (!seesMemRefs && op->getNumSuccessors() == 0 && isMemoryEffectFree(op))
    return MemoryOpKind::None;
  return std::nullopt;
}

/// Returns an update of each memref used by \p op, without repetition.
static SmallVector<MemoryAccess> getBarrierAccesses(Operation *op) {
  llvm::SetVector<Value> used;
  getUsedValuesDefinedAbove(op->getRegions(), used);
  used.insert(op->operand_begin(), op->operand_end());
  SmallVector<MemoryAccess> accesses;
  for (Value value : used)
    if (isa<BaseMemRefType>(value.getType()))
      accesses.push_back(
          {value, AccessMode::Update, getTrafficInBytes(value.getType(), op)});
  return accesses;
}

/// Returns the \p stated accesses, and an update of each other memref used in
/// the regions of \p op.
static SmallVector<MemoryAccess>
getAccessesAsStated(Operation *op, ArrayRef<StatedAccess> stated) {
  SmallVector<MemoryAccess> accesses;
  for (const StatedAccess &access : stated) {
    const Value memref = access.operand->get();
    if (std::optional<AccessMode> mode = access.getMode())
      accesses.push_back(
          {memref, *mode, getTrafficInBytes(memref.getType(), op)});
  }
  for (const MemoryAccess &access : getBarrierAccesses(op))
    if (!llvm::is_contained(op->getOperands(), access.memref))
      accesses.push_back(access);
  return accesses;
}

/// Limits \p accesses to the tiers stated for their memrefs.
static void limitTiers(ArrayRef<StatedAccess> stated,
                       MutableArrayRef<MemoryAccess> accesses) {
  for (MemoryAccess &access : accesses)
    for (const StatedAccess &its : stated)
      if (its.operand->get() == access.memref)
        access.tiers = intersectTiers(access.tiers, its.access.getTiers());
}

SmallVector<MemoryAccess> memplace::getMemoryAccesses(Operation *op) {
  std::optional<MemoryOpKind> kind = getMemoryOpKind(op);
  if (!kind)
    return getBarrierAccesses(op);
  SmallVector<MemoryAccess> accesses;
  auto model = dyn_cast<MemoryOpInterface>(op);
  if (model)
    model.getMemoryAccesses(accesses);
  const auto stated = getStatedAccesses(op);
  const bool isListed =
      !accesses.empty() || (model && kind != MemoryOpKind::Barrier);
  if (!isListed)
    accesses = stated ? getAccessesAsStated(op, *stated)
               : kind == MemoryOpKind::Barrier ? getBarrierAccesses(op)
                                               : accesses;
  if (stated)
    limitTiers(*stated, accesses);
  return accesses;
}

SmallVector<MemoryCut> memplace::getMemoryCuts(Operation *op) {
  SmallVector<MemoryCut> cuts;
  auto maps = dyn_cast_or_null<ArrayAttr>(
      op->getDiscardableAttr(MemPlaceDialect::cutDimsAttrName));
  if (auto model = dyn_cast<MemoryOpInterface>(op))
    model.getCuts(cuts);
  else if (maps)
    appendMappedCuts(op, maps, cuts);
  return cuts;
}

ComputeWork memplace::getComputeWork(Operation *op) {
  auto model = dyn_cast<MemoryOpInterface>(op);
  return model ? model.getComputeWork() : ComputeWork();
}

std::optional<double> memplace::getOverlap(Operation *op) {
  auto model = dyn_cast<MemoryOpInterface>(op);
  return model ? model.getOverlap() : std::nullopt;
}

bool memplace::ownsRegions(Operation *op) {
  auto model = dyn_cast<MemoryOpInterface>(op);
  return model ? model.ownsRegions() : isOpaque(op);
}

SmallVector<MemoryView> memplace::getMemoryViews(Operation *op) {
  SmallVector<MemoryView> views;
  if (auto model = dyn_cast<MemoryOpInterface>(op))
    model.getViews(views);
  return views;
}

MemorySpaceUse memplace::getMemorySpaceUse(OpOperand &operand) {
  if (auto model = dyn_cast<MemoryOpInterface>(operand.getOwner()))
    return model.getMemorySpaceUse(operand);
  return isOpaque(operand.getOwner()) ? MemorySpaceUse::Any
                                      : MemorySpaceUse::Fixed;
}

StringRef memplace::getRefusedReason(Operation *op) {
  auto model = dyn_cast<MemoryOpInterface>(op);
  if (model && model.getMemoryOpKind() == MemoryOpKind::Refused)
    return model.getRefusedReason();
  return "a region of it has several blocks, and a schedule is one block; run "
         "--lift-cf-to-scf first";
}

std::optional<int64_t> memplace::getTrafficInBytes(Type type, Operation *op) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !memref.hasStaticShape())
    return std::nullopt;
  std::optional<int64_t> bytes =
      getElementBytes(memref.getElementType(), DataLayout::closest(op));
  if (!bytes)
    return std::nullopt;
  for (int64_t size : memref.getShape())
    bytes = multiplyCounts(*bytes, size);
  return bytes;
}

int64_t memplace::addCounts(int64_t a, int64_t b) {
  return a > maxCount - b ? maxCount : a + b;
}

int64_t memplace::multiplyCounts(int64_t a, int64_t b) {
  int64_t product = 0;
  return llvm::MulOverflow(a, b, product) ? maxCount
                                          : std::min(maxCount, product);
}
