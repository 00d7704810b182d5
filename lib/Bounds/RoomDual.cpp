//===- RoomDual.cpp - Common prices for all buffers -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoomDual.h"

#include <algorithm>

using namespace memplace;

/// Returns the most that \p op can save, as a share of the sum of its operands'
/// savings.
static double savedShareOf(const FastTierOp &op) {
  double sum = 0;
  for (const FastTierPlace &place : op.places)
    if (place.servedPrice >= 0)
      sum += place.saving;
  return sum > 0 ? std::min(1.0, op.times.maxSaved() / sum) : 0;
}

RoomDual::RoomDual(const FastTierModel &model, PricedProblem &priced,
                   FastTierPrices &prices, std::function<bool()> mayContinue)
    : model(model), priced(priced), prices(prices),
      mayContinue(std::move(mayContinue)) {
  const auto length = static_cast<size_t>(model.blockLength);
  const size_t count = (model.ops.size() + length - 1) / length;
  double bytes = 0;
  double seconds = 0;
  for (const FastTierBuffer &buffer : model.buffers) {
    bytes += static_cast<double>(buffer.size);
    seconds += buffer.moveSeconds;
  }
  none.assign(count, 0);
  for (Kind *kind : {&room, &time, &worth})
    *kind = {none, none, std::vector<double>(count, 1)};
  if (bytes > 0)
    room.units.assign(count, seconds / bytes);
  for (const FastTierOp &op : model.ops)
    savedShares.push_back(savedShareOf(op));
}

void RoomDual::startWith(double timePrice) {
  room.prices = worth.prices = none;
  time.prices.assign(none.size(), timePrice);
}

std::vector<PriceBlock> RoomDual::blocks() {
  return {{room.prices, room.slopes, none, room.units},
          {time.prices, time.slopes, none, time.units, 0, 1},
          {worth.prices, worth.slopes, none, worth.units, 0, 1}};
}

void RoomDual::spread() {
  for (size_t price = 0; price < prices.held.size(); ++price) {
    const HeldPlace &place = model.heldPlaces[price];
    prices.held[price] = place.block < 0 ? 0.0
                                         : room.prices[place.block] *
                                               static_cast<double>(place.size);
  }
  for (size_t step = 0; step < model.ops.size(); ++step) {
    const FastTierOp &op = model.ops[step];
    const size_t block = step / model.blockLength;
    const double timePrice = time.prices[block];
    const double savedPrice =
        (op.trips - timePrice) * worth.prices[block] * savedShares[step];
    prices.time[step] = timePrice;
    for (const FastTierPlace &place : model.servedPlacesOf(op))
      prices.served[place.servedPrice] =
          savedPrice * place.saving + timePrice * place.slowSeconds;
  }
}

double RoomDual::evaluate() {
  spread();
  return priced.boundFor(prices);
}

void RoomDual::findSlopes() {
  for (Kind *kind : {&room, &time, &worth})
    kind->slopes = none;
  const FastTierAmounts &taken = priced.taken;
  const FastTierAmounts &given = priced.given;
  for (size_t price = 0; price < taken.held.size(); ++price) {
    const HeldPlace &place = model.heldPlaces[price];
    if (place.block >= 0)
      room.slopes[place.block] += static_cast<double>(place.size) *
                                  (taken.held[price] - given.held[price]);
  }
  for (size_t step = 0; step < model.ops.size(); ++step)
    addSlopesOf(step);
}

// Applies the chain rule to the slopes by the prices set in `spread`.
void RoomDual::addSlopesOf(size_t step) {
  const FastTierOp &op = model.ops[step];
  const size_t block = step / model.blockLength;
  const FastTierAmounts &taken = priced.taken;
  const FastTierAmounts &given = priced.given;
  time.slopes[block] += taken.time[step] - given.time[step];
  for (const FastTierPlace &place : model.servedPlacesOf(op)) {
    const double served =
        given.served[place.servedPrice] - taken.served[place.servedPrice];
    const double saved = savedShares[step] * place.saving;
    time.slopes[block] +=
        served * (place.slowSeconds - worth.prices[block] * saved);
    worth.slopes[block] += served * (op.trips - time.prices[block]) * saved;
  }
}
