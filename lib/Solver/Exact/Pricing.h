//===- Pricing.h - Priced resources of the exact search ---------*- C++ -*-===//
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

/// One number for everything with a price: a price or an amount.
struct PriceList {
  std::vector<double> served; // By Pricing::servedIndex.
  std::vector<double> held;   // By Pricing::heldIndex.
  std::vector<double> time;   // [resource, slot]: tiers, then channels.
};

/// Index of everything with a price; see PriceBound.h. Slots 3 x and 3 x + 1
/// are the waits of boundary x: first for transfers started earlier, then for
/// transfers started there. Slot 3 x + 2 is op x.
class Pricing {
public:
  explicit Pricing(const Model &model);

  const Model &model;
  const size_t numTiers;
  const size_t numResources;
  const size_t numSlots;
  /// Tiers too small for all buffers at once. In other tiers `held` has no
  /// price.
  std::vector<bool> isTight;
  /// Most bytes movable by each channel during each op: [channel, step].
  std::vector<double> maxBytes;
  /// By slot: maximum of the sum of prices over all resources; infinite for
  /// ops.
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
