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

std::optional<int64_t>
memplace::getStaticSizeInBytes(MemRefType type, const DataLayout &layout) {
  if (!type.hasStaticShape() || !type.isStrided())
    return std::nullopt;
  if (llvm::is_contained(type.getShape(), 0))
    return 0;
  SmallVector<int64_t> strides = type.getStridesAndOffset().first;
  if (llvm::is_contained(strides, ShapedType::kDynamic))
    return std::nullopt;
  std::optional<int64_t> elementBytes =
      getElementBytes(type.getElementType(), layout);
  if (!elementBytes)
    return std::nullopt;

  int64_t elements = 1;
  for (auto [size, stride] : llvm::zip_equal(type.getShape(), strides)) {
    int64_t span = 0;
    if (stride < 0 || llvm::MulOverflow(size - 1, stride, span) ||
        llvm::AddOverflow(elements, span, elements))
      return std::nullopt;
  }
  int64_t bytes = 0;
  if (llvm::MulOverflow(elements, *elementBytes, bytes))
    return std::nullopt;
  return bytes;
}

MemRefType memplace::inTier(MemRefType type, StringRef tier) {
  return MemRefType::Builder(type).setMemorySpace(
      TierAttr::get(type.getContext(), tier));
}
