//===- RelatedRemoval.cpp - Decodes a few related buffers again -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Moves.h"

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

namespace {

class RelatedRemoval : public Move {
public:
  using Move::Move;

  bool apply(Transaction &change, const Region &region,
             Random &random) const override {
    destroy(change, region, random);
    if (random.chance(space.options.mutate))
      space.mutate(change, change.getRemoved()[0], random);
    change.insertAll(/*isSeedFirst=*/random.chance(0.3), random);
    return true;
  }

private:
  void destroy(Transaction &change, const Region &region,
               Random &random) const {
    const SiteId center = space.sites.chooseSite(region, random);
    const auto [low, high] =
        space.sites.chooseRange(center, {0, 1, 2, 4, 8, 16}, random);
    constexpr size_t maxRemovals = 6;
    size_t count = 1;
    while (count < maxRemovals && random.chance(0.7))
      ++count;
    change.removeMovableAt(center, random);
    const auto numSites = static_cast<size_t>(high - low) + 1;
    for (size_t i = 0; change.getRemoved().size() < count && i < 2 * count; ++i)
      change.removeMovableAt(low + static_cast<SiteId>(random.below(numSites)),
                             random);
  }
};

} // namespace

std::unique_ptr<Move> search::createRelatedRemoval(const SearchSpace &space) {
  return std::make_unique<RelatedRemoval>(space);
}
