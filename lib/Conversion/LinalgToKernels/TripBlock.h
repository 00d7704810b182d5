//===- TripBlock.h - Blocks of trips of contractions ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_CONVERSION_LINALGTOKERNELS_TRIPBLOCK_H
#define MEMPLACE_CONVERSION_LINALGTOKERNELS_TRIPBLOCK_H

#include "Contraction.h"
#include "ProductPlan.h"

#include <optional>

namespace memplace {

/// A loop of a contraction, computed in blocks of trips.
struct TripBlock {
  unsigned dim = 0;
  int64_t extent = 0; ///< Trips of the loop.
  int64_t trips = 0;  ///< Trips per block, fewer than the extent.
};

/// Chooses a cut of a contraction to pack less of a factor at a time, along the
/// first loop common only to this factor and the result. The blocks of rows and
/// columns stay multiples of the kernel's blocks, so all bits stay equal. None
/// if the factor is small, or if repacking the second factor for each part is
/// too expensive.
std::optional<TripBlock> chooseBlock(const Contraction &contraction,
                                     const ProductPlan &plan);

/// Replaces a contraction by a loop over blocks and, if trips remain, an op for
/// the rest. Returns the new ops. If the op cannot be cut, returns an empty
/// list and changes nothing.
llvm::SmallVector<mlir::linalg::LinalgOp>
cutToBlock(const Contraction &contraction, const TripBlock &block);

} // namespace memplace

#endif // MEMPLACE_CONVERSION_LINALGTOKERNELS_TRIPBLOCK_H
