//===- PatternSpread.cpp - Spreads a stretch to its repetitions -----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Imitator.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

namespace {

class PatternSpread : public Move {
public:
  explicit PatternSpread(const SearchSpace &space)
      : Move(space), relatedRemoval(createRelatedRemoval(space)),
        forcedInsertion(createForcedInsertion(space)) {}

  bool apply(Transaction &change, const Region &region,
             Random &random) const override {
    const std::optional<Repetition> repetition =
        chooseRepetition(region, random);
    if (!repetition)
      return false;
    if (random.chance(0.5))
      changeStretch(change, *repetition, random);
    Pattern pattern = findPattern(space.uses, space.state, space.sites,
                                  space.repeats, *repetition);
    Imitator imitator(space, change, random);
    imitator.sortLargestFirst(pattern.counterparts);
    const std::vector<Model> models = imitator.modelsOf(pattern.counterparts);
    for (int32_t movable : pattern.shared)
      change.removeAgain(movable);
    for (const PatternStay &stay : pattern.stays) {
      Choices own = change.choicesOf(stay.movable);
      own.policy.offset = stay.offset;
      if (stay.lead)
        own.policy.lead = stay.lead;
      if (stay.evictSteps)
        own.policy.evictSteps = stay.evictSteps;
      imitator.insertStay(stay, own);
    }
    imitator.followAll(pattern.counterparts, models, /*areAtTheirPlaces=*/true);
    change.insertAll(/*isSeedFirst=*/false, random);
    return true;
  }

private:
  // Returns a stretch as long as the distance between two uses of a buffer, and
  // some of its repetitions. The buffer is used at a chosen site, mostly one
  // with a large loss. One end of the repetitions contains this site, or is
  // next to the stretch if the stretch contains the site. Returns nothing if
  // the stretch is not repeated.
  std::optional<Repetition> chooseRepetition(const Region &region,
                                             Random &random) const {
    const SiteId at = space.sites.chooseSite(region, random);
    const int32_t movable = space.sites.chooseMovable(at, random);
    const std::vector<SiteId> &own = space.sites.sitesOf(movable);
    if (own.size() < 3 || space.movableOf(movable).wrapsAround)
      return std::nullopt;
    const size_t index = random.below(own.size() - 1);
    const SiteId anchor = own[index];
    SiteId period = own[index + 1] - anchor;
    if (!space.repeats.areAlike(anchor, own[index + 1]))
      return std::nullopt;
    constexpr size_t lengths[] = {1, 1, 1, 2, 3};
    const size_t length = lengths[random.below(std::size(lengths))];
    if (index + length < own.size() &&
        own[index + length] - anchor == static_cast<SiteId>(length) * period)
      period *= static_cast<SiteId>(length);
    const SiteId begin = anchor - static_cast<SiteId>(random.below(period));
    // Rounded down.
    SiteId turn = (at - begin - (at < begin ? period - 1 : 0)) / period;
    if (turn == 0)
      turn = random.chance(0.5) ? 1 : -1;
    constexpr SiteId counts[] = {1, 1, 2, 4, 8, 32};
    const SiteId more = counts[random.below(std::size(counts))] - 1;
    if (random.chance(0.5))
      return Repetition{begin, period, turn, turn + more};
    return Repetition{begin, period, turn - more, turn};
  }

  // Changes the stretch itself. The gain may show only if all repetitions
  // change together.
  void changeStretch(Transaction &change, const Repetition &stretch,
                     Random &random) const {
    const Region region = {
        static_cast<size_t>(std::max(0, stretch.begin)),
        std::min(space.sites.size(),
                 static_cast<size_t>(stretch.begin + stretch.period))};
    const Move &move =
        random.chance(space.options.force) ? *forcedInsertion : *relatedRemoval;
    move.apply(change, region, random);
  }

  const std::unique_ptr<Move> relatedRemoval, forcedInsertion;
};

} // namespace

std::unique_ptr<Move> search::createPatternSpread(const SearchSpace &space) {
  return std::make_unique<PatternSpread>(space);
}
