//===- AliasFlow.h - Where memrefs come from and go to ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The facts AliasSets.cpp concludes from: one walk over a function.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_ANALYSIS_ALIASFLOW_H
#define MEMPLACE_LIB_ANALYSIS_ALIASFLOW_H

#include "Callees.h"

#include "memplace/Analysis/AliasSets.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "llvm/ADT/DenseSet.h"

namespace memplace {

/// A value's storage is fixed from here on, and why.
struct AliasEscape {
  mlir::Value memref;
  std::string reason;
  /// The address may be used later by what has no memref of it.
  bool isKept = false;
  bool isFreed = false; // The storage may be freed, unseen.
  bool isByCallee = false;
};

struct AliasFlow {
  /// Storage with its roots, kind and explicit name.
  std::vector<AliasSet> sets;
  /// result -> what it is a view of: one value, or, of an op without a model,
  /// several of which it may be any.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value, 1>> views;
  /// Value that a region op or a branch carries, or a select picks -> values
  /// that may flow into it unchanged.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value, 2>> carried;
  /// Values that may be in storage nobody told us of.
  llvm::DenseSet<mlir::Value> unknown;
  llvm::SmallVector<AliasEscape> escapes;
  /// The memref operands of each deallocation.
  llvm::SmallVector<llvm::SmallVector<mlir::Value, 1>> deallocated;
  llvm::SmallVector<mlir::Value> written;
  /// Both ends of transfers of a placed program: one buffer.
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> transfers;
  /// Each is storage of its own that lies over that of its source.
  llvm::SmallVector<WindowOp> windows;
  /// Some op may touch globals behind our back.
  bool hasCalls = false;
};

AliasFlow collectAliasFlow(mlir::FunctionOpInterface function,
                           Callees &callees);

/// For each carried value that has one, the value that it always equals; itself
/// if it may be one of several. \p values: all memrefs of the function.
llvm::DenseMap<mlir::Value, mlir::Value>
findCarriedValues(const AliasFlow &flow, llvm::ArrayRef<mlir::Value> values);

} // namespace memplace

#endif // MEMPLACE_LIB_ANALYSIS_ALIASFLOW_H
