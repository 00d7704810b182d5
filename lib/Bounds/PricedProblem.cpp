//===- PricedProblem.cpp - Strong bound for given prices ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PricedProblem.h"

#include <algorithm>
#include <cmath>

using namespace memplace;

void memplace::setGain(Knapsack &knapsack, const OpTimes &times, double rate) {
  knapsack.limit = rate * times.maxSavedInFull();
  knapsack.slope = times.unhidden;
  knapsack.end = rate * times.maxSaved();
}

PricedProblem::PricedProblem(const FastTierModel &model)
    : model(model), heldCosts(model.ops.size()), room(model.ops.size()) {
  taken.held.resize(model.numHeldPrices);
  taken.served.resize(model.numServedPrices);
  taken.time.resize(model.ops.size());
  given = taken;
  bufferParts.resize(model.buffers.size());
  opParts.resize(model.ops.size());
}

static void clear(FastTierAmounts &amounts) {
  for (std::vector<double> *all :
       {&amounts.held, &amounts.served, &amounts.time})
    std::fill(all->begin(), all->end(), 0.0);
}

double PricedProblem::boundFor(const FastTierPrices &prices) {
  clear(taken);
  clear(given);
  double bound = 0;
  magnitude = 0;
  BufferChoice choice(model, prices);
  for (size_t k = 0; k < model.buffers.size(); ++k) {
    double part = choice.choose(model.buffers[k], taken);
    bufferParts[k] = part;
    bound += part;
    magnitude += std::abs(part);
  }
  // A buffer's part is the difference of amounts paid and received.
  for (double price : prices.served)
    magnitude += 2 * price;
  findHeldCosts(prices);
  for (size_t step = 0; step < model.ops.size(); ++step) {
    opParts[step] = opPart(step, prices);
    bound += opParts[step];
  }
  grantFreePlaces(prices);
  return bound - roundingSlack * magnitude;
}

void PricedProblem::findHeldCosts(const FastTierPrices &prices) {
  for (std::vector<HeldCost> &costs : heldCosts)
    costs.clear();
  for (size_t price = 0; price < prices.held.size(); ++price)
    if (const double cost = prices.held[price]; cost > 0) {
      const HeldPlace &place = model.heldPlaces[price];
      heldCosts[place.step].push_back(
          {static_cast<int32_t>(price), place.size, cost});
    }
}

/// Grants free places to buffers that take them, as far as room permits.
void PricedProblem::grantFreePlaces(const FastTierPrices &prices) {
  for (size_t price = 0; price < prices.held.size(); ++price) {
    if (taken.held[price] == 0 || given.held[price] > 0 ||
        prices.held[price] > 0)
      continue;
    const HeldPlace &place = model.heldPlaces[price];
    if (place.size > room[place.step])
      continue;
    given.held[price] += 1;
    room[place.step] -= place.size;
  }
}

/// Fills the knapsack with items of positive value, in the order of prices.
void PricedProblem::addItems(size_t step, const FastTierPrices &prices,
                             bool paysForUse) {
  const FastTierOp &op = model.ops[step];
  const double timePrice = prices.time[step];
  const double rate = op.trips - timePrice; // Per second of duration; >= 0.
  knapsack.items.clear();
  places.clear();
  const auto add = [&](const KnapsackItem &item, int32_t heldPrice,
                       const FastTierPlace *place) {
    knapsack.items.push_back(item);
    places.emplace_back(heldPrice, place);
  };
  auto next = heldCosts[step].begin();
  const auto end = heldCosts[step].end();
  for (const FastTierPlace &place : model.servedPlacesOf(op)) {
    for (; next != end && next->price < place.heldPrice; ++next)
      add({next->size, next->cost, next->cost, 0}, next->price, nullptr);
    double held = 0;
    if (next != end && next->price == place.heldPrice)
      held = (next++)->cost;
    KnapsackItem item = {place.size, held, held, rate * place.saving};
    item.used += (paysForUse ? timePrice * place.slowSeconds : 0) -
                 prices.served[place.servedPrice];
    if (item.held <= 0 && item.used + item.saving <= 0)
      continue;
    add(item, place.heldPrice, &place);
  }
  for (; next != end; ++next)
    add({next->size, next->cost, next->cost, 0}, next->price, nullptr);
}

/// Finds the best choice of the op. The op pays for its duration and for fast
/// service, and receives the prices of the buffers held in the fast tier and of
/// the time left.
void PricedProblem::choose(size_t step, const FastTierPrices &prices,
                           bool paysForUse, OpChoice &choice) {
  const FastTierOp &op = model.ops[step];
  const OpTimes &times = op.times;
  const double timePrice = prices.time[step];
  const double rate = op.trips - timePrice; // Per second of duration; >= 0.
  addItems(step, prices, paysForUse);
  knapsack.capacity = op.capacity;
  setGain(knapsack, times, rate);
  constexpr int64_t maxNodes = 2000;
  choice.won = knapsack.solve(maxNodes);
  choice.slowSeconds = paysForUse ? times.slowSeconds : model.notFree[step];
  choice.paid = rate * times.duration(0) + timePrice * choice.slowSeconds;
  choice.part = choice.paid - choice.won;
  choice.held.clear();
  choice.used.clear();
  choice.saved = 0;
  choice.room = op.capacity;
  for (size_t k = 0; k < places.size(); ++k) {
    const Taken taken = knapsack.choice()[k];
    if (taken == Taken::No)
      continue;
    const auto [heldPrice, place] = places[k];
    choice.held.push_back(heldPrice);
    choice.room -= knapsack.items[k].size;
    if (taken != Taken::Used || !place)
      continue;
    choice.used.push_back(place);
    choice.saved += place->saving;
    if (paysForUse)
      choice.slowSeconds -= place->slowSeconds;
  }
}

/// Returns the larger of two parts, since both are valid bounds.
double PricedProblem::opPart(size_t step, const FastTierPrices &prices) {
  choose(step, prices, /*paysForUse=*/true, first);
  const OpChoice *best = &first;
  const FastTierOp &op = model.ops[step];
  const double timePrice = prices.time[step];
  if (!model.notFree.empty() && timePrice * model.notFree[step] > 0 &&
      (op.trips - timePrice) * op.times.duration(0) +
              timePrice * model.notFree[step] >
          first.part) {
    choose(step, prices, /*paysForUse=*/false, second);
    if (second.part > first.part)
      best = &second;
  }
  for (const int32_t heldPrice : best->held)
    given.held[heldPrice] += 1;
  for (const FastTierPlace *place : best->used)
    given.served[place->servedPrice] += 1;
  room[step] = best->room;
  given.time[step] += op.times.duration(best->saved) - best->slowSeconds;
  magnitude += best->paid + best->won;
  return best->part;
}
