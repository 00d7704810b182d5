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
using namespace memplace::solver::exact;

PriceBound::PriceBound(const Model &model)
    : model(model), pricing(model), ops(pricing), buffers(pricing),
      prices(pricing.makeList()), bestPrices(prices), taken(prices),
      given(prices), direction(prices) {
  double sum = 0;
  for (Step step = 0; step < model.numSteps; ++step)
    if (!model.choices[step].empty())
      sum += model.choices[step][0].seconds;
  unit = std::max(sum / static_cast<double>(std::max<Step>(1, model.numSteps)),
                  1e-100);
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
  return model.numTiers <= 4 && workOf(model) <= mostWork;
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
    const double most = pricing.mostPrice[slot];
    if (sum <= most)
      continue;
    std::sort(sorted.begin(), sorted.end(), std::greater<>());
    double excess = 0;
    sum = 0;
    for (size_t r = 0; r < sorted.size(); ++r) {
      sum += sorted[r];
      const double next = (sum - most) / static_cast<double>(r + 1);
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
  if (target >= 1e290 || !ops.leaveOut(target * (1 - 1e-9) - bound))
    return;
  for (Step step = 0; step <= model.numSteps; ++step)
    for (size_t k = 0; k < model.units[step].size(); ++k)
      for (TierId tier : model.units[step][k].tiers)
        if (!ops.mayServe(step, k, tier))
          buffers.leaveOut(step, k, tier);
}

double PriceBound::improve(double target, int64_t iterations, Budget &budget) {
  iterations = std::min(
      iterations, static_cast<int64_t>(100 * mostWork / (1 + workOf(model))));
  auto reset = [](PriceList &list) {
    for (auto *part : {&list.served, &list.held, &list.time})
      std::fill(part->begin(), part->end(), 0);
  };
  const Problem &problem = model.problem;
  double best = -1e300;
  // To begin with: waits cost the time of one resource, its time in an op costs
  // something or nothing, and buffers pay for their accesses or do not.
  for (size_t r = 0; r < pricing.numResources; ++r)
    for (double time : {0.0, 0.5})
      for (double served : {0.0, 0.5, 1.0}) {
        reset(prices);
        for (Step step = 0; step <= model.numSteps; ++step) {
          for (size_t slot : {3 * step, 3 * step + 1})
            prices.time[pricing.timeIndex(r, slot)] = pricing.mostPrice[slot];
          if (step == model.numSteps)
            break;
          prices.time[pricing.timeIndex(r, 3 * step + 2)] = time;
          for (size_t k = 0; k < model.units[step].size(); ++k)
            for (TierId tier : model.units[step][k].tiers) {
              double seconds = 0;
              for (int32_t index : model.units[step][k].accesses) {
                const Access &access = problem.ops[step].accesses[index];
                const Tier &of = problem.target.tiers[tier];
                if (access.reads())
                  seconds += static_cast<double>(access.bytes) /
                             std::max(of.readBytesPerSecond, 1e-100);
                if (access.writes())
                  seconds += static_cast<double>(access.bytes) /
                             std::max(of.writeBytesPerSecond, 1e-100);
              }
              prices.served[pricing.servedIndex(step, k, tier)] =
                  served * seconds * model.tripsOf(step);
            }
        }
        project();
        const double bound = evaluate();
        if (bound > best) {
          best = bound;
          bestPrices = prices;
        }
      }
  double length = 1;
  int patience = 0;
  for (int64_t i = 0; i < iterations && best < target; ++i) {
    if (i % 200 == 0) {
      prices = bestPrices;
      best = evaluate();
      leaveOut(best, target);
      length = 1;
      patience = 0;
      reset(direction);
    }
    const double bound = evaluate();
    patience = bound > best + 1e-6 * std::abs(best) ? 0 : patience + 1;
    if (bound > best) {
      best = bound;
      bestPrices = prices;
    }
    if (patience >= 15) {
      patience = 0;
      length *= 0.7;
    }
    if (i % 64 == 0 && !budget.look(target))
      break;
    reset(taken);
    reset(given);
    buffers.addTaken(prices, taken);
    ops.addGiven(prices, given);
    double across = 0, old = 0, square = 0;
    const double units[3] = {unit, unit, (i / 200) % 2 == 0 ? 1.0 : 0.3};
    std::vector<double> *lists[3][4] = {
        {&prices.served, &taken.served, &given.served, &direction.served},
        {&prices.held, &taken.held, &given.held, &direction.held},
        {&prices.time, &taken.time, &given.time, &direction.time}};
    for (int part = 0; part < 3; ++part) {
      auto &[price, plus, minus, last] = lists[part];
      for (size_t k = 0; k < price->size(); ++k) {
        double slope = ((*plus)[k] - (*minus)[k]) * units[part];
        if (part > 0 && slope < 0 && (*price)[k] <= 0)
          slope = 0;
        (*plus)[k] = slope;
        across += slope * (*last)[k];
        old += (*last)[k] * (*last)[k];
      }
    }
    const double keep = across < 0 && old > 0 ? -1.5 * across / old : 0;
    for (auto &part : lists)
      for (size_t k = 0; k < part[0]->size(); ++k) {
        (*part[3])[k] = (*part[1])[k] + keep * (*part[3])[k];
        square += (*part[3])[k] * (*part[3])[k];
      }
    if (square == 0)
      break;
    const double goal = target < 1e290 ? target : best * 1.05;
    const double move = length * (goal - bound) / square;
    for (int part = 0; part < 3; ++part)
      for (size_t k = 0; k < lists[part][0]->size(); ++k) {
        double &price = (*lists[part][0])[k];
        price += move * (*lists[part][3])[k] * units[part];
        if (part > 0)
          price = std::max(price, 0.0);
      }
    project();
  }
  prices = bestPrices;
  best = evaluate();
  leaveOut(best, target);
  return evaluate();
}
