//===- BankPlan.h - Offsets for a choice of banks ---------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_BANKPLAN_H
#define MEMPLACE_LIB_PACKING_BANKPLAN_H

#include "BankModel.h"
#include "Budget.h"

#include <set>

namespace memplace::packing {

/// Banks and offsets by item.
struct BankPlan {
  std::vector<int32_t> banks;
  std::vector<Offset> offsets;
  double cost = std::numeric_limits<double>::infinity(); // Infinity: no plan.
};

/// Outcome of packing a bank.
enum class BankVerdict { Fits, Impossible, Unknown };

/// Packs banks.
class BankPacker {
public:
  BankPacker(const BankModel &model, Budget &budget)
      : model(model), budget(budget), excess(model.numBanks()) {}

  /// Packs each item in its bank of \p banks, with \p nodes for each bank; sets
  /// \p plan if all fit.
  BankVerdict packExactly(std::span<const int32_t> banks, int64_t nodes,
                          BankPlan &plan);
  /// Packs the items of each bank of \p banks by one skyline; items above the
  /// capacity go to a later bank. Takes near-linear time, with or without a
  /// budget. Returns a plan of infinite cost if an item finds no room.
  BankPlan packQuickly(std::span<const int32_t> banks);
  /// Packs most items in their bank of \p banks, others where there is room.
  /// Returns a plan of infinite cost if an item finds no room, or time is over
  /// before all items have a place.
  BankPlan packNearly(std::span<const int32_t> banks);
  /// Returns by how many bytes the last `packNearly` missed the capacity of a
  /// bank; 0 if everything did fit.
  int64_t excessOf(int32_t bank) const { return excess[bank]; }
  /// Lowers the peaks of \p plan, each item in its bank.
  void lowerPeaks(BankPlan &plan);

private:
  BankVerdict packBank(int32_t bank, std::span<const int32_t> chosen,
                       int64_t nodes, BankPlan &plan);
  void packMost(int32_t bank, std::span<const int32_t> chosen, BankPlan &plan);
  bool placeRest(BankPlan &plan);

  const BankModel &model;
  Budget &budget;
  std::vector<int64_t> excess; // By bank.
  /// Bank and its items that are proven not to fit.
  std::set<std::pair<int32_t, std::vector<int32_t>>> impossible;
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_BANKPLAN_H
