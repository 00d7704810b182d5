//===- ProductPlan.h - Contractions as calls of gemm ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_CONVERSION_LINALGTOKERNELS_PRODUCTPLAN_H
#define MEMPLACE_CONVERSION_LINALGTOKERNELS_PRODUCTPLAN_H

#include "Contraction.h"

namespace memplace {

/// Loops, outermost first, with even steps through all memory that depends on
/// them. They act as a single loop with the product of their sizes and the
/// stride of the last loop.
using Axis = llvm::SmallVector<unsigned>;

/// Input of a kernel for a factor.
struct FactorPlan {
  /// Computed or copied into a separate array first. For a convolution, the
  /// array is the matrix made by `im2col`.
  bool isPacked = false;
  /// Loops of the factor, in the order of this array.
  llvm::SmallVector<unsigned> order;
};

/// A contraction as calls of a matrix product, inside a loop nest over `loops`.
struct ProductPlan {
  FactorPlan left;
  FactorPlan right;
  Axis rows; // Empty: a single row.
  Axis columns;
  Axis sums;
  llvm::SmallVector<Axis> loops;
};

/// Returns the coefficient of each loop in the expression. Fails if it is not a
/// sum of multiples of loops.
mlir::FailureOr<llvm::SmallVector<int64_t>>
getCoefficients(mlir::AffineExpr expression, unsigned numDims);

/// Chooses factors to pack, loops to join and loops around the call. Fails if
/// calls are not faster than loops: without a sum, with few multiplications per
/// call, or if a factor would be packed for a single read.
mlir::FailureOr<ProductPlan> planProduct(const Contraction &contraction);

} // namespace memplace

#endif // MEMPLACE_CONVERSION_LINALGTOKERNELS_PRODUCTPLAN_H
