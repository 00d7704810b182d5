//===- StreamLoop.h - Stream the slices of a loop ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_STREAMLOOP_H
#define MEMPLACE_LIB_TRANSFORMS_STREAMLOOP_H

#include "LoopSlices.h"

namespace memplace {

/// The windows of a streamed loop.
struct StreamedLoop {
  size_t windows = 0;
  mlir::SmallVector<mlir::Value> written; // Windows of written slices.
};

/// Takes \p slices of \p loop through windows. With \p makesPairs, merges two
/// trips into one, and each slice has two windows that are used in turn: during
/// a trip, the slice of the next trip arrives in the other window. Otherwise
/// the loop keeps its trips, and each slice has one window, which moves at the
/// start of a trip. The loop has at least one trip, or an unknown number.
StreamedLoop streamLoop(mlir::scf::ForOp loop, mlir::ArrayRef<LoopSlice> slices,
                        bool makesPairs);

/// Returns the number of copies of the body of \p loop that merging pairs of
/// trips makes.
int64_t getNumBodies(mlir::scf::ForOp loop);

/// Extends the lifetime of \p stack and its storage to the whole block, as
/// windows need.
void keepThroughout(mlir::Value stack);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_STREAMLOOP_H
