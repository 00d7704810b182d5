//===- WindowRemoval.cpp - Decodes some consecutive ops again -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Moves.h"
#include "../Variant.h"

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

namespace {

class WindowRemoval : public Move {
public:
  using Move::Move;

  bool apply(Transaction &change, const Region &region,
             Random &random) const override {
    const SiteId center = space.sites.chooseSite(region, random);
    const auto [low, high] =
        space.sites.chooseRange(center, {1, 2, 4, 8, 16}, random);
    change.removeWindow(low, high);
    const Variant variant = chooseVariant(change, random);
    const std::vector<int32_t> &removed = change.getRemoved();
    if (random.chance(0.75))
      for (int32_t movable : removed)
        change.choicesOfRemoved(movable) = variant.choices;
    if (random.chance(space.options.mutate))
      space.mutate(change, removed[random.below(removed.size())], random);
    change.insertAllBut(0, variant.lifePower, random);
    return true;
  }

private:
  // No small move can delay all evictions of a layer together.
  Variant chooseVariant(const Transaction &change, Random &random) const {
    Variant variant =
        variantAt(random.below(numVariantsOf(space.uses.problem)));
    if (!mayEvictLate(change))
      return variant;
    constexpr size_t maxDelay = 24; // Boundaries.
    if (random.chance(0.3))
      variant.choices.policy.evictDelay =
          static_cast<int32_t>(random.below(maxDelay));
    variant.choices.policy.evictsLate = random.chance(0.5);
    return variant;
  }
};

} // namespace

std::unique_ptr<Move> search::createWindowRemoval(const SearchSpace &space) {
  return std::make_unique<WindowRemoval>(space);
}
