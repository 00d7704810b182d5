//===- OpsToTile.h - Ops that do not fit, and their tilings -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_OPSTOTILE_H
#define MEMPLACE_LIB_TRANSFORMS_OPSTOTILE_H

#include "LoopNests.h"
#include "TilingSearch.h"

#include "memplace/Analysis/AliasSets.h"
#include "memplace/Problem/Problem.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <set>

namespace memplace {

/// An op to tile.
struct OpToTile {
  /// A linalg op, the root of `nest`, or an opaque op of a single tile.
  mlir::Operation *op;
  std::optional<LoopNest> nest;
  mlir::linalg::FillOp fill; // Initializes the op's result; may be null.
  Tiling tiling;             // Without sizes for an opaque op.
  /// Operands that every tile accesses as a whole, through a window: constant
  /// parts, and operands in an allocation with windows. Indices into the list
  /// of `getOperands`.
  mlir::SmallVector<unsigned> whole;
  /// Memrefs in allocations with windows of other ops. The body of the op loads
  /// elements of these memrefs, through a window.
  mlir::SmallVector<mlir::Value> tables;
};

/// Numbers of tiles of the ops to tile.
struct TileCounts {
  int64_t most = 0; // Of one op.
  int64_t total = 0;
};

/// Counts the tiles that `tileOps` would make, without the tiles of copies.
/// Returns zeros if some op has no tiles that fit.
TileCounts countTiles(mlir::func::FuncOp function, const Target &machine,
                      bool floatSums);

/// Returns the allocations, as sets of \p aliasSets, that the ops to be tiled
/// by `tileOps` use. An allocation stays at home if an op accesses it tile by
/// tile.
std::set<unsigned> getTiledSets(mlir::func::FuncOp function,
                                const AliasSets &aliasSets, const Tier &tier);

/// An op that `tileOps` would have to tile, but whose tiles do not fit, however
/// small.
struct OpWithoutTiles {
  mlir::Location loc;
  std::string name;          // Of the MLIR op.
  int64_t leastBytes = 0;    // Of all operands of its smallest tile.
  bool hasWholeSums = false; // Some sum of floats must stay whole.
};

/// Returns the first op to tile without tiles that fit; none if there is no
/// such op.
std::optional<OpWithoutTiles> findOpWithoutTiles(mlir::func::FuncOp function,
                                                 const Target &machine,
                                                 bool floatSums);

/// Returns the ops to tile, with the fastest tiling of each. Returns none if
/// some op has no tiles that fit, and describes the first such op in \p without
/// if this is not null.
std::optional<std::vector<OpToTile>>
chooseTilings(mlir::func::FuncOp function, const Target &machine,
              bool floatSums, std::optional<OpWithoutTiles> *without = nullptr);

/// Returns true if \p memref is a view of a part of its storage, at a constant
/// position, perhaps reshaped.
bool isConstantPart(mlir::Value memref);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_OPSTOTILE_H
