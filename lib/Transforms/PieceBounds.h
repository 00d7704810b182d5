//===- PieceBounds.h - Check accesses of cut programs -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_PIECEBOUNDS_H
#define MEMPLACE_LIB_TRANSFORMS_PIECEBOUNDS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

/// Checks that the ops of \p function access existing elements only, if
/// `memplace-cut` has cut the function. Fails with a diagnostic in two cases: a
/// view reaches beyond its source, or the body of a structured op has an index
/// out of bounds. Checks only indices that are computed from loop indices and
/// constants, or bounded by a minimum or a remainder. In iteration spaces of
/// more than 4096 points, checks only the corners.
llvm::LogicalResult checkPieceBounds(mlir::func::FuncOp function);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_PIECEBOUNDS_H
