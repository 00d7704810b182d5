//===- RowShape.cpp - Rows that element accesses select -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowShape.h"

#include "../Interfaces/RunTimeAddress.h"

using namespace mlir;
using namespace memplace;

size_t memplace::getNumLeading(ValueRange indices) {
  size_t count = 0;
  for (auto [dim, index] : llvm::enumerate(indices))
    if (isKnownAtRunTimeOnly(index))
      count = dim + 1;
  return count;
}

std::optional<int64_t> memplace::getRowBytes(MemRefType type, size_t leading,
                                             Operation *op) {
  std::optional<int64_t> bytes = getTrafficInBytes(type, op);
  for (size_t dim = 0; dim < leading && bytes; ++dim)
    bytes = *bytes / std::max<int64_t>(1, type.getDimSize(dim));
  return bytes;
}

Value memplace::createRowView(OpBuilder &builder, Location loc, Value stack,
                              ArrayRef<OpFoldResult> offsets) {
  auto type = cast<MemRefType>(stack.getType());
  SmallVector<OpFoldResult> allOffsets(offsets), sizes;
  allOffsets.resize(type.getRank(), builder.getIndexAttr(0));
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    sizes.push_back(builder.getIndexAttr(dim < offsets.size() ? 1 : size));
  const SmallVector<OpFoldResult> strides(type.getRank(),
                                          builder.getIndexAttr(1));
  return memref::SubViewOp::create(builder, loc, stack, allOffsets, sizes,
                                   strides);
}
