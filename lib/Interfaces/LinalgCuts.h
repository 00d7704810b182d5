//===- LinalgCuts.h - Cuts of structured ops --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_INTERFACES_LINALGCUTS_H
#define MEMPLACE_LIB_INTERFACES_LINALGCUTS_H

#include "memplace/Interfaces/MemoryOpInterface.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace memplace {

/// Appends a cut for each parallel loop of static extent, and for reductions
/// that are sums, by the indexing maps. An operand is cut along the only axis
/// whose subscript has the loop, either as itself or as a window (`2 * d + k`).
/// If several axes have the loop, the op has no cut along it.
void appendStructuredCuts(mlir::linalg::LinalgOp op,
                          llvm::SmallVectorImpl<MemoryCut> &cuts);

} // namespace memplace

#endif // MEMPLACE_LIB_INTERFACES_LINALGCUTS_H
