//===- BankSearch.cpp - Choices of banks by live bytes --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Simulated annealing over the bank of each item. A move takes an item to a
// cheaper bank, ejects the items there that lose least, and places the ejected
// items again; or takes some items that are live together out and places them
// in another order. Only live bytes count, so a move costs a few look-ups in
// trees.
//
//===----------------------------------------------------------------------===//

#include "BankSearch.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numeric>

using namespace memplace;
using namespace memplace::packing;

bool BankSearch::prepare(int64_t maxPairs) {
  const Items &items = model.items;
  if (!ItemOverlaps::isAffordable(items))
    return false;
  // By section: the number of items that begin, or end, before the section. The
  // difference of the two counts the overlaps of an item.
  std::vector<int64_t> begun(items.numSections + 1), ended(begun.size());
  for (int32_t item = 0; item < items.numItems; ++item) {
    ++begun[items.begin[item] + 1];
    ++ended[items.end[item]];
  }
  std::partial_sum(begun.begin(), begun.end(), begun.begin());
  std::partial_sum(ended.begin(), ended.end(), ended.begin());
  int64_t pairs = 0;
  for (int32_t item = 0; item < items.numItems; ++item)
    pairs += begun[items.end[item]] - ended[items.begin[item]] - 1;
  if (pairs > maxPairs)
    return false;
  overlaps.emplace(items);
  return true;
}

void BankSearch::start(std::vector<int64_t> capacity) {
  loads.emplace(model, std::move(capacity));
  choice.assign(model.items.numItems, noBank);
  cost = model.costOf(choice);
}

void BankSearch::put(int32_t item, int32_t bank) {
  cost += model.costOf(item, bank) - model.costOf(item, choice[item]);
  choice[item] = bank;
  loads->add(item, bank);
}

void BankSearch::take(int32_t item) {
  loads->remove(item, choice[item]);
  cost += model.penalty - model.costOf(item, choice[item]);
  choice[item] = noBank;
}

void BankSearch::putInCheapest(int32_t item) {
  for (int32_t bank : model.banksOf(item))
    if (bank == noBank || loads->hasRoom(item, bank))
      return put(item, bank);
}

/// Returns bytes times sections.
static double areaOf(const BankModel &model, int32_t item) {
  return static_cast<double>(model.items.size[item]) *
         (model.items.end[item] - model.items.begin[item]);
}

void BankSearch::startGreedily(const BankBound &bound,
                               std::vector<int64_t> capacity) {
  start(std::move(capacity));
  std::vector<int32_t> own; // Banks of one item.
  auto sortOwn = [&](int32_t item) {
    own.clear();
    for (int32_t bank : model.banksOf(item))
      if (bank != noBank)
        own.push_back(bank);
    std::sort(own.begin(), own.end(), [&](int32_t a, int32_t b) {
      return std::pair(bound.regretOf(item, a), a) <
             std::pair(bound.regretOf(item, b), b);
    });
  };
  std::vector<std::pair<double, int32_t>> order;
  for (int32_t item = 0; item < model.items.numItems; ++item) {
    sortOwn(item);
    // Items without a choice come first.
    const double regret =
        own.size() < 2 ? model.penalty : bound.regretOf(item, own[1]);
    order.emplace_back(-regret / areaOf(model, item), item);
  }
  std::sort(order.begin(), order.end());
  for (const auto &[key, item] : order) {
    sortOwn(item);
    for (int32_t bank : own)
      if (loads->hasRoom(item, bank)) {
        put(item, bank);
        break;
      }
  }
  // Prices may have kept items out of banks with room.
  for (const auto &[key, item] : order) {
    take(item);
    putInCheapest(item);
  }
}

void BankSearch::startFrom(std::span<const int32_t> banks,
                           std::vector<int64_t> capacity) {
  start(std::move(capacity));
  std::vector<int32_t> left;
  for (int32_t item = 0; item < model.items.numItems; ++item)
    if (banks[item] != noBank && loads->hasRoom(item, banks[item]))
      put(item, banks[item]);
    else
      left.push_back(item);
  for (int32_t item : left)
    putInCheapest(item);
}

/// Returns an item that is not in its cheapest bank, or -1 if there is none.
int32_t BankSearch::pickDear() {
  while (!dear.empty()) {
    const size_t at = random() % dear.size();
    const int32_t item = dear[at];
    if (choice[item] != model.banksOf(item).front())
      return item;
    dear[at] = dear.back();
    dear.pop_back();
  }
  return -1;
}

/// Places items that have no bank, largest saving for each byte and section
/// first, with noise.
void BankSearch::refill(std::span<const int32_t> items) {
  std::vector<std::pair<double, int32_t>> order;
  for (int32_t item : items) {
    const auto own = model.banksOf(item);
    const double saving =
        own.size() < 2 || own[1] == noBank
            ? model.penalty
            : model.costOf(item, own[1]) - model.costOf(item, own[0]);
    const double noise = 0.5 + static_cast<double>(random() % 1024) / 1024;
    order.emplace_back(-saving / areaOf(model, item) * noise, item);
  }
  std::sort(order.begin(), order.end());
  for (const auto &[key, item] : order)
    putInCheapest(item);
}

