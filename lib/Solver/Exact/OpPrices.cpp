//===- OpPrices.cpp - Ops' side of the price bound ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The ops' half of the Lagrangian relaxation (PriceBound.h). Besides its
// operands, an op may hold further buffers in a tight tier. The best set of
// further buffers is a knapsack of prices and sizes, solved by branch and bound
// with Dantzig's bound, highest price per byte first (Martello and Toth 1990,
// "Knapsack Problems"). Beyond a number of nodes the bound replaces the
// unsearched part, so the result remains a bound.
//
//===----------------------------------------------------------------------===//

#include "OpPrices.h"

#include <algorithm>
#include <limits>
#include <numeric>

using namespace memplace;
using namespace memplace::solver::exact;

//===----------------------------------------------------------------------===//
// Pricing.
//===----------------------------------------------------------------------===//

Pricing::Pricing(const Model &model)
    : model(model), numTiers(model.numTiers),
      numResources(model.numTiers + model.channelModels.size()),
      numSlots(3 * (model.numSteps + 1)), isTight(model.numTiers),
      maxBytes(model.channelModels.size() * (model.numSteps + 1)),
      maxPrice(numSlots, std::numeric_limits<double>::infinity()) {
  const size_t numBuffers = model.problem.buffers.size();
  for (size_t m = 0; m < numTiers; ++m) {
    const auto tier = static_cast<TierId>(m);
    int64_t left = model.paddedCapacity(tier);
    for (size_t b = 0; b < numBuffers; ++b) {
      const auto id = static_cast<BufferId>(b);
      if (model.isExternalHome(id, tier) || !model.mayHold(id, tier))
        continue;
      isTight[m] = isTight[m] || model.paddedSize(id, tier) > left;
      left -= std::min(left, model.paddedSize(id, tier));
    }
  }
  for (Step step = 0; step < model.numSteps; ++step)
    for (const OpChoice &choice : model.choices[step])
      for (size_t c = 0; choice.seconds > 0 && c < model.channelModels.size();
           ++c) {
        double &limit = maxBytes[c * (model.numSteps + 1) + step];
        limit = std::max(limit, choice.seconds * model.channelModels[c].rate(
                                                     choice.left.data()));
      }
  for (Step step = 0; step <= model.numSteps; ++step) {
    maxPrice[3 * step] = model.minTrips(step - 1, step);
    maxPrice[3 * step + 1] = model.tripsOf(step);
  }
  size_t next = 0;
  for (Step step = 0; step <= model.numSteps; ++step) {
    firstServed.push_back(next);
    next += model.units[step].size() * numTiers;
  }
  firstServed.push_back(next);
}

PriceList Pricing::makeList() const {
  return {std::vector<double>(firstServed.back()),
          std::vector<double>(model.problem.buffers.size() * numTiers *
                              (model.numSteps + 1)),
          std::vector<double>(numResources * numSlots)};
}

//===----------------------------------------------------------------------===//
// OpPrices.
//===----------------------------------------------------------------------===//

OpPrices::OpPrices(const Pricing &pricing)
    : values(pricing.model.numSteps + 1), cheapest(pricing.model.numSteps + 1),
      pricing(pricing), holds(pricing.model.numSteps + 1),
      holdsOf(pricing.model.numSteps + 1), isOut(pricing.model.numSteps + 1) {
  for (Step step = 0; step <= pricing.model.numSteps; ++step)
    addHolds(step);
}

void OpPrices::addHolds(Step step) {
  const Model &model = pricing.model;
  values[step].resize(model.choices[step].size());
  isOut[step].resize(model.choices[step].size());
  for (const OpChoice &choice : model.choices[step]) {
    std::vector<size_t> &indices = holdsOf[step].emplace_back();
    for (size_t m = 0; m < pricing.numTiers; ++m) {
      const auto tier = static_cast<TierId>(m);
      if (!pricing.isTight[m])
        continue;
      std::vector<BufferId> used;
      for (size_t k = 0; k < choice.tiers.size(); ++k)
        if (choice.tiers[k] == tier &&
            pricing.isHeldPriced(model.units[step][k].buffer, tier))
          used.push_back(model.units[step][k].buffer);
      std::sort(used.begin(), used.end());
      used.erase(std::unique(used.begin(), used.end()), used.end());
      std::vector<Hold> &all = holds[step];
      auto known = std::find_if(all.begin(), all.end(), [&](const Hold &hold) {
        return hold.tier == tier && hold.used == used;
      });
      indices.push_back(known - all.begin());
      if (known == all.end())
        all.push_back({tier, std::move(used), 0, {}});
    }
  }
}

/// Branch and bound; items are sorted by price per byte. Returns a bound on the
/// unsearched part.
double OpPrices::pack(size_t index, int64_t room, double value) {
  double bound = value;
  double left = static_cast<double>(room);
  for (size_t i = index; i < items.size() && left > 0; ++i) {
    bound += items[i].price * std::min(1.0, left / items[i].size);
    left -= std::min(left, items[i].size);
  }
  constexpr int64_t maxNodes = 3000;
  if (bound <= bestValue)
    return 0;
  if (++numNodes > maxNodes)
    return bound; // Not searched.
  if (index == items.size()) {
    bestValue = value;
    best = current;
    return 0;
  }
  double open = 0;
  const auto size = static_cast<int64_t>(items[index].size);
  if (size <= room) {
    current[index] = true;
    open = pack(index + 1, room - size, value + items[index].price);
    current[index] = false;
  }
  return std::max(open, pack(index + 1, room, value));
}

