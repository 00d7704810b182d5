//===- BankExact.cpp - Exact choice of banks ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branch and bound. The prices of `BankBound` give each bank of an item a
// regret: a lower bound on the additional cost of this bank. An item never goes
// to a bank whose regret alone exceeds the gap between bound and best plan
// (reduced-cost fixing). Two sums bound each node: the regrets, which count
// prices of free bytes, and the costs of the cheapest banks with room.
//
//===----------------------------------------------------------------------===//

#include "BankExact.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::packing;

/// Decides all items with a single bank left. Returns false if there is no
/// better plan at all.
bool BankExact::fix() {
  open.clear();
  choice.assign(model.items.numItems, noBank);
  loads.emplace(model, model.capacity);
  for (int32_t item = 0; item < model.items.numItems; ++item) {
    Open own{item, {}};
    for (int32_t bank : model.banksOf(item))
      if (bank != noBank &&
          bound.value() + bound.regretOf(item, bank) < limit())
        own.banks.push_back(bank);
    if (own.banks.empty())
      return false;
    std::sort(own.banks.begin(), own.banks.end(), [&](int32_t a, int32_t b) {
      return std::pair(bound.regretOf(item, a), a) <
             std::pair(bound.regretOf(item, b), b);
    });
    if (own.banks.size() > 1) {
      open.push_back(std::move(own));
      continue;
    }
    if (!loads->hasRoom(item, own.banks.front()))
      return false;
    choice[item] = own.banks.front();
    loads->add(item, choice[item]);
  }
  // Large items first, since they decide about the room of others.
  auto key = [&](const Open &own) {
    return std::pair(
        static_cast<double>(model.items.size[own.item]) *
            (model.items.begin[own.item] - model.items.end[own.item]),
        own.item);
  };
  std::sort(open.begin(), open.end(),
            [&](const Open &a, const Open &b) { return key(a) < key(b); });
  return true;
}

void BankExact::tryChoice() {
  if (model.costOf(choice) >= limit())
    return;
  if (packer.packExactly(choice, left.packNodes, *best) ==
      BankVerdict::Unknown) {
    --left.failures;
    isComplete = false;
  }
}

/// Adds the least cost of the undecided items from \p depth on, each in a bank
/// that has room for it alone. Returns false if no better plan is possible.
bool BankExact::canBeBetter(size_t depth, Costs costs) const {
  for (; depth < open.size(); ++depth) {
    const Open &own = open[depth];
    Costs least = {std::numeric_limits<double>::infinity(),
                   std::numeric_limits<double>::infinity()};
    for (int32_t bank : own.banks)
      if (loads->hasRoom(own.item, bank)) {
        least.priced = std::min(least.priced, bound.regretOf(own.item, bank));
        least.plain = std::min(least.plain, model.costOf(own.item, bank));
      }
    costs.priced += least.priced;
    costs.plain += least.plain;
    if (!isBelowLimit(costs))
      return false;
  }
  return true;
}

/// Decides the item \p depth and all after it. \p costs are those of the
/// choices so far.
void BankExact::search(size_t depth, Costs costs) {
  if (depth == open.size())
    return tryChoice();
  const Open &own = open[depth];
  for (int32_t bank : own.banks) {
    if (left.failures <= 0 || --left.choices < 0 || !budget.spend()) {
      isComplete = false;
      return;
    }
    if (!loads->hasRoom(own.item, bank))
      continue;
    const Costs next = {costs.priced + bound.regretOf(own.item, bank),
                        costs.plain + model.costOf(own.item, bank)};
    choice[own.item] = bank;
    loads->add(own.item, bank);
    if (isBelowLimit(next) && canBeBetter(depth + 1, next))
      search(depth + 1, next);
    loads->remove(own.item, bank);
  }
}

bool BankExact::run(BankPlan &known, const Limits &limits) {
  best = &known;
  left = limits;
  isComplete = true;
  if (!fix())
    return true;
  constexpr size_t maxOpen = 400; // Limits the recursion.
  if (open.size() > maxOpen)
    return false;
  Costs costs = {bound.value(), 0};
  for (int32_t item = 0; item < model.items.numItems; ++item)
    if (choice[item] != noBank) {
      costs.priced += bound.regretOf(item, choice[item]);
      costs.plain += model.costOf(item, choice[item]);
    }
  search(0, costs);
  return isComplete;
}
