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

/// Linalg ops that temporarily replace the ops with `memplace.cut_dims` in a
/// function, so that linalg's tiling can tile them. A stand-in has the accesses
/// and the cost of its op, but does not compute its results.
class StandIns {
public:
  /// Replaces the ops of \p function. Marks linalg ops with a `memplace.cost`,
  /// so that `restore` gives each tile its share.
  explicit StandIns(mlir::func::FuncOp function);

  /// Replaces each stand-in in \p function, and each tile of a stand-in, by its
  /// op on the operands of the tile.
  void restore(mlir::func::FuncOp function);

private:
  struct OpWithoutOperands {
    mlir::OperationName name;
    mlir::DictionaryAttr attributes; // Discardable ones.
    mlir::Attribute properties;
    /// Numbers of the operands, by operand of the stand-in.
    llvm::SmallVector<unsigned> numbers;
  };

  void replace(mlir::Operation *op);
  static mlir::Operation *makeOp(mlir::linalg::LinalgOp standIn,
                                 const OpWithoutOperands &op);

  llvm::SmallVector<OpWithoutOperands> ops;
};

/// Returns true if `StandIns::restore` will give each tile of \p op its share
/// of the cost.
bool sharesCost(mlir::Operation *op);

/// Returns the loops of \p op that must not be tiled. For a stand-in, these are
/// the loops along which its op cannot be cut; for any other op, there are
/// none.
llvm::SmallVector<unsigned> getWholeLoops(mlir::linalg::LinalgOp op);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_STANDINS_H
