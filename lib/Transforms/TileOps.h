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

/// Replaces linalg ops and nests of loops over elements that do not fit by
/// loops over tiles. Copies that do not fit become linalg ops first. The tiles
/// fit into the largest tier that serves ops: two tiles of each operand that
/// moves with the innermost loop (one, if two do not fit), and one of each
/// other operand. The search minimizes the estimated time over tile sizes and
/// loop orders.
///
/// An allocation stays at home if an op accesses it tile by tile. Other ops on
/// the allocation are tiled, too, or access the allocation through one window
/// for all elements. Sums of floats are tiled only with \p floatSums.
///
/// Returns the number of ops in loops over tiles. Returns 0 if some op has no
/// tiles that fit; copies may then be linalg ops already.
mlir::FailureOr<size_t> tileOps(mlir::func::FuncOp function,
                                const Target &machine, bool floatSums);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_TILEOPS_H
