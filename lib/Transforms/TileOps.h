//===- TileOps.h - Tile ops that do not fit ---------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_TILEOPS_H
#define MEMPLACE_LIB_TRANSFORMS_TILEOPS_H

#include "memplace/Analysis/AliasSets.h"
#include "memplace/Problem/Problem.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <set>

namespace memplace {

/// Numbers of tiles of the ops to tile.
struct TileCounts {
  int64_t most = 0; // Of one op.
  int64_t total = 0;
};

/// Counts the tiles of the ops of \p function that tileOps would tile.
TileCounts countTiles(mlir::func::FuncOp function, const Target &machine,
                      bool floatSums);

/// Returns the allocations, as sets of \p aliasSets, that ops with tiles use if
/// ops that do not fit become loops over tiles.
std::set<unsigned> getTiledSets(mlir::func::FuncOp function,
                                const AliasSets &aliasSets, const Tier &tier);

/// An op that does not fit and has no tiles that fit.
struct OpWithoutTiles {
  mlir::Location loc;
  std::string name;          // Of the MLIR op.
  int64_t leastBytes = 0;    // Of all operands of its smallest tile.
  bool hasWholeSums = false; // Sums of floats may not be tiled.
};

/// Returns the first op for which tileOps has no tiles; none if all ops that do
/// not fit have tiles.
std::optional<OpWithoutTiles> findOpWithoutTiles(mlir::func::FuncOp function,
                                                 const Target &machine,
                                                 bool floatSums);

/// Replaces linalg ops and nests of loops over elements that do not fit by
/// loops over tiles. The tiles fit into the largest tier that serves ops: two
/// of each operand that moves with the innermost loop, and one of the others.
/// The search minimizes the estimated time over tile sizes and loop orders. An
/// allocation of a tiled op stays at home, so all ops on it are tiled or take
/// it through a window of everything. Sums of floats are tiled only with
/// \p floatSums. Returns the number of such ops; 0 if some op has no tiles that
/// fit.
mlir::FailureOr<size_t> tileOps(mlir::func::FuncOp function,
                                const Target &machine, bool floatSums);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_TILEOPS_H
