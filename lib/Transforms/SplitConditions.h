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

/// Splits generic ops at the indices where conditions in their bodies change. A
/// concatenation, for example, becomes an op for each of its parts. The
/// elements that the body of a part loads become operands of the part. An op is
/// split if it does not fit into \p tier, or if it loads from an allocation and
/// another op takes tiles of this allocation.
///
/// The body of such an op must load elements. Each index of a load must be a
/// constant plus nonnegative multiples of the op's loop indices, or a constant
/// minus one loop index.
mlir::LogicalResult splitConditions(mlir::func::FuncOp function,
                                    const Tier &tier);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_SPLITCONDITIONS_H
