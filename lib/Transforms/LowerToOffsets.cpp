//===- LowerToOffsets.cpp - Lower residencies to slots in arenas ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/IRToProblem/IRToProblem.h"
#include "memplace/Interfaces/MemoryOpInterface.h"
#include "memplace/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"

namespace memplace {
#define GEN_PASS_DEF_LOWERTOOFFSETSPASS
#include "memplace/Transforms/Passes.h.inc"
} // namespace memplace

using namespace mlir;
using namespace memplace;

namespace {
/// The residencies of a function in a tier.
struct TierUse {
  int64_t peak = 1;      // Bytes. At least 1, since an arena must not be empty.
  int64_t alignment = 1; // Bytes.
  SmallVector<memref::AllocOp> allocs;
};
} // namespace

static ResidencyAttr getResidency(memref::AllocOp alloc) {
  return alloc->getAttrOfType<ResidencyAttr>(
      MemPlaceDialect::residencyAttrName);
}

/// Returns the size of \p alloc in bytes. Fails if a slot cannot have the
/// attributes of \p alloc.
static FailureOr<int64_t> checkForm(memref::AllocOp alloc) {
  ResidencyAttr residency = getResidency(alloc);
  MemRefType type = alloc.getType();
  DataLayout layout = DataLayout::closest(alloc);
  std::optional<int64_t> size = getStaticSizeInBytes(type, layout);
  auto space = dyn_cast_or_null<TierAttr>(type.getMemorySpace());
  if (!size || !residency.getOffset() || !space ||
      space.getName() != residency.getTier() ||
      !alloc->hasAttrOfType<StringAttr>(MemPlaceDialect::bufferAttrName))
    return alloc.emitError("'memplace.residency' needs a static shape, an "
                           "offset, the memory space of its tier and "
                           "'memplace.buffer'");
  if (type.getStridesAndOffset().second != 0)
    return alloc.emitError("'memplace.residency' needs a layout that starts at "
                           "its offset, got ")
           << type;
  int64_t alignment =
      std::max<int64_t>(alloc.getAlignment().value_or(1),
                        layout.getTypeABIAlignment(type.getElementType()));
  if (*residency.getOffset() % alignment != 0)
    return alloc.emitError("'memplace.residency' needs an offset that is a "
                           "multiple of the ")
           << alignment << " bytes to which the memref is aligned, got "
           << *residency.getOffset();
  return *size;
}

/// Checks that the bytes of \p alloc are in its tier. Without a target, they
/// only have to be addressable.
static LogicalResult checkRange(memref::AllocOp alloc, int64_t size,
                                const std::optional<Target> &target) {
  int64_t offset = *getResidency(alloc).getOffset();
  StringRef name = getResidency(alloc).getTier();
  int64_t capacity = maxCount;
  std::string limit = "that can be addressed";
  if (target) {
    std::optional<TierId> tier = target->findTier(name.str());
    if (!tier)
      return alloc.emitError("target '")
             << target->name << "' has no tier '" << name << "'";
    capacity = target->tiers[*tier].capacity;
    limit = "of tier '" + name.str() + "'";
  }
  // Written without sums, which could overflow.
  if (size <= capacity && offset <= capacity - size)
    return success();
  return alloc.emitError("'memplace.residency' takes ")
         << size << " bytes from byte " << offset
         << " on, which do not fit in the " << capacity << " bytes " << limit;
}

/// Returns the residencies of \p function by tier. Fails with a diagnostic, and
/// without changes, if a residency cannot be a slot.
static FailureOr<llvm::MapVector<StringAttr, TierUse>>
collectTiers(func::FuncOp function, const std::optional<Target> &target) {
  llvm::MapVector<StringAttr, TierUse> tiers;
  WalkResult result = function.walk([&](memref::AllocOp alloc) {
    ResidencyAttr residency = getResidency(alloc);
    if (!residency)
      return WalkResult::advance();
    FailureOr<int64_t> size = checkForm(alloc);
    if (failed(size) || failed(checkRange(alloc, *size, target)))
      return WalkResult::interrupt();
    TierUse &tier = tiers[residency.getTier()];
    tier.peak = std::max(tier.peak, *residency.getOffset() + *size);
    tier.alignment =
        std::max<int64_t>(tier.alignment, alloc.getAlignment().value_or(1));
    tier.allocs.push_back(alloc);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return tiers;
}

static void replaceBySlots(func::FuncOp function, StringAttr name,
                           const TierUse &tier) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  auto type = MemRefType::get({tier.peak}, builder.getI8Type());
  auto arena =
      ArenaOp::create(builder, function.getLoc(), inTier(type, name.getValue()),
                      builder.getI64IntegerAttr(tier.alignment));
  for (memref::AllocOp alloc : tier.allocs) {
    builder.setInsertionPoint(alloc);
    ResidencyAttr residency = getResidency(alloc);
    auto slot = SlotOp::create(
        builder, alloc.getLoc(), alloc.getType(), arena, *residency.getOffset(),
        alloc->getAttrOfType<StringAttr>(MemPlaceDialect::bufferAttrName));
    slot->setAttr(MemPlaceDialect::residencyAttrName, residency);
    if (Attribute pin = alloc->getDiscardableAttr(MemPlaceDialect::pinAttrName))
      slot->setAttr(MemPlaceDialect::pinAttrName, pin);
    alloc.replaceAllUsesWith(slot.getSlot());
    alloc.erase();
  }
  for (Block &block : function.getBody())
    if (auto exit = dyn_cast<func::ReturnOp>(block.getTerminator())) {
      builder.setInsertionPoint(exit);
      FreeArenaOp::create(builder, function.getLoc(), arena);
    }
}

namespace {
struct LowerToOffsetsPass
    : public memplace::impl::LowerToOffsetsPassBase<LowerToOffsetsPass> {
  void runOnOperation() override {
    FailureOr<std::optional<Target>> target = getModuleTarget(getOperation());
    if (failed(target))
      return signalPassFailure();
    SmallVector<std::pair<func::FuncOp, llvm::MapVector<StringAttr, TierUse>>>
        uses;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      FailureOr<llvm::MapVector<StringAttr, TierUse>> tiers =
          collectTiers(function, *target);
      if (failed(tiers))
        return signalPassFailure();
      uses.push_back({function, std::move(*tiers)});
    }
    // Arenas go to the start of the block, so the last one is created first.
    for (const auto &[function, tiers] : uses)
      for (const auto &[name, tier] : llvm::reverse(tiers))
        replaceBySlots(function, name, tier);
  }
};
} // namespace
