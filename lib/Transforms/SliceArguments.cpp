//===- SliceArguments.cpp - Stacks as an argument per row -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceArguments.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace memplace;

/// Returns the row of its source shown by \p view; none if it is not a single
/// row.
static std::optional<int64_t> getRow(memref::SubViewOp view) {
  MemRefType source = view.getSourceType();
  const SmallVector<OpFoldResult> offsets = view.getMixedOffsets();
  ArrayRef<int64_t> sizes = view.getStaticSizes();
  for (size_t dim = 0; dim < offsets.size(); ++dim) {
    const bool isWhole = isConstantIntValue(offsets[dim], 0) &&
                         sizes[dim] == source.getDimSize(dim);
    if (view.getStaticStrides()[dim] != 1 ||
        (dim == 0 ? sizes[0] != 1 : !isWhole))
      return std::nullopt;
  }
  const std::optional<int64_t> row = getConstantIntValue(offsets[0]);
  ArrayRef<int64_t> shape = view.getType().getShape();
  ArrayRef<int64_t> inner = source.getShape().drop_front();
  const bool isKept = shape.size() == inner.size() + 1 && shape[0] == 1 &&
                      shape.drop_front() == inner;
  if (!row || *row < 0 || *row >= source.getDimSize(0) ||
      (shape != inner && !isKept))
    return std::nullopt;
  return row;
}

bool memplace::isUsedByRows(func::FuncOp function, unsigned number) {
  BlockArgument argument = function.getArgument(number);
  auto type = dyn_cast<MemRefType>(argument.getType());
  return type && type.hasStaticShape() && type.getLayout().isIdentity() &&
         type.getRank() > 1 && !argument.use_empty() &&
         llvm::all_of(argument.getUsers(), [](Operation *user) {
           auto view = dyn_cast<memref::SubViewOp>(user);
           return view && getRow(view);
         });
}

static bool keepsDimension(memref::SubViewOp view) {
  return view.getType().getRank() == view.getSourceType().getRank();
}

/// Returns true if \p user drops the leading dimension of size 1 of a row.
static bool dropsDimension(Operation *user) {
  auto collapse = dyn_cast<memref::CollapseShapeOp>(user);
  return collapse && collapse.getResultType().getShape() ==
                         collapse.getSrcType().getShape().drop_front();
}

/// Returns the reassociation of a row with a leading dimension of size 1 to a
/// row of rank \p rank without it.
static SmallVector<ReassociationIndices> getDimensions(int64_t rank) {
  SmallVector<ReassociationIndices> dims(rank);
  for (int64_t dim = 0; dim < rank; ++dim)
    dims[dim].push_back(dim + 1);
  dims.front().insert(dims.front().begin(), 0);
  return dims;
}

memref::SubViewOp memplace::makeSubView(ImplicitLocOpBuilder &builder,
                                        ArrayRef<int64_t> shape, Value source,
                                        ArrayRef<OpFoldResult> offsets,
                                        ArrayRef<OpFoldResult> sizes,
                                        ArrayRef<OpFoldResult> strides) {
  auto type = cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
      shape, cast<MemRefType>(source.getType()), offsets, sizes, strides));
  return memref::SubViewOp::create(builder, type, source, offsets, sizes,
                                   strides);
}

memref::SubViewOp memplace::makeSubView(ImplicitLocOpBuilder &builder,
                                        ArrayRef<int64_t> shape, Value source,
                                        ArrayRef<OpFoldResult> offsets,
                                        ArrayRef<int64_t> sizes) {
  const SmallVector<OpFoldResult> strides(sizes.size(),
                                          builder.getIndexAttr(1));
  return makeSubView(builder, shape, source, offsets,
                     getAsIndexOpFoldResult(builder.getContext(), sizes),
                     strides);
}

void memplace::replaceView(Value from, Value to) {
  for (Operation *user : llvm::make_early_inc_range(from.getUsers())) {
    ImplicitLocOpBuilder builder(user->getLoc(), user);
    Value view;
    if (auto expand = dyn_cast<memref::ExpandShapeOp>(user)) {
      view = memref::ExpandShapeOp::create(
          builder, expand.getResultType().getShape(), to,
          expand.getReassociationIndices());
    } else if (auto collapse = dyn_cast<memref::CollapseShapeOp>(user)) {
      view = memref::CollapseShapeOp::create(
          builder, to, collapse.getReassociationIndices());
    } else if (auto part = dyn_cast<memref::SubViewOp>(user)) {
      view = makeSubView(builder, part.getType().getShape(), to,
                         part.getMixedOffsets(), part.getMixedSizes(),
                         part.getMixedStrides());
    } else {
      continue;
    }
    replaceView(user->getResult(0), view);
    user->erase();
  }
  from.replaceAllUsesWith(to);
}

/// Replaces \p view by \p row, and adds or drops the leading dimension if
/// necessary.
static void replaceRow(memref::SubViewOp view, Value row) {
  auto type = cast<MemRefType>(row.getType());
  OpBuilder builder(view);
  const int64_t rank = view.getSourceType().getRank() - 1;
  if (!keepsDimension(view) && type.getRank() > rank)
    row = memref::CollapseShapeOp::create(builder, view.getLoc(), row,
                                          getDimensions(rank));
  if (keepsDimension(view) && type.getRank() == rank) {
    for (Operation *user : llvm::make_early_inc_range(view->getUsers()))
      if (dropsDimension(user)) {
        replaceView(user->getResult(0), row);
        user->erase();
      }
    row = memref::ExpandShapeOp::create(builder, view.getLoc(),
                                        view.getType().getShape(), row,
                                        getDimensions(rank));
  }
  replaceView(view, row);
  view.erase();
  if (Operation *made = row.getDefiningOp(); made && made->use_empty())
    made->erase();
}

/// Returns the shape of a row: with a leading dimension of size 1 if some op
/// needs it, otherwise without.
static SmallVector<int64_t> getRowShape(BlockArgument stack) {
  SmallVector<int64_t> shape(cast<MemRefType>(stack.getType()).getShape());
  shape.front() = 1;
  const bool isKept = llvm::any_of(stack.getUsers(), [](Operation *user) {
    return keepsDimension(cast<memref::SubViewOp>(user)) &&
           !llvm::all_of(user->getUsers(), dropsDimension);
  });
  if (!isKept)
    shape.erase(shape.begin());
  return shape;
}

int64_t memplace::sliceArgument(func::FuncOp function, unsigned number) {
  auto type = cast<MemRefType>(function.getArgument(number).getType());
  const int64_t count = type.getDimSize(0);
  const DictionaryAttr attributes = function.getArgAttrDict(number);
  auto rowType = MemRefType::get(getRowShape(function.getArgument(number)),
                                 type.getElementType(), AffineMap(),
                                 type.getMemorySpace());
  for (int64_t row = 0; row < count; ++row)
    (void)function.insertArgument(number + 1 + row, rowType, attributes,
                                  function.getArgument(number).getLoc());
  BlockArgument whole = function.getArgument(number);
  for (Operation *user : llvm::make_early_inc_range(whole.getUsers())) {
    auto view = cast<memref::SubViewOp>(user);
    replaceRow(view, function.getArgument(number + 1 + *getRow(view)));
  }
  (void)function.eraseArgument(number);
  return count;
}
