//===- CutBuffers.cpp - Pieces of buffers in the IR -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CutBuffers.h"

#include "../IRToProblem/Pins.h"
#include "../IRToProblem/PositionInBuffer.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace memplace;

std::pair<int64_t, int64_t> memplace::getIndices(const OpCut &cut,
                                                 int64_t extent, size_t index) {
  return {index == 0 ? 0 : cut.bounds[index - 1],
          index == cut.bounds.size() ? extent : cut.bounds[index]};
}

SmallVector<OperandPart>
memplace::getParts(const OpCut &cut, const MemoryCut &memoryCut, size_t index) {
  auto [begin, end] = getIndices(cut, memoryCut.extent, index);
  SmallVector<OperandPart> parts;
  for (const MemoryCutAccess &access : memoryCut.accesses)
    parts.push_back({access.memref, access.axis,
                     access.first + begin * access.step,
                     access.first + (end - 1) * access.step + access.width,
                     access.operand});
  return parts;
}

CutBuffers::CutBuffers(const ExtractedFunction &extracted, const Cuts &cuts)
    : extracted(extracted), cuts(cuts), cutOf(extracted.problem.buffers.size()),
      pieces(extracted.problem.buffers.size()) {
  for (const BufferCut &cut : cuts.buffers)
    cutOf[cut.buffer] = &cut;
}

//===----------------------------------------------------------------------===//
// Map operands to places in pieces
//===----------------------------------------------------------------------===//

/// Returns the cut buffer that certainly contains \p memref; none if there is
/// no such buffer or if it is whole.
std::optional<BufferId> CutBuffers::getCutBufferOf(Value memref) const {
  const BufferId buffer = extracted.getBufferOf(memref);
  if (buffer == noBuffer || !cutOf[buffer])
    return std::nullopt;
  return buffer;
}

Value CutBuffers::getRoot(BufferId buffer) const {
  return extracted.aliasSets->getSets()[extracted.setOfBuffer[buffer]]
      .roots.front();
}

size_t CutBuffers::getNumPieces(BufferId buffer) const {
  return cutOf[buffer]->bounds.size() + 1;
}

int64_t CutBuffers::getElementBytes(BufferId buffer) const {
  return extracted.problem.buffers[buffer].size /
         cast<MemRefType>(getRoot(buffer).getType()).getNumElements();
}

/// Returns the bounds of a piece within each period, bytes.
CutBuffers::Bounds CutBuffers::getBounds(BufferId buffer, size_t piece) const {
  const BufferCut &cut = *cutOf[buffer];
  return {piece == 0 ? 0 : cut.bounds[piece - 1],
          piece == cut.bounds.size() ? cut.period : cut.bounds[piece]};
}

ArrayRef<Value> CutBuffers::getPieces(Value memref) const {
  std::optional<BufferId> buffer = getCutBufferOf(memref);
  return buffer ? ArrayRef<Value>(pieces[*buffer]) : ArrayRef<Value>();
}

/// Returns the layout of \p part in its piece; none unless a single piece
/// contains the part. Strides of at least a period shrink with the length of
/// the piece; strides within a period stay.
std::optional<CutBuffers::Layout>
CutBuffers::getLayout(const OperandPart &part) const {
  const std::optional<BufferId> buffer = getCutBufferOf(part.memref);
  const std::optional<PositionInBuffer> place = getPositionInBuffer(
      cast<MemRefType>(part.memref.getType()), getRoot(*buffer));
  if (!place)
    return std::nullopt;
  const int64_t bytes = getElementBytes(*buffer);
  const int64_t period = cutOf[*buffer]->period / bytes;
  const int64_t first = place->offset + part.begin * place->strides[part.axis];
  Layout layout;
  Bounds bounds;
  for (; layout.piece < getNumPieces(*buffer); ++layout.piece) {
    bounds = getBounds(*buffer, layout.piece);
    if (bounds.first % bytes != 0 || bounds.second % bytes != 0)
      return std::nullopt;
    bounds = {bounds.first / bytes, bounds.second / bytes};
    if (first % period < bounds.second)
      break;
  }
  const int64_t length = bounds.second - bounds.first;
  layout.offset = first / period * length + first % period - bounds.first;
  layout.sizes = place->sizes;
  layout.sizes[part.axis] = part.end - part.begin;
  layout.strides = getRowMajorStrides(layout.sizes);
  int64_t last = first % period; // Last element of the part within a period.
  for (auto [index, stride] : llvm::enumerate(place->strides)) {
    if (layout.sizes[index] == 1)
      continue;
    if (stride >= period && stride % period != 0)
      return std::nullopt;
    layout.strides[index] =
        stride >= period ? stride / period * length : stride;
    if (stride < period)
      last += (layout.sizes[index] - 1) * stride;
  }
  if (last >= bounds.second)
    return std::nullopt;
  return layout;
}

