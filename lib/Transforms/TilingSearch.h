//===- TilingSearch.h - Sizes of tiles and order of loops ---------*- C++
//-*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_TILINGSEARCH_H
#define MEMPLACE_LIB_TRANSFORMS_TILINGSEARCH_H

#include "memplace/Problem/Problem.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace memplace {

/// Sizes of a tile by loop of the op, and its tiled loops, outermost first.
struct Tiling {
  llvm::SmallVector<int64_t> sizes;
  llvm::SmallVector<unsigned> order;
  int64_t numTiles = 1;
  /// Each operand has one window, since two do not fit: no transfer overlaps
  /// with computation.
  bool isSerial = false;
  double seconds = std::numeric_limits<double>::infinity();
};

/// Returns the fastest tiling of \p op, by an estimate of its transfers and
/// computation; none if no tile fits into \p tier. Sums of floats are tiled
/// only with \p floatSums. \p isFilled: the op's result is filled tile by tile,
/// not read. Loops that `getWholeLoops` returns are not tiled. All results of
/// the op's maps are sums of loops.
std::optional<Tiling> findTiling(mlir::linalg::LinalgOp op,
                                 const Target &machine, TierId tier,
                                 bool floatSums, bool isFilled);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_TILINGSEARCH_H
