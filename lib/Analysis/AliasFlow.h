//===- AliasFlow.h - Sources and destinations of memrefs --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facts about a function, collected in a single walk. AliasSets.cpp derives the
// alias sets from these facts.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_ANALYSIS_ALIASFLOW_H
#define MEMPLACE_LIB_ANALYSIS_ALIASFLOW_H

#include "Callees.h"

#include "memplace/Analysis/AliasSets.h"
#include "memplace/Dialect/MemPlace/IR/MemPlace.h"

#include "llvm/ADT/DenseSet.h"

namespace memplace {

/// A memref whose storage must stay in place, and the reason.
struct AliasEscape {
  mlir::Value memref;
  std::string reason;
  /// Code may use the address of the storage later, without a memref of the
  /// storage.
  bool isKept = false;
  bool isFreed = false; // The storage may be freed out of sight.
  bool isByCallee = false;
};

/// Flow of storage between the values of a function.
struct AliasFlow {
  /// Storage with roots, kind, and an explicit name if it has one.
  std::vector<AliasSet> sets;
  /// Result -> source of the view. For an op without a model: all possible
  /// sources.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value, 1>> views;
  /// Value carried by a region op or branch, or picked by a select -> values
  /// that may flow in unchanged.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<mlir::Value, 2>> carried;
  /// Values that may be in storage outside all sets.
  llvm::DenseSet<mlir::Value> unknown;
  llvm::SmallVector<AliasEscape> escapes;
  /// The memref operands of each deallocation.
  llvm::SmallVector<llvm::SmallVector<mlir::Value, 1>> deallocated;
  llvm::SmallVector<mlir::Value> written;
  /// Source and destination of each transfer of a placed program, which are
  /// copies of the same buffer.
  llvm::SmallVector<std::pair<mlir::Value, mlir::Value>> transfers;
  /// Windows. Each is a separate set on top of its source's storage.
  llvm::SmallVector<WindowOp> windows;
  /// Some op may touch globals out of sight.
  bool hasCalls = false;
};

/// Collects the facts about \p function. Only reads the IR.
AliasFlow collectAliasFlow(mlir::FunctionOpInterface function,
                           Callees &callees);

/// Returns for each carried value the value always equal to it; the carried
/// value itself if there are several candidates. \p values: all memrefs of the
/// function.
llvm::DenseMap<mlir::Value, mlir::Value>
findCarriedValues(const AliasFlow &flow, llvm::ArrayRef<mlir::Value> values);

} // namespace memplace

#endif // MEMPLACE_LIB_ANALYSIS_ALIASFLOW_H
