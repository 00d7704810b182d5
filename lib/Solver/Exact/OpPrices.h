//===- OpPrices.h - Ops' side of the price bound ----------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_OPPRICES_H
#define MEMPLACE_LIB_SOLVER_EXACT_OPPRICES_H

#include "Pricing.h"

namespace memplace::solver::exact {

/// The ops' side of the price bound: least net cost of each choice.
class OpPrices {
public:
  explicit OpPrices(const Pricing &pricing);

  /// Fills `values`. Returns the sum over steps of the least value.
  double update(const PriceList &prices);
  /// Permanently excludes choices at least \p margin above the cheapest choice
  /// of their step. Returns true if any choice was excluded.
  bool exclude(double margin);
  /// Returns true if a remaining choice serves the unit from \p tier.
  bool mayServe(Step step, size_t unit, TierId tier) const;
  /// Adds the time left and the copies held if each op makes its cheapest
  /// choice.
  void addGiven(const PriceList &prices, PriceList &given);

  std::vector<std::vector<double>> values; // By step and choice.
  std::vector<size_t> cheapest;            // By step.
  double magnitude = 0; // Sum of absolute terms, for the rounding error.

private:
  /// Buffers used by an op in one tier, and the best further buffers to hold
  /// there.
  struct Hold {
    TierId tier = 0;
    std::vector<BufferId> used;
    double value = 0;
    std::vector<BufferId> taken; // In addition to `used`.
  };
  void addHolds(Step step);
  void fill(Step step, Hold &hold, const PriceList &prices);
  double pack(size_t index, int64_t room, double value);

  const Pricing &pricing;
  std::vector<std::vector<Hold>> holds; // By step.
  /// By step, choice and tight tier: index into holds.
  std::vector<std::vector<std::vector<size_t>>> holdsOf;
  struct Item {
    BufferId buffer;
    double size, price;
  };
  std::vector<std::vector<bool>> isOut; // By step and choice.
  std::vector<Item> items;              // Scratch: candidates, best first.
  std::vector<bool> current, best;
  double bestValue = 0;
  int64_t numNodes = 0;
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_OPPRICES_H
