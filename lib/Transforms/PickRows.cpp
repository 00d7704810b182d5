//===- PickRows.cpp - Rows of arguments picked by an index ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PickRows.h"

#include "memplace/Analysis/AliasSets.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Interfaces/MemoryOpInterface.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace memplace;

// Each picked row is a copy in the program.
static constexpr int64_t maxPicks = 512;
// An argument with at most this many rows is cut into its rows, so that single
// rows may stay in a faster tier.
static constexpr int64_t maxPieces = 64;

namespace {
/// An op that picks rows: either `view`, or `load` in `op`.
struct Pick {
  memref::SubViewOp view; // View of a single row, or null.
  memref::LoadOp load;  // Loads elements of rows in the body of `op`, or null.
  linalg::GenericOp op; // The op around `load`.
  SmallVector<unsigned>
      loops; // Loops of `op` that determine the row of `load`.
};
} // namespace

/// Returns true if \p view is a single row at a dynamic index.
static bool isRow(memref::SubViewOp view) {
  ArrayRef<int64_t> shape = view.getSourceType().getShape();
  ArrayRef<int64_t> sizes = view.getStaticSizes();
  return view.getType().getRank() == view.getSourceType().getRank() &&
         !getConstantIntValue(view.getMixedOffsets().front()) &&
         llvm::all_of(view.getStaticOffsets().drop_front(),
                      [](int64_t offset) { return offset == 0; }) &&
         llvm::all_of(view.getStaticStrides(),
                      [](int64_t stride) { return stride == 1; }) &&
         sizes.front() == 1 && sizes.drop_front() == shape.drop_front();
}

/// Returns true if \p op may write the storage of \p memref.
static bool mayWrite(Operation *op, Value memref, const AliasSets &aliasSets) {
  return llvm::any_of(
      memplace::getMemoryAccesses(op), [&](const MemoryAccess &access) {
        return access.mode != AccessMode::Read &&
               (!aliasSets.isKnown(access.memref) ||
                llvm::any_of(aliasSets.getSetsOf(access.memref),
                             [&](unsigned set) {
                               return llvm::is_contained(
                                   aliasSets.getSetsOf(memref), set);
                             }));
      });
}

/// Returns the ops in the body of \p op that compute \p value, in order. None
/// if they are more than constants, the op's indices and loads.
static std::optional<SetVector<Operation *>> getSlice(Value value,
                                                      linalg::GenericOp op) {
  SetVector<Operation *> slice;
  SmallVector<Value> work = {value};
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (next.getParentRegion() != &op.getRegion())
      continue; // From outside.
    Operation *definition = next.getDefiningOp();
    if (!definition)
      return std::nullopt;
    if (!isa<memref::LoadOp>(definition) &&
        (!isMemoryEffectFree(definition) || definition->getNumRegions() != 0))
      return std::nullopt;
    if (slice.insert(definition))
      llvm::append_range(work, definition->getOperands());
  }
  return topologicalSort(slice);
}

/// Returns the pick of a use; none unless it takes a single row or a known
/// number of rows.
static std::optional<Pick> getPick(OpOperand &use, const AliasSets &aliasSets) {
  Pick pick;
  // A row stepped through by a loop is not picked.
  if ((pick.view = dyn_cast<memref::SubViewOp>(use.getOwner())))
    return isRow(pick.view) && isa<func::FuncOp>(pick.view->getParentOp())
               ? std::optional(pick)
               : std::nullopt;
  pick.load = dyn_cast<memref::LoadOp>(use.getOwner());
  if (!pick.load)
    return std::nullopt;
  pick.op = dyn_cast<linalg::GenericOp>(pick.load->getParentOp());
  if (!pick.op || !isa<func::FuncOp>(pick.op->getParentOp()) ||
      !pick.op.hasPureBufferSemantics() || pick.load.getIndices().size() < 2)
    return std::nullopt;
  std::optional<SetVector<Operation *>> slice =
      getSlice(pick.load.getIndices().front(), pick.op);
  if (!slice || slice->empty())
    return std::nullopt;
  SmallVector<int64_t> extents = pick.op.getStaticLoopRanges();
  int64_t count = 1;
  for (Operation *part : *slice) {
    auto load = dyn_cast<memref::LoadOp>(part);
    if (load && mayWrite(pick.op, load.getMemRef(), aliasSets))
      return std::nullopt;
    auto index = dyn_cast<linalg::IndexOp>(part);
    if (!index || llvm::is_contained(pick.loops, index.getDim()))
      continue;
    pick.loops.push_back(index.getDim());
    if (ShapedType::isDynamic(extents[index.getDim()]))
      return std::nullopt;
    count *= extents[index.getDim()];
  }
  // Reading the whole argument would be cheaper.
  const int64_t rows = pick.load.getMemRefType().getDimSize(0);
  if (count > maxPicks || count * 2 > rows)
    return std::nullopt;
  return pick;
}

/// Returns a view of row \p row of a memref.
static Value getRow(OpBuilder &builder, Location loc, Value memref,
                    OpFoldResult row) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0)),
      sizes, ones(type.getRank(), builder.getIndexAttr(1));
  for (int64_t extent : type.getShape())
    sizes.push_back(builder.getIndexAttr(extent));
  offsets.front() = row;
  sizes.front() = builder.getIndexAttr(1);
  return memref::SubViewOp::create(builder, loc, memref, offsets, sizes, ones);
}

