//===- LocalSearch.cpp - Better packings by better orders -----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalSearch.h"

#include "Random.h"

#include <algorithm>
#include <numeric>

using namespace memplace;
using namespace memplace::packing;

namespace {

/// An order of items, as one key each: least first.
class Order {
public:
  explicit Order(std::span<const int32_t> items) : keys(items.size()) {
    for (size_t rank = 0; rank < items.size(); ++rank)
      keys[items[rank]] = static_cast<float>(rank);
  }

  std::vector<int32_t> ranks() const {
    std::vector<int32_t> items(keys.size());
    std::iota(items.begin(), items.end(), 0);
    std::sort(items.begin(), items.end(), [&](int32_t a, int32_t b) {
      return keys[a] != keys[b] ? keys[a] < keys[b] : a < b;
    });
    return ranksOf(items);
  }

  std::vector<float> keys;
};

} // namespace

void packing::searchOrders(Workspace &workspace, int64_t goal, int64_t rounds,
                           Budget &budget, PartResult &result) {
  const Items &items = workspace.items;
  if (!workspace.skyline || items.numItems < 2)
    return;
  Skyline &skyline = *workspace.skyline;
  Random random(budget.seed());
  int bestOrder = 0;
  int64_t bestPeak = unreachable;
  for (int which = 0; which < numSkylineOrders; ++which) {
    int64_t peak =
        skyline.pack(ranksOf(skylineOrder(items, which)), unreachable - 1);
    if (peak < bestPeak) {
      bestPeak = peak;
      bestOrder = which;
    }
  }
  const Order first(skylineOrder(items, bestOrder));
  Order best = first;
  int64_t bestPacked = -1;
  for (int64_t round = 0; round < rounds && result.peak > goal; ++round) {
    if (!budget.spend(items.numItems))
      return;
    Order order = best;
    // Those that are too high or have no place come earlier next time.
    const int64_t limit = result.peak - 1;
    const float count = static_cast<float>(items.numItems);
    int64_t peak = unreachable;
    for (int tries = 0; tries < 20 && budget.spend(items.numItems); ++tries) {
      peak = skyline.pack(order.ranks(), limit);
      if (peak != unreachable)
        break;
      int64_t packed = 0;
      for (int32_t i = 0; i < items.numItems; ++i)
        packed += skyline.offsets[i] >= 0;
      if (packed > bestPacked) {
        bestPacked = packed;
        best = order;
      }
      const int32_t culprit = skyline.culprit;
      order.keys[culprit] *= static_cast<float>(random.unit());
      for (int k = 0; k < 3; ++k)
        order.keys[random.below(items.numItems)] =
            count * static_cast<float>(random.unit());
    }
    if (peak == unreachable)
      continue;
    result.offer(items, skyline.offsets, "local-search");
    best = order;
    bestPacked = -1;
  }
}