/// Finds the most valuable further buffers to hold besides the operands.
void OpPrices::fill(Step step, Hold &hold, const PriceList &prices) {
  const Model &model = pricing.model;
  int64_t room = model.paddedCapacity(hold.tier);
  items.clear();
  hold.value = 0;
  hold.taken.clear();
  for (BufferId id : hold.used) {
    room -= model.paddedSize(id, hold.tier);
    hold.value += prices.held[pricing.heldIndex(id, hold.tier, step)];
  }
  for (size_t b = 0; b < model.problem.buffers.size(); ++b) {
    const auto id = static_cast<BufferId>(b);
    const double price = prices.held[pricing.heldIndex(id, hold.tier, step)];
    if (price <= 0 || model.paddedSize(id, hold.tier) > room ||
        std::binary_search(hold.used.begin(), hold.used.end(), id))
      continue;
    items.push_back(
        {id, static_cast<double>(model.paddedSize(id, hold.tier)), price});
  }
  std::sort(items.begin(), items.end(), [](const Item &a, const Item &b) {
    const double left = a.price * b.size;
    const double right = b.price * a.size;
    return left != right ? left > right : a.buffer < b.buffer;
  });
  bestValue = 0;
  numNodes = 0;
  current.assign(items.size(), false);
  best = current;
  const double open = pack(0, room, 0);
  hold.value += std::max(bestValue, open);
  for (size_t i = 0; i < items.size(); ++i)
    if (best[i])
      hold.taken.push_back(items[i].buffer);
}

double OpPrices::update(const PriceList &prices) {
  const Model &model = pricing.model;
  double sum = 0;
  magnitude = 0;
  for (Step step = 0; step <= model.numSteps; ++step) {
    for (Hold &hold : holds[step])
      fill(step, hold, prices);
    const size_t slot = 3 * step + 2;
    double least = impossibleCost;
    for (size_t i = 0; i < model.choices[step].size(); ++i) {
      values[step][i] = impossibleCost;
      if (isOut[step][i])
        continue;
      const OpChoice &choice = model.choices[step][i];
      double value = choice.seconds * model.tripsOf(step);
      double paid = value;
      for (size_t k = 0; k < choice.tiers.size(); ++k) {
        const double price =
            prices.served[pricing.servedIndex(step, k, choice.tiers[k])];
        value -= price;
        paid += std::abs(price);
      }
      for (size_t r = 0; step < model.numSteps && r < pricing.numResources; ++r)
        value -= prices.time[pricing.timeIndex(r, slot)] * choice.seconds *
                 (r < pricing.numTiers ? choice.left[r] : 1);
      for (size_t hold : holdsOf[step][i]) {
        value -= holds[step][hold].value;
        paid += holds[step][hold].value;
      }
      values[step][i] = value;
      if (value < least) {
        least = value;
        cheapest[step] = i;
      }
      magnitude = std::max(magnitude, paid);
    }
    sum += least;
  }
  magnitude *= static_cast<double>(model.numSteps + 1);
  return sum;
}

bool OpPrices::exclude(double margin) {
  bool wereAny = false;
  for (size_t step = 0; step < values.size(); ++step)
    for (size_t i = 0; i < values[step].size(); ++i)
      if (!isOut[step][i] &&
          values[step][i] - values[step][cheapest[step]] >= margin) {
        isOut[step][i] = true;
        wereAny = true;
      }
  return wereAny;
}

bool OpPrices::mayServe(Step step, size_t unit, TierId tier) const {
  for (size_t i = 0; i < isOut[step].size(); ++i)
    if (!isOut[step][i] && pricing.model.choices[step][i].tiers[unit] == tier)
      return true;
  return false;
}

void OpPrices::addGiven(const PriceList &prices, PriceList &given) {
  (void)prices;
  const Model &model = pricing.model;
  for (Step step = 0; step <= model.numSteps; ++step) {
    const size_t index = cheapest[step];
    if (model.choices[step].empty())
      continue;
    const OpChoice &choice = model.choices[step][index];
    for (size_t k = 0; k < choice.tiers.size(); ++k)
      given.served[pricing.servedIndex(step, k, choice.tiers[k])] += 1;
    for (size_t r = 0; step < model.numSteps && r < pricing.numResources; ++r)
      given.time[pricing.timeIndex(r, 3 * step + 2)] +=
          choice.seconds * (r < pricing.numTiers ? choice.left[r] : 1);
    for (size_t i : holdsOf[step][index]) {
      const Hold &hold = holds[step][i];
      for (const auto *list : {&hold.used, &hold.taken})
        for (BufferId id : *list)
          given.held[pricing.heldIndex(id, hold.tier, step)] += 1;
    }
  }
}
