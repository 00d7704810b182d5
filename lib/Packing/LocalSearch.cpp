//===- LocalSearch.cpp - Search over orders of items ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random orders for a greedy method, as in the first phase of GRASP (Feo and
// Resende 1995, "Greedy randomized adaptive search procedures"). An item's key
// is a mean of the logarithms of its size and of the length of its life,
// weighted by an angle; items live at the largest load are put far ahead, far
// behind or treated equally. The first rounds cover the angles evenly; later
// rounds, with noise on the keys, alternate at random between the neighbourhood
// of the best blend so far and any other blend. A round costs one packing by
// skyline. Nothing is proven.
//
//===----------------------------------------------------------------------===//

#include "LocalSearch.h"

#include "memplace/Problem/Random.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

using namespace memplace;
using namespace memplace::packing;

OrderSearch::OrderSearch(Workspace &workspace) : workspace(workspace) {
  const Items &items = workspace.items;
  const std::vector<int64_t> loads = loadsOf(items);
  const int32_t peak = static_cast<int32_t>(
      std::max_element(loads.begin(), loads.end()) - loads.begin());
  for (int32_t i = 0; i < items.numItems; ++i) {
    logSize.push_back(std::log(static_cast<float>(items.size[i])));
    logLength.push_back(std::log(items.length[i]));
    isAtPeak.push_back(items.begin[i] <= peak && peak < items.end[i]);
  }
}

OrderSearch::Blend OrderSearch::blendOf(int64_t round, uint64_t seed) const {
  // Exceeds any difference of logarithms of 64-bit numbers.
  constexpr double farAhead = 1000;
  constexpr double bonuses[] = {farAhead, 0, -farAhead};
  Blend blend;
  if (round < numBlends) {
    // Angles in bit-reversed order, to cover the quarter turn soon: 0, 1/2,
    // 1/4, 3/4, ...
    const uint64_t bits = static_cast<uint64_t>(round / 3);
    double fraction = 0;
    for (int bit = 0; bit < 4; ++bit)
      fraction += static_cast<double>((bits >> bit) & 1) / (2 << bit);
    blend.peakBonus = bonuses[round % 3];
    // In the middle of each of the 16 parts.
    blend.angle = (fraction + 1.0 / 32) * std::numbers::pi / 2;
    return blend;
  }
  Random random(seed * 1'000'003 + static_cast<uint64_t>(round));
  if (random.uniform() < 0.5 && bestPeak != infiniteOffset) {
    blend = best;
    blend.angle += 0.1 * (random.uniform() - 0.5);
  } else {
    blend.angle = random.uniform() * std::numbers::pi / 2;
    blend.peakBonus = bonuses[random.below(3)];
  }
  blend.noise = random.uniform() * random.uniform();
  return blend;
}

std::vector<int32_t> OrderSearch::orderBy(const Blend &blend,
                                          uint64_t seed) const {
  Random random(seed);
  const float cosine = static_cast<float>(std::cos(blend.angle));
  const float sine = static_cast<float>(std::sin(blend.angle));
  std::vector<std::pair<float, int32_t>> keys;
  keys.reserve(logSize.size());
  for (size_t i = 0; i < logSize.size(); ++i) {
    float key = cosine * logSize[i] + sine * logLength[i];
    if (isAtPeak[i])
      key += static_cast<float>(blend.peakBonus);
    if (blend.noise > 0)
      key += static_cast<float>(blend.noise * random.uniform());
    keys.emplace_back(-key, static_cast<int32_t>(i));
  }
  std::sort(keys.begin(), keys.end());
  std::vector<int32_t> order;
  order.reserve(keys.size());
  for (auto [key, item] : keys)
    order.push_back(item);
  return order;
}

void OrderSearch::run(int64_t goal, int64_t rounds, Budget &budget,
                      PartResult &result) {
  workspace.budget = &budget;
  for (; rounds > 0 && result.peak > goal; --rounds, ++round) {
    if (!budget.spend(workspace.items.numItems))
      return;
    const Blend blend = blendOf(round, budget.seed());
    const std::vector<int32_t> order =
        orderBy(blend, budget.seed() ^ static_cast<uint64_t>(round));
    std::vector<Offset> offsets = workspace.packInOrder(order, result.peak - 1);
    const int64_t peak = peakOf(workspace.items, offsets);
    if (peak == infiniteOffset)
      continue;
    best = blend;
    bestPeak = peak;
    result.offer(workspace.items, std::move(offsets), "local-search");
  }
}