Value CutBuffers::getPart(OpBuilder &builder, const OperandPart &part) const {
  const std::optional<Layout> layout = getLayout(part);
  if (!layout)
    return {};
  const BufferId buffer = *getCutBufferOf(part.memref);
  Value piece = pieces[buffer][layout->piece];
  auto type = cast<MemRefType>(piece.getType());
  const SmallVector<int64_t> strides = getRowMajorStrides(type.getShape());
  const bool isLike =
      type.getRank() == static_cast<int64_t>(layout->sizes.size());
  if (isLike && type.getShape() == ArrayRef(layout->sizes) &&
      layout->offset == 0 && layout->strides == strides)
    return piece;
  Location loc = part.memref.getLoc();
  if (getRoot(buffer).getDefiningOp() && !isExternalRoot(getRoot(buffer))) {
    auto result =
        MemRefType::get(layout->sizes, type.getElementType(),
                        StridedLayoutAttr::get(builder.getContext(),
                                               layout->offset, layout->strides),
                        type.getMemorySpace());
    return memref::ReinterpretCastOp::create(builder, loc, result, piece,
                                             layout->offset, layout->sizes,
                                             layout->strides);
  }
  // A piece of outside storage may stay in place for some steps and be in a
  // slot for other steps. A subview suits both, because its type takes the
  // offset from its source.
  if (!isLike)
    return {};
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> ones(type.getRank(), builder.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes;
  for (int64_t size : layout->sizes)
    sizes.push_back(builder.getIndexAttr(size));
  offsets[part.axis] =
      builder.getIndexAttr(layout->offset / strides[part.axis]);
  for (auto [axis, size] : llvm::enumerate(type.getShape()))
    if (axis != part.axis && size != layout->sizes[axis])
      return {};
  return memref::SubViewOp::create(builder, loc, piece, offsets, sizes, ones);
}

//===----------------------------------------------------------------------===//
// Replace whole buffers
//===----------------------------------------------------------------------===//

/// Returns the shape of the piece whose first elements are \p part, extended
/// along the part's axis to the end of the piece. Includes gaps between strided
/// windows. None if the piece is not an array.
std::optional<CutBuffers::PieceShape>
CutBuffers::getShape(BufferId buffer, const OperandPart &part,
                     const Layout &layout) const {
  auto [begin, end] = getBounds(buffer, layout.piece);
  auto [strides, offset] =
      cast<MemRefType>(part.memref.getType()).getStridesAndOffset();
  const int64_t bytes = getElementBytes(buffer);
  const Buffer &whole = extracted.problem.buffers[buffer];
  const int64_t size = whole.size / cutOf[buffer]->period * (end - begin);
  SmallVector<int64_t> sizes = layout.sizes;
  sizes[part.axis] = 1;
  sizes[part.axis] = size / (llvm::product_of(sizes) * bytes);
  if (layout.offset != 0 || sizes[part.axis] < layout.sizes[part.axis] ||
      llvm::product_of(sizes) * bytes != size ||
      !isRowMajor(sizes, layout.strides))
    return std::nullopt;
  return PieceShape{sizes, strides, offset + part.begin * strides[part.axis]};
}

/// Returns the shape of each piece, taken from the part at its start; empty
/// without such a part.
std::vector<CutBuffers::PieceShape>
CutBuffers::getShapes(BufferId buffer) const {
  std::vector<PieceShape> shapes(getNumPieces(buffer));
  for (const OpCut &cut : cuts.ops) {
    const MemoryCut &memoryCut = extracted.cuts[cut.op][cut.dimension];
    for (size_t index = 0; index <= cut.bounds.size(); ++index)
      for (const OperandPart &part : getParts(cut, memoryCut, index)) {
        if (getCutBufferOf(part.memref) != buffer)
          continue;
        std::optional<Layout> layout = getLayout(part);
        if (!layout || !shapes[layout->piece].sizes.empty())
          continue;
        if (std::optional<PieceShape> shape = getShape(buffer, part, *layout))
          shapes[layout->piece] = *shape;
      }
  }
  return shapes;
}

Value CutBuffers::makeAllocation(OpBuilder &builder, BufferId buffer,
                                 ArrayRef<int64_t> shape, Location loc) const {
  Operation *piece = builder.clone(*getRoot(buffer).getDefiningOp());
  auto type = cast<MemRefType>(piece->getResult(0).getType());
  piece->getResult(0).setType(MemRefType::Builder(type).setShape(shape));
  piece->setLoc(loc);
  // The location has the name of the piece.
  piece->removeDiscardableAttr(MemPlaceDialect::bufferAttrName);
  return piece->getResult(0);
}

/// Returns a piece of the caller's storage \p whole.
Value CutBuffers::makeView(OpBuilder &builder, Value whole,
                           const PieceShape &shape, Location loc) const {
  auto type = cast<MemRefType>(whole.getType());
  auto result = MemRefType::get(
      shape.sizes, type.getElementType(),
      StridedLayoutAttr::get(builder.getContext(), shape.first, shape.strides),
      type.getMemorySpace());
  auto piece = memref::ReinterpretCastOp::create(
      builder, loc, result, whole, shape.first, shape.sizes, shape.strides);
  piece->setAttr(MemPlaceDialect::pieceAttrName, builder.getUnitAttr());
  return piece;
}

/// Replaces deallocations of the whole buffer by deallocations of its pieces.
void CutBuffers::splitDeallocations(BufferId buffer) {
  const AliasSet &set =
      extracted.aliasSets->getSets()[extracted.setOfBuffer[buffer]];
  for (Value member : set.members)
    for (Operation *user : llvm::make_early_inc_range(member.getUsers()))
      if (isa<memref::DeallocOp>(user)) {
        OpBuilder builder(user);
        for (Value piece : pieces[buffer])
          memref::DeallocOp::create(builder, user->getLoc(), piece);
        user->erase();
      }
}

bool CutBuffers::makePieces(BufferId buffer) {
  Value root = getRoot(buffer);
  const bool isOutside = isExternalRoot(root);
  // A piece of a piece is made directly from the storage of the outer piece.
  auto outer = root.getDefiningOp<memref::ReinterpretCastOp>();
  const bool isReturned = isReturnedAllocation(root);
  OpBuilder builder(root.getContext());
  if (isReturned)
    builder.setInsertionPointAfterValue(root);
  else if (isOutside && !outer)
    builder.setInsertionPointToStart(&extracted.function->getRegion(0).front());
  else
    builder.setInsertionPoint(root.getDefiningOp());
  Value source = outer ? outer.getSource() : root;
  if (isOutside && !outer && !isReturned && root.getDefiningOp()) {
    Operation *clone = builder.clone(*root.getDefiningOp());
    source = clone->getResult(0);
    // Any of several mentions of a global may have the pin.
    for (Value other :
         extracted.aliasSets->getSets()[extracted.setOfBuffer[buffer]].roots)
      if (Attribute pin = getOwnPin(other))
        clone->setAttr(MemPlaceDialect::pinAttrName, pin);
  }
  const Buffer &whole = extracted.problem.buffers[buffer];
  std::vector<PieceShape> shapes = getShapes(buffer);
  for (size_t index = 0; index < shapes.size(); ++index) {
    const std::string name = whole.name + ".piece " +
                             std::to_string(index + 1) + "/" +
                             std::to_string(shapes.size());
    auto loc = NameLoc::get(builder.getStringAttr(name), root.getLoc());
    auto [begin, end] = getBounds(buffer, index);
    PieceShape &shape = shapes[index];
    if (shape.sizes.empty() && isOutside)
      return false;
    const int64_t bytes = getElementBytes(buffer);
    if (shape.sizes.empty())
      shape.sizes = {whole.size / cutOf[buffer]->period * (end - begin) /
                     bytes};
    pieces[buffer].push_back(
        isOutside ? makeView(builder, source, shape, loc)
                  : makeAllocation(builder, buffer, shape.sizes, loc));
  }
  splitDeallocations(buffer);
  return true;
}

bool CutBuffers::make() {
  return llvm::all_of(cuts.buffers, [&](const BufferCut &cut) {
    return makePieces(cut.buffer);
  });
}

bool CutBuffers::eraseWholes() {
  for (const BufferCut &cut : cuts.buffers) {
    const AliasSet &set =
        extracted.aliasSets->getSets()[extracted.setOfBuffer[cut.buffer]];
    for (Value member : llvm::reverse(set.members)) {
      Operation *op = member.getDefiningOp();
      if (!op || isReturnedAllocation(member) || isOnlyReturned(op))
        continue;
      if (!member.use_empty())
        return false;
      op->erase();
    }
  }
  return true;
}
