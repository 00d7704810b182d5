//===- PositionInBuffer.h - Elements of a memref in its buffer --*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IRTOPROBLEM_POSITIONINBUFFER_H
#define MEMPLACE_LIB_IRTOPROBLEM_POSITIONINBUFFER_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

#include <optional>

namespace memplace {

/// Position of the elements of a memref in its buffer, counted in elements. A
/// buffer has no gaps: a piece of an argument (`memplace.piece`) has none in
/// its buffer even if its rows lie apart in the argument.
struct PositionInBuffer {
  int64_t offset = 0;
  llvm::SmallVector<int64_t> sizes, strides; // By axis of the memref.
};

/// Returns the strides of a row-major array.
llvm::SmallVector<int64_t> getRowMajorStrides(llvm::ArrayRef<int64_t> sizes);

/// Returns true if \p strides are those of a row-major array of \p sizes. An
/// axis with one index may have any stride.
bool isRowMajor(llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<int64_t> strides);

/// Returns the position of a view of type \p type in the buffer of the storage
/// \p root. None in these cases: a type is dynamic or has negative strides; the
/// storage has gaps and is not a piece; the storage is a piece with gaps, and
/// the view is of another type than \p root.
std::optional<PositionInBuffer> getPositionInBuffer(mlir::MemRefType type,
                                                    mlir::Value root);

} // namespace memplace

#endif // MEMPLACE_LIB_IRTOPROBLEM_POSITIONINBUFFER_H
