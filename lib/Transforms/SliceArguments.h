//===- SliceArguments.h - Stacks as arguments for their rows ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_SLICEARGUMENTS_H
#define MEMPLACE_LIB_TRANSFORMS_SLICEARGUMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

/// Unrolls loops that take slices, those inside of others first, as long as the
/// function has at most \p maxSteps steps. Returns how many; fails where a loop
/// was left half unrolled.
llvm::FailureOr<size_t> unrollSliceLoops(mlir::func::FuncOp function,
                                         int64_t maxSteps);

/// Whether argument \p number is used row by row only, at rows that are known.
bool isUsedByRows(mlir::func::FuncOp function, unsigned number);

/// Puts an argument for each row in its place, with its attributes, and without
/// the outermost dimension if no op wants it. Returns how many.
int64_t sliceArgument(mlir::func::FuncOp function, unsigned number);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_SLICEARGUMENTS_H
