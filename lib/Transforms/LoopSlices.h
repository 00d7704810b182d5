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

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace memplace {

/// The slice of a stack taken by each trip of a loop: a single index of each
/// leading dimension, `rows` indices of the last sliced dimension, and all of
/// the inner dimensions. Each of `views` is in the slice.
struct LoopSlice {
  mlir::Value stack;
  /// By dimension, up to the last sliced dimension.
  mlir::SmallVector<mlir::OpFoldResult> offsets;
  int64_t rows = 1; // Indices of the last sliced dimension.
  bool isWritten = false;
  /// Each trip overwrites the whole slice before any read.
  bool isOverwritten = false;
  mlir::SmallVector<mlir::memref::SubViewOp> views;

  size_t getNumSliced() const { return offsets.size(); }
  mlir::MemRefType getStackType() const {
    return mlir::cast<mlir::MemRefType>(stack.getType());
  }
  mlir::SmallVector<int64_t> getShape() const;
  /// Returns the elements of a slice, and the elements between adjacent indices
  /// of dimension \p dim.
  int64_t getNumElements() const;
  int64_t getStride(size_t dim) const;
};

/// Returns the slices taken by trips of \p loop from arguments and allocations
/// of the function without other uses in the loop. Written slices of two trips
/// never overlap.
mlir::SmallVector<LoopSlice> findLoopSlices(mlir::scf::ForOp loop);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_LOOPSLICES_H
