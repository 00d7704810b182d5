//===- BankSweep.cpp - Exact choice of banks by live bytes ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Items are decided in the order of their first sections. A state is the bank
// of each live item; two ways to one state differ only in their cost, so the
// cheaper way is kept. Graphs of networks have few live tensors, and therefore
// few states. Packing may need more than the live bytes, so the least cost is a
// bound, and the cost of a plan if the choice can be packed.
//
//===----------------------------------------------------------------------===//

#include "BankSweep.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <unordered_map>

using namespace memplace;
using namespace memplace::packing;

namespace {

/// Costs of a partial choice, and the way to it.
struct SweepState {
  double cost;     // Sum of the costs of decided items.
  double priced;   // Sum of their regrets.
  uint32_t before; // Index into the states of the item before.
  int32_t bank;    // Of the last decided item.
};

class BankSweep {
public:
  BankSweep(const BankModel &model, const BankBound &bound, double limit,
            Budget &budget);

  SweepResult run(size_t maxStates);

private:
  /// By the banks of live items, a byte for each: index into `states`.
  using Layer = std::unordered_map<std::string, uint32_t>;

  bool extend(size_t position, size_t maxStates);
  void dropDead(int32_t section);
  bool hasRoom(const std::string &key, int32_t item, int32_t bank) const;
  void put(std::string key, SweepState state, Layer &next,
           std::vector<SweepState> &added) const;
  SweepResult result() const;

  const BankModel &model;
  const BankBound &bound;
  const double limit;
  Budget &budget;
  std::vector<int32_t> order; // Items by first section.
  std::vector<double> least;  // By position: least costs from there on.
  std::vector<int32_t> live;  // Live items; index into keys.
  std::vector<char> isKept;   // By old index into keys, for `dropDead`.
  Layer layer;
  std::vector<std::vector<SweepState>> states; // By position, after the start.
};

} // namespace

BankSweep::BankSweep(const BankModel &model, const BankBound &bound,
                     double limit, Budget &budget)
    : model(model), bound(bound), limit(limit), budget(budget),
      order(model.items.numItems), least(model.items.numItems + 1) {
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int32_t a, int32_t b) {
    return std::pair(model.items.begin[a], a) <
           std::pair(model.items.begin[b], b);
  });
  for (size_t i = order.size(); i-- > 0;)
    least[i] =
        least[i + 1] + model.costOf(order[i], model.banksOf(order[i]).front());
}

/// Notes which live items end before \p section, and forgets them.
void BankSweep::dropDead(int32_t section) {
  isKept.assign(live.size(), 1);
  std::vector<int32_t> left;
  for (size_t i = 0; i < live.size(); ++i) {
    isKept[i] = model.items.end[live[i]] > section;
    if (isKept[i])
      left.push_back(live[i]);
  }
  live = std::move(left);
}

/// Returns true if \p bank has room for \p item beside the live items. All live
/// items are live at the first section of \p item.
bool BankSweep::hasRoom(const std::string &key, int32_t item,
                        int32_t bank) const {
  if (!model.isLimited(bank))
    return true;
  int64_t load = model.items.size[item];
  for (size_t i = 0; i < key.size(); ++i)
    if (key[i] == bank)
      load = plus(load, model.items.size[live[i]]);
  return load <= model.capacity[bank];
}

void BankSweep::put(std::string key, SweepState state, Layer &next,
                    std::vector<SweepState> &added) const {
  const auto [at, isNew] =
      next.try_emplace(std::move(key), static_cast<uint32_t>(added.size()));
  if (isNew)
    added.push_back(state);
  else if (state.cost < added[at->second].cost)
    added[at->second] = state;
}

/// Decides the item at \p position. Returns false at a limit.
bool BankSweep::extend(size_t position, size_t maxStates) {
  const int32_t item = order[position];
  dropDead(model.items.begin[item]);
  const std::vector<SweepState> &old = states.back();
  Layer next;
  std::vector<SweepState> added;
  for (const auto &[before, index] : layer) {
    if (!budget.spend() || added.size() > maxStates)
      return false;
    std::string key;
    for (size_t i = 0; i < before.size(); ++i)
      if (isKept[i])
        key.push_back(before[i]);
    for (int32_t bank : model.banksOf(item)) {
      if (bank == noBank)
        break;
      const SweepState state{old[index].cost + model.costOf(item, bank),
                             old[index].priced + bound.regretOf(item, bank),
                             index, bank};
      if (state.cost + least[position + 1] < limit &&
          bound.value() + state.priced < limit && hasRoom(key, item, bank))
        put(key + static_cast<char>(bank), state, next, added);
      // Of banks without limit, only the cheapest is of use.
      if (!model.isLimited(bank))
        break;
    }
  }
  live.push_back(item);
  layer = std::move(next);
  states.push_back(std::move(added));
  return true;
}

SweepResult BankSweep::result() const {
  SweepResult result;
  result.isComplete = true;
  const std::vector<SweepState> &last = states.back();
  if (last.empty())
    return result;
  auto index = static_cast<uint32_t>(
      std::min_element(last.begin(), last.end(),
                       [](const SweepState &a, const SweepState &b) {
                         return a.cost < b.cost;
                       }) -
      last.begin());
  result.cost = last[index].cost;
  result.banks.assign(order.size(), noBank);
  for (size_t i = order.size(); i > 0; --i) {
    result.banks[order[i - 1]] = states[i][index].bank;
    index = states[i][index].before;
  }
  return result;
}

SweepResult BankSweep::run(size_t maxStates) {
  layer = {{std::string(), 0}};
  states = {{{0, 0, 0, noBank}}};
  size_t total = 0;
  for (size_t i = 0; i < order.size(); ++i) {
    constexpr size_t layers = 20;
    if (!extend(i, maxStates) ||
        (total += states.back().size()) > layers * maxStates)
      return {};
    if (states.back().empty())
      return {.isComplete = true};
  }
  return result();
}

SweepResult packing::sweepBanks(const BankModel &model, const BankBound &bound,
                                double limit, size_t maxStates,
                                Budget &budget) {
  if (model.numBanks() > 127) // A bank is a character of a key.
    return {};
  return BankSweep(model, bound, limit, budget).run(maxStates);
}
