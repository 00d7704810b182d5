//===- KeyDecoder.cpp - Placements from random keys -----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KeyDecoder.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

namespace {

// Keys of a movable. `Order` scales the urgency, by 1 at a value of one half.
// For each other key, values up to one half leave the variant's choice
// unchanged.
enum { Order, Span, Keep, Timing, Policy, Way, NumKeys };
constexpr double neutral = 0.5;

// Maps a key above one half to [0, 1).
double upperHalf(double key) {
  return std::clamp(2 * key - 1, 0.0, 1 - 0x1p-53);
}

// Maps a number in [0, 1) to an index in [0, count). Sets `part` to the
// remaining fraction, for further choices.
size_t split(double &part, size_t count) {
  const double scaled = part * static_cast<double>(count);
  const size_t index = std::min(count - 1, static_cast<size_t>(scaled));
  part = std::clamp(scaled - static_cast<double>(index), 0.0, 1 - 0x1p-53);
  return index;
}

double pick(double &part, std::initializer_list<double> values) {
  return values.begin()[split(part, values.size())];
}

} // namespace

KeyDecoder::KeyDecoder(const AccessIndex &uses, const Placement &base)
    : uses(uses), state(uses, base) {
  best.seconds = state.makespan();
  for (const Movable &movable : state.getMovables()) {
    const auto &bufferUses = uses.byBuffer[movable.buffer];
    lives.push_back(static_cast<double>(bufferUses.back().step + 1 -
                                        bufferUses.front().step));
    best.placed.push_back(
        state.placed(static_cast<int32_t>(best.placed.size())));
  }
  choices.resize(lives.size());
}

Keys KeyDecoder::neutralKeys(size_t index) const {
  Keys keys(1 + NumKeys * lives.size(), neutral);
  keys[0] =
      (static_cast<double>(index) + 0.5) / static_cast<double>(numVariants());
  return keys;
}

Keys KeyDecoder::randomKeys(Random &random) const {
  Keys keys = neutralKeys(random.below(numVariants()));
  const double share = std::exp2(-static_cast<double>(random.below(7)));
  for (size_t i = 1; i < keys.size(); ++i)
    if (random.chance(share))
      keys[i] = random.uniform();
  return keys;
}

// Returns choices for one movable. The keys can change the same choices as
// moves of `search`.
Choices KeyDecoder::choicesOf(const Choices &all, int32_t movable,
                              const double *keys) {
  const Movable &what = state.getMovables()[movable];
  Choices own = all;
  if (keys[Span] > neutral) {
    double part = upperHalf(keys[Span]);
    const size_t kind = split(part, 3);
    const int32_t at =
        static_cast<int32_t>(split(part, uses.byBuffer[what.buffer].size()));
    if (kind == 0) // All uses stay at home.
      own.lastUse = -1;
    else
      (kind == 1 ? own.firstUse : own.lastUse) = at;
  }
  if (keys[Keep] > neutral) {
    double part = upperHalf(keys[Keep]);
    own.maxKeep = pick(part, {0, 1, 3, 10, anyGap, anyGap});
  }
  if (keys[Timing] > neutral) {
    double part = upperHalf(keys[Timing]);
    switch (split(part, 4)) {
    case 0:
    case 1:
      own.policy.hiddenShare = pick(part, {0.3, 0.6, 0.8, 1.2, 1.5, 2, 3});
      break;
    case 2:
      own.policy.lead = static_cast<int32_t>(split(part, 6));
      break;
    default:
      own.policy.evictSteps = static_cast<int32_t>(split(part, 5));
      break;
    }
  }
  if (keys[Policy] > neutral) {
    double part = upperHalf(keys[Policy]);
    own.policy.fit = split(part, 2) == 0 ? Arena::Fit::First : Arena::Fit::Best;
    own.policy.stallWeight = pick(part, {0, 0.5, 1, 2});
    own.policy.valueOfFreeTime = pick(part, {0, 0, 0.3, 1});
  }
  if (keys[Way] > neutral) {
    double part = upperHalf(keys[Way]);
    own.fastest = what.tiers[split(part, what.tiers.size())];
    own.isInnermostFirst = split(part, 2) == 1;
    own.restMayMove = split(part, 2) == 1;
    own.staysAlways = split(part, 2) == 1;
    own.firstDecoded =
        static_cast<int32_t>(split(part, uses.byBuffer[what.buffer].size()));
  }
  return own;
}

std::optional<double>
KeyDecoder::decode(const Keys &keys,
                   const std::function<bool()> &shouldContinue) {
  double first = keys[0];
  const Variant variant = variantAt(split(first, numVariants()));
  const int32_t count = static_cast<int32_t>(lives.size());
  for (int32_t movable = 0; movable < count; ++movable)
    state.removeStays(movable);
  order.clear();
  for (int32_t movable = 0; movable < count; ++movable) {
    const double *own = keys.data() + 1 + NumKeys * movable;
    constexpr double strength = 3; // Scales the urgency by e^-3 to e^3.
    choices[movable] = choicesOf(variant.choices, movable, own);
    const double urgency = state.urgencyOf(movable, variant.choices) /
                           std::pow(lives[movable], variant.lifePower) *
                           std::exp(strength * (2 * own[Order] - 1));
    order.push_back({-urgency, movable});
  }
  std::sort(order.begin(), order.end());
  for (auto [urgency, movable] : order) {
    if (!shouldContinue()) {
      state.undo();
      return std::nullopt;
    }
    if (choices[movable].lastUse >= choices[movable].firstUse)
      state.insert(movable, choices[movable]);
  }
  const double seconds = state.evaluate();
  ++evaluations;
  state.keep();
  if (seconds < best.seconds) {
    best.seconds = seconds;
    for (int32_t movable = 0; movable < count; ++movable)
      best.placed[movable] = state.placed(movable);
  }
  return seconds;
}

std::vector<BufferPlan> KeyDecoder::bestPlans() {
  state.load(best.placed);
  return state.getPlans();
}
