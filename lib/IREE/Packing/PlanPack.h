//===- PlanPack.h - Offsets of slices ---------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_IREE_PACKING_PLANPACK_H
#define MEMPLACE_LIB_IREE_PACKING_PLANPACK_H

#include "ExtractPack.h"

#include "memplace/Packing/Pack.h"

namespace memplace {

/// Offsets of the slices of one op, and their quality. Sizes in bytes.
struct PackedSlices {
  llvm::SmallVector<Offset> offsets; // By static slice.
  int64_t size = 0;                  // Of the static slices, rounded up.
  int64_t stock = 0;                 // Size with IREE's own order.
  int64_t bound = 0;                 // Proven lower bound on the size.
  bool isProven = false;             // `size` is proven minimal.
  std::string packer;                // Name of the best packer.
};

/// Reports the first option of a packing pass that is out of its range, at the
/// location of \p module.
mlir::LogicalResult checkPackOptions(mlir::Operation *module,
                                     SliceAlignment alignment, int64_t nodes);

/// Packs the static slices of \p pack by the packing solvers. Reports errors at
/// the op.
mlir::FailureOr<PackedSlices> planPack(const StreamPack &pack,
                                       const PackLimits &limits);

/// Verifies and evaluates offsets from a file, by static slice.
mlir::FailureOr<PackedSlices>
checkPlannedPack(const StreamPack &pack, llvm::SmallVector<Offset> offsets);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_PACKING_PLANPACK_H
