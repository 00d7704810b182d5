//===- StandIns.h - Linalg ops in place of opaque ops -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_STANDINS_H
#define MEMPLACE_LIB_TRANSFORMS_STANDINS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace memplace {

/// Stand-ins for opaque ops: linalg ops with the same accesses and costs. They
/// do not compute the results of the opaque ops.
///
/// The constructor replaces the ops of a function that have
/// `memplace.cut_dims`. Upstream's tiling of linalg ops then applies to them.
/// After tiling, `restore` replaces each tile of a stand-in by the op on that
/// tile.
class StandIns {
public:
  /// Replaces the ops of \p function with `memplace.cut_dims`, except for those
  /// that cannot be tiled. Marks all linalg ops with a `memplace.cost`,
  /// stand-ins and others, so that `restore` divides each cost among the tiles.
  explicit StandIns(mlir::func::FuncOp function);

  /// Replaces each stand-in in \p function, and each tile of a stand-in, by the
  /// original op on the operands of the stand-in or tile. Divides the costs of
  /// marked ops among their tiles. Removes the marks.
  void restore(mlir::func::FuncOp function);

private:
  /// A replaced op.
  struct OpWithoutOperands {
    mlir::OperationName name;
    mlir::DictionaryAttr attributes; // Discardable ones.
    mlir::Attribute properties;
    /// By operand of the stand-in: the number of this operand in the op.
    llvm::SmallVector<unsigned> numbers;
  };

  void replace(mlir::Operation *op);
  static mlir::Operation *makeOp(mlir::linalg::LinalgOp standIn,
                                 const OpWithoutOperands &op);

  llvm::SmallVector<OpWithoutOperands> ops; // A stand-in has its op's index.
};

/// Returns true if `StandIns::restore` will divide the cost of \p op among its
/// tiles.
bool sharesCost(mlir::Operation *op);

/// Returns the loops of \p op that must not be tiled. For a stand-in, these are
/// the loops along which its op cannot be cut. Other ops have no such loops.
llvm::SmallVector<unsigned> getWholeLoops(mlir::linalg::LinalgOp op);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_STANDINS_H
