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

/// Marks a loop whose slices get a single window each, since two windows per
/// slice do not fit. Set by `tileOps`, removed by `streamSlices`.
inline constexpr llvm::StringLiteral oneWindowAttr = "loop.one_window";
/// Marks a loop over tiles. If its body accesses single elements only, the loop
/// is a single step of the schedule until it moves windows. `streamSlices` then
/// counts one step for the body. Set by `tileOps`, removed by `streamSlices`.
inline constexpr llvm::StringLiteral tilesAttr = "loop.tiles";

/// Result of `streamSlices`: numbers for one function.
struct StreamedSlices {
  size_t loops = 0; // Loops with windows.
  size_t windows = 0;
};

/// Properties of the target that limit the slices to be streamed. The storage
/// of streamed slices stays in its home tier.
struct StreamReach {
  /// Every tier serves ops. Otherwise, an op may be unable to access the home
  /// tier. A slice then gets no window if some op uses the whole allocation.
  bool allTiersServeOps = true;
  /// Rows at addresses known only at run time can be staged; see
  /// `memplace::channelsMoveRows`. Otherwise, slices at such addresses get no
  /// windows.
  bool channelsMoveRows = true;
};

/// Returns true if rows at addresses known only at run time can be staged: all
/// channels between tiers with ops and tiers without can move such rows
/// (`Channel::isIndexed`).
bool channelsMoveRows(const Target &target);

/// Streams slices of stacks through `memplace.window`s, innermost loops first.
///
/// Each slice of a loop gets two windows, which the trips use in turn: while a
/// trip uses one window, the slice of the next trip arrives in the other. So
/// pairs of trips are merged into one trip of the loop. Trips that are left
/// over run after the loop.
///
/// A loop keeps its trips, and each of its slices gets a single window, in
/// three cases. The loop has `oneWindowAttr`. The streaming of its inner loops
/// has made its body much longer. Or the merged trips would give the function
/// more than \p maxSteps steps; of loops at equal depth, those that move most
/// elements come first.
///
/// The order of computation does not change. Some loops are skipped: loops
/// known to make no trip, loops whose step is not a positive constant, and
/// loops with unsigned bounds. So are the slices that \p reach rules out.
StreamedSlices streamSlices(mlir::func::FuncOp function, int64_t maxSteps,
                            StreamReach reach);

/// Streams slices of \p loop through two windows each. The slices are at
/// run-time positions, and the loop only reads them. Does nothing if there are
/// no such slices, or if `streamSlices` would skip the loop.
void streamReads(mlir::scf::ForOp loop);

/// Folds index computations that became constant when loops were rewritten.
/// Unlike canonicalization, keeps the types of slices, as SplitSlices.cpp
/// needs.
void foldIndices(mlir::func::FuncOp function);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_STREAMSLICES_H
