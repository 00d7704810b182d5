//===- MemPlaceOps.cpp - Operations of memplace ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;
using namespace memplace;

#define GET_OP_CLASSES
#include "memplace/Dialect/MemPlace/IR/MemPlaceOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Effects and ownership
//===----------------------------------------------------------------------===//

using Effects =
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>;

/// Adds effects that read and write any memory. A transfer moves bytes between
/// its start and its wait, and a place changes hands at an acquire or release.
/// No memory access, not even of another slot, may cross these four ops.
static void addBarrier(Effects &effects) {
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

void ArenaOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       cast<OpResult>(getArena()));
}
void FreeArenaOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Free::get(), &getArenaMutable());
}
void StartTransferOp::getEffects(Effects &effects) { addBarrier(effects); }
void WaitOp::getEffects(Effects &effects) { addBarrier(effects); }
void AcquireOp::getEffects(Effects &effects) { addBarrier(effects); }
void ReleaseOp::getEffects(Effects &effects) { addBarrier(effects); }
void MoveOp::getEffects(Effects &effects) { addBarrier(effects); }
// Effects keep these ops from being removed as dead.
void EnterArmOp::getEffects(Effects &effects) { addBarrier(effects); }
void LaunchOverheadOp::getEffects(Effects &effects) { addBarrier(effects); }

/// An allocation, to keep two windows over the same source from being merged.
void WindowOp::getEffects(Effects &effects) {
  effects.emplace_back(MemoryEffects::Allocate::get(),
                       cast<OpResult>(getWindow()));
}

Value SlotOp::getViewSource() { return getArena(); }

/// Marks \p memref and all its views as never owned.
static Operation *disown(Value memref,
                         bufferization::DeallocationState &state) {
  OpBuilder builder(memref.getContext());
  builder.setInsertionPointAfterValue(memref);
  Value isOwned = arith::ConstantOp::create(builder, memref.getLoc(),
                                            builder.getBoolAttr(false));
  state.updateOwnership(memref, isOwned);
  return memref.getDefiningOp();
}

/// Only `memplace.free_arena` frees an arena.
FailureOr<Operation *>
ArenaOp::process(bufferization::DeallocationState &state,
                 const bufferization::DeallocationOptions &) {
  return disown(getArena(), state);
}

/// The owner of the source owns the storage of a window.
FailureOr<Operation *>
WindowOp::process(bufferization::DeallocationState &state,
                  const bufferization::DeallocationOptions &) {
  return disown(getWindow(), state);
}

FailureOr<Operation *>
FreeArenaOp::process(bufferization::DeallocationState &,
                     const bufferization::DeallocationOptions &) {
  return getOperation();
}

//===----------------------------------------------------------------------===//
// arena, free_arena
//===----------------------------------------------------------------------===//

/// Returns the tier in the memory space of \p type, or null.
static TierAttr getTier(Type type) {
  return dyn_cast_or_null<TierAttr>(cast<MemRefType>(type).getMemorySpace());
}

/// Verifies the type of an arena: a number of bytes in a tier.
static LogicalResult verifyArenaType(Operation *op, MemRefType type) {
  if (!getTier(type))
    return op->emitOpError("needs an arena whose memory space is a "
                           "#memplace.tier, got ")
           << type;
  if (!type.hasStaticShape() || type.getDimSize(0) < 1)
    return op->emitOpError("needs an arena of a static size of at least 1 "
                           "byte, got ")
           << type;
  if (!type.getLayout().isIdentity())
    return op->emitOpError("needs an arena without a layout, got ") << type;
  return success();
}

LogicalResult ArenaOp::verify() {
  MemRefType type = getArena().getType();
  if (failed(verifyArenaType(*this, type)))
    return failure();
  std::optional<uint64_t> alignment = getAlignment();
  if (alignment && !llvm::isPowerOf2_64(*alignment))
    return emitOpError("needs an alignment that is a power of two, got ")
           << static_cast<int64_t>(*alignment);
  StringRef tier = getTier(type).getName().getValue();
  if (failed(verifyTierName(*this, tier, "memory space")))
    return failure();
  TargetAttr target = getSpelledOutTarget(*this);
  if (!target)
    return success();
  for (TierSpecAttr spec : target.getTiers())
    if (spec.getName() == tier && spec.getCapacity() < type.getDimSize(0))
      return emitOpError("takes ")
             << type.getDimSize(0) << " bytes of the tier '" << tier
             << "', which has " << spec.getCapacity();
  return success();
}

