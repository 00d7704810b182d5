//===- AliasSets.h - Values that share storage ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_ANALYSIS_ALIASSETS_H
#define MEMPLACE_ANALYSIS_ALIASSETS_H

#include "memplace/Problem/Problem.h"

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace memplace {

/// Storage of a function and all values that may refer to the storage.
struct AliasSet {
  enum class Kind {
    Allocation, // memref.alloc and the like: `roots` are its results.
    Argument, // A memref argument of the function, a piece of an argument, or a
              // window.
    Result,   // An allocation that the function returns, or a piece of it.
    Global, // memref.get_global: `roots` are all mentions of the symbol, or all
            // mentions of the same piece of the global.
    Explicit, // A buffer of an already placed program: `roots` are its slots
              // (or annotated allocations). If the buffer comes from outside
              // the function, `roots` also has the argument or global at the
              // other end of its copies.
  };

  Kind kind = Kind::Allocation;
  /// Values that define the storage, in IR order; not empty. An Allocation with
  /// an empty `unplacedReason` has a single root.
  llvm::SmallVector<mlir::Value, 1> roots;
  std::string name;      // Unique in the function.
  int64_t size = 0;      // Bytes; 0: not known statically, or empty.
  int64_t alignment = 1; // Bytes.
  /// All values in this storage and in no other, roots included, in IR order.
  llvm::SmallVector<mlir::Value> members;
  /// Some op may write this storage.
  bool isWritten = false;
  /// A scalar on the stack, allocated inside a step. Stays as it is, without a
  /// remark.
  bool isScratch = false;
  /// Reason for the storage to stay an allocation of its own: dynamic size,
  /// escapes, carried around the loop of its allocation. Empty if it may be
  /// placed. For an argument or global: reason why it has no static size.
  std::string unplacedReason;
  /// Reason for the buffer to stay in its home tier as a single residency: some
  /// value may be in this set or in another, or in an unknown part of this set.
  /// Empty otherwise.
  std::string ambiguousReason;
  /// Windows move over this storage. Each move accesses it at home; an
  /// allocation stays there.
  bool hasWindows = false;
  /// Class of this set: two sets share the number if some value may be in
  /// either set, transitively.
  unsigned group = 0;

  /// Returns true if the function allocates this storage.
  bool isOwned() const { return kind == Kind::Allocation; }
  /// Returns true if the storage, or its home in a placed program, is of the
  /// caller or of the module.
  bool isFromOutside() const;
  /// Returns true for an allocation that slots may replace.
  bool isPlaceable() const { return isOwned() && unplacedReason.empty(); }
};

/// Returns true if \p root is an allocation in the entry block of a function
/// that returns the allocation or a view of it. The storage is the caller's
/// from the return on.
bool isReturnedAllocation(mlir::Value root);

/// Returns true if \p op is the return of a function, or a view used only by
/// such ops.
bool isOnlyReturned(mlir::Operation *op);

/// Returns true if \p root, a root of an alias set, is storage of the caller or
/// of the module, or a piece of such storage. Also true for a window, whose
/// bytes belong to its source.
bool isExternalRoot(mlir::Value root);

/// Returns the first op of \p function, in its entry block, that touches memory
/// and is neither an allocation nor a window; null if there is none.
mlir::Operation *findFirstAccess(mlir::FunctionOpInterface function);

/// Returns true if \p root counts as having contents before the first step. So
/// does a window over an allocation if both precede \p firstAccess, the result
/// of `findFirstAccess`; its contents are arbitrary until it moves.
bool hasInitialContents(mlir::Value root, mlir::Operation *firstAccess);

/// Values of a function with shared storage: views, subviews, casts, in-place
/// destinations, loop-carried memrefs, arguments, globals.
///
/// Flow-insensitive: the sets of a value are the union of the sets of all
/// values that may flow into it (through views, region branches, selects). Only
/// reads the IR; valid until the IR changes.
class AliasSets {
public:
  explicit AliasSets(mlir::FunctionOpInterface function);

  llvm::ArrayRef<AliasSet> getSets() const { return sets; }

  /// Returns the sets of \p memref, sorted. Empty if its sets are unknown
  /// (result of an op without a model), or if it never has a value (dead code).
  llvm::ArrayRef<unsigned> getSetsOf(mlir::Value memref) const;

  /// Returns true if \p memref, a member of a single set, spans all of the
  /// storage. A full write through \p memref then leaves no old contents.
  bool coversStorage(mlir::Value memref) const;

  /// Returns true if \p memref can only be in the sets returned by `getSetsOf`.
  bool isKnown(mlir::Value memref) const {
    return !getSetsOf(memref).empty() && !partlyUnknown.contains(memref);
  }

  /// Returns the value always equal to \p memref. For a value carried by a
  /// region op (iter_arg, result) or picked by a select, this is the only value
  /// to flow in on any path; otherwise \p memref itself. Does not look through
  /// views. Each carried member of a set with an empty `ambiguousReason` equals
  /// a value without a carrier.
  mlir::Value getCarriedValue(mlir::Value memref) const;

private:
  std::vector<AliasSet> sets;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<unsigned, 1>> setsOf;
  llvm::DenseMap<mlir::Value, mlir::Value> carriedValues;
  /// Values that may also be in storage outside all known sets.
  llvm::DenseSet<mlir::Value> partlyUnknown;
};

/// Returns the `memref.global` that \p memref mentions, if its contents never
/// change; otherwise null.
mlir::Operation *getConstantGlobal(mlir::Value memref);

} // namespace memplace

#endif // MEMPLACE_ANALYSIS_ALIASSETS_H
