//===- RepetitionCopy.cpp - Places ops like a repetition of them ----------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Imitator.h"

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

namespace {

class RepetitionCopy : public Move {
public:
  using Move::Move;

  bool apply(Transaction &change, const Region &region,
             Random &random) const override {
    const SiteId at = space.sites.chooseSite(region, random);
    const std::vector<SiteId> &similar = space.repeats.sitesLike(at);
    const SiteId from = similar[random.below(similar.size())];
    const auto [low, high] =
        space.sites.chooseRange(from, {2, 4, 8, 16, 32}, random);
    std::vector<Counterpart> pairs =
        space.repeats.counterparts(low, high, at - from);
    if (pairs.empty())
      return false;
    Imitator imitator(space, change, random);
    imitator.sortLargestFirst(pairs);
    imitator.followAll(pairs, imitator.modelsOf(pairs),
                       /*areAtTheirPlaces=*/false);
    change.insertAll(/*isSeedFirst=*/false, random);
    return true;
  }
};

} // namespace

std::unique_ptr<Move> search::createRepetitionCopy(const SearchSpace &space) {
  return std::make_unique<RepetitionCopy>(space);
}
