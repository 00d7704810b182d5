//===- PositionInBuffer.cpp - Elements of a memref in its buffer ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PositionInBuffer.h"

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

using namespace mlir;
using namespace memplace;

SmallVector<int64_t> memplace::getRowMajorStrides(ArrayRef<int64_t> sizes) {
  SmallVector<int64_t> strides(sizes.size());
  int64_t inner = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = inner;
    inner *= sizes[i];
  }
  return strides;
}

bool memplace::isRowMajor(ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides) {
  return llvm::all_of(
      llvm::zip_equal(sizes, strides, getRowMajorStrides(sizes)),
      [](auto axis) {
        auto [size, stride, rowMajor] = axis;
        return size == 1 || stride == rowMajor;
      });
}

/// Returns the position as \p type states it; none for dynamic sizes, strides
/// or offsets, and for negative ones.
static std::optional<PositionInBuffer> getStatedPosition(MemRefType type) {
  PositionInBuffer position;
  if (!type.hasStaticShape() ||
      failed(type.getStridesAndOffset(position.strides, position.offset)) ||
      position.offset < 0 || llvm::any_of(position.strides, [](int64_t stride) {
        return stride < 0; // ShapedType::kDynamic is negative, too.
      }))
    return std::nullopt;
  position.sizes.assign(type.getShape().begin(), type.getShape().end());
  return position;
}

std::optional<PositionInBuffer> memplace::getPositionInBuffer(MemRefType type,
                                                              Value root) {
  auto rootType = dyn_cast<MemRefType>(root.getType());
  std::optional<PositionInBuffer> position = getStatedPosition(type);
  if (!rootType || !position || rootType.getLayout().isIdentity())
    return rootType ? position : std::nullopt;
  const std::optional<PositionInBuffer> whole = getStatedPosition(rootType);
  Operation *op = root.getDefiningOp();
  if (!whole || !op || !op->hasAttr(MemPlaceDialect::pieceAttrName))
    return std::nullopt;
  if (isRowMajor(whole->sizes, whole->strides)) {
    position->offset -= whole->offset;
    return position->offset < 0 ? std::nullopt : position;
  }
  if (type != rootType)
    return std::nullopt;
  position->offset = 0;
  position->strides = getRowMajorStrides(position->sizes);
  return position;
}
