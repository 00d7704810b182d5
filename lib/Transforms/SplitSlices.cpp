//===- SplitSlices.cpp - Slices become buffers of their own ---------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value of a slice has a layout with an offset that the type does not tell
// ("?"), as it has inside of a loop. So a slice may be cast to it wherever its
// storage now is, and views of it need not be made anew.
//
//===----------------------------------------------------------------------===//

#include "SplitSlices.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace memplace;

namespace {

/// Storage of which each slice is to be a buffer.
struct Stack {
  Value memref;
  int64_t rows = 0; // Of a slice, along the outermost dimension.
  SmallVector<memref::SubViewOp> slices;
  llvm::SetVector<Operation *> wholeUsers;
  SmallVector<memref::DeallocOp> deallocations;
  SmallVector<Value> buffers; // By slice: its memref, as `getSliceType` says.

  MemRefType getType() const { return cast<MemRefType>(memref.getType()); }
  int64_t getNumSlices() const { return getType().getDimSize(0) / rows; }
  SmallVector<int64_t> getSliceShape() const {
    SmallVector<int64_t> shape(getType().getShape());
    shape.front() = rows;
    return shape;
  }
  /// That of a slice of which the type does not tell where it begins.
  MemRefType getSliceType() const {
    auto layout =
        StridedLayoutAttr::get(memref.getContext(), ShapedType::kDynamic,
                               getType().getStridesAndOffset().first);
    return MemRefType::get(getSliceShape(), getType().getElementType(), layout,
                           getType().getMemorySpace());
  }
};

using Stacks = llvm::MapVector<Value, Stack>;

} // namespace

//===----------------------------------------------------------------------===//
// Which storage is used slice by slice
//===----------------------------------------------------------------------===//

/// The row at which \p view begins if it is whole rows of its source, at a
/// place that is known; the number of rows is the first of its sizes.
static std::optional<int64_t> getFirstRow(memref::SubViewOp view) {
  const SmallVector<OpFoldResult> offsets = view.getMixedOffsets();
  ArrayRef<int64_t> sizes = view.getStaticSizes();
  MemRefType source = view.getSourceType();
  if (!view.getType().hasStaticShape() ||
      !ShapedType::isDynamic(view.getType().getStridesAndOffset().second) ||
      !llvm::all_of(view.getStaticStrides(),
                    [](int64_t stride) { return stride == 1; }))
    return std::nullopt;
  for (size_t dim = 1; dim < offsets.size(); ++dim)
    if (!isConstantIntValue(offsets[dim], 0) ||
        sizes[dim] != source.getDimSize(dim))
      return std::nullopt;
  const std::optional<int64_t> first = getConstantIntValue(offsets.front());
  if (!first || *first < 0 || *first % sizes.front() != 0 ||
      *first + sizes.front() > source.getDimSize(0))
    return std::nullopt;
  return first;
}

/// Whether the outermost loop of \p op goes over the rows of \p operand, and
/// over the outermost dimension of no other axis of it.
static bool isAlongRows(linalg::LinalgOp op, OpOperand &operand) {
  const AffineMap map = op.getMatchingIndexingMap(&operand);
  if (map.getNumResults() == 0 || !map.isProjectedPermutation())
    return false;
  auto dim = dyn_cast<AffineDimExpr>(map.getResult(0));
  return dim && dim.getPosition() == 0;
}

/// Whether all that \p op does, it does row by row of its operands or with
/// operands that it only reads, in whole.
static bool goesByRows(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumLoops() == 0 ||
      op.getIteratorTypesArray().front() != utils::IteratorType::parallel)
    return false;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    const AffineMap map = op.getMatchingIndexingMap(&operand);
    if (type && !type.hasStaticShape())
      return false;
    const bool usesLoop = map.isFunctionOfDim(0);
    if (usesLoop ? !isAlongRows(op, operand) : op.isDpsInit(&operand))
      return false;
  }
  // What the body uses besides its operands knows nothing of rows.
  bool isClosed = true;
  op->walk([&](Operation *inner) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner))
      isClosed &= index.getDim() != 0;
    if (inner != op)
      isClosed &= llvm::none_of(inner->getOperandTypes(),
                                llvm::IsaPred<BaseMemRefType>);
  });
  return isClosed;
}

