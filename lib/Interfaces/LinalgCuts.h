//===- LinalgCuts.h - How structured ops can be cut -------------*- C++ -*-===//
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

/// A cut for each parallel loop of static extent, by the indexing maps: an
/// operand is cut along the one axis whose subscript has the loop, as itself or
/// as a window (`2 * d + k`), and as a whole if there are several.
void appendStructuredCuts(mlir::linalg::LinalgOp op,
                          llvm::SmallVectorImpl<MemoryCut> &cuts);

} // namespace memplace

#endif // MEMPLACE_LIB_INTERFACES_LINALGCUTS_H
