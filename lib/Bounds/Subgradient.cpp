//===- Subgradient.cpp - Subgradient ascent of a dual function ------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Subgradient.h"

#include <algorithm>
#include <cmath>

using namespace memplace;

/// Factors of the step length after some time without a rise, and after too
/// deep a fall. Held, Wolfe and Crowder use one half, but wait longer.
constexpr double shortening = 0.7;
constexpr double shorteningAfterFall = 0.5;
/// A rise below this share of the bound does not count.
constexpr double noticeableRise = 1e-6;
/// Goal of the steps without a target, as a multiple of the best bound.
constexpr double goalFactor = 1.05;
/// Share of the last direction kept if the slopes turn back, between 0 and 2;
/// Camerini, Fratta and Maffioli recommend 1.5.
constexpr double deflection = 1.5;

SubgradientAscent::SubgradientAscent(DualFunction &dual,
                                     const AscentOptions &options, double known)
    : dual(dual), options(options), known(known) {
  size_t numPrices = 0;
  for (const PriceBlock &block : dual.blocks())
    numPrices += block.prices.size();
  bestPrices.resize(numPrices);
  direction.resize(numPrices);
}

double SubgradientAscent::best() const { return std::max(known, bestBound); }

/// Returns the bound at which steps aim.
double SubgradientAscent::goal() const {
  return std::isfinite(options.target) ? options.target : best() * goalFactor;
}

void SubgradientAscent::keep() {
  auto into = bestPrices.begin();
  for (const PriceBlock &block : dual.blocks())
    into = std::copy(block.prices.begin(), block.prices.end(), into);
}

void SubgradientAscent::restore() {
  auto from = bestPrices.begin();
  for (const PriceBlock &block : dual.blocks()) {
    std::copy_n(from, block.prices.size(), block.prices.begin());
    from += static_cast<std::ptrdiff_t>(block.prices.size());
  }
}

void SubgradientAscent::tryStart() {
  const double bound = dual.evaluate();
  if (bound <= bestBound)
    return;
  bestBound = bound;
  keep();
}

double SubgradientAscent::run() {
  for (int64_t i = 0; i < options.iterations && best() < options.enough; ++i) {
    if (!dual.shouldContinue(i))
      break;
    if (i % options.roundLength == 0)
      beginRound(i / options.roundLength);
    const double bound = dual.evaluate();
    note(bound);
    dual.noteIteration();
    if (best() >= options.target * (1 - options.targetTolerance))
      break;
    if (isLost(bound))
      goBack();
    else if (!step(bound))
      break;
  }
  restore();
  return best();
}

void SubgradientAscent::beginRound(int64_t round) {
  restore();
  bestBound = dual.beginRound(round, bestBound);
  length = 1;
  numWithoutRise = 0;
  std::fill(direction.begin(), direction.end(), 0);
}

/// Keeps the prices if their bound is the best so far. Shortens the steps if
/// the bound has not risen for some time.
void SubgradientAscent::note(double bound) {
  const double risen = bestBound + noticeableRise * std::abs(bestBound);
  numWithoutRise = bound > risen ? 0 : numWithoutRise + 1;
  if (bound > bestBound) {
    bestBound = bound;
    keep();
  }
  if (numWithoutRise < options.patience)
    return;
  numWithoutRise = 0;
  length *= shortening;
}

/// Returns true if the bound has fallen so far that the steps are much too
/// long. With a reachable target the steps are never too long.
bool SubgradientAscent::isLost(double bound) const {
  return !std::isfinite(options.target) &&
         bound < bestBound - options.maxFall * (goal() - best());
}

void SubgradientAscent::goBack() {
  restore();
  std::fill(direction.begin(), direction.end(), 0);
  length *= shorteningAfterFall;
  numWithoutRise = 0;
}

/// Calls \p visit with the index of each price, and with its block and its
/// index in the block.
template <typename Visit>
static void forEachPrice(const std::vector<PriceBlock> &blocks, Visit visit) {
  size_t index = 0;
  for (const PriceBlock &block : blocks)
    for (size_t k = 0; k < block.prices.size(); ++k)
      visit(index++, block, k);
}

/// Returns the slope by a price, in its unit; 0 if the price is at its limit.
static double slopeOf(const PriceBlock &block, size_t k) {
  const double slope = block.demand[k] - block.supply[k];
  const double price = block.prices[k];
  const bool isAtEnd = slope < 0 ? price <= block.min : price >= block.max;
  return isAtEnd ? 0 : slope * block.units[k];
}

/// Computes the next direction. Returns the square of its length.
double SubgradientAscent::findDirection() {
  const std::vector<PriceBlock> blocks = dual.blocks();
  double across = 0;
  double square = 0;
  forEachPrice(blocks, [&](size_t i, const PriceBlock &block, size_t k) {
    across += slopeOf(block, k) * direction[i];
    square += direction[i] * direction[i];
  });
  const bool turnsBack = across < 0 && square > 0;
  const double kept = turnsBack ? -deflection * across / square : 0;
  square = 0;
  forEachPrice(blocks, [&](size_t i, const PriceBlock &block, size_t k) {
    direction[i] = slopeOf(block, k) + kept * direction[i];
    square += direction[i] * direction[i];
  });
  return square;
}

/// Moves the prices along the direction. Returns false at a stationary point.
bool SubgradientAscent::step(double bound) {
  dual.findSlopes();
  const double square = findDirection();
  if (square == 0)
    return false;
  const double rise = std::max(goal(), best() * (1 + options.minRise)) - bound;
  const double move = length * rise / square;
  forEachPrice(dual.blocks(), [&](size_t i, const PriceBlock &block, size_t k) {
    block.prices[k] =
        std::clamp(block.prices[k] + move * direction[i] * block.units[k],
                   block.min, block.max);
  });
  dual.project();
  return true;
}
