//===- CostSum.h - Sum of the costs of a step's ops -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_ANALYSIS_COSTSUM_H
#define MEMPLACE_LIB_ANALYSIS_COSTSUM_H

#include "memplace/Analysis/OpCost.h"

#include "llvm/ADT/MapVector.h"

namespace memplace {

/// Bytes; none if unknown.
using Bytes = std::optional<int64_t>;

/// Traffic of one memref in one direction.
struct Direction {
  bool happens = false;
  /// Bytes at addresses computed from loop indices alone; `Use::cap` limits
  /// this sum.
  int64_t dense = 0;
  Bytes other = 0;
  double efficiency = 1; // Of all bytes of this direction.
  mlir::ArrayAttr tiers; // As MemoryAccess::tiers, common to all accesses.
  /// As MemoryAccess::isAtRunTimeAddress, for all accesses.
  bool isAtRunTimeAddress = false;

  /// Returns the bytes used to weight the efficiency.
  int64_t weight() const { return addCounts(dense, other.value_or(maxCount)); }

  Bytes total(Bytes cap) const {
    if (!other)
      return std::nullopt;
    return addCounts(cap ? std::min(dense, *cap) : dense, *other);
  }
};

/// Traffic of a memref value.
struct Use {
  Direction reads, writes;
  bool isOverwritten = false;
  /// Largest `dense` of a direction, bytes: the size of the value times the
  /// trips of all loops around its definition. None: unknown.
  Bytes cap;
};

/// Accesses and work of some ops.
struct Cost {
  llvm::MapVector<mlir::Value, Use> uses;
  llvm::MapVector<mlir::Type, int64_t> flops;
  int64_t profiledPs = 0;
  std::optional<double> overlap; // The smallest overlap stated so far.

  void addOverlap(std::optional<double> more) {
    if (more)
      overlap = std::min(overlap.value_or(1), *more);
  }

  int64_t totalFlops() const {
    int64_t total = 0;
    for (const auto &[type, flops] : flops)
      total = addCounts(total, flops);
    return total;
  }
};

/// Adds \p from, which runs before or after \p to. Counts saturate.
void addInSequence(Direction &to, const Direction &from);
void addInSequence(Cost &to, const Cost &from);

/// Returns the cost of a branch, which runs one of \p arms.
Cost joinArms(llvm::ArrayRef<Cost> arms);

} // namespace memplace

#endif // MEMPLACE_LIB_ANALYSIS_COSTSUM_H
