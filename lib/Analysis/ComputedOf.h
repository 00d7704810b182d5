//===- ComputedOf.h - Data dependence through pure ops ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_ANALYSIS_COMPUTEDOF_H
#define MEMPLACE_LIB_ANALYSIS_COMPUTEDOF_H

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

namespace memplace {

/// Returns true if \p value depends on \p source through pure ops only, or
/// equals it.
inline bool isComputedOf(mlir::Value value, mlir::Value source) {
  llvm::SmallVector<mlir::Value> open = {value};
  llvm::DenseSet<mlir::Value> seen;
  while (!open.empty()) {
    mlir::Value one = open.pop_back_val();
    if (one == source)
      return true;
    mlir::Operation *op = one.getDefiningOp();
    if (op && mlir::isPure(op) && seen.insert(one).second)
      llvm::append_range(open, op->getOperands());
  }
  return false;
}

} // namespace memplace

#endif // MEMPLACE_LIB_ANALYSIS_COMPUTEDOF_H
