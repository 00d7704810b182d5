//===- Pricing.h - What has a price in exact search -------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_PRICING_H
#define MEMPLACE_LIB_SOLVER_EXACT_PRICING_H

#include "ExactModel.h"

namespace memplace::solver::exact {

/// Numbers of everything that has a price; or amounts of it.
struct PriceList {
  std::vector<double> served; // By Pricing::servedIndex.
  std::vector<double> held;   // By Pricing::heldIndex.
  std::vector<double> time;   // [resource, slot]: tiers, then channels.
};

/// What has prices; PriceBound.h says what for. Slots: 3 x and 3 x + 1 are the
/// waits of boundary x for what started before it and for what starts there, 3
/// x + 2 is op x.
class Pricing {
public:
  explicit Pricing(const Model &model);

  const Model &model;
  const size_t numTiers;
  const size_t numResources;
  const size_t numSlots;
  /// Tiers that can't hold all buffers at once; else `held` has no price.
  std::vector<bool> isTight;
  /// The most bytes that each channel can move in each op: [channel, step].
  std::vector<double> maxBytes;
  /// By slot: the most that its resources cost together; infinite for ops.
  std::vector<double> maxPrice;

  bool isHeldPriced(BufferId buffer, TierId tier) const {
    return isTight[tier] && !model.isExternalHome(buffer, tier);
  }
  size_t heldIndex(BufferId buffer, TierId tier, Step step) const {
    return (buffer * numTiers + tier) * (model.numSteps + 1) + step;
  }
  size_t servedIndex(Step step, size_t unit, TierId tier) const {
    return firstServed[step] + unit * numTiers + tier;
  }
  size_t timeIndex(size_t resource, size_t slot) const {
    return resource * numSlots + slot;
  }
  PriceList makeList() const;

private:
  std::vector<size_t> firstServed; // By step.
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_PRICING_H
