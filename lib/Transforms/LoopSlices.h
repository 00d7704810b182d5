//===- LoopSlices.h - Slices taken by the trips of a loop -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_LOOPSLICES_H
#define MEMPLACE_LIB_TRANSFORMS_LOOPSLICES_H

#include "../Analysis/ComputedOf.h"
#include "memplace/Analysis/AliasSets.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace memplace {

/// The part of a stack that each trip of a loop takes: a range of indices of
/// each dimension. All of `views` lie in the slice.
struct LoopSlice {
  mlir::Value stack; // The storage, perhaps reshaped as a whole.
  /// By dimension: the first index and the number of indices.
  mlir::SmallVector<mlir::OpFoldResult> offsets;
  std::vector<int64_t> sizes;
  /// Dimensions with a different first index by trip, outermost first. At least
  /// one, unless the loop has a single trip.
  std::vector<size_t> movingDims;
  bool isWritten = false;
  /// Each trip overwrites the whole slice before any read.
  bool isOverwritten = false;
  std::vector<mlir::memref::SubViewOp> views;

  mlir::MemRefType getStackType() const {
    return mlir::cast<mlir::MemRefType>(stack.getType());
  }
  bool isMoving(size_t dim) const {
    return llvm::is_contained(movingDims, dim);
  }
  /// Returns the number of dimensions up to the last moving one. All views have
  /// the same range of these.
  size_t getNumOuter() const;
  int64_t getNumElements() const;
  /// Returns the elements of the stack between adjacent indices of \p dim.
  int64_t getStride(size_t dim) const;
  /// Returns a moving dimension of the stack with room for two slices; none if
  /// there is no such dimension.
  std::optional<size_t> getRoomyDim() const;
};

/// Returns the argument or allocation that \p stack is or reshapes.
mlir::Value getStorage(mlir::Value stack);

/// Returns the slices taken by trips of \p loop from arguments and allocations
/// of the function that the loop uses through views only. Written slices of two
/// trips never overlap, and the loop has no other views of their stack.
/// \p aliasSets must know all values that the loop uses.
mlir::SmallVector<LoopSlice> findLoopSlices(mlir::scf::ForOp loop,
                                            const AliasSets &aliasSets);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_LOOPSLICES_H
