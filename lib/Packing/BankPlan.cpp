//===- BankPlan.cpp - Offsets for a choice of banks -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BankPlan.h"

#include "Arenas.h"
#include "Fit.h"
#include "FreeSpace.h"
#include "Portfolio.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::packing;

/// Returns the items of each bank, in order.
static std::vector<std::vector<int32_t>>
itemsByBank(const BankModel &model, std::span<const int32_t> banks) {
  std::vector<std::vector<int32_t>> items(model.numBanks());
  for (int32_t item = 0; item < model.items.numItems; ++item)
    if (banks[item] != noBank)
      items[banks[item]].push_back(item);
  return items;
}

/// Returns the cost saved by an item in its cheapest bank.
static double savingOf(const BankModel &model, int32_t item, int32_t bank) {
  return model.costOf(item, bank) -
         model.costOf(item, model.banksOf(item).front());
}

BankVerdict BankPacker::packBank(int32_t bank, std::span<const int32_t> chosen,
                                 int64_t nodes, BankPlan &plan) {
  if (chosen.empty())
    return BankVerdict::Fits;
  const Items items = subset(model.items, chosen);
  // Less than `infiniteOffset`, for which the peak would be minimised.
  const int64_t capacity = std::min(model.capacity[bank], infiniteOffset - 1);
  Budget part = budget.share(0.2, nodes);
  const PartResult result = packItems(items, capacity, part);
  budget.spend(part.nodesUsed());
  if (result.bound > capacity) {
    excess[bank] = result.bound - capacity;
    return BankVerdict::Impossible;
  }
  if (result.peak > capacity) {
    excess[bank] = result.peak - capacity;
    return BankVerdict::Unknown;
  }
  excess[bank] = 0;
  for (size_t i = 0; i < chosen.size(); ++i)
    plan.offsets[chosen[i]] = result.offsets[i];
  return BankVerdict::Fits;
}

BankVerdict BankPacker::packExactly(std::span<const int32_t> banks,
                                    int64_t nodes, BankPlan &plan) {
  BankPlan fresh;
  fresh.banks.assign(banks.begin(), banks.end());
  fresh.offsets.assign(banks.size(), -1);
  BankVerdict verdict = BankVerdict::Fits;
  const auto items = itemsByBank(model, banks);
  for (int32_t bank = 0; bank < model.numBanks(); ++bank) {
    const std::pair key(bank, items[bank]);
    if (impossible.contains(key))
      return BankVerdict::Impossible;
    const BankVerdict own = packBank(bank, items[bank], nodes, fresh);
    constexpr size_t maxKnown = 10'000;
    if (own == BankVerdict::Impossible && impossible.size() < maxKnown)
      impossible.insert(key);
    if (own == BankVerdict::Impossible)
      return own;
    if (own == BankVerdict::Unknown)
      verdict = own;
  }
  if (verdict != BankVerdict::Fits)
    return verdict;
  fresh.cost = model.costOf(banks);
  plan = std::move(fresh);
  return verdict;
}

/// Returns offsets for items by one heuristic, in near-linear time.
static std::vector<Offset> packOnce(const Items &items) {
  Workspace workspace(items);
  return portfolio().front().pack(workspace, infiniteOffset - 1);
}

BankPlan BankPacker::packQuickly(std::span<const int32_t> banks) {
  BankPlan plan;
  plan.banks.assign(banks.begin(), banks.end());
  plan.offsets.assign(banks.size(), -1);
  std::vector<int32_t> sequence; // Banks without a capacity come last.
  for (bool isLimited : {true, false})
    for (int32_t bank = 0; bank < model.numBanks(); ++bank)
      if (model.isLimited(bank) == isLimited)
        sequence.push_back(bank);
  std::vector<bool> isPacked(model.numBanks());
  auto moveOn = [&](int32_t item) {
    for (int32_t next : model.banksOf(item))
      if (next == noBank || !isPacked[next]) {
        plan.banks[item] = next;
        return next != noBank;
      }
    return false;
  };
  for (int32_t item = 0; item < model.items.numItems; ++item)
    if (plan.banks[item] == noBank && !moveOn(item))
      return plan;
  for (int32_t bank : sequence) {
    isPacked[bank] = true;
    const auto chosen = std::move(itemsByBank(model, plan.banks)[bank]);
    if (chosen.empty())
      continue;
    const Items items = subset(model.items, chosen);
    const std::vector<Offset> offsets = packOnce(items);
    for (int32_t i = 0; i < items.numItems; ++i) {
      // Without a place below infinity, the offset is -1.
      const bool fits = offsets[i] >= 0 &&
                        plus(offsets[i], items.size[i]) <= model.capacity[bank];
      if (!fits && !moveOn(chosen[i]))
        return plan;
      if (fits)
        plan.offsets[chosen[i]] = offsets[i];
    }
  }
  plan.cost = model.costOf(plan.banks);
  return plan;
}

