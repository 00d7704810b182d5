//===- BankBound.cpp - Bound on the cost of a choice of banks -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bound relaxes packing twice. First, only the live bytes of each section
// must be within a bank's capacity. Second, a byte too many is not forbidden
// but has a price, and a free byte earns the price (Lagrangian relaxation). For
// any prices, each item independently takes the bank of least cost plus price;
// the sum is a lower bound. A subgradient method raises the bound: it raises
// the prices of overfull sections, and lowers those of others (Held, Wolfe and
// Crowder 1974, "Validation of subgradient optimization").
//
//===----------------------------------------------------------------------===//

#include "BankBound.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::packing;

BankBound::BankBound(const BankModel &model)
    : model(model), prices(model.numBanks()), sums(model.numBanks()),
      slope(model.numBanks()), chosen(model.items.numItems) {
  const size_t numSections = model.items.numSections;
  for (int32_t bank = 0; bank < model.numBanks(); ++bank)
    if (model.isLimited(bank)) {
      prices[bank].resize(numSections);
      sums[bank].resize(numSections + 1);
      slope[bank].resize(numSections + 1);
    }
  best = evaluate();
  setRegrets();
}

/// Returns the bound by the current prices, and sets `chosen`.
double BankBound::evaluate() {
  const Items &items = model.items;
  double bound = 0, magnitude = 0;
  for (int32_t bank = 0; bank < model.numBanks(); ++bank) {
    double sum = 0;
    for (size_t section = 0; section < prices[bank].size(); ++section) {
      sum += prices[bank][section];
      sums[bank][section + 1] = sum;
    }
    if (model.isLimited(bank))
      bound -= sum * static_cast<double>(model.capacity[bank]);
  }
  magnitude -= bound;
  for (int32_t item = 0; item < items.numItems; ++item) {
    double least = std::numeric_limits<double>::infinity();
    for (int32_t bank : model.banksOf(item)) {
      if (bank == noBank)
        break;
      double cost = model.costOf(item, bank);
      if (model.isLimited(bank))
        cost += static_cast<double>(items.size[item]) *
                (sums[bank][items.end[item]] - sums[bank][items.begin[item]]);
      if (cost < least) {
        least = cost;
        chosen[item] = bank;
      }
    }
    bound += least;
    magnitude += least;
  }
  // Rounding errors must not make the bound too high.
  constexpr double error = 1e-12;
  return bound - error * magnitude;
}

/// Sets `slope` to the bytes above the capacity of each section. Returns the
/// sum of the squares of slopes that change a price.
double BankBound::slopes() {
  const Items &items = model.items;
  for (std::vector<double> &own : slope)
    std::fill(own.begin(), own.end(), 0);
  for (int32_t item = 0; item < items.numItems; ++item) {
    std::vector<double> &own = slope[chosen[item]];
    if (own.empty())
      continue;
    own[items.begin[item]] += static_cast<double>(items.size[item]);
    own[items.end[item]] -= static_cast<double>(items.size[item]);
  }
  double squares = 0;
  for (int32_t bank = 0; bank < model.numBanks(); ++bank) {
    double load = 0;
    for (size_t section = 0; section < prices[bank].size(); ++section) {
      load += slope[bank][section];
      const double excess = load - static_cast<double>(model.capacity[bank]);
      slope[bank][section] = excess;
      if (excess > 0 || prices[bank][section] > 0)
        squares += excess * excess;
    }
  }
  return squares;
}

void BankBound::step(double length) {
  for (int32_t bank = 0; bank < model.numBanks(); ++bank)
    for (size_t section = 0; section < prices[bank].size(); ++section)
      prices[bank][section] =
          std::max(0.0, prices[bank][section] + length * slope[bank][section]);
}

/// Sets the regrets by the current prices.
void BankBound::setRegrets() {
  const Items &items = model.items;
  regrets.assign(model.costs.size(), std::numeric_limits<double>::infinity());
  for (int32_t item = 0; item < items.numItems; ++item) {
    double *own = regrets.data() + static_cast<size_t>(item) * model.numBanks();
    double least = std::numeric_limits<double>::infinity();
    for (int32_t bank = 0; bank < model.numBanks(); ++bank) {
      own[bank] = model.costOf(item, bank);
      if (model.isLimited(bank))
        own[bank] +=
            static_cast<double>(items.size[item]) *
            (sums[bank][items.end[item]] - sums[bank][items.begin[item]]);
      least = std::min(least, own[bank]);
    }
    for (int32_t bank = 0; bank < model.numBanks(); ++bank)
      own[bank] -= least;
  }
}

void BankBound::improve(double target, int rounds, Budget &budget) {
  std::vector<std::vector<double>> bestPrices = prices;
  double share = 1; // Of the distance to the target, for one step.
  int failures = 0;
  for (int round = 0; round < rounds && !budget.isTimedOut(); ++round) {
    const double squares = slopes();
    const double distance = target - best;
    if (squares == 0 || distance <= 0 || share < 1e-4)
      break;
    step(share * distance / squares);
    const double bound = evaluate();
    if (bound > best) {
      best = bound;
      bestPrices = prices;
      failures = 0;
    } else if (++failures == 8) {
      failures = 0;
      share /= 2;
      prices = bestPrices;
      evaluate();
    }
  }
  prices = bestPrices;
  best = evaluate();
  setRegrets();
}
