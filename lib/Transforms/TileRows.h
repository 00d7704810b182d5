//===- TileRows.h - Ops on large arrays as loops over rows ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_TILEROWS_H
#define MEMPLACE_LIB_TRANSFORMS_TILEROWS_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"

namespace memplace {

/// Replaces \p op, a `memref.copy` or an op of linalg with the operands
/// \p stacks, by a nest of loops in which each trip accesses a run of whole
/// rows of each stack, of at most \p maxBytes bytes. Returns the innermost new
/// loop. Returns null and changes nothing if a stack has a dynamic shape or
/// another layout than the identity; if the op does not access the rows of all
/// stacks in the same order, each once; or if an element is larger than
/// \p maxBytes. If upstream's tiling fails, a copy may have become a
/// `linalg.copy`.
mlir::scf::ForOp tileRows(mlir::Operation *op,
                          llvm::ArrayRef<mlir::Value> stacks, int64_t maxBytes,
                          mlir::RewriterBase &rewriter);

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_TILEROWS_H
