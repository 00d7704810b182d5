//===- PickRows.h - Rows of arguments picked by an index --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_PICKROWS_H
#define MEMPLACE_LIB_TRANSFORMS_PICKROWS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

/// Copies the rows of argument \p number to separate memory before use. Does so
/// only if \p function uses the argument for nothing but taking a few rows (at
/// most 512, and at most half of all rows) at indices known only at run time.
/// An argument of at most 64 rows becomes an argument for each row. Returns
/// true if it changed the function.
bool pickRows(mlir::func::FuncOp function, unsigned number);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_PICKROWS_H
