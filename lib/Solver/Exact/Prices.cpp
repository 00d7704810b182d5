//===- Prices.cpp - A bound by prices, kept up to date --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Prices.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::exact;

// Of the ascent. They were tuned on the problems of benchmarks/problems; what
// matters most is that steps shorten at all, and begin anew now and then.
static constexpr int64_t iterationsOfRound = 200;
static constexpr int64_t iterationsPerLook = 64; // At the clock.
static constexpr int maxPatience = 15; // Iterations without progress, and then
static constexpr double shortening = 0.7;     // steps get shorter by this.
static constexpr double leastProgress = 1e-6; // Of the bound.
/// In (0, 2); 1.5 is what Camerini, Fratta and Maffioli recommend.
static constexpr double deflection = 1.5;

PriceBound::PriceBound(const Model &model)
    : model(model), pricing(model), ops(pricing), buffers(pricing),
      prices(pricing.makeList()), bestPrices(prices), taken(prices),
      given(prices), direction(prices) {
  double sum = 0;
  for (Step step = 0; step < model.numSteps; ++step)
    if (!model.choices[step].empty())
      sum += model.choices[step][0].seconds;
  constexpr double leastUnit = 1e-100; // Where no op takes time.
  unit = std::max(sum / static_cast<double>(std::max<Step>(1, model.numSteps)),
                  leastUnit);
}

/// About how many numbers one evaluation looks at.
static size_t workOf(const Model &model) {
  const size_t numBuffers = model.problem.buffers.size();
  size_t work = numBuffers * model.numTiers * model.numSteps;
  const size_t numStates = size_t(1) << 2 * model.numTiers;
  for (Step step = 0; step <= model.numSteps; ++step)
    work += model.choices[step].size() * (numBuffers + model.engines.size()) +
            model.units[step].size() * numStates * model.numTiers;
  return work;
}

bool PriceBound::isAffordable(const Model &model) {
  return model.numTiers <= 4 && workOf(model) <= maxWork;
}

double PriceBound::evaluate() {
  const double sum = ops.update(prices) + buffers.update(prices);
  return sum - slack();
}

/// To the nearest prices of each slot that are allowed.
void PriceBound::project() {
  std::vector<double> sorted(pricing.numResources);
  for (size_t slot = 0; slot < pricing.numSlots; ++slot) {
    double sum = 0;
    for (size_t r = 0; r < pricing.numResources; ++r) {
      double &price = prices.time[pricing.timeIndex(r, slot)];
      price = std::max(price, 0.0);
      sorted[r] = price;
      sum += price;
    }
    const double limit = pricing.maxPrice[slot];
    if (sum <= limit)
      continue;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    double excess = 0;
    sum = 0;
    for (size_t r = 0; r < sorted.size(); ++r) {
      sum += sorted[r];
      const double next = (sum - limit) / static_cast<double>(r + 1);
      if (next >= sorted[r])
        break;
      excess = next;
    }
    for (size_t r = 0; r < pricing.numResources; ++r) {
      double &price = prices.time[pricing.timeIndex(r, slot)];
      price = std::max(0.0, price - excess);
    }
  }
}

/// What serves an op in a way for which the bound reaches \p target is of no
/// use.
void PriceBound::leaveOut(double bound, double target) {
  if (target == infinity ||
      !ops.leaveOut(target * (1 - makespanTolerance) - bound))
    return;
  for (Step step = 0; step <= model.numSteps; ++step)
    for (size_t k = 0; k < model.units[step].size(); ++k)
      for (TierId tier : model.units[step][k].tiers)
        if (!ops.mayServe(step, k, tier))
          buffers.leaveOut(step, k, tier);
}

/// Waits cost the time of resource \p r, its time in an op costs \p time, and
/// buffers pay \p served of what their accesses take.
void PriceBound::startFrom(size_t r, double time, double served) {
  prices.clear();
  for (Step step = 0; step <= model.numSteps; ++step) {
    for (size_t slot : {3 * step, 3 * step + 1})
      prices.time[pricing.timeIndex(r, slot)] = pricing.maxPrice[slot];
    if (step == model.numSteps)
      break;
    prices.time[pricing.timeIndex(r, 3 * step + 2)] = time;
    for (size_t k = 0; k < model.units[step].size(); ++k)
      for (TierId tier : model.units[step][k].tiers)
        prices.served[pricing.servedIndex(step, k, tier)] =
            served * model.secondsOf(step, k, tier) * model.tripsOf(step);
  }
  project();
}

