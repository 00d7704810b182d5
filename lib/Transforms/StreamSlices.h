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

/// How ops and channels can reach buffers at home.
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

/// Streams slices of stacks through `memplace.window`s, in inner loops first.
/// Merges two trips of a loop into one, and gives each slice two windows that
/// are used in turn: while a trip uses one window, the other moves to the slice
/// of the next trip. The trips that remain follow the loop. A loop keeps its
/// trips, and has one window for each slice, in three cases: it has
/// `oneWindowAttr`; streaming its inner loops has made its body much longer; or
/// merging its trips would give the function more than \p maxSteps steps.
///
/// The order of computation does not change. Skips loops that are known to make
/// no trip, loops whose step is not a positive constant, loops with unsigned
/// bounds, and slices that \p reach rules out.
StreamedSlices streamSlices(mlir::func::FuncOp function, int64_t maxSteps,
                            StreamReach reach);

/// Streams the slices at run-time positions that trips of \p loop only read.
/// Does nothing if the loop takes no such slices, or if `streamSlices` would
/// skip the loop.
void streamReads(mlir::scf::ForOp loop);

/// Folds index computations that became constant when loops were rewritten.
/// Slices keep their types, which canonicalization would change
/// (SplitSlices.cpp).
void foldIndices(mlir::func::FuncOp function);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_STREAMSLICES_H
