//===- Knapsack.cpp - What one memory can hold at one step ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Depth-first branch and bound over the items by worth for each byte, best
// first. What is left at a node is worth no more than the least of
// * all savings counted in full,
// * `slope` of all savings counted, and the rest of the limit as reached, and
// * the most that there is to gain counted as reached, and no savings counted,
// each filled up by parts of items (Dantzig's bound). The gain is no more than
// any of these three lines.
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

/// \p start and what the items of \p order can add that are not decided before
/// \p index, by parts; no more of them than to \p enough.
double Knapsack::fill(double start, const std::vector<size_t> &order,
                      size_t index, int64_t room, double share,
                      double enough) const {
  double sum = start;
  int64_t left = room;
  for (size_t k : order) {
    if (left <= 0 || sum >= enough)
      break;
    if (rank[k] < index)
      continue;
    const KnapsackItem &item = items[k];
    double part = item.size <= left ? 1.0
                                    : static_cast<double>(left) /
                                          static_cast<double>(item.size);
    sum += part * worth(item, share);
    left -= std::min(left, item.size);
  }
  return sum;
}

/// A bound on what the items from \p index on can add.
double Knapsack::boundFrom(size_t index, int64_t room, double value,
                           double saved) const {
  double bound = value + saved;
  int64_t left = room;
  for (size_t i = index; i < byDensity.size() && left > 0; ++i) {
    const KnapsackItem &item = items[byDensity[i]];
    double part = item.size <= left ? 1.0
                                    : static_cast<double>(left) /
                                          static_cast<double>(item.size);
    bound += part * worth(item, 1);
    left -= std::min(left, item.size);
  }
  if (slope > 0) {
    const double start = value + limit + slope * (saved - limit);
    if (start < bound)
      bound = std::min(bound, fill(start, bySlope, index, room, slope, bound));
  }
  const double limited = value + limit + slope * (end - limit);
  if (limited >= bound)
    return bound;
  return std::min(bound, fill(limited, byHeld, index, room, 0, bound));
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
  size_t k = byDensity[index];
  const KnapsackItem &item = items[k];
  if (item.size <= room) {
    current[k] = Taken::Used;
    branch(index + 1, room - item.size, value + item.used, saved + item.saving);
    // Only holding it is better if its saving does not count in full.
    if (item.held > item.used) {
      current[k] = Taken::Held;
      branch(index + 1, room - item.size, value + item.held, saved);
    }
    current[k] = Taken::No;
  }
  branch(index + 1, room, value, saved);
}

/// Takes what fits, in the order of worth for each byte.
void Knapsack::takeGreedily() {
  int64_t room = capacity;
  double saved = 0;
  for (size_t k : byDensity) {
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

double Knapsack::solve(int64_t nodeLimit) {
  best.assign(items.size(), Taken::No);
  current = best;
  byDensity.clear();
  byHeld.clear();
  bySlope.clear();
  rank.resize(items.size());
  for (size_t k = 0; k < items.size(); ++k)
    if (items[k].size <= capacity && worth(items[k], 1) > 0)
      byDensity.push_back(k);
  auto isDenser = [&](double share) {
    return [this, share](size_t a, size_t b) {
      double left = worth(items[a], share) * static_cast<double>(items[b].size);
      double right =
          worth(items[b], share) * static_cast<double>(items[a].size);
      return left != right ? left > right : a < b;
    };
  };
  std::sort(byDensity.begin(), byDensity.end(), isDenser(1));
  for (size_t i = 0; i < byDensity.size(); ++i) {
    rank[byDensity[i]] = i;
    if (worth(items[byDensity[i]], 0) > 0)
      byHeld.push_back(byDensity[i]);
    if (slope > 0 && worth(items[byDensity[i]], slope) > 0)
      bySlope.push_back(byDensity[i]);
  }
  std::sort(byHeld.begin(), byHeld.end(), isDenser(0));
  std::sort(bySlope.begin(), bySlope.end(), isDenser(slope));
  bestValue = 0;
  openBound = 0;
  numNodes = 0;
  maxNodes = nodeLimit;
  takeGreedily();
  // Each node costs time, and each level of them room on the stack.
  constexpr size_t maxToBranchOn = 256;
  if (byDensity.size() > maxToBranchOn)
    return std::max(bestValue, boundFrom(0, capacity, 0, 0));
  branch(0, capacity, 0, 0);
  return std::max(bestValue, openBound);
}
