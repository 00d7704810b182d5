//===- PlaceInBuffer.h - Elements of a memref in its buffer -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IRTOPROBLEM_PLACEINBUFFER_H
#define MEMPLACE_LIB_IRTOPROBLEM_PLACEINBUFFER_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

#include <optional>

namespace memplace {

/// The elements of a memref in the buffer of its storage, in numbers of
/// elements. The elements of a buffer lie without gaps: a piece of an argument
/// that has gaps in the argument (`memplace.piece`) has none in its buffer.
struct PlaceInBuffer {
  int64_t offset = 0;
  llvm::SmallVector<int64_t> sizes, strides; // By axis of the memref.
};

/// Returns the strides of a row-major array.
llvm::SmallVector<int64_t> getRowMajorStrides(llvm::ArrayRef<int64_t> sizes);

/// Returns true if \p strides are those of a row-major array of \p sizes, but
/// for axes with one index.
bool isRowMajor(llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> strides);

/// Returns the place of a memref of type \p type, a view of the storage \p root
/// whose type shows its place there. None if a type is dynamic or has negative
/// strides, if the storage has gaps and is no piece, and for views of other
/// types than the root's of a piece with gaps.
std::optional<PlaceInBuffer> getPlaceInBuffer(mlir::MemRefType type,
                                              mlir::Value root);

} // namespace memplace

#endif // MEMPLACE_LIB_IRTOPROBLEM_PLACEINBUFFER_H
