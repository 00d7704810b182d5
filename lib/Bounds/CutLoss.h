//===- CutLoss.h - What the strong bound loses to pieces --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/reference/bounds.md, "The strong bound with pieces", has the proof.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_CUTLOSS_H
#define MEMPLACE_LIB_BOUNDS_CUTLOSS_H

#include "PricedProblem.h"

namespace memplace {

/// How much lower than the strong bound of a problem, for the same prices, the
/// makespan of a cut problem may be.
class CutLoss {
public:
  /// \p model lets ops leave as much time as they like, as one that is cut
  /// takes longer. Operands' times add up (`Combine::Sum`).
  CutLoss(const Problem &problem, const NearModel &model);

  /// The most that all ops together can lose, seconds, whichever of them are
  /// cut; \p priced has just found the bound for \p prices.
  double most(const PricedProblem &priced, const NearPrices &prices);

private:
  /// An op's use of a buffer of the model.
  struct Touched {
    size_t buffer = 0; // Index into model.buffers.
    const NearUse *use = nullptr;
  };
  /// An op that may be cut.
  struct CutOp {
    Step step = 0;
    OpTimes times; // Of all its pieces together; each operand takes no room.
    std::vector<Touched> touched; // By buffer.
  };
  double lossOf(const CutOp &op, const PricedProblem &priced,
                const NearPrices &prices);
  double partOf(const CutOp &op, const NearPrices &prices);

  const NearModel &model;
  double pieceSeconds; // What the second piece of an op costs at least.
  std::vector<CutOp> ops;
  Knapsack knapsack;
  std::vector<double> served; // By buffer: what all its uses are paid near.
  double magnitude = 0; // Of what is added up for an op, which is what rounds.
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_CUTLOSS_H
