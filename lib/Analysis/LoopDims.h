//===- LoopDims.h - Trip counts, one loop index at a time -------*- C++ -*-===//
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
  /// How often, as far as the cost goes: `exactTrips` or what the user says.
  std::optional<int64_t> trips;
  /// How often, from constant bounds.
  std::optional<int64_t> exactTrips;
  /// The index runs from 0 with step 1.
  bool isNormalized = false;
};

/// The dimensions of \p op; empty if it is no loop.
llvm::SmallVector<LoopDim> getLoopDims(mlir::Operation *op);

} // namespace memplace

#endif // MEMPLACE_LIB_ANALYSIS_LOOPDIMS_H
