//===- PickRows.h - Rows of arguments that an index chooses -----*- C++ -*-===//
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

/// Where all that \p function does with argument \p number is to take rows of
/// it by an index that is known when it runs, few of them, copies those rows to
/// memory of their own first. An argument of few rows becomes an argument for
/// each. Returns whether it did.
bool pickRows(mlir::func::FuncOp function, unsigned number);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_PICKROWS_H
