//===- PeelTiles.h - Peel partial tiles off loops ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_PEELTILES_H
#define MEMPLACE_LIB_TRANSFORMS_PEELTILES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

/// Peels the last trip off loops of \p function whose last tile is smaller than
/// the other tiles, so that all sizes are static. The last trip becomes a loop
/// of a single trip. The order of computation does not change. Only loops with
/// constant bounds are peeled. Returns true if some loop was peeled.
bool peelTiles(mlir::func::FuncOp function);

/// Folds casts and constant positions into views and ops.
llvm::LogicalResult foldViews(mlir::func::FuncOp function);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_PEELTILES_H