/// Whether \p user goes over all rows of \p use, one after the other.
static bool isWholeUse(OpOperand &use) {
  Operation *user = use.getOwner();
  // Those are of the op as it is.
  if (user->hasAttr(MemPlaceDialect::costAttrName) ||
      user->hasAttr(MemPlaceDialect::cutAttrName))
    return false;
  if (auto copy = dyn_cast<memref::CopyOp>(user))
    return copy.getSource() != copy.getTarget() &&
           cast<MemRefType>(copy.getSource().getType()).hasStaticShape() &&
           cast<MemRefType>(copy.getTarget().getType()).hasStaticShape();
  auto op = dyn_cast<linalg::LinalgOp>(user);
  return op && goesByRows(op) && isAlongRows(op, use);
}

/// The stack that \p memref is, if it is one.
static std::optional<Stack> findStack(Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  if (!type || !type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getRank() == 0 || type.getNumElements() == 0)
    return std::nullopt;
  Stack stack;
  stack.memref = memref;
  for (OpOperand &use : memref.getUses()) {
    Operation *user = use.getOwner();
    if (auto view = dyn_cast<memref::SubViewOp>(user)) {
      if (!getFirstRow(view))
        return std::nullopt;
      stack.slices.push_back(view);
    } else if (auto deallocation = dyn_cast<memref::DeallocOp>(user)) {
      stack.deallocations.push_back(deallocation);
    } else if (isWholeUse(use)) {
      stack.wholeUsers.insert(user);
    } else {
      return std::nullopt;
    }
  }
  if (stack.slices.empty())
    return std::nullopt;
  stack.rows = stack.slices.front().getStaticSizes().front();
  const bool areAlike = llvm::all_of(stack.slices, [&](memref::SubViewOp view) {
    return view.getStaticSizes().front() == stack.rows;
  });
  if (!areAlike || type.getDimSize(0) % stack.rows != 0 ||
      stack.getNumSlices() < 2)
    return std::nullopt;
  return stack;
}

static bool isPinned(Value memref, func::FuncOp function) {
  StringRef name = MemPlaceDialect::pinAttrName;
  if (auto argument = dyn_cast<BlockArgument>(memref))
    return !!function.getArgAttr(argument.getArgNumber(), name);
  return memref.getDefiningOp()->hasAttr(name);
}

static Stacks findStacks(func::FuncOp function) {
  Stacks stacks;
  auto add = [&](Value memref) {
    if (std::optional<Stack> stack = findStack(memref);
        stack && !isPinned(memref, function))
      stacks[memref] = std::move(*stack);
  };
  llvm::for_each(function.getArguments(), add);
  function.walk([&](memref::AllocOp alloc) { add(alloc); });
  return stacks;
}

/// Takes out stacks that an op goes over together with one of another number of
/// rows in a slice.
static void dropUnlike(Stacks &stacks) {
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    stacks.remove_if([&](auto &entry) {
      Stack &stack = entry.second;
      const bool isUnlike =
          llvm::any_of(stack.wholeUsers, [&](Operation *user) {
            return llvm::any_of(user->getOperands(), [&](Value operand) {
              auto other = stacks.find(operand);
              return other != stacks.end() && other->second.rows != stack.rows;
            });
          });
      hasChanged |= isUnlike;
      return isUnlike;
    });
  }
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// What `memplace.buffer` calls an argument; empty if nothing does.
static std::string getBufferName(Value memref) {
  auto argument = dyn_cast<BlockArgument>(memref);
  auto function =
      argument ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
               : func::FuncOp();
  auto name =
      function ? function.getArgAttrOfType<StringAttr>(
                     argument.getArgNumber(), MemPlaceDialect::bufferAttrName)
               : StringAttr();
  return name ? name.str() : "";
}

/// The storage of slice \p index.
static Value makeStorage(OpBuilder &builder, const Stack &stack,
                         int64_t index) {
  Location loc = stack.memref.getLoc();
  MemRefType type = stack.getType();
  const SmallVector<int64_t> shape = stack.getSliceShape();
  if (auto alloc = stack.memref.getDefiningOp<memref::AllocOp>()) {
    auto slice =
        MemRefType::get(shape, type.getElementType(),
                        MemRefLayoutAttrInterface(), type.getMemorySpace());
    return memref::AllocOp::create(builder, loc, slice,
                                   alloc.getAlignmentAttr());
  }
  const std::string name = getBufferName(stack.memref);
  if (!name.empty())
    loc = NameLoc::get(
        builder.getStringAttr(name + ".piece " + std::to_string(index + 1) +
                              "/" + std::to_string(stack.getNumSlices())),
        loc);
  const SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  const int64_t offset = index * stack.rows * strides.front();
  auto layout = StridedLayoutAttr::get(builder.getContext(), offset, strides);
  auto piece = memref::ReinterpretCastOp::create(
      builder, loc,
      MemRefType::get(shape, type.getElementType(), layout,
                      type.getMemorySpace()),
      stack.memref, offset, shape, strides);
  piece->setAttr(MemPlaceDialect::pieceAttrName, builder.getUnitAttr());
  return piece;
}

