//===- LoopSlices.h - What a loop takes slices of ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_LOOPSLICES_H
#define MEMPLACE_LIB_TRANSFORMS_LOOPSLICES_H

#include "memplace/Analysis/ComputedOf.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace memplace {

/// A slice of a stack that each trip of a loop takes: one index of each of the
/// first dimensions, a few of the last of these, all of what is behind them.
/// Each of `views` is of it or of a part of it.
struct LoopSlice {
  mlir::Value stack;
  /// By dimension up to the last one that is sliced.
  mlir::SmallVector<mlir::OpFoldResult> offsets;
  int64_t rows = 1; // Of the last of them.
  bool isWritten = false;
  /// Each trip overwrites all of it before it reads.
  bool isOverwritten = false;
  mlir::SmallVector<mlir::memref::SubViewOp> views;

  size_t getNumSliced() const { return offsets.size(); }
  mlir::MemRefType getStackType() const {
    return mlir::cast<mlir::MemRefType>(stack.getType());
  }
  mlir::SmallVector<int64_t> getShape() const;
  /// Elements of a slice, and from one index of dimension \p dim to the next.
  int64_t getNumElements() const;
  int64_t getStride(size_t dim) const;
};

/// The slices that trips of \p loop take: of arguments and allocations of the
/// function that the loop uses in no other way. If a trip writes them, no two
/// trips have the same one.
mlir::SmallVector<LoopSlice> findLoopSlices(mlir::scf::ForOp loop);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_LOOPSLICES_H
