//===- PricedProblem.h - Strong bound for given prices ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bound is a sum of independent parts, one per op and one per buffer. See
// docs/reference/bounds.md, "The strong bound", for the proof.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_PRICEDPROBLEM_H
#define MEMPLACE_LIB_BOUNDS_PRICEDPROBLEM_H

#include "BufferChoice.h"
#include "Knapsack.h"

namespace memplace {

/// Rounding error of a sum of some thousand terms, relative to the sum of their
/// absolute values; each term rounds by 1e-16.
constexpr double roundingSlack = 1e-11;

/// Sets the gain function of \p knapsack for the savings of an op's operands,
/// at \p rate per second.
void setGain(Knapsack &knapsack, const OpTimes &times, double rate);

/// Computes the bound for given prices and the slopes by the prices.
class PricedProblem {
public:
  explicit PricedProblem(const FastTierModel &model);

  /// Returns the bound in seconds. Fills `taken` with the amounts taken by
  /// buffers and `given` with the amounts granted by ops.
  double boundFor(const FastTierPrices &prices);

  FastTierAmounts taken;           // Held and time used; fast service offered.
  FastTierAmounts given;           // Held and time offered; fast service used.
  std::vector<double> bufferParts; // Contributions to the bound.
  std::vector<double> opParts;

private:
  /// A nonzero price of being in the fast tier during an op.
  struct HeldCost {
    int32_t price; // Index of the price.
    int64_t size;
    double cost;
  };
  void findHeldCosts(const FastTierPrices &prices);
  /// Choice of an op.
  struct OpChoice {
    double part = 0; // Contribution to the bound.
    double paid = 0, won = 0;
    double slowSeconds = 0;    // Time of `slow` not left to transfers.
    double saved = 0;          // Memory time saved.
    std::vector<int32_t> held; // Prices of buffers held fast.
    std::vector<const FastTierPlace *> used; // Held buffers that serve the op.
    int64_t room = 0;                        // Bytes left.
  };
  /// Fills the knapsack. If \p paysForUse is true, the op pays for the time of
  /// `slow` that its operands take; otherwise for the least time that transfers
  /// cannot use, regardless of its choice.
  void addItems(size_t step, const FastTierPrices &prices, bool paysForUse);
  void choose(size_t step, const FastTierPrices &prices, bool paysForUse,
              OpChoice &choice);
  double opPart(size_t step, const FastTierPrices &prices);
  void grantFreePlaces(const FastTierPrices &prices);

  const FastTierModel &model;
  double magnitude = 0; // Sum of absolute terms, for the rounding error.
  Knapsack knapsack;
  OpChoice first, second; // Scratch of one op.
  /// By item of the knapsack: the price of holding the item, and its place if
  /// the op may use it.
  std::vector<std::pair<int32_t, const FastTierPlace *>> places;
  /// By step, in the order of prices. Lists nonzero prices only: most prices
  /// are 0, and reading every price would dominate the running time.
  std::vector<std::vector<HeldCost>> heldCosts;
  std::vector<int64_t> room; // By step: bytes left by the op.
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_PRICEDPROBLEM_H
