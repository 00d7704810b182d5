//===- LoopDims.h - Trip counts by loop index -------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_ANALYSIS_LOOPDIMS_H
#define MEMPLACE_LIB_ANALYSIS_LOOPDIMS_H

#include "mlir/IR/Operation.h"

#include <optional>

namespace memplace {

/// One dimension of the iteration space of a loop op.
struct LoopDim {
  mlir::Operation *loop = nullptr;
  mlir::Value index; // Null for a loop without an induction variable.
  /// Number of trips for the cost: `exactTrips`, or the number given by the
  /// user.
  std::optional<int64_t> trips;
  /// Number of trips from constant bounds.
  std::optional<int64_t> exactTrips;
  /// The index starts at 0 and has step 1.
  bool isNormalized = false;
};

/// Returns the dimensions of \p op; empty if \p op is not a loop.
llvm::SmallVector<LoopDim> getLoopDims(mlir::Operation *op);

} // namespace memplace

#endif // MEMPLACE_LIB_ANALYSIS_LOOPDIMS_H
