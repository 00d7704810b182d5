//===- StreamSlices.h - Stream slices through windows -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_STREAMSLICES_H
#define MEMPLACE_LIB_TRANSFORMS_STREAMSLICES_H

#include "memplace/Problem/Problem.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace memplace {

/// Marks a loop whose slices get one window each, since two do not fit. Removed
/// by `streamSlices`.
inline constexpr llvm::StringLiteral oneWindowAttr = "loop.one_window";
/// Marks a loop over tiles whose body accesses single elements only, so that
/// the loop is no loop of the schedule before it has windows. Removed by
/// `streamSlices`.
inline constexpr llvm::StringLiteral tilesAttr = "loop.tiles";

/// Numbers of streamed loops and windows in a function.
struct StreamedSlices {
  size_t loops = 0;
  size_t windows = 0;
};

/// Ways of ops and channels to reach buffers at home.
struct StreamReach {
  /// Every tier serves ops. Otherwise, an allocation that some op also uses
  /// whole gets no windows.
  bool allTiersServeOps = true;
  /// Channels move rows at addresses known only at run time. Otherwise, slices
  /// at such addresses get no windows.
  bool channelsMoveRows = true;
};

/// Returns true if each channel between a tier that serves ops and one that
/// does not moves rows at addresses known only at run time.
bool channelsMoveRows(const Target &target);

/// Streams slices of stacks in loops that are not unrolled. Merges two trips
/// into one and uses two `memplace.window`s in turn: during the use of a
/// window, the second window moves to the slice of the next trip. Inner loops
/// come first. The last trips of a loop follow it. Outer loops of a nest keep
/// their trips, and have one window for each slice, if the nest would grow too
/// much.
///
/// The order of computation does not change. Skips loops without trips, loops
/// that would raise the function above \p maxSteps steps, and slices that \p
/// reach rules out.
StreamedSlices streamSlices(mlir::func::FuncOp function, int64_t maxSteps,
                            StreamReach reach);

/// Streams the slices at run-time positions that trips of \p loop only read.
/// Does nothing if the loop has no trips or no such slices.
void streamReads(mlir::scf::ForOp loop);

/// Folds index computations that became constant when loops were rewritten.
/// Slices keep their types, which canonicalization would change
/// (SplitSlices.cpp).
void foldIndices(mlir::func::FuncOp function);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_STREAMSLICES_H
