//===- LowerPlaced.h - Transfers as ops of an accelerator -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_CONVERSION_LOWERPLACED_H
#define MEMPLACE_CONVERSION_LOWERPLACED_H

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/IR/PatternMatch.h"

namespace memplace {

/// Returns the memory space in place of a tier; null is MLIR's default memory
/// space.
using SpaceOfTier = llvm::function_ref<mlir::Attribute(TierAttr)>;

/// Lowers the placed programs in \p root to ops of an accelerator.
///
/// \p transfers holds a pattern for StartTransferOp and one for WaitOp. The
/// replacement of a StartTransferOp must return a value of the old token type.
/// `lowerPlaced` changes this type to \p token at the end, block arguments
/// included. Run the verifier afterwards. Arenas become `memref.alloc`, slots
/// `memref.view`, and tiers the memory spaces by \p getSpace. Acquires,
/// releases and attributes of memplace disappear.
///
/// Fails with an error at the first transfer or wait that no pattern replaces.
/// The IR is then lowered in part.
llvm::LogicalResult lowerPlaced(mlir::Operation *root,
                                mlir::RewritePatternSet &&transfers,
                                SpaceOfTier getSpace, mlir::Type token);

} // namespace memplace

#endif // MEMPLACE_CONVERSION_LOWERPLACED_H
