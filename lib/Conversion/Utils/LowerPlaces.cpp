//===- LowerPlaces.cpp - Lower all of a placed program but transfers ------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerPlaces.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace memplace;

static bool isOurs(NamedAttribute attr) {
  return isa_and_nonnull<MemPlaceDialect>(attr.getNameDialect());
}

void memplace::eraseMemPlaceAttributes(Operation *root) {
  root->walk([](Operation *op) {
    for (NamedAttribute attr :
         llvm::make_early_inc_range(op->getDiscardableAttrs()))
      if (isOurs(attr))
        op->removeDiscardableAttr(attr.getName());
    auto function = dyn_cast<FunctionOpInterface>(op);
    if (!function)
      return;
    for (unsigned index = 0; index < function.getNumArguments(); ++index)
      for (NamedAttribute attr : function.getArgAttrs(index))
        if (isOurs(attr))
          function.removeArgAttr(index, attr.getName());
  });
}

void memplace::replaceTiersAndTokens(Operation *root, SpaceOfTier getSpace,
                                     Type token) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](MemRefType type) -> std::optional<Type> {
    auto tier = dyn_cast_or_null<TierAttr>(type.getMemorySpace());
    if (!tier)
      return std::nullopt;
    return MemRefType::get(type.getShape(), type.getElementType(),
                           type.getLayout(), getSpace(tier));
  });
  replacer.addReplacement([&](UnrankedMemRefType type) -> std::optional<Type> {
    auto tier = dyn_cast_or_null<TierAttr>(type.getMemorySpace());
    if (!tier)
      return std::nullopt;
    return UnrankedMemRefType::get(type.getElementType(), getSpace(tier));
  });
  replacer.addReplacement([&](TokenType) { return token; });
  replacer.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  root->walk([](memref::MemorySpaceCastOp cast) {
    if (cast.getSource().getType() != cast.getDest().getType())
      return;
    cast.getDest().replaceAllUsesWith(cast.getSource());
    cast.erase();
  });
}

/// Returns the elements from the first to the end of the last.
static int64_t getSpannedElements(MemRefType type, ArrayRef<int64_t> strides) {
  int64_t elements = 1;
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), strides))
    elements += (size - 1) * stride;
  return llvm::is_contained(type.getShape(), 0) ? 0 : elements;
}

Value memplace::createView(OpBuilder &builder, SlotOp slot) {
  Location loc = slot.getLoc();
  MemRefType type = slot.getSlot().getType();
  Value offset = arith::ConstantIndexOp::create(builder, loc, slot.getOffset());
  if (type.getLayout().isIdentity())
    return memref::ViewOp::create(builder, loc, type, slot.getArena(), offset,
                                  ValueRange());
  SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  auto flat = MemRefType::get(
      {getSpannedElements(type, strides)}, type.getElementType(),
      MemRefLayoutAttrInterface(), type.getMemorySpace());
  Value view = memref::ViewOp::create(builder, loc, flat, slot.getArena(),
                                      offset, ValueRange());
  return memref::ReinterpretCastOp::create(builder, loc, type, view,
                                           /*offset=*/0, type.getShape(),
                                           strides);
}

static void replace(Operation *op, ValueRange values) {
  op->replaceAllUsesWith(values);
  op->erase();
}

static void lowerArena(ArenaOp op) {
  OpBuilder builder(op);
  IntegerAttr alignment = op.getAlignmentAttr();
  replace(op, memref::AllocOp::create(builder, op.getLoc(),
                                      op.getArena().getType(), alignment)
                  ->getResults());
}

static void lowerFreeArena(FreeArenaOp op) {
  OpBuilder builder(op);
  memref::DeallocOp::create(builder, op.getLoc(), op.getArena());
  op.erase();
}

static void lowerPlace(Operation *op) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([](ArenaOp arena) { lowerArena(arena); })
      .Case([](FreeArenaOp free) { lowerFreeArena(free); })
      .Case([](SlotOp slot) {
        OpBuilder builder(slot);
        replace(slot, createView(builder, slot));
      })
      .Case<AcquireOp, ReleaseOp, EnterArmOp, LaunchOverheadOp>(
          [](Operation *mark) { mark->erase(); });
}

void memplace::lowerPlaces(Operation *root, SpaceOfTier getSpace, Type token) {
  root->walk(lowerPlace);
  eraseMemPlaceAttributes(root);
  replaceTiersAndTokens(root, getSpace, token);
}
