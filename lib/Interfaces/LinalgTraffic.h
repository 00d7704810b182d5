//===- LinalgTraffic.h - Traffic and work of structured ops -- -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_INTERFACES_LINALGTRAFFIC_H
#define MEMPLACE_LIB_INTERFACES_LINALGTRAFFIC_H

#include "memplace/Interfaces/MemoryOpInterface.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace memplace {

/// Appends an access for each memref operand touched by \p op, with the bytes
/// of its distinct elements in the iteration space, and an access for each
/// access in the payload (a gather by memref.load). An output is a `Write` if
/// the payload ignores its old value and overwrites every element, otherwise an
/// `Update`.
void appendStructuredAccesses(mlir::linalg::LinalgOp op,
                              llvm::SmallVectorImpl<MemoryAccess> &accesses);

/// Returns the flops of the payload times the size of the iteration space (a
/// dynamic dimension counts as 1). The element type is the type with most
/// flops. A multiplication counts in the type of its operands before widening,
/// and an addition to a product in the type of the product: bf16 × bf16 + f32
/// is bf16.
ComputeWork getStructuredWork(mlir::linalg::LinalgOp op);

} // namespace memplace

#endif // MEMPLACE_LIB_INTERFACES_LINALGTRAFFIC_H