/// Puts \p item into \p bank, and ejects items for it. Appends the ejected
/// items, without banks, to \p changed. Returns false if there is no room even
/// so, or if the ejected items lose more than \p maxLoss in their next bank;
/// the item then has no bank.
bool BankSearch::force(int32_t item, int32_t bank, double maxLoss,
                       std::vector<int32_t> &changed) {
  const Items &items = model.items;
  take(item);
  struct Ejection {
    double key; // Loss for each byte and section, with noise.
    double loss;
    int32_t item;
    bool operator<(const Ejection &other) const { return key > other.key; }
  };
  std::vector<Ejection> ejections; // A heap, least key first.
  if (loads->hasRoom(item, bank)) {
    put(item, bank);
    return true;
  }
  for (int32_t other : overlaps->neighboursOf(item)) {
    if (choice[other] != bank)
      continue;
    const auto own = model.banksOf(other);
    const auto at = std::find(own.begin(), own.end(), bank) + 1;
    const double loss = model.costOf(other, at == own.end() ? noBank : *at) -
                        model.costOf(other, bank);
    const double shared =
        static_cast<double>(std::min(items.size[other], items.size[item])) *
        (std::min(items.end[other], items.end[item]) -
         std::max(items.begin[other], items.begin[item]));
    const double noise = 0.5 + static_cast<double>(random() % 1024) / 1024;
    if (loss <= maxLoss)
      ejections.push_back({loss / shared * noise, loss, other});
  }
  std::make_heap(ejections.begin(), ejections.end());
  for (double loss = 0; !loads->hasRoom(item, bank); ejections.pop_back()) {
    if (ejections.empty() || (loss += ejections.front().loss) > maxLoss)
      return false;
    const int32_t other = ejections.front().item;
    saved[other] = bank;
    take(other);
    changed.push_back(other);
    std::pop_heap(ejections.begin(), ejections.end());
  }
  put(item, bank);
  return true;
}

/// Takes \p item and up to eleven items live together with it out of their
/// banks, and appends the others to \p changed. Puts \p item into its cheapest
/// bank with room.
void BankSearch::shuffle(int32_t item, std::vector<int32_t> &changed) {
  take(item);
  const auto near = overlaps->neighboursOf(item);
  const size_t wanted = 1 + random() % 11;
  for (size_t i = 0; i < wanted && !near.empty(); ++i) {
    const int32_t other = near[random() % near.size()];
    if (std::find(changed.begin(), changed.end(), other) != changed.end())
      continue;
    saved[other] = choice[other];
    take(other);
    changed.push_back(other);
  }
  putInCheapest(item);
}

void BankSearch::move(double temperature) {
  const int32_t item = pickDear();
  if (item < 0)
    return;
  const double before = cost;
  const int32_t old = choice[item];
  saved[item] = old;
  const auto own = model.banksOf(item);
  const auto numCheaper = static_cast<uint64_t>(
      std::find(own.begin(), own.end(), old) - own.begin());
  std::vector<int32_t> changed = {item};
  bool isPossible = true;
  if (random() % 4) {
    const int32_t bank = own[random() % numCheaper];
    const double saving = model.costOf(item, old) - model.costOf(item, bank);
    isPossible = force(item, bank, saving + 4 * temperature, changed);
  } else {
    shuffle(item, changed);
  }
  if (isPossible) {
    refill(std::span(changed).subspan(1));
    const double threshold =
        temperature *
        -std::log(static_cast<double>(random() % 4096 + 1) / 4097);
    if (cost <= before + threshold) {
      for (int32_t other : changed)
        if (choice[other] != model.banksOf(other).front())
          dear.push_back(other);
      return;
    }
  }
  for (int32_t other : changed)
    if (choice[other] != noBank)
      take(other);
  for (int32_t other : changed)
    put(other, saved[other]);
  cost = before;
}

void BankSearch::improve(int64_t moves, Budget &budget) {
  assert(overlaps && "prepare first");
  dear.clear();
  saved = choice;
  double start = 0; // Temperature: an average saving of an item.
  for (int32_t item = 0; item < model.items.numItems; ++item)
    if (choice[item] != model.banksOf(item).front()) {
      dear.push_back(item);
      if (choice[item] != noBank)
        start += model.costOf(item, choice[item]) -
                 model.costOf(item, model.banksOf(item).front());
    }
  if (dear.empty())
    return;
  start *= 0.05 / static_cast<double>(dear.size());
  for (int64_t i = 0; i < moves && !dear.empty() && budget.spend(); ++i) {
    const double left = 1 - static_cast<double>(i) / static_cast<double>(moves);
    move(start * left * left);
    // Duplicates from repeated moves.
    if (dear.size() > 4 * choice.size()) {
      std::sort(dear.begin(), dear.end());
      dear.erase(std::unique(dear.begin(), dear.end()), dear.end());
    }
  }
  // Rounding errors accumulate.
  cost = model.costOf(choice);
}
