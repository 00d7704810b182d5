//===- BankModel.h - A choice of banks as items and costs -------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_BANKMODEL_H
#define MEMPLACE_LIB_PACKING_BANKMODEL_H

#include "Budget.h"
#include "PackItems.h"

#include "memplace/Packing/Banks.h"

namespace memplace::packing {

/// Bank of an item without a place.
constexpr int32_t noBank = -1;

/// The items of all banks together, and the cost of each item in each bank.
/// Item i is buffer i.
struct BankModel {
  Items items;
  std::vector<int64_t> capacity; // By bank, bytes; `infiniteOffset`: no limit.
  /// By item, then by bank; infinity: not allowed, or never fits.
  std::vector<double> costs;
  /// By item, then by cost: its allowed banks, cheapest first, then `noBank`.
  std::vector<int32_t> cheapest;
  double leastCost = 0; // Of all items in their cheapest allowed banks.
  double penalty = 1; // For an item without a place; above all costs together.

  int32_t numBanks() const { return static_cast<int32_t>(capacity.size()); }
  bool isLimited(int32_t bank) const {
    return capacity[bank] != infiniteOffset;
  }
  /// Returns the penalty for `noBank`.
  double costOf(int32_t item, int32_t bank) const {
    return bank == noBank
               ? penalty
               : costs[static_cast<size_t>(item) * numBanks() + bank];
  }
  /// Returns the allowed banks of \p item, cheapest first, then `noBank`.
  std::span<const int32_t> banksOf(int32_t item) const {
    return {cheapest.data() + static_cast<size_t>(item) * numBanks(),
            static_cast<size_t>(numBanks())};
  }
  double costOf(std::span<const int32_t> banks) const;
  /// Returns the difference of costs that does not count, since sums of
  /// floating-point numbers have rounding errors: relative to the part of
  /// \p cost that choices can change, and much smaller to the whole.
  double toleranceOf(double cost) const {
    return 1e-9 * (cost - leastCost) + 1e-14 * cost;
  }
};

BankModel makeBankModel(const PackingProblem &problem, const BankCosts &costs);

/// Returns the reason why no packing exists, with the least capacity that could
/// suffice; or nothing. Looks at the live bytes of sets of banks, and packs the
/// items of a single bank within \p budget.
std::optional<std::string> shortageOf(const BankModel &model,
                                      const PackingProblem &problem,
                                      Budget &budget);

/// Live bytes by section of one bank. Reads and writes take logarithmic time.
class LoadTree {
public:
  explicit LoadTree(int32_t numSections);

  /// Adds \p bytes, which may be negative, to the sections [begin, end).
  void add(int32_t begin, int32_t end, int64_t bytes);
  /// Returns the largest load of the sections [begin, end).
  int64_t largest(int32_t begin, int32_t end) const;

private:
  void refresh(size_t node);

  size_t width = 1; // Leaves, a power of two.
  /// By node: the largest load of its sections without the bytes that are
  /// added to whole ancestors.
  std::vector<int64_t> most;
  std::vector<int64_t> added; // By node: bytes added to all its sections.
};

/// Live bytes of all banks with a capacity.
class BankLoads {
public:
  /// \p capacity is by bank, and may be lower than that of the model.
  BankLoads(const BankModel &model, std::vector<int64_t> capacity);

  void add(int32_t item, int32_t bank) { change(item, bank, 1); }
  void remove(int32_t item, int32_t bank) { change(item, bank, -1); }
  /// Returns true if the live bytes stay within the capacity. Always true for
  /// `noBank`.
  bool hasRoom(int32_t item, int32_t bank) const;

private:
  void change(int32_t item, int32_t bank, int64_t sign);

  const BankModel &model;
  const std::vector<int64_t> capacity;
  std::vector<LoadTree> trees; // By bank; without a capacity of one section.
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_BANKMODEL_H
