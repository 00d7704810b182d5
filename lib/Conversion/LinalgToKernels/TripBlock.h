//===- TripBlock.h - Contractions cut to pack less at a time -----*- C++
//-*-===//
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

/// A loop of a contraction of which some trips at a time are computed.
struct TripBlock {
  unsigned dim = 0;
  int64_t extent = 0; ///< Trips of the loop.
  int64_t trips = 0;  ///< Of them, at a time: fewer than the extent.
};

/// How to cut a contraction so that less of a factor is packed at a time: along
/// the first loop that only this factor and the result have. Blocks of rows and
/// columns stay those of the kernel, and with them all bits. None if the factor
/// is small, or if it would take too much to pack the other one for each part.
std::optional<TripBlock> chooseBlock(const Contraction &contraction,
                                     const ProductPlan &plan);

/// Replaces a contraction by a loop over one of such trips, and one of those
/// that are left; returns them. Empty, and nothing changed, if it can't be
/// cut.
llvm::SmallVector<mlir::linalg::LinalgOp>
cutToBlock(const Contraction &contraction, const TripBlock &block);

} // namespace memplace

#endif // MEMPLACE_CONVERSION_LINALGTOKERNELS_TRIPBLOCK_H