/// Packs as many of \p chosen as two orders allow, the better of both: largest
/// first, or largest saving for each byte first. Others lose their bank.
void BankPacker::packMost(int32_t bank, std::span<const int32_t> chosen,
                          BankPlan &plan) {
  const Items items = subset(model.items, chosen);
  std::vector<Offset> best;
  double leastLost = std::numeric_limits<double>::infinity();
  for (bool isBySize : {true, false}) {
    if (!isBySize && budget.isLate())
      break;
    std::vector<std::pair<double, int32_t>> keys;
    for (int32_t i = 0; i < items.numItems; ++i) {
      const auto size = static_cast<double>(items.size[i]);
      const auto own = model.banksOf(chosen[i]);
      const int32_t next = own.size() < 2 ? noBank : own[1];
      keys.emplace_back(
          isBySize ? -size : -savingOf(model, chosen[i], next) / size, i);
    }
    std::sort(keys.begin(), keys.end());
    std::vector<int32_t> order;
    for (const auto &[key, i] : keys)
      order.push_back(i);
    // Single items are tried after a failure, in `placeRest`.
    std::vector<Offset> offsets =
        fitInOrder(items, order, FitRule::First, {infiniteOffset - 1, &budget});
    double lost = 0;
    for (int32_t i = 0; i < items.numItems; ++i)
      if (offsets[i] < 0 ||
          plus(offsets[i], items.size[i]) > model.capacity[bank]) {
        offsets[i] = -1;
        lost += model.costOf(chosen[i], bank) + 1;
      }
    if (lost < leastLost) {
      leastLost = lost;
      best = std::move(offsets);
    }
  }
  for (size_t i = 0; i < chosen.size(); ++i) {
    plan.offsets[chosen[i]] = best[i];
    if (best[i] < 0)
      plan.banks[chosen[i]] = noBank;
  }
}

/// Places items without a bank, and then moves items to cheaper banks; each to
/// the lowest sufficient gap. Returns false if an item without a bank finds no
/// room, or time is over before.
bool BankPacker::placeRest(BankPlan &plan) {
  std::vector<std::pair<double, int32_t>> order; // Largest saving first.
  const Items &items = model.items;
  for (int32_t item = 0; item < items.numItems; ++item)
    if (const double saving = savingOf(model, item, plan.banks[item]);
        saving > 0)
      order.emplace_back(-saving, item);
  if (order.empty())
    return true;
  std::sort(order.begin(), order.end());
  std::vector<std::unique_ptr<FreeSpace>> spaces(model.numBanks());
  // Returns null if time is over.
  auto spaceOf = [&](int32_t bank) -> FreeSpace * {
    if (spaces[bank])
      return spaces[bank].get();
    auto space = std::make_unique<FreeSpace>(items);
    for (int32_t item = 0; item < items.numItems; ++item) {
      if (plan.banks[item] != bank)
        continue;
      if (budget.isLate())
        return nullptr;
      items.forEachPiece(item, [&](const Piece &piece) {
        space->use(piece, plan.offsets[item]);
      });
    }
    spaces[bank] = std::move(space);
    return spaces[bank].get();
  };
  auto place = [&](int32_t item) {
    const Piece piece{items.begin[item], items.end[item], 0, items.size[item]};
    for (int32_t bank : model.banksOf(item)) {
      if (bank == plan.banks[item])
        return bank != noBank;
      if (bank == noBank)
        return false;
      FreeSpace *space = spaceOf(bank);
      if (!space)
        break;
      space->startSearch({&piece, 1});
      Offset start = 0;
      const Offset offset =
          space->findRoom(0, items.alignmentOf(item), start).first;
      if (plus(offset, items.size[item]) > model.capacity[bank] ||
          plus(offset, items.size[item]) == infiniteOffset)
        continue;
      space->use(piece, offset);
      plan.banks[item] = bank;
      plan.offsets[item] = offset;
      return true;
    }
    return plan.banks[item] != noBank;
  };
  for (const auto &[key, item] : order) {
    // Without a bank comes first; the rest only saves costs.
    if (plan.banks[item] != noBank && budget.isTimedOut())
      break;
    if (budget.isLate())
      return plan.banks[item] != noBank;
    if (!place(item))
      return false;
  }
  return true;
}

BankPlan BankPacker::packNearly(std::span<const int32_t> banks) {
  BankPlan plan;
  plan.banks.assign(banks.begin(), banks.end());
  plan.offsets.assign(banks.size(), -1);
  const auto items = itemsByBank(model, banks);
  for (int32_t bank = 0; bank < model.numBanks(); ++bank) {
    if (budget.isLate())
      return plan;
    const int64_t nodes = 1000 + 20 * std::ssize(items[bank]);
    if (packBank(bank, items[bank], nodes, plan) != BankVerdict::Fits)
      packMost(bank, items[bank], plan);
  }
  if (placeRest(plan))
    plan.cost = model.costOf(plan.banks);
  return plan;
}

void BankPacker::lowerPeaks(BankPlan &plan) {
  const auto chosen = itemsByBank(model, plan.banks);
  for (int32_t bank = 0; bank < model.numBanks(); ++bank) {
    if (chosen[bank].empty())
      continue;
    if (budget.isLate())
      return;
    const Items items = subset(model.items, chosen[bank]);
    std::vector<Offset> offsets;
    for (int32_t item : chosen[bank])
      offsets.push_back(plan.offsets[item]);
    constexpr int64_t maxNodes = 200'000;
    Budget part = budget.share(
        1.0 / static_cast<double>(model.numBanks() - bank), maxNodes);
    const PartResult result = packItems(items, infiniteOffset, part);
    budget.spend(part.nodesUsed());
    if (result.peak < peakOf(items, offsets))
      for (size_t i = 0; i < chosen[bank].size(); ++i)
        plan.offsets[chosen[bank][i]] = result.offsets[i];
  }
}
