//===- StatedAccess.h - Accesses and costs in attributes --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_INTERFACES_STATEDACCESS_H
#define MEMPLACE_LIB_INTERFACES_STATEDACCESS_H

#include "memplace/Dialect/MemPlace/IR/MemPlace.h"
#include "memplace/Interfaces/MemoryOpInterface.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace memplace {

/// The access to a memref operand, by `memplace.access`.
struct StatedAccess {
  mlir::OpOperand *operand;
  AccessAttr access;

  /// Returns the mode of the access; none if no element is touched.
  std::optional<AccessMode> getMode() const;
  bool writes() const {
    return getMode().value_or(AccessMode::Read) != AccessMode::Read;
  }
};

/// Returns an entry for each memref operand of \p op, by its `memplace.access`
/// or, for a call without it, by that of the callee. None without the
/// attribute.
std::optional<llvm::SmallVector<StatedAccess>>
getStatedAccesses(mlir::Operation *op);

/// Returns the access to the memref argument \p index of \p callee, by its
/// `bufferization.access` or `llvm.readonly`. None without these attributes.
std::optional<AccessMode> getStatedAccess(mlir::FunctionOpInterface callee,
                                          unsigned index);

/// Returns the pairs of memref operands of \p op in the attribute \p name,
/// `memplace.apart` or `memplace.together`, or, for a call without it, in that
/// of the callee. Empty without the attribute.
llvm::SmallVector<std::pair<mlir::Value, mlir::Value>>
getStatedPairs(mlir::Operation *op, llvm::StringRef name);

/// Returns true for an op without a model whose accesses are stated by
/// `memplace.access`. They cover its regions, whose ops need no models. The
/// attribute does not tell where a memref result is. An op with a memref result
/// is therefore unknown, not opaque.
bool isOpaque(mlir::Operation *op);

/// Returns the `memplace.cost` of \p op or, for a call without it, of the
/// callee. Null without the attribute.
CostAttr getStatedCost(mlir::Operation *op);

/// Returns the tiers in both lists of names; a null list has all tiers. The
/// result is empty if the lists have no tier in common.
mlir::ArrayAttr intersectTiers(mlir::ArrayAttr a, mlir::ArrayAttr b);

} // namespace memplace

#endif // MEMPLACE_LIB_INTERFACES_STATEDACCESS_H
