//===- EraseMemPlace.h - What is left of memplace in lowered IR -*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_CONVERSION_ERASEMEMPLACE_H
#define MEMPLACE_CONVERSION_ERASEMEMPLACE_H

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "mlir/IR/Builders.h"

namespace memplace {

/// Drops the discardable attributes of memplace from \p root and all in it, its
/// functions' arguments included.
void eraseMemPlaceAttributes(mlir::Operation *root);

/// Replaces tiers as memory spaces by what \p getSpace says (null: MLIR's
/// default memory space) and tokens by \p token, in all types in \p root. Casts
/// between memory spaces that became one vanish. In between, while operations
/// are lowered one by one, operand and result types may disagree: verify after
/// this.
void replaceTiersAndTokens(
    mlir::Operation *root,
    llvm::function_ref<mlir::Attribute(TierAttr)> getSpace, mlir::Type token);

/// `memref.view` of the arena for \p slot, at the builder's position. A layout
/// is put on by `memref.reinterpret_cast`.
mlir::Value createView(mlir::OpBuilder &builder, SlotOp slot);

} // namespace memplace

#endif // MEMPLACE_CONVERSION_ERASEMEMPLACE_H