LogicalResult FreeArenaOp::verify() {
  return verifyArenaType(*this, getArena().getType());
}

//===----------------------------------------------------------------------===//
// slot
//===----------------------------------------------------------------------===//

LogicalResult SlotOp::verify() {
  MemRefType arena = getArena().getType();
  MemRefType slot = getSlot().getType();
  if (failed(verifyArenaType(*this, arena)))
    return failure();
  if (arena.getMemorySpace() != slot.getMemorySpace())
    return emitOpError("is in another memory space than its arena: ")
           << slot << ", not " << arena;
  if (getBuffer().empty())
    return emitOpError("needs a buffer name that is not empty");

  DataLayout layout = DataLayout::closest(*this);
  std::optional<int64_t> size = getStaticSizeInBytes(slot, layout);
  if (!size)
    return emitOpError("needs a type of static size, got ") << slot;
  if (slot.getStridesAndOffset().second != 0)
    return emitOpError("needs a layout that starts at the slot's offset, got ")
           << slot;
  int64_t offset = getOffset();
  if (offset < 0)
    return emitOpError("needs an offset of at least 0 bytes, got ") << offset;
  int64_t room = arena.getDimSize(0) - *size;
  if (offset > room)
    return emitOpError("takes ")
           << *size << " bytes from byte " << offset
           << " on, but its arena has " << arena.getDimSize(0);
  int64_t alignment = layout.getTypeABIAlignment(slot.getElementType());
  if (offset % alignment != 0)
    return emitOpError("needs an offset that is a multiple of the ")
           << alignment << " bytes to which " << slot.getElementType()
           << " is aligned, got " << offset;
  return success();
}

//===----------------------------------------------------------------------===//
// start_transfer
//===----------------------------------------------------------------------===//

/// Returns true if the elements of \p type fill the bytes in its span.
static bool isWithoutGaps(MemRefType type, int64_t size,
                          const DataLayout &layout) {
  std::optional<int64_t> element =
      getElementBytes(type.getElementType(), layout);
  return element && size == type.getNumElements() * *element;
}

static LogicalResult verifyTransferTypes(StartTransferOp op) {
  MemRefType source = op.getSource().getType();
  MemRefType destination = op.getDestination().getType();
  if (source.getShape() != destination.getShape() ||
      source.getElementType() != destination.getElementType())
    return op.emitOpError("needs one shape and element type, got ")
           << source << " and " << destination;
  DataLayout layout = DataLayout::closest(op);
  const bool isAlike = source.getStridesAndOffset().first ==
                       destination.getStridesAndOffset().first;
  for (MemRefType type : {source, destination}) {
    std::optional<int64_t> size = getStaticSizeInBytes(type, layout);
    if (!size)
      return op.emitOpError("needs memrefs of static size, got ") << type;
    if (isAlike && isWithoutGaps(type, *size, layout))
      return success();
    if (*size != 0 && !getRows(type))
      return op.emitOpError("moves rows of elements in row-major order, apart "
                            "from each other, got ")
             << type;
  }
  return success();
}

/// Returns the bytes of the arena in \p slot, a legal slot.
static std::pair<int64_t, int64_t> getRange(SlotOp slot) {
  int64_t begin = slot.getOffset();
  return {begin, begin + getStaticSizeInBytes(slot.getSlot().getType(),
                                              DataLayout::closest(slot))
                             .value_or(0)};
}

bool memplace::overlap(SlotOp a, SlotOp b) {
  auto [aBegin, aEnd] = getRange(a);
  auto [bBegin, bEnd] = getRange(b);
  return a.getArena() == b.getArena() && aBegin < bEnd && bBegin < aEnd;
}

