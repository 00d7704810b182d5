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

/// One piece of storage of a function and all values that may be in it.
struct AliasSet {
  enum class Kind {
    Allocation, // memref.alloc and the like: `roots` are its results.
    Argument,   // A memref argument of the function, a piece of one, or a
                // window.
    Global,   // memref.get_global: `roots` are all results for that symbol, or
              // all mentions of one piece of it.
    Explicit, // A buffer of an already placed program: `roots` are its
              // slots (or annotated allocations) and, if it comes from
              // outside, the argument or global it is copied from or to.
  };

  Kind kind = Kind::Allocation;
  /// The values that define the storage, in IR order; not empty. An Allocation
  /// with an empty `unplacedReason` has exactly one.
  llvm::SmallVector<mlir::Value, 1> roots;
  std::string name; // Unique in the function.
  int64_t size = 0; // Bytes; 0: not static, or none.
  int64_t alignment = 1;
  /// All values whose only storage this is, roots included, in IR order.
  llvm::SmallVector<mlir::Value> members;
  /// Some op may write it.
  bool isWritten = false;
  /// A scalar on the stack inside of a step: left alone, not worth a remark.
  bool isScratch = false;
  /// Must stay where it is, as an allocation of its own: why (dynamic size,
  /// escapes, carried around a loop it is allocated in); empty otherwise. Of an
  /// argument or global: it has no static size.
  std::string unplacedReason;
  /// Some value may be in this or in another set, or in a part of this that is
  /// not known: it may only be in its home tier, at one place. Why; empty
  /// otherwise.
  std::string ambiguousReason;
  /// Sets that some value may be in together have the same number.
  unsigned group = 0;

  /// Whether the function makes this storage itself.
  bool isOwned() const { return kind == Kind::Allocation; }
  /// Whether it is an allocation that a slot may replace.
  bool isPlaceable() const { return isOwned() && unplacedReason.empty(); }
};

/// Whether \p root, of an alias set, is the caller's or the module's storage or
/// a piece of it; or a window, whose source has its bytes.
bool isOutsideRoot(mlir::Value root);

/// Whether it has contents before the function begins: not so a window over
/// what the function allocates.
bool isThereBefore(mlir::Value root);

/// Which values of a function share storage: views, subviews, casts, in-place
/// destinations, loop-carried memrefs, arguments, globals. Flow-insensitive: a
/// value's sets are those of all values that may flow into it (views, region
/// branches, selects).
///
/// Only reads the IR; valid until it changes.
class AliasSets {
public:
  explicit AliasSets(mlir::FunctionOpInterface function);

  llvm::ArrayRef<AliasSet> getSets() const { return sets; }

  /// The sets that a memref may be in, sorted; empty if it is not known (the
  /// result of an op without a model) or never has a value (dead code).
  llvm::ArrayRef<unsigned> getSetsOf(mlir::Value memref) const;

  /// Whether \p memref, a member of one set, is all of its storage, so that
  /// overwriting it leaves nothing of the old contents.
  bool coversStorage(mlir::Value memref) const;

  /// Whether \p memref may only be in the storage that getSetsOf tells.
  bool isKnown(mlir::Value memref) const {
    return !getSetsOf(memref).empty() && !partlyUnknown.contains(memref);
  }

  /// The value that \p memref always equals: for a value that a region op
  /// carries (iter_arg, result) or a select picks, the one value that flows in
  /// from everywhere; \p memref itself for all others. Does not look through
  /// views. If the members of a set whose `ambiguousReason` is empty are
  /// carried, they all equal a value that is not.
  mlir::Value getCarriedValue(mlir::Value memref) const;

private:
  std::vector<AliasSet> sets;
  llvm::DenseMap<mlir::Value, llvm::SmallVector<unsigned, 1>> setsOf;
  llvm::DenseMap<mlir::Value, mlir::Value> carriedValues;
  /// Values that may be in storage nobody told us of as well.
  llvm::DenseSet<mlir::Value> partlyUnknown;
};

} // namespace memplace

#endif // MEMPLACE_ANALYSIS_ALIASSETS_H
