//===- OpPrices.h - What ops pay for their choices --------------*- C++ -*-===//
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

/// The ops' side: for each choice, what it pays and is paid at least.
class OpPrices {
public:
  explicit OpPrices(const Pricing &pricing);

  /// Fills `values`. Returns the sum of the least of all steps.
  double update(const PriceList &prices);
  /// Leaves out choices that cost \p margin or more above the cheapest of their
  /// step, for good. Whether there were any.
  bool leaveOut(double margin);
  /// Whether a choice that is left serves a unit from \p tier.
  bool mayServe(Step step, size_t unit, TierId tier) const;
  /// Adds what the ops leave and hold if each makes its cheapest choice.
  void addGiven(const PriceList &prices, PriceList &given);

  std::vector<std::vector<double>> values; // By step and choice.
  std::vector<size_t> cheapest;            // By step.
  double magnitude = 0;                    // Of all that was added up.

private:
  /// A set of buffers that an op uses in one tier, and what is best there.
  struct Hold {
    TierId tier = 0;
    std::vector<BufferId> used;
    double value = 0;
    std::vector<BufferId> taken; // Besides these.
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
  std::vector<Item> items; // Scratch: what may be held, best first.
  std::vector<bool> current, best;
  double bestValue = 0;
  int64_t numNodes = 0;
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_OPPRICES_H
