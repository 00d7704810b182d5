//===- SplitSlices.cpp - Split stacks into slices -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type of a slice has a dynamic offset ("?"), as in a loop. So a slice may
// be cast to this type in any storage, and its views need no change.
//
//===----------------------------------------------------------------------===//

#include "SplitSlices.h"

#include "../Analysis/Names.h"
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

/// Storage to be split into a buffer per slice.
struct Stack {
  Value memref;
  int64_t rows = 0; // Rows per slice, along the outermost dimension.
  SmallVector<memref::SubViewOp> slices;
  llvm::SetVector<Operation *> fullUsers;
  SmallVector<memref::DeallocOp> deallocations;
  SmallVector<Value>
      buffers; // By slice: its memref, of the type `getSliceType()`.

  MemRefType getType() const { return cast<MemRefType>(memref.getType()); }
  int64_t getNumSlices() const { return getType().getDimSize(0) / rows; }
  SmallVector<int64_t> getSliceShape() const {
    SmallVector<int64_t> shape(getType().getShape());
    shape.front() = rows;
    return shape;
  }
  /// Returns the type of a slice, with a dynamic offset.
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
// Storage used slice by slice
//===----------------------------------------------------------------------===//

/// Returns the first row of \p view if the view is whole rows of its source at
/// a constant position. The first size of the view is the number of rows.
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

/// Returns true if the outermost loop of \p op indexes the outermost dimension
/// of \p operand and no other dimension.
static bool isAlongRows(linalg::LinalgOp op, OpOperand &operand) {
  const AffineMap map = op.getMatchingIndexingMap(&operand);
  if (map.getNumResults() == 0 || !map.isProjectedPermutation())
    return false;
  auto dim = dyn_cast<AffineDimExpr>(map.getResult(0));
  return dim && dim.getPosition() == 0;
}

/// Returns true if \p op works row by row: each operand is either accessed row
/// by row, or only read and the same for all rows.
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
  // The body must not use memory beside the operands, or the row's index.
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

/// Returns true if the user of \p use goes over all rows, one after another.
static bool isWholeUse(OpOperand &use) {
  Operation *user = use.getOwner();
  // These attributes describe the whole op.
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

/// Returns \p memref as a stack, if it is one.
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
      stack.fullUsers.insert(user);
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

/// Removes a stack if an op over the whole stack also uses a stack with a
/// different number of rows per slice.
static void dropUnlike(Stacks &stacks) {
  bool hasChanged = true;
  while (hasChanged) {
    hasChanged = false;
    stacks.remove_if([&](auto &entry) {
      Stack &stack = entry.second;
      const bool isUnlike = llvm::any_of(stack.fullUsers, [&](Operation *user) {
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

/// Creates the storage of slice \p index.
static Value makeStorage(OpBuilder &builder, const Stack &stack,
                         int64_t index) {
  Location loc = stack.memref.getLoc();
  MemRefType type = stack.getType();
  const SmallVector<int64_t> shape = stack.getSliceShape();
  const std::string name = getGivenName(stack.memref);
  if (!name.empty())
    loc = NameLoc::get(
        builder.getStringAttr(name + ".piece " + std::to_string(index + 1) +
                              "/" + std::to_string(stack.getNumSlices())),
        loc);
  if (auto alloc = stack.memref.getDefiningOp<memref::AllocOp>()) {
    auto slice =
        MemRefType::get(shape, type.getElementType(),
                        MemRefLayoutAttrInterface(), type.getMemorySpace());
    return memref::AllocOp::create(builder, loc, slice,
                                   alloc.getAlignmentAttr());
  }
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

/// Replaces the program's slices of \p stack by its new buffers.
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

/// Returns rows `[first, first + rows)` of \p memref, which is not a stack.
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

/// Replaces \p op by an op for each slice.
static void splitWholeUser(Operation *op, const Stacks &stacks,
                           const Stack &stack) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  OpBuilder builder(op);
  for (int64_t index = 0; index < stack.getNumSlices(); ++index) {
    // The same memref may be an operand by rows and another operand as a whole.
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
  llvm::SetVector<Operation *> fullUsers;
  for (auto &[memref, stack] : stacks) {
    makeBuffers(stack);
    numBuffers += stack.buffers.size();
  }
  for (auto &[memref, stack] : stacks) {
    replaceSlices(stack);
    for (Operation *user : stack.fullUsers)
      if (fullUsers.insert(user))
        splitWholeUser(user, stacks, stack);
  }
  for (Operation *user : fullUsers)
    user->erase();
  for (auto &[memref, stack] : stacks) {
    for (memref::DeallocOp deallocation : stack.deallocations)
      deallocation.erase();
    if (Operation *alloc = memref.getDefiningOp())
      alloc->erase();
  }
  return numBuffers;
}
