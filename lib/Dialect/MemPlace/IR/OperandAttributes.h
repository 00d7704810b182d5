//===- OperandAttributes.h - Attributes by operand --------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_DIALECT_MEMPLACE_IR_OPERANDATTRIBUTES_H
#define MEMPLACE_LIB_DIALECT_MEMPLACE_IR_OPERANDATTRIBUTES_H

#include "mlir/IR/Operation.h"

namespace memplace {

// Each function verifies an attribute with an entry for each memref operand of
// \p op, or memref argument of a function.

/// Verifies `memplace.cost`.
llvm::LogicalResult verifyCost(mlir::Operation *op, mlir::NamedAttribute attr);

/// Verifies `memplace.access`.
llvm::LogicalResult verifyAccess(mlir::Operation *op,
                                 mlir::NamedAttribute attr);

/// Verifies `memplace.apart` or `memplace.together`.
llvm::LogicalResult verifyPairs(mlir::Operation *op, mlir::NamedAttribute attr);

/// Verifies `memplace.cut_dims`.
llvm::LogicalResult verifyCutDims(mlir::Operation *op,
                                  mlir::NamedAttribute attr);

} // namespace memplace

#endif // MEMPLACE_LIB_DIALECT_MEMPLACE_IR_OPERANDATTRIBUTES_H
