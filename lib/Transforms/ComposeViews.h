//===- ComposeViews.h - Compose views in loops ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_COMPOSEVIEWS_H
#define MEMPLACE_LIB_TRANSFORMS_COMPOSEVIEWS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace memplace {

/// Rewrites each `memref.subview` in a loop of \p function, if it is of another
/// subview or of a reshape, as a subview of that op's source, followed by a
/// reshape of the tile. A view remains as it is if its elements are not a range
/// of indices of each dimension of that source.
void composeViews(mlir::func::FuncOp function);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_COMPOSEVIEWS_H
