//===- BankBound.h - Bound on the cost of a choice of banks -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_BANKBOUND_H
#define MEMPLACE_LIB_PACKING_BANKBOUND_H

#include "BankModel.h"
#include "Budget.h"

namespace memplace::packing {

/// Lower bound on the cost of any packing, and prices that prove it.
class BankBound {
public:
  /// Without prices: the cost with each item in its cheapest bank.
  explicit BankBound(const BankModel &model);

  /// Improves the prices by a subgradient method for \p rounds rounds.
  /// \p target is the cost of a known packing.
  void improve(double target, int rounds, Budget &budget);

  double value() const { return best; }
  /// Returns by how much a packing with \p item in \p bank costs more than
  /// `value` at least; infinity if not allowed.
  double regretOf(int32_t item, int32_t bank) const {
    return bank == noBank
               ? std::numeric_limits<double>::infinity()
               : regrets[static_cast<size_t>(item) * model.numBanks() + bank];
  }

private:
  double evaluate();
  double slopes();
  void step(double length);
  void setRegrets();

  const BankModel &model;
  /// By bank and section: cost of a byte in use. Zero without a capacity.
  std::vector<std::vector<double>> prices;
  std::vector<std::vector<double>> sums; // Of the prices before a section.
  std::vector<std::vector<double>> slope;
  std::vector<int32_t> chosen; // By item: the cheapest with the prices.
  double best = 0;
  std::vector<double> regrets; // By item, then by bank.
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_BANKBOUND_H
