//===- LowerToOffsets.cpp - One arena per tier ----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
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
/// The residencies of a function that are in one tier.
struct TierUse {
  int64_t peak = 0;      // Bytes.
  int64_t alignment = 1; // Bytes.
  SmallVector<memref::AllocOp> allocs;
};
} // namespace

static ResidencyAttr getResidency(memref::AllocOp alloc) {
  return alloc->getAttrOfType<ResidencyAttr>(
      MemPlaceDialect::residencyAttrName);
}

/// Sorts the residencies of \p function by tier. Fails with a diagnostic if an
/// allocation can't be what its attributes say.
static FailureOr<llvm::MapVector<StringAttr, TierUse>>
collectTiers(func::FuncOp function) {
  llvm::MapVector<StringAttr, TierUse> tiers;
  WalkResult result = function.walk([&](memref::AllocOp alloc) {
    ResidencyAttr residency = getResidency(alloc);
    if (!residency)
      return WalkResult::advance();
    std::optional<int64_t> size =
        getStaticSizeInBytes(alloc.getType(), DataLayout::closest(alloc));
    auto space = dyn_cast_or_null<TierAttr>(alloc.getType().getMemorySpace());
    if (!size || !residency.getOffset() || !space ||
        space.getName() != residency.getTier() ||
        !alloc->hasAttrOfType<StringAttr>(MemPlaceDialect::bufferAttrName)) {
      alloc.emitError("'memplace.residency' needs a static shape, an offset, "
                      "the memory space of its tier and 'memplace.buffer'");
      return WalkResult::interrupt();
    }
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
    SmallVector<std::pair<func::FuncOp, llvm::MapVector<StringAttr, TierUse>>>
        uses;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      FailureOr<llvm::MapVector<StringAttr, TierUse>> tiers =
          collectTiers(function);
      if (failed(tiers))
        return signalPassFailure();
      uses.push_back({function, std::move(*tiers)});
    }
    for (const auto &[function, tiers] : uses)
      for (const auto &[name, tier] : llvm::reverse(tiers))
        replaceBySlots(function, name, tier);
  }
};
} // namespace
