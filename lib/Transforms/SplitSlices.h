//===- SplitSlices.h - Slices become buffers of their own -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_SPLITSLICES_H
#define MEMPLACE_LIB_TRANSFORMS_SPLITSLICES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

/// Makes each slice of stacked storage a buffer of its own, where the storage,
/// an argument or an allocation, is used by slices along its outermost
/// dimension, all of one size and at constant offsets, and else only by ops
/// that go over the whole of it slice by slice: linalg ops whose outermost loop
/// it is and `memref.copy`, which become one op for each slice. Slices of
/// arguments are casts with a `memplace.piece`, those of allocations are
/// allocations.
///
/// Nothing is computed in another order. Returns how many buffers came out of
/// it; 0 if nothing was split.
size_t splitSlices(mlir::func::FuncOp function);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_SPLITSLICES_H
