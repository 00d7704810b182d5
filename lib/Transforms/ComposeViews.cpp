//===- ComposeViews.cpp - Compose views in loops --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream composes subviews of subviews only. The views of a layer go through
// reshapes, too: a row of stacked weights loses its first dimension, and rows
// of an activation become heads.
//
//===----------------------------------------------------------------------===//

#include "ComposeViews.h"

#include "SliceArguments.h"
#include "TileableOps.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace memplace;

namespace {
/// Ranges of indices by dimension.
struct Box {
  SmallVector<OpFoldResult> offsets;
  SmallVector<int64_t> sizes;
  SmallVector<int64_t> strides; // Of indices.

  void add(OpFoldResult offset, int64_t size) {
    offsets.push_back(offset);
    sizes.push_back(size);
    strides.push_back(1);
  }
  bool hasGaps() const {
    return llvm::any_of(strides, [](int64_t stride) { return stride != 1; });
  }
  bool isWhole(size_t dim, ArrayRef<int64_t> shape) const {
    return isConstantIntValue(offsets[dim], 0) && sizes[dim] == shape[dim];
  }
  bool isAll(ArrayRef<int64_t> shape) const {
    return llvm::all_of(llvm::seq(sizes.size()),
                        [&](size_t dim) { return isWhole(dim, shape); });
  }
};
} // namespace

static OpFoldResult add(ImplicitLocOpBuilder &builder, OpFoldResult a,
                        OpFoldResult b, int64_t factor = 1) {
  AffineExpr first = builder.getAffineDimExpr(0);
  AffineExpr second = builder.getAffineDimExpr(1);
  return affine::makeComposedFoldedAffineApply(builder, builder.getLoc(),
                                               first + second * factor, {a, b});
}

static bool isView(Operation *op) {
  return isa_and_nonnull<memref::SubViewOp, memref::ExpandShapeOp,
                         memref::CollapseShapeOp>(op);
}

bool memplace::mayChangeLayout(Value view) {
  return llvm::all_of(view.getUsers(), [](Operation *user) {
    if (isView(user))
      return mayChangeLayout(user->getResult(0));
    return isa<linalg::LinalgOp, memref::CopyOp, memref::LoadOp,
               memref::StoreOp>(user) ||
           takesAnyLayout(user);
  });
}

/// Returns the box shown by \p view; none unless its sizes and strides are
/// constant.
static std::optional<Box> getBox(memref::SubViewOp view) {
  if (llvm::any_of(view.getStaticSizes(), ShapedType::isDynamic) ||
      llvm::any_of(view.getStaticStrides(), ShapedType::isDynamic))
    return std::nullopt;
  return Box{view.getMixedOffsets(),
             SmallVector<int64_t>(view.getStaticSizes()),
             SmallVector<int64_t>(view.getStaticStrides())};
}

/// Returns \p box of the result of \p inner as a box of its source.
static std::optional<Box> compose(ImplicitLocOpBuilder &builder,
                                  memref::SubViewOp inner, const Box &box) {
  std::optional<Box> source = getBox(inner);
  if (!source)
    return std::nullopt;
  const llvm::SmallBitVector dropped = inner.getDroppedDims();
  size_t dim = 0;
  for (size_t i = 0; i < source->sizes.size(); ++i) {
    if (dropped.test(i))
      continue;
    source->offsets[i] =
        add(builder, source->offsets[i], box.offsets[dim], source->strides[i]);
    source->strides[i] *= box.strides[dim];
    source->sizes[i] = box.sizes[dim++];
  }
  return source;
}

/// Returns true if \p box is a run of elements in \p group of dimensions.
static bool isRun(const Box &box, ArrayRef<int64_t> shape,
                  ArrayRef<int64_t> group) {
  int64_t size = 1;
  for (int64_t dim : group) {
    if (size > 1 && !box.isWhole(dim, shape))
      return false;
    size *= box.sizes[dim];
  }
  return true;
}

