//===- ChoiceMutator.cpp - Random changes to choices ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ChoiceMutator.h"

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

// Changes the lead of the prefetch, or the start or the length of the eviction.
static void mutateTiming(StayPolicy &policy, bool mayEvictLate,
                         Random &random) {
  const auto pick = [&](int32_t max) -> std::optional<int32_t> {
    if (random.chance(0.4))
      return std::nullopt;
    return static_cast<int32_t>(random.below(max + 1));
  };
  switch (random.below(4)) {
  case 0:
  case 1:
    policy.lead = pick(5);
    break;
  case 2:
    policy.evictSteps = pick(4);
    break;
  default:
    if (!mayEvictLate) {
      policy.evictDelay = pick(2).value_or(0);
      break;
    }
    policy.evictDelay =
        static_cast<int32_t>(random.pick({0, 0, 1, 2, 3, 4, 6, 8, 12, 16, 24}));
    policy.evictsLate = random.chance(0.5);
    break;
  }
}

// Changes the fastest tier or the timing of intermediate copies, for a buffer
// with several tiers.
static void mutateRoute(Choices &own, const std::vector<TierId> &tiers,
                        Random &random) {
  switch (random.below(4)) {
  case 0:
    own.fastest = tiers[random.below(tiers.size())];
    break;
  case 1:
    own.restMayMove = !own.restMayMove;
    break;
  case 2:
    own.policy.leadOnTheWay = std::nullopt;
    if (random.chance(0.6))
      own.policy.leadOnTheWay = static_cast<int32_t>(random.below(6));
    break;
  default:
    own.policy.awaitAhead = static_cast<int32_t>(random.below(4));
    break;
  }
}

static void mutateSpan(Choices &own, int32_t numUses, Random &random) {
  own.firstUse = 0;
  own.lastUse = INT32_MAX;
  if (!random.chance(0.5))
    return;
  own.firstUse = static_cast<int32_t>(random.below(numUses));
  if (random.chance(0.5))
    own.lastUse = own.firstUse +
                  static_cast<int32_t>(random.below(numUses - own.firstUse));
}

// Changes a parameter of the decoder or the range of uses. For a buffer that
// wraps around, may also change the first use to decode.
static void mutateDecoding(Choices &own, const Movable &movable,
                           int32_t numUses, Random &random) {
  switch (random.below(movable.wrapsAround ? 9 : 6)) {
  case 6:
  case 7:
    own.firstDecoded = static_cast<int32_t>(random.below(numUses));
    break;
  case 8:
    own.staysAlways = !own.staysAlways;
    break;
  case 0:
  case 1:
    own.policy.hiddenShare = random.pick({0.3, 0.6, 0.8, 1, 1, 1.2, 1.5, 2, 3});
    break;
  case 2:
    own.policy.fit = random.chance(0.5) ? Arena::Fit::First : Arena::Fit::Best;
    break;
  case 3:
    own.policy.stallWeight = random.pick({0, 0.5, 1, 2});
    own.policy.valueOfFreeTime = random.pick({0, 0, 0.3, 1});
    break;
  case 4:
    own.maxKeep = random.pick({0, 1, 3, 10, anyGap, anyGap});
    break;
  default:
    mutateSpan(own, numUses, random);
    break;
  }
}

void ChoiceMutator::mutate(Choices &own, const Movable &movable,
                           bool mayEvictLate, Random &random) const {
  if (!uses.loops.empty() && random.chance(0.15)) {
    own.isInnermostFirst = !own.isInnermostFirst;
    return;
  }
  if (movable.tiers.size() > 1 && random.chance(0.3))
    return mutateRoute(own, movable.tiers, random);
  if (random.chance(timingShare))
    return mutateTiming(own.policy, mayEvictLate, random);
  const auto numUses =
      static_cast<int32_t>(uses.byBuffer[movable.buffer].size());
  mutateDecoding(own, movable, numUses, random);
}
