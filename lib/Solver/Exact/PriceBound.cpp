//===- PriceBound.cpp - Lower bound on makespan by prices -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the prices by subgradient ascent (Subgradient.h) of the Lagrangian
// dual (Geoffrion 1974, "Lagrangean relaxation for integer programming"). After
// each step, the prices of a wait are projected back to their limit. Choices
// with a bound above the best placement are excluded for good, which improves
// later bounds (reduced cost fixing).
//
//===----------------------------------------------------------------------===//

#include "PriceBound.h"

#include "../../Bounds/Subgradient.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::exact;

static void clear(PriceList &list) {
  for (std::vector<double> *part : {&list.served, &list.held, &list.time})
    std::fill(part->begin(), part->end(), 0);
}

PriceBound::PriceBound(const Model &model)
    : model(model), pricing(model), ops(pricing), buffers(pricing),
      prices(pricing.makeList()), taken(prices), given(prices) {
  double sum = 0;
  for (Step step = 0; step < model.numSteps; ++step)
    if (!model.choices[step].empty())
      sum += model.choices[step][0].seconds;
  constexpr double minUnit = 1e-100; // For programs without op time.
  unit = std::max(sum / static_cast<double>(std::max<Step>(1, model.numSteps)),
                  minUnit);
}

/// Returns approximately how many numbers one evaluation visits.
static size_t workOf(const Model &model) {
  const size_t numBuffers = model.problem.buffers.size();
  size_t work = numBuffers * model.numTiers * model.numSteps;
  const size_t numStates = size_t(1) << 2 * model.numTiers;
  for (Step step = 0; step <= model.numSteps; ++step)
    work +=
        model.choices[step].size() * (numBuffers + model.channelModels.size()) +
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

/// Projects the prices of each slot to the nearest allowed prices.
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

/// Excludes choices with a bound of at least \p target, and tiers left without
/// any choice.
void PriceBound::exclude(double bound, double target) {
  if (target == infinity ||
      !ops.exclude(target * (1 - makespanTolerance) - bound))
    return;
  for (Step step = 0; step <= model.numSteps; ++step)
    for (size_t k = 0; k < model.units[step].size(); ++k)
      for (TierId tier : model.units[step][k].tiers)
        if (!ops.mayServe(step, k, tier))
          buffers.exclude(step, k, tier);
}

/// Sets simple prices: the time of \p resource costs the maximum in waits and
/// \p time in ops, and buffers pay the share \p served of the time of their
/// accesses.
void PriceBound::setStart(size_t resource, double time, double served) {
  clear(prices);
  for (Step step = 0; step <= model.numSteps; ++step)
    for (size_t slot : {3 * step, 3 * step + 1})
      prices.time[pricing.timeIndex(resource, slot)] = pricing.maxPrice[slot];
  for (Step step = 0; step < model.numSteps; ++step) {
    prices.time[pricing.timeIndex(resource, 3 * step + 2)] = time;
    for (size_t k = 0; k < model.units[step].size(); ++k)
      for (TierId tier : model.units[step][k].tiers)
        prices.served[pricing.servedIndex(step, k, tier)] =
            served * model.secondsOf(step, k, tier) * model.tripsOf(step);
  }
  project();
}

/// The bound of a PriceBound as a function of its prices.
class PriceBound::Dual : public DualFunction {
public:
  Dual(PriceBound &bound, double target, NodeBudget &budget)
      : bound(bound), target(target), budget(budget), units(bound.prices) {
    std::fill(units.served.begin(), units.served.end(), bound.unit);
    std::fill(units.held.begin(), units.held.end(), bound.unit);
  }

  std::vector<PriceBlock> blocks() override {
    PriceList &prices = bound.prices;
    const PriceList &taken = bound.taken;
    const PriceList &given = bound.given;
    constexpr double anySign = -infinity;
    return {{prices.served, taken.served, given.served, units.served, anySign},
            {prices.held, taken.held, given.held, units.held},
            {prices.time, taken.time, given.time, units.time}};
  }
  double evaluate() override { return bound.evaluate(); }
  void findSlopes() override {
    clear(bound.taken);
    clear(bound.given);
    bound.buffers.addTaken(bound.prices, bound.taken);
    bound.ops.addGiven(bound.prices, bound.given);
  }
  void project() override { bound.project(); }
  double beginRound(int64_t round, double) override {
    const double value = bound.evaluate();
    bound.exclude(value, target);
    // Rounds differ in the step length for prices of time.
    std::fill(units.time.begin(), units.time.end(), round % 2 == 0 ? 1.0 : 0.3);
    return value;
  }
  bool shouldContinue(int64_t iteration) override {
    constexpr int64_t iterationsPerLook = 64;
    return iteration % iterationsPerLook != 0 || budget.reportProgress(target);
  }

private:
  PriceBound &bound;
  const double target;
  NodeBudget &budget;
  PriceList units;
};

double PriceBound::improve(double target, int64_t iterations,
                           NodeBudget &budget) {
  AscentOptions options;
  options.iterations = std::min(
      iterations, static_cast<int64_t>(100 * maxWork / (1 + workOf(model))));
  options.enough = target;
  if (target < infinity)
    options.target = target;
  options.roundLength = 200;
  options.patience = 15;
  Dual dual(*this, target, budget);
  SubgradientAscent ascent(dual, options);
  // Starting points: waits cost the time of one resource, its time in ops costs
  // something or nothing, and buffers pay a share of their accesses or nothing.
  for (size_t resource = 0; resource < pricing.numResources; ++resource)
    for (double time : {0.0, 0.5})
      for (double served : {0.0, 0.5, 1.0}) {
        setStart(resource, time, served);
        ascent.tryStart();
      }
  ascent.run();
  exclude(evaluate(), target);
  return evaluate();
}
