//===- CostSum.h - What the ops of a step add up to -------------*- C++ -*-===//
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

/// Bytes that may not be known.
using Bytes = std::optional<int64_t>;

/// Traffic of one memref in one direction.
struct Direction {
  bool happens = false;
  /// At addresses made of loop indices alone: the memref's size is the most.
  int64_t dense = 0;
  Bytes other = 0;
  double efficiency = 1; // Of all of them.

  /// Bytes that the efficiency is weighted by.
  int64_t weight() const { return addCounts(dense, other.value_or(maxCount)); }

  Bytes total(Bytes cap) const {
    if (!other)
      return std::nullopt;
    return addCounts(cap ? std::min(dense, *cap) : dense, *other);
  }
};

/// What happens to one memref value.
struct Use {
  Direction reads, writes;
  bool isOverwritten = false;
  /// Largest `dense` of a direction: the value's bytes, times the trips of the
  /// loops that define it anew. None: not known.
  Bytes cap;
};

struct Cost {
  llvm::MapVector<mlir::Value, Use> uses;
  llvm::MapVector<mlir::Type, int64_t> flops;
  int64_t profiledPs = 0;
  std::optional<double> overlap; // The least that is said.

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

void addInSequence(Direction &to, const Direction &from);
void addInSequence(Cost &to, const Cost &from);

/// One of \p arms runs.
Cost joinArms(llvm::ArrayRef<Cost> arms);

} // namespace memplace

#endif // MEMPLACE_LIB_ANALYSIS_COSTSUM_H
