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

/// Where the slices of one op go, and what that is worth. Bytes.
struct PackedSlices {
  llvm::SmallVector<Offset> offsets; // By static slice.
  int64_t size = 0;                  // Of the static slices, rounded up.
  int64_t stock = 0;                 // What IREE's own order needs for them.
  int64_t bound = 0;                 // Proven: none needs less.
  bool isProven = false;             // No packing has a smaller `size`.
  std::string packer;                // What found it.
};

/// Packs the static slices of \p pack by the packing solvers. What is wrong is
/// reported at the op.
mlir::FailureOr<PackedSlices> planPack(const StreamPack &pack,
                                       const PackLimits &limits);

/// The same of offsets from a file, by static slice, which must be legal.
mlir::FailureOr<PackedSlices>
checkPlannedPack(const StreamPack &pack, llvm::SmallVector<Offset> offsets);

} // namespace memplace

#endif // MEMPLACE_LIB_IREE_PACKING_PLANPACK_H
