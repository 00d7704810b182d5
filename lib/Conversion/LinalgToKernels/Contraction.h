//===- Contraction.h - Sums of products in linalg ops -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_CONVERSION_LINALGTOKERNELS_CONTRACTION_H
#define MEMPLACE_CONVERSION_LINALGTOKERNELS_CONTRACTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/SmallBitVector.h"

namespace memplace {

/// What a loop of a contraction counts: rows of the left factor and the result,
/// columns of the right one and the result, terms of the sum, or products.
/// Loops of one trip count nothing.
enum class DimRole { Unit, Batch, Row, Column, Sum };

/// One of the two values that are multiplied.
struct Factor {
  mlir::Value value;                  // In the op's body.
  llvm::SmallVector<unsigned> inputs; // Of the op, from which it is computed.
  llvm::SmallBitVector dims; // Loops of more than one trip that it changes in.

  /// Whether a kernel can read it where it is: an input as it is, and not
  /// computed from inputs or narrower than kernels take.
  bool isInput() const {
    return mlir::isa<mlir::BlockArgument>(value) &&
           mlir::isa<mlir::Float32Type, mlir::Float64Type>(value.getType());
  }
};

/// A linalg op that adds the products of two factors to its one output, in
/// memory.
struct Contraction {
  mlir::linalg::LinalgOp op;
  Factor left;
  Factor right;
  llvm::SmallVector<int64_t> sizes;        // Of the loops; may be dynamic.
  llvm::SmallVector<DimRole> roles;        // Of the loops.
  llvm::SmallVector<mlir::AffineMap> maps; // Of operands; 0 for unit loops.

  /// The loops of a role, outermost first.
  llvm::SmallVector<unsigned> getDims(DimRole role) const;
};

/// The place that a view shows. Views of an arena are places of their own:
/// those in use at a time don't overlap, which placement sees to.
mlir::Value getPlace(mlir::Value memref);

/// Whether sums of the type are sums of f32, rounded once at their end.
bool isNarrow(mlir::Type element);

/// Reads \p op as a contraction of f64, f32, f16 or bf16: one output, whose map
/// permutes loops, and a body that adds the product of two values, of which
/// neither is computed from the output. Fails if it is something else, if
/// output and inputs may be one place, or if the factors share no loop or each
/// other's.
mlir::FailureOr<Contraction> matchContraction(mlir::linalg::LinalgOp op);

} // namespace memplace

#endif // MEMPLACE_CONVERSION_LINALGTOKERNELS_CONTRACTION_H
