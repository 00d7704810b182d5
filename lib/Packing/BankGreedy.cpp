//===- BankGreedy.cpp - A greedy packer for banks -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `executorch-banked-greedy` in tables. It re-implements ExecuTorch's
// `banked_greedy` by its description, for comparison.
//
//===----------------------------------------------------------------------===//

#include "BankModel.h"
#include "Fit.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::packing;

BankResult memplace::packBanksGreedily(const PackingProblem &problem,
                                       const BankCosts &costs) {
  const BankModel model = makeBankModel(problem, costs);
  const Items &items = model.items;
  std::vector<std::pair<int64_t, int32_t>> keys;
  std::vector<std::vector<int32_t>> banks(items.numItems);
  for (int32_t item = 0; item < items.numItems; ++item) {
    keys.emplace_back(-items.size[item], -item);
    for (int32_t bank : model.banksOf(item))
      if (bank != noBank)
        banks[item].push_back(bank);
    // The fastest bank comes first, also for buffers without accesses.
    std::sort(banks[item].begin(), banks[item].end(),
              [&](int32_t a, int32_t b) {
                return std::pair(costs.perByte[a], a) <
                       std::pair(costs.perByte[b], b);
              });
  }
  // Largest first; of equal sizes the last.
  std::sort(keys.begin(), keys.end());
  std::vector<int32_t> order;
  for (const auto &[size, item] : keys)
    order.push_back(-item);
  std::vector<int64_t> limits;
  for (int64_t capacity : model.capacity)
    limits.push_back(std::min(capacity, infiniteOffset - 1));
  BankResult result;
  Packing packing;
  if (!shareSlotsInBanks(items, order, banks, limits, packing)) {
    result.message = "a buffer found no room in the banks it may be in";
    return result;
  }
  result.status = PackStatus::Packed;
  result.cost = costOf(costs, packing);
  result.packing = std::move(packing);
  return result;
}
