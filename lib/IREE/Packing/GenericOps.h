//===- GenericOps.h - IREE ops in generic form ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_PACKING_GENERICOPS_H
#define MEMPLACE_LIB_IREE_PACKING_GENERICOPS_H

#include "mlir/IR/Builders.h"

namespace memplace {

/// Name of the attribute with the sizes of an op's operand segments.
inline constexpr llvm::StringLiteral operandSegmentsName =
    "operandSegmentSizes";

/// Returns the full name of \p op: "stream.cmd.execute".
inline llvm::StringRef nameOf(mlir::Operation *op) {
  return op->getName().getStringRef();
}

/// Returns the operands of \p op in segment \p index of `operandSegmentSizes`:
/// first and count. None if the op has no such segment.
std::optional<std::pair<unsigned, unsigned>> getSegment(mlir::Operation *op,
                                                        unsigned index);

/// Creates a `util.buffer.constant` of \p text.
mlir::Value createText(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::StringRef text);

/// Copies the attributes and properties of \p op to \p state, with \p changed
/// replaced.
void copyAttributes(
    mlir::Operation *op, mlir::OperationState &state,
    llvm::ArrayRef<std::pair<mlir::StringRef, mlir::Attribute>> changed);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_PACKING_GENERICOPS_H