static LogicalResult verifyTransferPlaces(StartTransferOp op) {
  if (op.getSource() == op.getDestination())
    return op.emitOpError("needs a source and a destination that differ");
  auto from = op.getSource().getDefiningOp<SlotOp>();
  auto to = op.getDestination().getDefiningOp<SlotOp>();
  if (from && to && overlap(from, to))
    return op.emitOpError("needs a source and a destination that don't "
                          "overlap, got slots at ")
           << from.getOffset() << " and " << to.getOffset() << " bytes";
  return success();
}

/// Verifies that the target has the channel. If the operand types name tiers,
/// the channel must connect these.
static LogicalResult verifyChannel(StartTransferOp op) {
  if (op.getChannel().empty())
    return op.emitOpError("needs a channel name that is not empty");
  TargetAttr target = getSpelledOutTarget(op);
  if (!target)
    return success();
  const auto *channel = llvm::find_if(target.getChannels(), [&](auto spec) {
    return spec.getName() == op.getChannel();
  });
  if (channel == target.getChannels().end()) {
    InFlightDiagnostic error = op.emitOpError("uses the channel '")
                               << op.getChannel() << "', which the target '"
                               << target.getName().getValue()
                               << "' does not have; it has ";
    llvm::interleaveComma(target.getChannels(), error, [&](auto spec) {
      error << "'" << spec.getName().getValue() << "'";
    });
    return error;
  }
  TierAttr source = getTier(op.getSource().getType());
  TierAttr destination = getTier(op.getDestination().getType());
  if ((source && source.getName() != channel->getFrom()) ||
      (destination && destination.getName() != channel->getTo()))
    return op.emitOpError("uses the channel '")
           << op.getChannel() << "', which is from '"
           << channel->getFrom().getValue() << "' to '"
           << channel->getTo().getValue() << "'";
  return success();
}

LogicalResult StartTransferOp::verify() {
  return success(succeeded(verifyTransferTypes(*this)) &&
                 succeeded(verifyTransferPlaces(*this)) &&
                 succeeded(verifyChannel(*this)));
}

//===----------------------------------------------------------------------===//
// acquire, release
//===----------------------------------------------------------------------===//

static LogicalResult verifyResidencyType(Operation *op, Type type) {
  if (getStaticSizeInBytes(cast<MemRefType>(type), DataLayout::closest(op)))
    return success();
  return op->emitOpError("needs a memref of static size, got ") << type;
}

LogicalResult AcquireOp::verify() {
  return verifyResidencyType(*this, getSlot().getType());
}
LogicalResult ReleaseOp::verify() {
  return verifyResidencyType(*this, getSlot().getType());
}

//===----------------------------------------------------------------------===//
// window, move
//===----------------------------------------------------------------------===//

LogicalResult WindowOp::verify() {
  MemRefType source = getSource().getType(), window = getWindow().getType();
  if (source.getElementType() != window.getElementType() ||
      source.getMemorySpace() != window.getMemorySpace())
    return emitOpError("needs one element type and memory space, got ")
           << source << " and " << window;
  if (!source.hasStaticShape() || !source.getLayout().isIdentity())
    return emitOpError("needs a source of static shape without a layout, got ")
           << source;
  if (!window.hasStaticShape() || window.getNumElements() < 1 ||
      window.getNumElements() > source.getNumElements())
    return emitOpError("needs from 1 to ")
           << source.getNumElements() << " elements, as its source has, got "
           << window;
  if (!ShapedType::isDynamic(window.getStridesAndOffset().second))
    return emitOpError("needs a type with a dynamic offset (offset: ?), got ")
           << window;
  const std::optional<MemRefRows> rows = getRows(window);
  if (!rows)
    return emitOpError("needs rows of elements, in order and without overlap, "
                       "got ")
           << window;
  int64_t span = rows->run;
  for (auto [count, stride] : llvm::zip_equal(rows->counts, rows->strides[0]))
    span += (count - 1) * stride;
  if (span > source.getNumElements())
    return emitOpError("needs a type that spans at most the ")
           << source.getNumElements() << " elements of its source, got "
           << window;
  return success();
}

LogicalResult MoveOp::verify() {
  if (getWindow().getDefiningOp<WindowOp>())
    return success();
  return emitOpError("needs a result of memplace.window to move");
}
