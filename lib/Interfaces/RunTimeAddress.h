//===- RunTimeAddress.h - Addresses known only at run time ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_INTERFACES_RUNTIMEADDRESS_H
#define MEMPLACE_LIB_INTERFACES_RUNTIMEADDRESS_H

#include "memplace/Interfaces/MemoryOpInterface.h"

namespace memplace {

/// Returns the values, from memory or arguments, from which \p index is
/// computed besides constants and indices of loops.
llvm::DenseSet<mlir::Value> getRunTimeSources(mlir::Value index);

/// Returns true if \p index has such sources.
bool isKnownAtRunTimeOnly(mlir::Value index);

/// Returns the sources of the upper bounds of all loops in \p function. A
/// position computed from these sources alone counts as known: it is the end of
/// a loop, not a selected row.
llvm::DenseSet<mlir::Value> getSourcesOfBounds(mlir::Operation *function);

/// Returns true if \p access goes to a part of its storage that is known only
/// at run time: by its address, or by the position of a view.
bool isAtRunTimeAddress(const MemoryAccess &access);

} // namespace memplace

#endif // MEMPLACE_LIB_INTERFACES_RUNTIMEADDRESS_H