/// Returns \p box of the result of \p expand as a box of its source.
static std::optional<Box> compose(ImplicitLocOpBuilder &builder,
                                  memref::ExpandShapeOp expand,
                                  const Box &box) {
  ArrayRef<int64_t> shape = expand.getResultType().getShape();
  const auto groups = expand.getReassociationIndices();
  if (!llvm::all_of(groups, [&](ArrayRef<int64_t> group) {
        return isRun(box, shape, group);
      }))
    return std::nullopt;
  Box source;
  for (const ReassociationIndices &group : groups) {
    OpFoldResult offset = builder.getIndexAttr(0);
    int64_t size = 1;
    for (int64_t dim : group) {
      offset = add(builder, box.offsets[dim], offset, shape[dim]);
      size *= box.sizes[dim];
    }
    source.add(offset, size);
  }
  return source;
}

/// Returns \p box of the result of \p collapse as a box of its source. A group
/// must have a single dimension of more than one element, or be whole.
static std::optional<Box> compose(ImplicitLocOpBuilder &builder,
                                  memref::CollapseShapeOp collapse,
                                  const Box &box) {
  Box source;
  ArrayRef<int64_t> shape = collapse.getSrcType().getShape();
  for (auto [to, group] : llvm::enumerate(collapse.getReassociationIndices())) {
    const bool isWhole = box.isWhole(to, collapse.getResultType().getShape());
    const auto numLarge =
        llvm::count_if(group, [&](int64_t dim) { return shape[dim] != 1; });
    if (!isWhole && numLarge > 1)
      return std::nullopt;
    for (int64_t dim : group) {
      const bool isRange = !isWhole && shape[dim] != 1;
      source.add(isRange ? box.offsets[to] : builder.getIndexAttr(0),
                 isRange ? box.sizes[to] : shape[dim]);
    }
  }
  return source;
}

/// Returns \p box of \p source, without dimensions of a single index that are
/// not in \p shape.
static Value makeView(ImplicitLocOpBuilder &builder, Value source,
                      const Box &box, ArrayRef<int64_t> shape) {
  MLIRContext *context = builder.getContext();
  return makeSubView(builder, shape, source, box.offsets,
                     getAsIndexOpFoldResult(context, box.sizes),
                     getAsIndexOpFoldResult(context, box.strides));
}

/// Returns \p box of the result of \p op as a reshape of a box of its source;
/// null if there is none.
template <typename ReshapeOp>
static Value viewReshaped(ImplicitLocOpBuilder &builder, ReshapeOp op,
                          const Box &box) {
  std::optional<Box> source = compose(builder, op, box);
  if (!source)
    return {};
  Value tile = makeView(builder, op.getSrc(), *source, source->sizes);
  auto type = cast<MemRefType>(tile.getType());
  const auto groups = op.getReassociationIndices();
  if constexpr (std::is_same_v<ReshapeOp, memref::ExpandShapeOp>) {
    if (succeeded(memref::ExpandShapeOp::computeExpandedType(type, box.sizes,
                                                             groups)))
      return ReshapeOp::create(builder, box.sizes, tile, groups);
  } else {
    if (memref::CollapseShapeOp::isGuaranteedCollapsible(type, groups))
      return ReshapeOp::create(builder, tile, groups);
  }
  tile.getDefiningOp()->erase();
  return {};
}

/// Returns the shape of \p part's source with the dimensions of \p expand,
/// which reshapes the part; none if some group does not divide the place of the
/// part.
static std::optional<SmallVector<int64_t>>
expandSource(memref::SubViewOp part, memref::ExpandShapeOp expand) {
  SmallVector<int64_t> shape(expand.getResultType().getShape());
  for (auto [dim, group] : llvm::enumerate(expand.getReassociationIndices())) {
    int64_t inner = 1;
    for (int64_t to : ArrayRef(group).drop_front())
      inner *= shape[to];
    const int64_t size = part.getSourceType().getDimSize(dim);
    const std::optional<int64_t> offset =
        getConstantIntValue(part.getMixedOffsets()[dim]);
    if (inner != 1 && (size % inner != 0 || !offset || *offset % inner != 0))
      return std::nullopt;
    shape[group.front()] = size / inner;
  }
  return shape;
}

