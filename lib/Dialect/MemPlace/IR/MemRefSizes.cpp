//===- MemRefSizes.cpp - Bytes and tiers of memref types ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace memplace;

std::optional<int64_t> memplace::getElementBytes(Type type,
                                                 const DataLayout &layout) {
  if (!isa<IntegerType, IndexType, FloatType, ComplexType, VectorType,
           DataLayoutTypeInterface>(type))
    return std::nullopt;
  llvm::TypeSize size = layout.getTypeSize(type);
  if (size.isScalable())
    return std::nullopt;
  return llvm::alignTo(size.getFixedValue(), layout.getTypeABIAlignment(type));
}

/// Returns the elements from the first to the end of the last of a memref of
/// static shape, without a 0 in the shape. None for dynamic or negative strides
/// and above 2^63 - 1.
static std::optional<int64_t> getSpanInElements(MemRefType type) {
  int64_t elements = 1;
  // Fast path for most memrefs. `getStridesAndOffset` builds affine
  // expressions, which took a tenth of the time to place a program.
  if (type.getLayout().isIdentity()) {
    for (int64_t size : type.getShape())
      if (llvm::MulOverflow(elements, size, elements))
        return std::nullopt;
    return elements;
  }
  if (!type.isStrided())
    return std::nullopt;
  SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  if (llvm::is_contained(strides, ShapedType::kDynamic))
    return std::nullopt;
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), strides)) {
    int64_t span = 0;
    if (stride < 0 || llvm::MulOverflow(size - 1, stride, span) ||
        llvm::AddOverflow(elements, span, elements))
      return std::nullopt;
  }
  return elements;
}

std::optional<int64_t>
memplace::getStaticSizeInBytes(MemRefType type, const DataLayout &layout) {
  if (!type.hasStaticShape())
    return std::nullopt;
  if (llvm::is_contained(type.getShape(), 0))
    return type.isStrided() ? std::optional<int64_t>(0) : std::nullopt;
  std::optional<int64_t> elements = getSpanInElements(type);
  std::optional<int64_t> elementBytes =
      elements ? getElementBytes(type.getElementType(), layout) : std::nullopt;
  int64_t bytes = 0;
  if (!elementBytes || llvm::MulOverflow(*elements, *elementBytes, bytes))
    return std::nullopt;
  return bytes;
}

MemRefType memplace::withoutLayout(MemRefType type) {
  return MemRefType::get(type.getShape(), type.getElementType(),
                         MemRefLayoutAttrInterface(), type.getMemorySpace());
}

/// Returns the strides by memref; none if a stride is dynamic.
static std::optional<SmallVector<SmallVector<int64_t>>>
getStaticStrides(ArrayRef<MemRefType> types) {
  SmallVector<SmallVector<int64_t>> strides;
  for (MemRefType type : types) {
    int64_t offset = 0;
    if (!type.hasStaticShape() ||
        failed(type.getStridesAndOffset(strides.emplace_back(), offset)) ||
        llvm::is_contained(strides.back(), ShapedType::kDynamic))
      return std::nullopt;
  }
  return strides;
}

std::optional<MemRefRows> memplace::getRows(ArrayRef<MemRefType> types) {
  auto strides = getStaticStrides(types);
  return strides ? getRows(types.front().getShape(), *strides) : std::nullopt;
}

std::optional<MemRefRows>
memplace::getRows(ArrayRef<int64_t> shape,
                  ArrayRef<SmallVector<int64_t>> strides) {
  MemRefRows rows;
  rows.strides.resize(strides.size());
  // By memref: elements spanned by the inner axes, from the first to the end of
  // the last.
  SmallVector<int64_t> spans(strides.size(), 1);
  for (size_t axis = shape.size(); axis-- > 0;) {
    const int64_t size = shape[axis];
    if (size == 0)
      return std::nullopt;
    if (size == 1)
      continue;
    bool isOfRun = rows.counts.empty(), joins = !isOfRun;
    for (auto [index, own] : llvm::enumerate(strides)) {
      int64_t length = 0;
      if (own[axis] < spans[index] ||
          llvm::MulOverflow(size - 1, own[axis], length) ||
          llvm::AddOverflow(spans[index], length, spans[index]))
        return std::nullopt;
      isOfRun = isOfRun && own[axis] == rows.run;
      joins = joins &&
              own[axis] == rows.counts.front() * rows.strides[index].front();
    }
    if (isOfRun)
      rows.run *= size;
    else if (joins)
      rows.counts.front() *= size;
    else
      rows.counts.insert(rows.counts.begin(), size);
    for (auto [index, own] : llvm::enumerate(strides))
      if (!isOfRun && !joins)
        rows.strides[index].insert(rows.strides[index].begin(), own[axis]);
  }
  return rows;
}

MemRefType memplace::inTier(MemRefType type, StringRef tier) {
  return MemRefType::Builder(type).setMemorySpace(
      TierAttr::get(type.getContext(), tier));
}
