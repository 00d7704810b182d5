//===- Knapsack.cpp - Knapsack with a concave gain ------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Depth-first branch and bound over the items, highest value per byte first.
// The concave gain is bounded by three lines, each of which yields a fractional
// filling (Dantzig's bound). The bound of a node is the least of the three
// values:
//
// * All savings count in full.
// * The gain follows the line of slope `slope` through its bend at `limit`.
// * The gain is at its maximum, and no savings count.
//
//===----------------------------------------------------------------------===//

#include "Knapsack.h"

#include <algorithm>

using namespace memplace;

double Knapsack::worth(const KnapsackItem &item, double share) {
  const double used =
      share == 1 ? item.used + item.saving : item.used + share * item.saving;
  return std::max(item.held, used);
}

void Knapsack::Order::begin(size_t numRanks) {
  const size_t count = items.size();
  places.assign(numRanks, count);
  links.resize(count + 1);
  for (size_t place = 0; place <= count; ++place)
    links[place] = {place == 0 ? count : place - 1,
                    place == count ? 0 : place + 1};
  for (size_t place = 0; place < count; ++place)
    places[items[place].rank] = place;
}

void Knapsack::Order::exclude(size_t rank) {
  const size_t place = places[rank];
  if (place == items.size())
    return;
  links[links[place].previous].next = links[place].next;
  links[links[place].next].previous = links[place].previous;
}

void Knapsack::Order::putBack(size_t rank) {
  const size_t place = places[rank];
  if (place == items.size())
    return;
  links[links[place].previous].next = place;
  links[links[place].next].previous = place;
}

/// Returns \p start plus the value of undecided items of \p order, the last
/// item in part. Stops at \p enough.
double Knapsack::fill(double start, const Order &order, int64_t room,
                      double enough) {
  double sum = start;
  int64_t left = room;
  for (size_t place = order.first(); place != order.items.size();
       place = order.after(place)) {
    if (left <= 0 || sum >= enough)
      break;
    const Ranked &item = order.items[place];
    double part = item.size <= left ? 1.0
                                    : static_cast<double>(left) /
                                          static_cast<double>(item.size);
    sum += part * item.worth;
    left -= std::min(left, item.size);
  }
  return sum;
}

/// Returns an upper bound on the value with the items from \p index on.
double Knapsack::boundFrom(size_t index, int64_t room, double value,
                           double saved) const {
  double bound = value + saved;
  int64_t left = room;
  for (size_t i = index; i < byDensity.size() && left > 0; ++i) {
    const Ranked &item = byDensity[i];
    double part = item.size <= left ? 1.0
                                    : static_cast<double>(left) /
                                          static_cast<double>(item.size);
    bound += part * item.worth;
    left -= std::min(left, item.size);
  }
  if (slope > 0) {
    const double start = value + limit + slope * (saved - limit);
    if (start < bound)
      bound = std::min(bound, fill(start, bySlope, room, bound));
  }
  const double limited = value + limit + slope * (end - limit);
  if (limited >= bound)
    return bound;
  return std::min(bound, fill(limited, byHeld, room, bound));
}

void Knapsack::branch(size_t index, int64_t room, double value, double saved) {
  double total = value + gain(saved);
  if (total > bestValue) {
    bestValue = total;
    best = current;
  }
  if (index == byDensity.size())
    return;
  double bound = boundFrom(index, room, value, saved);
  if (bound <= bestValue)
    return;
  if (numNodes >= maxNodes) {
    openBound = std::max(openBound, bound);
    return;
  }
  ++numNodes;
  for (Order *order : {&byHeld, &bySlope})
    order->exclude(index);
  decide(index, room, value, saved);
  for (Order *order : {&byHeld, &bySlope})
    order->putBack(index);
}

/// Tries all choices for the item at \p index.
void Knapsack::decide(size_t index, int64_t room, double value, double saved) {
  size_t k = byDensity[index].item;
  const KnapsackItem &item = items[k];
  if (item.size <= room) {
    current[k] = Taken::Used;
    branch(index + 1, room - item.size, value + item.used, saved + item.saving);
    // Holding without using can be better if the saving does not count in full.
    if (item.held > item.used) {
      current[k] = Taken::Held;
      branch(index + 1, room - item.size, value + item.held, saved);
    }
    current[k] = Taken::No;
  }
  branch(index + 1, room, value, saved);
}

/// Takes items that fit, in order of value per byte.
void Knapsack::takeGreedily() {
  int64_t room = capacity;
  double saved = 0;
  for (const Ranked &ranked : byDensity) {
    const size_t k = ranked.item;
    const KnapsackItem &item = items[k];
    const double part = std::min(item.saving, std::max(0.0, limit - saved));
    double more = item.used + part;
    if (slope > 0)
      more += gain(saved + item.saving) - gain(saved + part);
    if (item.size > room || std::max(item.held, more) <= 0)
      continue;
    room -= item.size;
    best[k] = more >= item.held ? Taken::Used : Taken::Held;
    bestValue += std::max(item.held, more);
    if (more >= item.held)
      saved += slope > 0 ? item.saving : part;
  }
}

/// Sorts by value per byte, highest first.
void Knapsack::sortByDensity(std::vector<Ranked> &order) {
  std::sort(order.begin(), order.end(), [](const Ranked &a, const Ranked &b) {
    const double left = a.worth * static_cast<double>(b.size);
    const double right = b.worth * static_cast<double>(a.size);
    return left != right ? left > right : a.item < b.item;
  });
}

double Knapsack::solve(int64_t nodeLimit) {
  best.assign(items.size(), Taken::No);
  current = best;
  byDensity.clear();
  byHeld.items.clear();
  bySlope.items.clear();
  const auto addTo = [&](std::vector<Ranked> &order, size_t k, size_t rank,
                         double share) {
    if (const double value = worth(items[k], share); value > 0)
      order.push_back({value, items[k].size, k, rank});
  };
  for (size_t k = 0; k < items.size(); ++k)
    if (items[k].size <= capacity)
      addTo(byDensity, k, /*rank=*/0, 1);
  sortByDensity(byDensity);
  for (size_t i = 0; i < byDensity.size(); ++i) {
    addTo(byHeld.items, byDensity[i].item, i, 0);
    if (slope > 0)
      addTo(bySlope.items, byDensity[i].item, i, slope);
  }
  for (Order *order : {&byHeld, &bySlope}) {
    sortByDensity(order->items);
    order->begin(byDensity.size());
  }
  bestValue = 0;
  openBound = 0;
  numNodes = 0;
  maxNodes = nodeLimit;
  takeGreedily();
  // Each node costs time, and each level costs stack space.
  constexpr size_t maxToBranchOn = 256;
  if (byDensity.size() > maxToBranchOn)
    return std::max(bestValue, boundFrom(0, capacity, 0, 0));
  branch(0, capacity, 0, 0);
  return std::max(bestValue, openBound);
}
