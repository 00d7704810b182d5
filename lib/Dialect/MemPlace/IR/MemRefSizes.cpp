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

/// Elements from the first one of a memref of static shape, without a 0 in it,
/// to behind the last one; nothing for dynamic or negative strides and for more
/// than 2^63 - 1.
static std::optional<int64_t> getSpanInElements(MemRefType type) {
  int64_t elements = 1;
  // Most memrefs. Finding strides builds affine expressions, which took a
  // tenth of the time of placing a program.
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

MemRefType memplace::inTier(MemRefType type, StringRef tier) {
  return MemRefType::Builder(type).setMemorySpace(
      TierAttr::get(type.getContext(), tier));
}
