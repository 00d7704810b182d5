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

/// Rewrites each `memref.subview` in a loop of \p function whose source is
/// another subview or a reshape. The result is a subview of the source of that
/// op, followed by a reshape of the tile. A view remains as it is if its
/// elements are not a range of indices in each dimension of the new source.
void composeViews(mlir::func::FuncOp function);

/// Returns true if all users of \p view, and of views of it, take a memref of
/// any layout.
bool mayChangeLayout(mlir::Value view);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_COMPOSEVIEWS_H
