//===- TilingSearch.h - Sizes of tiles and order of loops -------*- C++ -*-===//
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

/// An operand of an op to tile, by dimension of its memref.
struct TiledOperand {
  /// Elements from one index of a loop to the next, [dimension][loop].
  llvm::SmallVector<llvm::SmallVector<int64_t>> steps;
  /// By dimension: number of further indices that each trip touches after its
  /// first; empty: none.
  llvm::SmallVector<int64_t> span;
  llvm::SmallVector<int64_t> shape;   // Elements.
  llvm::SmallVector<int64_t> strides; // Elements; static.
  int64_t elementBytes = 0;
  bool isRead = false, isWritten = false;

  bool usesLoop(unsigned loop) const {
    return llvm::any_of(steps, [&](llvm::ArrayRef<int64_t> byLoop) {
      return byLoop[loop] != 0;
    });
  }
};

/// The loops of an op, and the operands that its tiles access.
struct TileSpace {
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<bool> isParallel; // By loop.
  llvm::SmallVector<bool> mayTile;    // By loop.
  std::vector<TiledOperand> operands;
  int64_t computePs = 0;     // Of all tiles.
  bool hasWholeSums = false; // Some sum of floats must stay whole.
  /// All tiles of a loop have the same size.
  bool onlyDivisors = false;
};

/// Returns an operand of type \p type with these `steps` and `span`.
TiledOperand
makeTiledOperand(mlir::Operation *op, mlir::MemRefType type,
                 llvm::SmallVector<llvm::SmallVector<int64_t>> steps,
                 llvm::SmallVector<int64_t> span = {});

/// Returns, by dimension of \p operand, the number of indices from the first to
/// the last index that a tile of \p sizes takes. Several loops may contribute
/// to a dimension, as in a convolution. A dimension without tiles is taken as a
/// whole, even where strides skip its last indices. \p extents and \p sizes are
/// by loop.
llvm::SmallVector<int64_t> getTileShape(const TiledOperand &operand,
                                        llvm::ArrayRef<int64_t> extents,
                                        llvm::ArrayRef<int64_t> sizes);

/// Returns the loops and operands of \p op for the search of a tiling. Sums of
/// floats are tiled only with \p floatSums. \p isFilled: the op's result is
/// filled tile by tile, not read. The loops of `getWholeLoops` may not be
/// tiled. Any other loop may be tiled only if each map result with this loop is
/// a sum of loops.
TileSpace getTileSpace(mlir::linalg::LinalgOp op, const Target &machine,
                       bool floatSums, bool isFilled);

/// Returns the fastest tiling, by an estimate of its transfers and computation;
/// none if no tile fits into \p tier.
std::optional<Tiling> findTiling(const TileSpace &space, const Target &machine,
                                 TierId tier);

/// Returns the bytes of all operands of a tile with a single index along each
/// loop that may be tiled, with alignments.
int64_t getLeastBytes(const TileSpace &space, const Tier &tier);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_TILINGSEARCH_H
