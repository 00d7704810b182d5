//===- PieceBounds.h - What a cut program accesses --------------*- C++ -*-===//
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

/// Emits a diagnostic and fails if an op of \p function, if that is cut,
/// accesses elements that its memref does not have: by a view that is larger
/// than its source, or in the body of a structured op at an index that loop
/// indices and constants tell, or that a minimum or a remainder bounds.
llvm::LogicalResult checkPieceBounds(mlir::func::FuncOp function);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_PIECEBOUNDS_H
