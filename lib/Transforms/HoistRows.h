//===- HoistRows.h - Rows of element accesses in loops ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_HOISTROWS_H
#define MEMPLACE_LIB_TRANSFORMS_HOISTROWS_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace memplace {

/// Lets the loads and stores of single elements of \p stack in the nest \p loop
/// go to views of the rows that they need, e.g. of a scatter:
///
///   for i: row = subview stack[index(i), 0] [1, n]
///          for j: row[0, j] = update[i, j]
///
/// A row has all trailing dimensions with indices that are known before run
/// time, and at most \p maxBytes bytes. The view's position is that of the
/// access, clamped to the stack: an access under a condition may have indices
/// out of bounds where the view is made. Changes nothing, and returns false, if
/// an access has no such row, or if a row's position is computed in a branch.
bool hoistRows(mlir::scf::ForOp loop, mlir::Value stack, int64_t maxBytes);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_HOISTROWS_H
