//===- ProductPlan.h - How to compute a contraction by gemm -----*- C++ -*-===//
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

/// Loops, outermost first, that step evenly through all memory that they change
/// in: one loop as long as all together, with the stride of the last.
using Axis = llvm::SmallVector<unsigned>;

/// How a factor gets to the kernel.
struct FactorPlan {
  /// Whether it is computed, or copied, into a place of its own first. For a
  /// convolution that is the matrix that `im2col` makes.
  bool isPacked = false;
  /// The loops that it changes in, in the order of that place.
  llvm::SmallVector<unsigned> order;
};

/// A contraction as calls of a product of matrices: those inside of a nest of
/// loops over `loops`.
struct ProductPlan {
  FactorPlan left;
  FactorPlan right;
  Axis rows; // Empty: one.
  Axis columns;
  Axis sums;
  llvm::SmallVector<Axis> loops;
};

/// The expression as a sum of multiples of loops: the multiple for each.
/// Fails if it is something else.
mlir::FailureOr<llvm::SmallVector<int64_t>>
getCoefficients(mlir::AffineExpr expression, unsigned numDims);

/// Chooses what to pack, which loops to join and which to leave around the
/// call. Fails where calls are no faster than loops: without a sum, for a few
/// multiplications each, or where a factor would be packed to be read once.
mlir::FailureOr<ProductPlan> planProduct(const Contraction &contraction);

} // namespace memplace

#endif // MEMPLACE_CONVERSION_LINALGTOKERNELS_PRODUCTPLAN_H