/// Remembers the present prices if their \p bound is the best.
void PriceBound::note(double bound) {
  if (bound <= bestBound)
    return;
  bestBound = bound;
  bestPrices = prices;
}

void PriceBound::restart(double target) {
  prices = bestPrices;
  bestBound = evaluate();
  leaveOut(bestBound, target);
}

/// Sets `taken` to the subgradient at the present prices, in units of \p units,
/// as far as prices can move along it; then adds to `direction` what deflects
/// it (Camerini, Fratta and Maffioli 1975): if it points back where the last
/// one came from, so much of the last one that the two are not opposed any
/// more. Returns the square of the direction's length.
double PriceBound::turn(const Units &units) {
  taken.clear();
  given.clear();
  buffers.addTaken(prices, taken);
  ops.addGiven(prices, given);
  double across = 0, old = 0, square = 0;
  for (size_t part = 0; part < PriceList::numParts; ++part) {
    const std::vector<double> &price = prices.part(part);
    const std::vector<double> &minus = given.part(part);
    const std::vector<double> &last = direction.part(part);
    std::vector<double> &slopes = taken.part(part);
    for (size_t k = 0; k < price.size(); ++k) {
      double slope = (slopes[k] - minus[k]) * units[part];
      if (PriceList::isPositive(part) && slope < 0 && price[k] <= 0)
        slope = 0;
      slopes[k] = slope;
      across += slope * last[k];
      old += last[k] * last[k];
    }
  }
  const double keep = across < 0 && old > 0 ? -deflection * across / old : 0;
  for (size_t part = 0; part < PriceList::numParts; ++part) {
    std::vector<double> &to = direction.part(part);
    for (size_t k = 0; k < to.size(); ++k) {
      to[k] = taken.part(part)[k] + keep * to[k];
      square += to[k] * to[k];
    }
  }
  return square;
}

void PriceBound::move(double length, const Units &units) {
  for (size_t part = 0; part < PriceList::numParts; ++part)
    for (size_t k = 0; k < prices.part(part).size(); ++k) {
      double &price = prices.part(part)[k];
      price += length * direction.part(part)[k] * units[part];
      if (PriceList::isPositive(part))
        price = std::max(price, 0.0);
    }
  project();
}

double PriceBound::improve(double target, int64_t iterations,
                           NodeBudget &budget) {
  iterations = std::min(
      iterations, static_cast<int64_t>(100 * maxWork / (1 + workOf(model))));
  bestBound = -infinity;
  for (size_t r = 0; r < pricing.numResources; ++r)
    for (double time : {0.0, 0.5})
      for (double served : {0.0, 0.5, 1.0}) {
        startFrom(r, time, served);
        note(evaluate());
      }
  double length = 1;
  int patience = 0;
  for (int64_t i = 0; i < iterations && bestBound < target; ++i) {
    if (i % iterationsOfRound == 0) {
      restart(target);
      length = 1;
      patience = 0;
      direction.clear();
    }
    const double bound = evaluate();
    const bool isProgress =
        bound > bestBound + leastProgress * std::abs(bestBound);
    patience = isProgress ? 0 : patience + 1;
    note(bound);
    if (patience >= maxPatience) {
      patience = 0;
      length *= shortening;
    }
    if (i % iterationsPerLook == 0 && !budget.look(target))
      break;
    const bool isEven = (i / iterationsOfRound) % 2 == 0;
    const Units units = {unit, unit, isEven ? 1.0 : 0.3};
    const double square = turn(units);
    if (square == 0)
      break;
    // Polyak's step; without a placement, towards a little more than the best.
    const double goal = target < infinity ? target : bestBound * 1.05;
    move(length * (goal - bound) / square, units);
  }
  restart(target);
  return evaluate();
}
