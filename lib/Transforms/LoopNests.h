//===- LoopNests.h - Tiles of loops over elements ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_LOOPNESTS_H
#define MEMPLACE_LIB_TRANSFORMS_LOOPNESTS_H

#include "TilingSearch.h"

#include "memplace/Analysis/AliasSets.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace memplace {

/// Indices of one dimension that a trip of a nest's outer loops accesses: the
/// sum of each loop's index times its element of `steps`, plus [low, high].
struct IndexRange {
  llvm::SmallVector<int64_t> steps; // By loop, at least 0.
  int64_t low = 0, high = 0;        // Inclusive.
  /// An index out of bounds stands for the nearest index within the bounds of
  /// the memref.
  bool isClamped = false;

  bool operator==(const IndexRange &other) const = default;
};

/// A memref that a nest accesses.
struct NestOperand {
  mlir::Value memref;
  /// By dimension; none if the indices are not known.
  llvm::SmallVector<std::optional<IndexRange>> ranges;
  bool isRead = false, isWritten = false;
  /// Each access goes to an address that is known only at run time, anywhere
  /// in the memref.
  bool isAtRunTimeAddress = false;

  mlir::MemRefType getType() const {
    return mlir::cast<mlir::MemRefType>(memref.getType());
  }
};

/// A nest of `scf.for` that is one op of the schedule: it loads and stores
/// single elements. `loops` are the outer loops, which contain all other ops.
/// Each trip of the parallel loops writes elements of its own, and reads no
/// element that another trip writes. Without parallel loops, the tiles of the
/// outermost loop run in its order (a scatter that adds, for example).
struct LoopNest {
  llvm::SmallVector<mlir::scf::ForOp> loops; // From 0 in steps of 1.
  llvm::SmallVector<int64_t> extents;        // By loop.
  llvm::SmallVector<bool> isParallel;        // By loop.
  llvm::SmallVector<bool> mayTile;           // By loop.
  std::vector<NestOperand> operands;
};

/// Returns the nest with the outermost loop \p root; none if \p root is no op
/// of the schedule, or does anything but load and store elements of memrefs
/// with static shapes.
std::optional<LoopNest> getLoopNest(mlir::scf::ForOp root,
                                    const AliasSets &aliasSets);

/// Returns the operands of \p nest that stay in their home tiers, by index. A
/// nest needs operands at run-time addresses as a whole. If they do not fit
/// into \p tier, beside a byte of each other operand, the largest stay at home
/// until the rest fits.
llvm::SmallVector<unsigned> getOperandsAtHome(const LoopNest &nest,
                                              const Tier &tier);

/// Returns the loops and accesses of \p nest for the search of tiles. Leaves
/// out operands that stay at home.
TileSpace getTileSpace(const LoopNest &nest, const Target &machine);

/// Returns true if a tile takes only part of operand \p number.
bool takesPart(const LoopNest &nest, const Tiling &tiling, unsigned number);

/// Replaces \p nest by loops over its tiles, whose sizes divide the extents.
/// Returns the outermost of these loops, or the nest of the only tile if there
/// are no such loops.
mlir::Operation *tileNest(const LoopNest &nest, const Tiling &tiling);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_LOOPNESTS_H
