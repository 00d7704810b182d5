//===- RowShape.h - Rows that element accesses select -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The row of an element access has size 1 in the leading dimensions, up to the
/// last dimension whose index is known only at run time, and full size in all
/// others.
///
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_ROWSHAPE_H
#define MEMPLACE_LIB_TRANSFORMS_ROWSHAPE_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <optional>

namespace memplace {

/// Returns the number of indices up to the last one that is known only at run
/// time.
size_t getNumLeading(mlir::ValueRange indices);

/// Returns the bytes of a row with \p leading leading dimensions of an array of
/// \p type at \p op, or nothing if the bytes of the array are not known.
std::optional<int64_t> getRowBytes(mlir::MemRefType type, size_t leading,
                                   mlir::Operation *op);

/// Creates the view of the row of \p stack at \p offsets, one for each leading
/// dimension.
mlir::Value createRowView(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value stack,
                          llvm::ArrayRef<mlir::OpFoldResult> offsets);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_ROWSHAPE_H
