//===- PricedProblem.cpp - The strong bound for given prices --------------===//
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

PricedProblem::PricedProblem(const NearModel &model) : model(model) {
  taken.held.resize(model.numHeldPrices);
  taken.served.resize(model.numServedPrices);
  taken.time.resize(model.ops.size());
  given = taken;
}

static void clear(NearAmounts &amounts) {
  for (std::vector<double> *all :
       {&amounts.held, &amounts.served, &amounts.time})
    std::fill(all->begin(), all->end(), 0.0);
}

double PricedProblem::boundFor(const NearPrices &prices) {
  clear(taken);
  clear(given);
  double bound = 0;
  magnitude = 0;
  BufferChoice choice(model, prices);
  for (const NearBuffer &buffer : model.buffers) {
    double part = choice.choose(buffer, taken);
    bound += part;
    magnitude += std::abs(part);
  }
  // A buffer's part is what it pays less what it is paid.
  for (double price : prices.served)
    magnitude += 2 * price;
  for (size_t step = 0; step < model.ops.size(); ++step)
    bound += opPart(step, prices);
  // Each term is a sum of some thousand at most, each off by 1e-16.
  constexpr double slack = 1e-11;
  return bound - slack * magnitude;
}

/// The op pays for its duration and for what it is served near, and is paid
/// for what it holds near and for the time it leaves.
double PricedProblem::opPart(size_t step, const NearPrices &prices) {
  const NearOp &op = model.ops[step];
  const OpTimes &times = op.times;
  double timePrice = prices.time[step];
  double rate = op.trips - timePrice; // Of a second of duration; >= 0.
  knapsack.items.clear();
  places.clear();
  for (const NearPlace &place : op.places) {
    double held = prices.held[place.heldPrice];
    KnapsackItem item = {place.size, held, held, 0};
    if (place.servedPrice >= 0) {
      item.used +=
          timePrice * place.farSeconds - prices.served[place.servedPrice];
      item.saving = rate * place.saving;
    }
    if (item.held <= 0 && item.used + item.saving <= 0)
      continue;
    knapsack.items.push_back(item);
    places.push_back(&place);
  }
  knapsack.capacity = op.capacity;
  knapsack.limit = rate * times.maxSavedInFull();
  knapsack.slope = times.unhidden;
  knapsack.end = rate * times.maxSaved();
  constexpr int64_t maxNodes = 2000;
  double won = knapsack.solve(maxNodes);
  double saved = 0;
  double farSeconds = times.farSeconds;
  int64_t room = op.capacity;
  for (size_t k = 0; k < places.size(); ++k) {
    Taken choice = knapsack.choice()[k];
    if (choice == Taken::No)
      continue;
    given.held[places[k]->heldPrice] += 1;
    room -= places[k]->size;
    if (choice != Taken::Used || places[k]->servedPrice < 0)
      continue;
    given.served[places[k]->servedPrice] += 1;
    saved += places[k]->saving;
    farSeconds -= places[k]->farSeconds;
  }
  // What costs nothing is given to who takes it, as long as there is room.
  for (const NearPlace &place : op.places) {
    double &held = given.held[place.heldPrice];
    if (held > 0 || prices.held[place.heldPrice] > 0 ||
        taken.held[place.heldPrice] == 0 || place.size > room)
      continue;
    held += 1;
    room -= place.size;
  }
  given.time[step] += times.duration(saved) - farSeconds;
  double paid = rate * times.duration(0) + timePrice * times.farSeconds;
  magnitude += paid + won;
  return paid - won;
}
