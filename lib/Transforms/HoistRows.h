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

/// Redirects the loads and stores of single elements of \p stack in the nest \p
/// loop to views of the rows that they need. A scatter becomes:
///
///   for i: row = subview stack[index(i), 0] [1, n]
///          for j: row[0, j] = update[i, j]
///
/// A row consists of all trailing dimensions whose indices are known before run
/// time, and has at most \p maxBytes bytes. The position of a view is the
/// position of the access, clamped to the stack. Clamping is needed because the
/// view is made outside of conditions around the access, where the indices may
/// be out of bounds. Changes nothing, and returns false, if an access has no
/// such row, or if a row's position is computed in a branch.
bool hoistRows(mlir::scf::ForOp loop, mlir::Value stack, int64_t maxBytes);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_HOISTROWS_H
