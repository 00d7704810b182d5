//===- BankSearch.h - Choices of banks by live bytes ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_BANKSEARCH_H
#define MEMPLACE_LIB_PACKING_BANKSEARCH_H

#include "BankBound.h"
#include "ItemOverlaps.h"

#include <random>

namespace memplace::packing {

/// Chooses a bank for each item such that live bytes stay within capacities.
/// Packing may still fail.
class BankSearch {
public:
  BankSearch(const BankModel &model, uint64_t seed)
      : model(model), random(seed) {}

  /// Places items by the largest regret for each byte and section first, each
  /// in its best bank with room; banks and regrets by \p bound.
  void startGreedily(const BankBound &bound, std::vector<int64_t> capacity);
  /// Starts from \p banks, within \p capacity.
  void startFrom(std::span<const int32_t> banks, std::vector<int64_t> capacity);
  /// Prepares `improve`. Returns false if more than \p maxPairs pairs of items
  /// are live together, as their list takes time and memory.
  bool prepare(int64_t maxPairs);
  /// Improves the choice by \p moves moves of simulated annealing.
  void improve(int64_t moves, Budget &budget);

  /// Bank by item; `noBank` if no room was found.
  const std::vector<int32_t> &banks() const { return choice; }

private:
  void start(std::vector<int64_t> capacity);
  void put(int32_t item, int32_t bank);
  void take(int32_t item);
  void putInCheapest(int32_t item);
  int32_t pickDear();
  bool force(int32_t item, int32_t bank, double maxLoss,
             std::vector<int32_t> &changed);
  void shuffle(int32_t item, std::vector<int32_t> &changed);
  void refill(std::span<const int32_t> items);
  void move(double temperature);

  const BankModel &model;
  std::optional<ItemOverlaps> overlaps; // After `prepare`.
  std::optional<BankLoads> loads;
  std::vector<int32_t> choice; // By item.
  std::vector<int32_t> dear;   // Items with a cheaper bank; may be stale.
  double cost = 0;
  std::vector<int32_t> saved; // By item: its bank before the current move.
  std::mt19937_64 random;
};

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_BANKSEARCH_H
