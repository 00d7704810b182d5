//===- LowerPlaces.h - Lower all but transfers ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_CONVERSION_UTILS_LOWERPLACES_H
#define MEMPLACE_LIB_CONVERSION_UTILS_LOWERPLACES_H

#include "memplace/Conversion/LowerPlaced.h"

#include "mlir/IR/Builders.h"

namespace memplace {

/// Removes the discardable memplace attributes from \p root and all nested ops,
/// including attributes of function arguments.
void eraseMemPlaceAttributes(mlir::Operation *root);

/// Replaces tiers used as memory spaces by the result of \p getSpace (null:
/// MLIR's default memory space), and token types by \p token, in all types in
/// \p root. Erases casts between memory spaces now equal. Operand and
/// result types may disagree during the lowering of individual ops, so verify
/// after this.
void replaceTiersAndTokens(mlir::Operation *root, SpaceOfTier getSpace,
                           mlir::Type token);

/// Creates a `memref.view` of the arena for \p slot at the builder's position.
/// A `memref.reinterpret_cast` adds a layout if needed.
mlir::Value createView(mlir::OpBuilder &builder, SlotOp slot);

/// Lowers all of the placed programs in \p root but transfers and waits, which
/// are gone: arenas to `memref.alloc`, slots to `memref.view`, tiers and tokens
/// as `replaceTiersAndTokens`. Marks and attributes of memplace disappear.
void lowerPlaces(mlir::Operation *root, SpaceOfTier getSpace, mlir::Type token);

} // namespace memplace

#endif // MEMPLACE_LIB_CONVERSION_UTILS_LOWERPLACES_H