/// Returns the reshape of \p source to \p shape, right after \p source. Loops
/// find all slices of an array only if they have the same source.
static Value getExpanded(Value source, ArrayRef<int64_t> shape,
                         ArrayRef<ReassociationIndices> groups) {
  ImplicitLocOpBuilder builder(source.getLoc(), source.getContext());
  builder.setInsertionPointAfterValue(source);
  for (Operation *user : source.getUsers())
    if (auto other = dyn_cast<memref::ExpandShapeOp>(user);
        other && other.getResultType().getShape() == shape &&
        other->getBlock() == source.getParentBlock()) {
      other->moveBefore(builder.getInsertionBlock(),
                        builder.getInsertionPoint());
      return other;
    }
  FailureOr<MemRefType> type = memref::ExpandShapeOp::computeExpandedType(
      cast<MemRefType>(source.getType()), shape, groups);
  if (failed(type))
    return {};
  return memref::ExpandShapeOp::create(builder, *type, source, groups);
}

/// Returns \p box of the result of \p expand, which reshapes part of an array,
/// as a box of the array reshaped; null if there is none.
static Value viewPart(ImplicitLocOpBuilder &builder,
                      memref::ExpandShapeOp expand, Box box) {
  auto part = expand.getSrc().getDefiningOp<memref::SubViewOp>();
  const std::optional<Box> outer = part ? getBox(part) : std::nullopt;
  if (!outer || outer->hasGaps() || part.getDroppedDims().any() ||
      !part.getSourceType().hasStaticShape())
    return {};
  const std::optional<SmallVector<int64_t>> shape = expandSource(part, expand);
  if (!shape)
    return {};
  const auto groups = expand.getReassociationIndices();
  for (auto [dim, group] : llvm::enumerate(groups)) {
    const int64_t inner =
        part.getSourceType().getDimSize(dim) / (*shape)[group.front()];
    OpFoldResult before = outer->offsets[dim];
    if (inner != 1)
      before = builder.getIndexAttr(*getConstantIntValue(before) / inner);
    OpFoldResult &first = box.offsets[group.front()];
    first = add(builder, first, before);
  }
  Value whole = getExpanded(part.getSource(), *shape, groups);
  return whole ? makeView(builder, whole, box, box.sizes) : Value();
}

/// Replaces \p view by a view of the source of the op that makes its source.
/// Returns false if that is impossible.
static bool composeView(memref::SubViewOp view) {
  Operation *op = view.getSource().getDefiningOp();
  if (!isView(op) ||
      !cast<MemRefType>(op->getOperand(0).getType()).hasStaticShape() ||
      !mayChangeLayout(view))
    return false;
  const std::optional<Box> box = getBox(view);
  if (!box || box->isAll(view.getSourceType().getShape()))
    return false;
  ImplicitLocOpBuilder builder(view.getLoc(), view);
  ArrayRef<int64_t> shape = view.getType().getShape();
  Value result;
  if (auto inner = dyn_cast<memref::SubViewOp>(op)) {
    if (std::optional<Box> source = compose(builder, inner, *box))
      result = makeView(builder, inner.getSource(), *source, shape);
  } else if (!box->hasGaps()) {
    auto expand = dyn_cast<memref::ExpandShapeOp>(op);
    result =
        expand ? viewReshaped(builder, expand, *box)
               : viewReshaped(builder, cast<memref::CollapseShapeOp>(op), *box);
    if (!result && expand)
      result = viewPart(builder, expand, *box);
    if (result && shape != ArrayRef(box->sizes)) {
      const SmallVector<OpFoldResult> zeros(box->sizes.size(),
                                            builder.getIndexAttr(0));
      result =
          makeView(builder, result, {zeros, box->sizes, box->strides}, shape);
    }
  }
  if (!result)
    return false;
  replaceView(view, result);
  for (Operation *unused = view; unused && unused->use_empty();) {
    Operation *source = unused->getOperand(0).getDefiningOp();
    unused->erase();
    unused = isView(source) ? source : nullptr;
  }
  return true;
}

void memplace::composeViews(func::FuncOp function) {
  auto composeOne = [&] {
    return function
        ->walk([](memref::SubViewOp view) {
          return view->getParentOfType<scf::ForOp>() && composeView(view)
                     ? WalkResult::interrupt()
                     : WalkResult::advance();
        })
        .wasInterrupted();
  };
  while (composeOne()) {
  }
}
