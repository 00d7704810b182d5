//===- SplitConditions.h - Split ops where conditions change ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_SPLITCONDITIONS_H
#define MEMPLACE_LIB_TRANSFORMS_SPLITCONDITIONS_H

#include "memplace/Problem/Problem.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

/// Splits generic ops at the indices where conditions in their bodies change,
/// if they do not fit into \p tier or load from allocations with tiles. The
/// loaded elements become operands. A concatenation becomes an op for each of
/// its parts. An op is split only if it loads elements, all at constants plus
/// multiples of its indices, or at a constant minus one of them.
mlir::LogicalResult splitConditions(mlir::func::FuncOp function,
                                    const Tier &tier);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_SPLITCONDITIONS_H
