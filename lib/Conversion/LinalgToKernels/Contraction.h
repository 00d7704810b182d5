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

/// Role of a loop in a contraction: counts rows of the left factor and the
/// result, columns of the right factor and the result, terms of the sum, or
/// separate products. Loops of a single trip have no role (Unit).
enum class DimRole { Unit, Batch, Row, Column, Sum };

/// A factor of the product.
struct Factor {
  mlir::Value value; // In the op's body.
  llvm::SmallVector<unsigned>
      inputs;                // Inputs of the op used to compute the factor.
  llvm::SmallBitVector dims; // Loops of several trips that change the factor.

  /// Returns true if a kernel can read the factor in place: the factor is an
  /// unchanged input in an element type of the kernels.
  bool isInput() const {
    return mlir::isa<mlir::BlockArgument>(value) &&
           mlir::isa<mlir::Float32Type, mlir::Float64Type>(value.getType());
  }
};

/// A linalg op that adds the products of two factors to its only output, in
/// memory.
struct Contraction {
  mlir::linalg::LinalgOp op;
  Factor left;
  Factor right;
  llvm::SmallVector<int64_t> sizes;        // By loop; may be dynamic.
  llvm::SmallVector<DimRole> roles;        // By loop.
  llvm::SmallVector<mlir::AffineMap> maps; // By operand; 0 for unit loops.

  /// Returns the loops of a role, outermost first.
  llvm::SmallVector<unsigned> getDims(DimRole role) const;
};

/// Returns the memref below all views. A view of an arena counts as a separate
/// place, because placement keeps slots in use from overlapping.
mlir::Value getPlace(mlir::Value memref);

/// Returns true for types summed in f32, with a single rounding at the end.
bool isNarrow(mlir::Type element);

/// Matches \p op as a contraction of f64, f32, f16 or bf16: a single output
/// whose map permutes loops, and a body that adds the product of two values,
/// neither computed from the output. Fails for other ops, if output and inputs
/// may share storage, or if a loop has no role in a matrix product.
mlir::FailureOr<Contraction> matchContraction(mlir::linalg::LinalgOp op);

} // namespace memplace

#endif // MEMPLACE_CONVERSION_LINALGTOKERNELS_CONTRACTION_H
