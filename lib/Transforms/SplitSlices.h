//===- SplitSlices.h - Split stacks into slices -----------------*- C++ -*-===//
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

/// Makes each slice of stacked storage a separate buffer. Returns the number of
/// new buffers; 0 if nothing was split. The order of computation does not
/// change.
///
/// The storage is an argument or an allocation. Its uses must be slices along
/// the outermost dimension, all of the same size and at constant offsets, or
/// ops over all slices in order. Such ops are `memref.copy` and linalg ops with
/// the outermost dimension as their outermost loop; they are replaced by an op
/// per slice. Slices of arguments become casts with a `memplace.piece`, slices
/// of allocations become allocations.
size_t splitSlices(mlir::func::FuncOp function);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_SPLITSLICES_H
