//===- CutLoss.h - Loss of the strong bound in cut problems -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See docs/reference/bounds.md, "The strong bound with pieces", for the proof.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_CUTLOSS_H
#define MEMPLACE_LIB_BOUNDS_CUTLOSS_H

#include "PricedProblem.h"

namespace memplace {

/// Largest difference between the strong bound of a problem and a bound for its
/// cut problems, at the same prices.
class CutLoss {
public:
  /// \p model must let ops leave unlimited time, because a cut op takes longer.
  /// The times of operands must add up (`Combine::Sum`).
  CutLoss(const Problem &problem, const FastTierModel &model);

  /// Returns the greatest total loss, in seconds, over all sets of cut ops. The
  /// last call of \p priced must have computed the bound for \p prices.
  double most(const PricedProblem &priced, const FastTierPrices &prices);

private:
  /// An op's use of a buffer of the model.
  struct Touched {
    size_t buffer = 0; // Index into model.buffers.
    const FastTierUse *use = nullptr;
  };
  /// An op with cut dimensions.
  struct CutOp {
    Step step = 0;
    OpTimes times; // Of all its pieces together; operands take no room.
    std::vector<Touched> touched; // By buffer.
  };
  double lossOf(const CutOp &op, const PricedProblem &priced,
                const FastTierPrices &prices);
  double partOf(const CutOp &op, const FastTierPrices &prices);

  const FastTierModel &model;
  double pieceSeconds; // Least cost of the second piece of an op.
  std::vector<CutOp> ops;
  Knapsack knapsack;
  std::vector<double> served; // By buffer: served prices of all its uses.
  double magnitude = 0;       // Sum of absolute terms, for the rounding error.
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_CUTLOSS_H
