//===- BankExact.h - Exact choice of banks ----------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_BANKEXACT_H
#define MEMPLACE_LIB_PACKING_BANKEXACT_H

#include "BankBound.h"
#include "BankPlan.h"

#include <cmath>

namespace memplace::packing {

/// Tries all choices that could be cheaper than a plan.
class BankExact {
public:
  struct Limits {
    int64_t choices;   // Of a bank for an item.
    int64_t failures;  // Complete choices that `packNodes` do not decide.
    int64_t packNodes; // To pack one bank.
  };

  BankExact(const BankModel &model, const BankBound &bound, BankPacker &packer,
            Budget &budget)
      : model(model), bound(bound), packer(packer), budget(budget) {}

  /// Improves \p best. Returns true if no plan is cheaper than the final
  /// \p best, or, if its cost is infinite, if no plan exists. Gives up at
  /// \p limits, or with too many undecided items.
  bool run(BankPlan &best, const Limits &limits);

private:
  /// An item with several banks left.
  struct Open {
    int32_t item;
    std::vector<int32_t> banks; // By regret, least first.
  };
  bool fix();
  /// Two lower bounds on the cost of a plan.
  struct Costs {
    double priced; // Bound by the prices, plus the regrets of the choices.
    double plain;  // Costs of the choices.
  };
  bool isBelowLimit(const Costs &costs) const {
    return costs.priced < limit() && costs.plain < limit();
  }
  bool canBeBetter(size_t depth, Costs costs) const;
  void search(size_t depth, Costs costs);
  void tryChoice();
  /// Returns the cost that a better plan must be below.
  double limit() const {
    return best->cost -
           (std::isfinite(best->cost) ? model.toleranceOf(best->cost) : 0);
  }

  const BankModel &model;
  const BankBound &bound;
  BankPacker &packer;
  Budget &budget;
  BankPlan *best = nullptr;
  std::vector<Open> open;
  std::vector<int32_t> choice; // Bank by item.
  std::optional<BankLoads> loads;
  Limits left = {};
  bool isComplete = true;
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_BANKEXACT_H
