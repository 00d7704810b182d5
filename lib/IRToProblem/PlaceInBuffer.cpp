//===- PlaceInBuffer.cpp - Elements of a memref in its buffer -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlaceInBuffer.h"

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

/// Returns the place as \p type states it; none for dynamic sizes, strides or
/// offsets, and for negative ones.
static std::optional<PlaceInBuffer> getStatedPlace(MemRefType type) {
  PlaceInBuffer place;
  if (!type.hasStaticShape() ||
      failed(type.getStridesAndOffset(place.strides, place.offset)) ||
      place.offset < 0 || llvm::any_of(place.strides, [](int64_t stride) {
        return stride < 0; // ShapedType::kDynamic is negative, too.
      }))
    return std::nullopt;
  place.sizes.assign(type.getShape().begin(), type.getShape().end());
  return place;
}

std::optional<PlaceInBuffer> memplace::getPlaceInBuffer(MemRefType type,
                                                        Value root) {
  auto rootType = dyn_cast<MemRefType>(root.getType());
  std::optional<PlaceInBuffer> place = getStatedPlace(type);
  if (!rootType || !place || rootType.getLayout().isIdentity())
    return rootType ? place : std::nullopt;
  const std::optional<PlaceInBuffer> whole = getStatedPlace(rootType);
  Operation *op = root.getDefiningOp();
  if (!whole || !op || !op->hasAttr(MemPlaceDialect::pieceAttrName))
    return std::nullopt;
  if (isRowMajor(whole->sizes, whole->strides)) {
    place->offset -= whole->offset;
    return place->offset < 0 ? std::nullopt : place;
  }
  if (type != rootType)
    return std::nullopt;
  place->offset = 0;
  place->strides = getRowMajorStrides(place->sizes);
  return place;
}
