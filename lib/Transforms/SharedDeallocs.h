//===- SharedDeallocs.h - Deallocations of several values -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_TRANSFORMS_SHAREDDEALLOCS_H
#define MEMPLACE_LIB_TRANSFORMS_SHAREDDEALLOCS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"

namespace memplace {

/// Uses of an allocation, also through `arith.select`, results of `scf.if` and
/// views.
struct AllocUses {
  llvm::SmallVector<mlir::Operation *> users;
  llvm::SmallVector<mlir::memref::DeallocOp>
      deallocs;         // Those that may free it.
  std::string obstacle; // Reason against knowing all uses, or empty.
};

/// Returns the uses of \p alloc.
AllocUses findAllocUses(mlir::memref::AllocOp alloc);

/// Returns the op that contains \p user, or is \p user, in the block of
/// \p alloc or in a block around it, with only `scf.if` in between. Null if
/// there is none.
mlir::Operation *findUseAround(mlir::memref::AllocOp alloc,
                               mlir::Operation *user);

/// Allocations whose deallocations are in branches, or free one of several
/// allocations. An arena can hold such an allocation if it can hold every
/// allocation that one of its deallocations may free.
class SharedDeallocs {
public:
  /// \p packed are the allocations that are in an arena anyway.
  explicit SharedDeallocs(llvm::DenseSet<mlir::Operation *> packed)
      : packed(std::move(packed)) {}

  /// Adds an allocation without an obstacle of its own.
  void add(mlir::memref::AllocOp alloc) { uses[alloc] = findAllocUses(alloc); }
  /// Drops allocations that cannot be in an arena. Calls \p report with each
  /// dropped allocation and the reason.
  void
  drop(llvm::function_ref<void(mlir::memref::AllocOp, llvm::StringRef)> report);
  /// Returns the remaining allocations with their uses.
  const llvm::MapVector<mlir::memref::AllocOp, AllocUses> &remaining() const {
    return uses;
  }

private:
  bool canErase(mlir::memref::DeallocOp dealloc) const;

  llvm::DenseSet<mlir::Operation *> packed;
  llvm::MapVector<mlir::memref::AllocOp, AllocUses> uses;
};

} // namespace memplace

#endif // MEMPLACE_LIB_TRANSFORMS_SHAREDDEALLOCS_H
