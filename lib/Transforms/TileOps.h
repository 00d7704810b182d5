//===- TileOps.h - Tile ops that do not fit ---------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_TILEOPS_H
#define MEMPLACE_LIB_TRANSFORMS_TILEOPS_H

#include "memplace/Problem/Problem.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

/// Returns true if the operands of some linalg op of \p function have more
/// bytes than the largest tier that serves ops.
bool hasOpsToTile(mlir::func::FuncOp function, const Target &machine);

/// Replaces linalg ops that do not fit by loops over tiles, along up to three
/// dimensions. Two tiles of each operand fit into the largest tier that serves
/// ops. The search minimizes the estimated time of transfers or compute over
/// tile sizes and loop orders. An allocation of a tiled op stays at home, so
/// all ops on it are tiled. Sums of floats are tiled only with \p floatSums.
/// Returns the number of tiled ops; 0 if some op has no tiles that fit.
mlir::FailureOr<size_t> tileOps(mlir::func::FuncOp function,
                                const Target &machine, bool floatSums);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_TILEOPS_H