/// Copies row \p row of the argument, now the arguments \p pieces, to \p place.
static void copyRow(OpBuilder &builder, Location loc, ArrayRef<Value> pieces,
                    Value row, Value place) {
  if (pieces.size() == 1) {
    memref::CopyOp::create(builder, loc,
                           getRow(builder, loc, pieces.front(), row), place);
    return;
  }
  SmallVector<int64_t> cases;
  for (size_t piece = 0; piece + 1 < pieces.size(); ++piece)
    cases.push_back(static_cast<int64_t>(piece));
  auto choice = scf::IndexSwitchOp::create(builder, loc, TypeRange(), row,
                                           cases, cases.size());
  for (auto [index, piece] : llvm::enumerate(pieces)) {
    Region &region = index + 1 == pieces.size()
                         ? choice.getDefaultRegion()
                         : choice.getCaseRegions()[index];
    OpBuilder inside = OpBuilder::atBlockBegin(&region.emplaceBlock());
    memref::CopyOp::create(inside, loc, piece, place);
    scf::YieldOp::create(inside, loc);
  }
}

/// Replaces a view by a copy of its row.
static void pickView(memref::SubViewOp view, ArrayRef<Value> pieces) {
  OpBuilder builder(view);
  Location loc = view.getLoc();
  auto type = MemRefType::get(
      view.getType().getShape(), view.getType().getElementType(),
      MemRefLayoutAttrInterface(), view.getType().getMemorySpace());
  Value copy = memref::AllocOp::create(builder, loc, type);
  copyRow(builder, loc, pieces, view.getDynamicOffset(0), copy);
  view.replaceAllUsesWith(
      memref::CastOp::create(builder, loc, view.getType(), copy).getResult());
  view.erase();
}

/// Replaces a load by a load from copies of the rows, made before the op.
static void pickLoad(Pick pick, ArrayRef<Value> pieces) {
  OpBuilder builder(pick.op);
  Location loc = pick.load.getLoc();
  SmallVector<int64_t> extents = pick.op.getStaticLoopRanges();
  int64_t count = 1;
  for (unsigned loop : pick.loops)
    count *= extents[loop];
  MemRefType whole = pick.load.getMemRefType();
  SmallVector<int64_t> shape(whole.getShape());
  shape.front() = count;
  Value copy = memref::AllocOp::create(
      builder, loc,
      MemRefType::get(shape, whole.getElementType(),
                      MemRefLayoutAttrInterface(), whole.getMemorySpace()));
  Value row = pick.load.getIndices().front();
  SetVector<Operation *> slice = *getSlice(row, pick.op);
  for (int64_t number = 0; number < count; ++number) {
    IRMapping mapping;
    for (Operation *part : slice) {
      if (auto index = dyn_cast<linalg::IndexOp>(part)) {
        int64_t trip = number;
        for (unsigned loop : pick.loops) {
          if (loop == index.getDim())
            break;
          trip /= extents[loop];
        }
        mapping.map(index.getResult(),
                    arith::ConstantIndexOp::create(
                        builder, loc, trip % extents[index.getDim()])
                        .getResult());
      } else {
        builder.clone(*part, mapping);
      }
    }
    copyRow(builder, loc, pieces, mapping.lookup(row),
            count == 1
                ? copy
                : getRow(builder, loc, copy, builder.getIndexAttr(number)));
  }
  builder.setInsertionPoint(pick.load);
  Value place = arith::ConstantIndexOp::create(builder, loc, 0);
  for (unsigned loop : llvm::reverse(pick.loops)) {
    Value extent = arith::ConstantIndexOp::create(builder, loc, extents[loop]);
    place = arith::AddIOp::create(
        builder, loc, arith::MulIOp::create(builder, loc, place, extent),
        linalg::IndexOp::create(builder, loc, loop));
  }
  SmallVector<Value> indices(pick.load.getIndices());
  indices.front() = place;
  Value element = memref::LoadOp::create(builder, loc, copy, indices);
  pick.load->getResult(0).replaceAllUsesWith(element);
  pick.load->erase();
}

bool memplace::pickRows(func::FuncOp function, unsigned number) {
  BlockArgument whole = function.getArgument(number);
  auto type = dyn_cast<MemRefType>(whole.getType());
  if (!type || !type.hasStaticShape() || type.getRank() < 2 ||
      !type.getLayout().isIdentity() || type.getDimSize(0) < 2 ||
      whole.use_empty())
    return false;
  const AliasSets aliasSets(function);
  if (aliasSets.getSets()[aliasSets.getSetsOf(whole).front()].isWritten)
    return false; // Writes would go to the copy.
  SmallVector<Pick> picks;
  for (OpOperand &use : whole.getUses()) {
    std::optional<Pick> pick = getPick(use, aliasSets);
    if (!pick)
      return false;
    picks.push_back(*pick);
  }
  const int64_t rows = type.getDimSize(0);
  const int64_t count = rows <= maxPieces ? rows : 1;
  SmallVector<int64_t> shape(type.getShape());
  shape.front() = rows / count;
  const StringRef key = MemPlaceDialect::bufferAttrName;
  NamedAttrList attributes(function.getArgAttrDict(number));
  auto name = dyn_cast_or_null<StringAttr>(attributes.get(key));
  const std::string base = name ? name.str() : "arg" + std::to_string(number);
  Builder builder(function.getContext());
  SmallVector<Value> pieces;
  for (int64_t piece = 0; piece < count; ++piece) {
    attributes.set(key, builder.getStringAttr(base + ".picked " +
                                              std::to_string(piece + 1) + "/" +
                                              std::to_string(count)));
    (void)function.insertArgument(
        number + 1 + piece, MemRefType::Builder(type).setShape(shape),
        attributes.getDictionary(builder.getContext()), whole.getLoc());
  }
  for (int64_t piece = 0; piece < count; ++piece)
    pieces.push_back(function.getArgument(number + 1 + piece));
  for (Pick &pick : picks) {
    if (pick.view)
      pickView(pick.view, pieces);
    else
      pickLoad(pick, pieces);
  }
  (void)function.eraseArgument(number);
  return true;
}
