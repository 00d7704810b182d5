//===- ForcedInsertion.cpp - Forces a stay in and ejects others -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Moves.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

// Returns all uses, or some uses around `here`; numbered as in StayRequest.
static std::pair<int32_t, int32_t> chooseSpan(const Movable &movable,
                                              int32_t numUses, int32_t here,
                                              Random &random) {
  const auto below = [&](int32_t count) {
    return static_cast<int32_t>(random.below(count));
  };
  if (movable.wrapsAround && random.chance(0.5)) { // Up to a whole invocation.
    const int32_t more = below(numUses + 1);
    const int32_t before = below(std::min(more + 1, numUses));
    const int32_t first = (here + numUses - before) % numUses;
    return {first, first + more};
  }
  if (!random.chance(0.4))
    return {0, numUses - 1};
  const int32_t first = here - below(here + 1);
  return {first, here + below(numUses - here)};
}

namespace {

class ForcedInsertion : public Move {
public:
  using Move::Move;

  bool apply(Transaction &change, const Region &region,
             Random &random) const override {
    const SiteId at = space.sites.chooseSite(region, random);
    change.removeMovableAt(at, random);
    const int32_t seed = change.getRemoved()[0];
    const Movable &movable = space.movableOf(seed);
    const std::vector<SiteId> &own = space.sites.sitesOf(seed);
    const auto numUses = static_cast<int32_t>(own.size());
    const auto here = static_cast<int32_t>(
        std::lower_bound(own.begin(), own.end(), at) - own.begin());
    auto span = chooseSpan(movable, numUses, here, random);
    if (random.chance(space.options.mutate))
      space.mutate(change, seed, random);
    const TierId tier = movable.tiers[random.below(movable.tiers.size())];
    constexpr Step leads[] = {0, 0, 1, 2, 4, 8};
    const Step lead = leads[random.below(std::size(leads))];
    std::vector<int32_t> inTheWay =
        change.residents(tier, space.rangeOf(seed, span, lead));
    // With more conflicts than this, the ejections hardly ever free all of the
    // range.
    constexpr size_t tooMany = 40;
    if (span.first < span.second && inTheWay.size() > tooMany) {
      span = {here, here};
      inTheWay = change.residents(tier, space.rangeOf(seed, span, lead));
    }
    insertEjecting(change, {seed, tier, span}, std::move(inTheWay), random);
    if (random.chance(std::min(0.2, 0.05 * space.scale)))
      removeNeighbours(change, own[span.first], own[span.second % numUses],
                       random);
    change.insertAll(/*isSeedFirst=*/true, random);
    return true;
  }

private:
  struct Stay {
    int32_t movable = 0;
    TierId tier = 0;
    std::pair<int32_t, int32_t> span;
  };

  // Inserts the stay; ejects random buffers in its way until the stay fits.
  static void insertEjecting(Transaction &change, const Stay &stay,
                             std::vector<int32_t> inTheWay, Random &random) {
    constexpr size_t maxEjected = 12;
    for (size_t ejected = 0;; ++ejected) {
      if (change.insertStay(stay.movable, stay.tier, stay.span.first,
                            stay.span.second, change.choicesOf(stay.movable)) ||
          inTheWay.empty() || ejected == maxEjected)
        return;
      const size_t next = random.below(inTheWay.size());
      change.remove(inTheWay[next]);
      inTheWay[next] = inTheWay.back();
      inTheWay.pop_back();
    }
  }

  // Removes some more buffers with uses near the forced buffer. Such buffers
  // may gain from the room that ejected buffers leave.
  void removeNeighbours(Transaction &change, SiteId low, SiteId high,
                        Random &random) const {
    if (high < low)
      std::swap(low, high);
    low = std::max(0, low - 1);
    high = std::min(static_cast<SiteId>(space.sites.size()) - 1, high + 1);
    for (size_t n = 1 + random.below(3); n > 0; --n)
      change.removeMovableAt(
          low + static_cast<SiteId>(random.below(high - low + 1)), random);
  }
};

} // namespace

std::unique_ptr<Move> search::createForcedInsertion(const SearchSpace &space) {
  return std::make_unique<ForcedInsertion>(space);
}
