//===- LargeEjection.cpp - Ejects a large buffer during some ops ----------===//
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

namespace {

class LargeEjection : public Move {
public:
  using Move::Move;

  bool apply(Transaction &change, const Region &region,
             Random &random) const override {
    const SiteId center = space.sites.chooseSite(region, random);
    const auto [low, high] =
        space.sites.chooseRange(center, {1, 2, 4, 8, 16}, random);
    const std::optional<int32_t> large = chooseLarge(
        change, {space.sites.stepOf(low), space.sites.stepOf(high) + 1},
        random);
    if (!large)
      return false;
    change.remove(*large);
    change.removeWindow(low, high);
    insertAround(change, *large, {low, high}, random);
    change.insertAllBut(1, 0, random);
    return true;
  }

private:
  // Returns a movable in a random tier during the range, with a preference for
  // large movables; nothing if the tier has none.
  std::optional<int32_t> chooseLarge(Transaction &change, LiveRange range,
                                     Random &random) const {
    const size_t numTiers = space.uses.problem.target.tiers.size();
    const auto tier =
        static_cast<TierId>(numTiers > 2 ? random.below(numTiers - 1) : 0);
    const std::vector<int32_t> residents = change.residents(tier, range);
    std::optional<int32_t> large;
    constexpr int draws = 4;
    for (int i = 0; i < draws && !residents.empty(); ++i) {
      const int32_t other = residents[random.below(residents.size())];
      if (!large || space.sizeOf(other) > space.sizeOf(*large))
        large = other;
    }
    return large;
  }

  // Inserts the large movable before the window and sometimes after it.
  void insertAround(Transaction &change, int32_t large,
                    std::pair<SiteId, SiteId> window, Random &random) const {
    const std::vector<SiteId> &own = space.sites.sitesOf(large);
    Choices before = change.choicesOf(large);
    before.restMayMove = false;
    Choices after = before;
    before.lastUse = static_cast<int32_t>(
        std::lower_bound(own.begin(), own.end(), window.first) - own.begin() -
        1);
    after.firstUse = static_cast<int32_t>(
        std::upper_bound(own.begin(), own.end(), window.second) - own.begin());
    if (before.lastUse >= before.firstUse)
      change.insert(large, before);
    // The return takes a transfer, and other buffers may need that time more.
    if (after.firstUse < static_cast<int32_t>(own.size()) && random.chance(0.5))
      change.insert(large, after);
  }
};

} // namespace

std::unique_ptr<Move> search::createLargeEjection(const SearchSpace &space) {
  return std::make_unique<LargeEjection>(space);
}
