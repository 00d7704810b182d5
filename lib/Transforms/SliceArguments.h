//===- SliceArguments.h - Stacks as an argument per row ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_SLICEARGUMENTS_H
#define MEMPLACE_LIB_TRANSFORMS_SLICEARGUMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace memplace {

/// Unrolls loops that take slices, innermost first, as long as the function has
/// at most \p maxSteps steps. Returns the number of unrolled loops. Fails if a
/// loop was left partly unrolled.
llvm::FailureOr<size_t> unrollSliceLoops(mlir::func::FuncOp function,
                                         int64_t maxSteps);

/// Returns true if the function uses argument \p number only row by row, at
/// constant rows.
bool isUsedByRows(mlir::func::FuncOp function, unsigned number);

/// Replaces argument \p number by an argument for each row, with its
/// attributes, and without the outermost dimension if no op needs it. Returns
/// the number of rows.
int64_t sliceArgument(mlir::func::FuncOp function, unsigned number);

/// Creates a subview of shape \p shape, whose layout follows from \p source.
/// Dimensions of size 1 that \p shape lacks are dropped.
mlir::memref::SubViewOp makeSubView(mlir::ImplicitLocOpBuilder &builder,
                                    mlir::ArrayRef<int64_t> shape,
                                    mlir::Value source,
                                    mlir::ArrayRef<mlir::OpFoldResult> offsets,
                                    mlir::ArrayRef<mlir::OpFoldResult> sizes,
                                    mlir::ArrayRef<mlir::OpFoldResult> strides);

/// As above, with strides of 1.
mlir::memref::SubViewOp makeSubView(mlir::ImplicitLocOpBuilder &builder,
                                    mlir::ArrayRef<int64_t> shape,
                                    mlir::Value source,
                                    mlir::ArrayRef<mlir::OpFoldResult> offsets,
                                    mlir::ArrayRef<int64_t> sizes);

/// Replaces a view by another view of the same shape. Also rebuilds views of
/// the view, whose layouts depend on its layout.
void replaceView(mlir::Value from, mlir::Value to);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_SLICEARGUMENTS_H