static void makeBuffers(Stack &stack) {
  OpBuilder builder(stack.memref.getContext());
  builder.setInsertionPointAfterValue(stack.memref);
  for (int64_t index = 0; index < stack.getNumSlices(); ++index) {
    Value storage = makeStorage(builder, stack, index);
    stack.buffers.push_back(memref::CastOp::create(
        builder, storage.getLoc(), stack.getSliceType(), storage));
    for (memref::DeallocOp deallocation : stack.deallocations) {
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPoint(deallocation);
      memref::DeallocOp::create(builder, deallocation.getLoc(), storage);
    }
  }
}

/// Makes the slices that the program takes of \p stack those buffers.
static void replaceSlices(const Stack &stack) {
  for (memref::SubViewOp view : stack.slices) {
    Value buffer = stack.buffers[*getFirstRow(view) / stack.rows];
    if (view.getType() != buffer.getType()) {
      OpBuilder builder(view);
      const size_t rank = stack.getType().getRank();
      const SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
      const SmallVector<OpFoldResult> strides(rank, builder.getIndexAttr(1));
      buffer = memref::SubViewOp::create(
          builder, view.getLoc(), view.getType(), buffer, offsets,
          getAsIndexOpFoldResult(builder.getContext(), stack.getSliceShape()),
          strides);
    }
    view.replaceAllUsesWith(buffer);
    view.erase();
  }
}

/// Rows `[first, first + rows)` of \p memref, which is no stack.
static Value takeRows(OpBuilder &builder, Value memref, int64_t first,
                      int64_t rows) {
  auto type = cast<MemRefType>(memref.getType());
  SmallVector<int64_t> sizes(type.getShape());
  sizes.front() = rows;
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
  offsets.front() = builder.getIndexAttr(first);
  const SmallVector<OpFoldResult> strides(type.getRank(),
                                          builder.getIndexAttr(1));
  return memref::SubViewOp::create(
      builder, memref.getLoc(), memref, offsets,
      getAsIndexOpFoldResult(builder.getContext(), sizes), strides);
}

/// One op for each slice instead of \p op.
static void splitWholeUser(Operation *op, const Stacks &stacks,
                           const Stack &stack) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  OpBuilder builder(op);
  for (int64_t index = 0; index < stack.getNumSlices(); ++index) {
    // One memref may be an operand along its rows and another one in whole.
    SmallVector<Value> operands(op->getOperands());
    DenseMap<Value, Value> parts;
    for (OpOperand &operand : op->getOpOperands()) {
      const auto *other = stacks.find(operand.get());
      if (structured && !isAlongRows(structured, operand))
        continue;
      Value &part = parts[operand.get()];
      if (!part)
        part = other != stacks.end() ? other->second.buffers[index]
                                     : takeRows(builder, operand.get(),
                                                index * stack.rows, stack.rows);
      operands[operand.getOperandNumber()] = part;
    }
    builder.clone(*op)->setOperands(operands);
  }
}

size_t memplace::splitSlices(func::FuncOp function) {
  Stacks stacks = findStacks(function);
  dropUnlike(stacks);
  size_t numBuffers = 0;
  llvm::SetVector<Operation *> wholeUsers;
  for (auto &[memref, stack] : stacks) {
    makeBuffers(stack);
    numBuffers += stack.buffers.size();
  }
  for (auto &[memref, stack] : stacks) {
    replaceSlices(stack);
    for (Operation *user : stack.wholeUsers)
      if (wholeUsers.insert(user))
        splitWholeUser(user, stacks, stack);
  }
  for (Operation *user : wholeUsers)
    user->erase();
  for (auto &[memref, stack] : stacks) {
    for (memref::DeallocOp deallocation : stack.deallocations)
      deallocation.erase();
    if (Operation *alloc = memref.getDefiningOp())
      alloc->erase();
  }
  return numBuffers;
}
