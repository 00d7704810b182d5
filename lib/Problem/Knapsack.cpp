//===- Knapsack.cpp - What one memory can hold at one step ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Depth-first branch and bound over the items by worth for each byte, best
// first. What is left at a node is worth no more than the smaller of
// * all savings counted in full, and
// * the limit counted as reached, and no savings counted,
// each filled up by parts of items (Dantzig's bound).
//
//===----------------------------------------------------------------------===//

#include "Knapsack.h"

#include <algorithm>

using namespace memplace;

/// The most that \p item can be worth if its saving counts in full.
static double worth(const KnapsackItem &item) {
  return std::max(item.held, item.used + item.saving);
}

/// Likewise if its saving does not count.
static double worthWithoutSaving(const KnapsackItem &item) {
  return std::max(item.held, item.used);
}

/// A bound on what the items from \p index on can add.
double Knapsack::boundFrom(size_t index, int64_t room, double value,
                           double saved) const {
  double full = value + saved;
  int64_t left = room;
  for (size_t i = index; i < byDensity.size() && left > 0; ++i) {
    const KnapsackItem &item = items[byDensity[i]];
    double part = item.size <= left ? 1.0
                                    : static_cast<double>(left) /
                                          static_cast<double>(item.size);
    full += part * worth(item);
    left -= std::min(left, item.size);
  }
  double limited = value + limit;
  if (limited >= full)
    return full;
  left = room;
  for (size_t k : byHeld) {
    if (rank[k] < index)
      continue;
    const KnapsackItem &item = items[k];
    double part = item.size <= left ? 1.0
                                    : static_cast<double>(left) /
                                          static_cast<double>(item.size);
    limited += part * worthWithoutSaving(item);
    left -= std::min(left, item.size);
    if (left == 0 || limited >= full)
      break;
  }
  return std::min(full, limited);
}

void Knapsack::branch(size_t index, int64_t room, double value, double saved) {
  double total = value + std::min(saved, limit);
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
    double more = item.used + std::min(item.saving, limit - saved);
    if (item.size > room || std::max(item.held, more) <= 0)
      continue;
    room -= item.size;
    best[k] = more >= item.held ? Taken::Used : Taken::Held;
    bestValue += std::max(item.held, more);
    if (more >= item.held)
      saved += std::min(item.saving, limit - saved);
  }
}

double Knapsack::solve(int64_t nodeLimit) {
  best.assign(items.size(), Taken::No);
  current = best;
  byDensity.clear();
  byHeld.clear();
  rank.resize(items.size());
  for (size_t k = 0; k < items.size(); ++k)
    if (items[k].size <= capacity && worth(items[k]) > 0)
      byDensity.push_back(k);
  auto isDenser = [&](auto value) {
    return [this, value](size_t a, size_t b) {
      double left = value(items[a]) * static_cast<double>(items[b].size);
      double right = value(items[b]) * static_cast<double>(items[a].size);
      return left != right ? left > right : a < b;
    };
  };
  std::sort(byDensity.begin(), byDensity.end(), isDenser(worth));
  for (size_t i = 0; i < byDensity.size(); ++i) {
    rank[byDensity[i]] = i;
    if (worthWithoutSaving(items[byDensity[i]]) > 0)
      byHeld.push_back(byDensity[i]);
  }
  std::sort(byHeld.begin(), byHeld.end(), isDenser(worthWithoutSaving));
  bestValue = 0;
  openBound = 0;
  numNodes = 0;
  maxNodes = nodeLimit;
  takeGreedily();
  // Each node costs time, and each level of them room on the stack.
  constexpr size_t mostToBranchOn = 256;
  if (byDensity.size() > mostToBranchOn)
    return std::max(bestValue, boundFrom(0, capacity, 0, 0));
  branch(0, capacity, 0, 0);
  return std::max(bestValue, openBound);
}
