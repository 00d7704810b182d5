//===- PricedProblem.h - The strong bound for given prices ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A bound is the sum of parts, one an op and one a buffer, each of which
// chooses for itself; docs/reference/bounds.md, "The strong bound", has the
// proof.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_BOUNDS_PRICEDPROBLEM_H
#define MEMPLACE_LIB_BOUNDS_PRICEDPROBLEM_H

#include "BufferChoice.h"
#include "Knapsack.h"

namespace memplace {

/// How much of a sum of some thousand terms may be rounding, as a part of the
/// sum of their sizes: each is off by 1e-16.
constexpr double roundingSlack = 1e-11;

/// Sets what the savings of an op's operands are worth to it, at \p rate a
/// second.
void setGain(Knapsack &knapsack, const OpTimes &times, double rate);

/// The bound for given prices, and in which direction they should move.
class PricedProblem {
public:
  explicit PricedProblem(const NearModel &model);

  /// Returns the bound, seconds. Fills `taken` with what buffers use and
  /// `given` with what ops grant.
  double boundFor(const NearPrices &prices);

  NearAmounts taken; // Held and time used, and near service offered.
  NearAmounts given; // Held and time offered, and near service used.
  std::vector<double> bufferParts; // What buffers and ops add to the bound.
  std::vector<double> opParts;

private:
  /// That near costs something while an op runs.
  struct HeldCost {
    int32_t price; // Index of it.
    int64_t size;
    double cost;
  };
  void findHeldCosts(const NearPrices &prices);
  /// What an op chooses.
  struct OpChoice {
    double part = 0; // What it adds to the bound.
    double paid = 0, won = 0;
    double farSeconds = 0;     // Time of `far` that it leaves to nobody.
    double saved = 0;          // Of its memory time.
    std::vector<int32_t> held; // Prices of what it holds near.
    std::vector<const NearPlace *> used; // Of these, what serves it.
    int64_t room = 0;                    // Bytes that are left.
  };
  /// \p paysForUse: for time of `far` that its operands take; else for the
  /// least that nobody else has, whatever it chooses.
  void addItems(size_t step, const NearPrices &prices, bool paysForUse);
  void choose(size_t step, const NearPrices &prices, bool paysForUse,
              OpChoice &choice);
  double opPart(size_t step, const NearPrices &prices);
  void giveWhatIsFree(const NearPrices &prices);

  const NearModel &model;
  double magnitude = 0; // Of all that is added up, which is what rounds.
  Knapsack knapsack;
  OpChoice first, second; // Of one op.
  /// By item of the knapsack: the price of holding it, and its place if the op
  /// may use it there.
  std::vector<std::pair<int32_t, const NearPlace *>> places;
  /// By step, in the order of prices. Most prices are 0, and so memory that is
  /// read for all of them takes longer than all else.
  std::vector<std::vector<HeldCost>> heldCosts;
  std::vector<int64_t> room; // By step: what the op has left.
};

} // namespace memplace

#endif // MEMPLACE_LIB_BOUNDS_PRICEDPROBLEM_H
