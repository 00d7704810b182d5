//===- Changes.cpp - What one change of a chain does ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The changes that a chain draws, up to the placement that is then judged: take
// out and put back, force in, decode a window anew.
//
//===----------------------------------------------------------------------===//

#include "Chain.h"

#include <algorithm>
#include <cmath>
#include <limits>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

//===----------------------------------------------------------------------===//
// Where, and with which choices
//===----------------------------------------------------------------------===//

// In the region, and rather one that takes longer than it could.
Step Chain::chooseStep() {
  const size_t size = region.end - region.begin;
  size_t chosen = region.begin + random.below(size);
  if (random.chance(0.5))
    for (int i = 0; i < 2; ++i) {
      size_t other = region.begin + random.below(size);
      if (state.lossOf(steps[other]) > state.lossOf(steps[chosen]))
        chosen = other;
    }
  return static_cast<Step>(chosen);
}

int32_t Chain::chooseUser(Step step) {
  const std::vector<double> &chances = userChances[step];
  const size_t chosen =
      std::upper_bound(chances.begin(), chances.end(), random.uniform()) -
      chances.begin();
  return users[step][std::min(chosen, users[step].size() - 1)];
}

// The steps, first and last, that are within one of the radii of the center.
std::pair<int64_t, int64_t>
Chain::chooseRange(int64_t center, std::initializer_list<int64_t> radii) {
  const int64_t last = static_cast<int64_t>(steps.size()) - 1;
  const int64_t radius = radii.begin()[random.below(radii.size())];
  return {std::max<int64_t>(0, center - radius),
          std::min(last, center + radius)};
}

void Chain::chooseRuin() {
  ruined.clear();
  const int64_t center = chooseStep();
  const auto [low, high] = chooseRange(center, {0, 1, 2, 4, 8, 16});
  size_t count = 1;
  while (count < static_cast<size_t>(options.maxRuin) && random.chance(0.7))
    ++count;
  auto take = [&](int64_t step) {
    const int32_t movable = chooseUser(step);
    if (std::find(ruined.begin(), ruined.end(), movable) == ruined.end())
      ruined.push_back(movable);
  };
  take(center);
  const auto numSteps = static_cast<size_t>(high - low + 1);
  for (size_t i = 0; ruined.size() < count && i < 2 * count; ++i)
    take(low + static_cast<int64_t>(random.below(numSteps)));
}

// How far ahead to prefetch, and when to evict.
void Chain::mutateTiming(StayPolicy &policy) {
  const auto pick = [&](int32_t most) -> std::optional<int32_t> {
    if (random.chance(0.4))
      return std::nullopt;
    return static_cast<int32_t>(random.below(most + 1));
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
    policy.evictDelay = pick(2).value_or(0);
    break;
  }
}

// Of one that may go to several tiers: which, and when to copy on.
void Chain::mutateWay(Choices &own, int32_t movable) {
  const auto &tiers = state.getMovables()[movable].tiers;
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

void Chain::mutate(Choices &own, int32_t movable) {
  auto pick = [&](std::initializer_list<double> values) {
    return values.begin()[random.below(values.size())];
  };
  const int32_t numGroups = static_cast<int32_t>(stepsOf[movable].size());
  if (options.parts > 1 && random.chance(0.2)) {
    own.policy.maxParts = 1 + static_cast<int64_t>(random.below(options.parts));
    return;
  }
  const bool hasWays = state.getMovables()[movable].tiers.size() > 1;
  if (!uses.loops.empty() && random.chance(0.15)) {
    own.isInnermostFirst = !own.isInnermostFirst;
    return;
  }
  if (hasWays && random.chance(0.3)) {
    mutateWay(own, movable);
    return;
  }
  if (random.chance(std::min(0.25, 0.05 * boldness))) {
    mutateTiming(own.policy);
    return;
  }
  switch (random.below(state.getMovables()[movable].goesAround ? 9 : 6)) {
  case 6:
  case 7:
    own.turn = static_cast<int32_t>(random.below(numGroups));
    break;
  case 8:
    own.staysAlways = !own.staysAlways;
    break;
  case 0:
  case 1:
    own.policy.hiddenShare = pick({0.3, 0.6, 0.8, 1, 1, 1.2, 1.5, 2, 3});
    break;
  case 2:
    own.policy.fit = random.chance(0.5) ? Arena::Fit::First : Arena::Fit::Best;
    break;
  case 3:
    own.policy.stallWeight = pick({0, 0.5, 1, 2});
    own.policy.valueOfFreeTime = pick({0, 0, 0.3, 1});
    break;
  case 4:
    own.maxKeep = pick({0, 1, 3, 10, any, any});
    break;
  default:
    own.firstGroup = 0;
    own.lastGroup = INT32_MAX;
    if (random.chance(0.5)) {
      own.firstGroup = static_cast<int32_t>(random.below(numGroups));
      if (random.chance(0.5))
        own.lastGroup =
            own.firstGroup +
            static_cast<int32_t>(random.below(numGroups - own.firstGroup));
    }
    break;
  }
}

//===----------------------------------------------------------------------===//
// The changes
//===----------------------------------------------------------------------===//

void Chain::take(int32_t movable) {
  ruined.push_back(movable);
  choicesBefore.push_back(choices[movable]);
  state.takeOut(movable);
}

// Takes some buffers out and decodes them anew.
void Chain::recreate() {
  chooseRuin();
  std::vector<int32_t> chosen;
  chosen.swap(ruined);
  choicesBefore.clear();
  for (int32_t movable : chosen)
    take(movable);
  if (random.chance(options.mutate))
    mutate(choices[ruined[0]], ruined[0]);
  insertAll(random.chance(0.3));
}

void Chain::insertAll(bool isSeedFirst) {
  const bool staysHome = ruined.size() > 1 && random.chance(0.1);
  const double noise = random.chance(0.5) ? 0.5 : 2;
  order.clear();
  for (int32_t movable : ruined) {
    double urgency = state.urgencyOf(movable, choices[movable]) *
                     std::exp(noise * (2 * random.uniform() - 1));
    if (isSeedFirst && movable == ruined[0])
      urgency = std::numeric_limits<double>::infinity();
    order.push_back({-urgency, movable});
  }
  std::sort(order.begin(), order.end());
  for (auto [urgency, movable] : order)
    if (!staysHome || movable != ruined[0])
      state.insert(movable, choices[movable]);
}

// Decodes all that is used in some ops in a row anew, mostly with the choices
// of one pass. Those that changes have left there were good for what was around
// them then.
void Chain::recreateWindow() {
  ruined.clear();
  choicesBefore.clear();
  const auto [low, high] = chooseRange(chooseStep(), {1, 2, 4, 8, 16});
  constexpr size_t most = 200; // So that a change takes no longer than that.
  for (int64_t step = low; step <= high && ruined.size() < most; ++step)
    for (int32_t movable : users[step])
      if (!state.isTakenOut(movable) && ruined.size() < most)
        take(movable);

  const Variant variant = variantAt(random.below(numVariants()));
  if (random.chance(0.75))
    for (int32_t movable : ruined)
      choices[movable] = variant.choices;
  if (random.chance(options.mutate)) {
    const int32_t movable = ruined[random.below(ruined.size())];
    mutate(choices[movable], movable);
  }
  const double noise = random.uniform();
  order.clear();
  for (int32_t movable : ruined)
    order.push_back({-urgencyOf(movable, variant.lifePower) *
                         std::exp(noise * (2 * random.uniform() - 1)),
                     movable});
  std::sort(order.begin(), order.end());
  for (auto [urgency, movable] : order)
    state.insert(movable, choices[movable]);
}

// All groups, or some around `here`; as in StayRequest.
std::pair<int32_t, int32_t> Chain::chooseSpan(const Movable &movable,
                                              int32_t numGroups, int32_t here) {
  auto below = [&](int32_t count) {
    return static_cast<int32_t>(random.below(count));
  };
  if (movable.goesAround && random.chance(0.5)) { // Perhaps all the time.
    const int32_t more = below(numGroups + 1);
    const int32_t before = below(std::min(more + 1, numGroups));
    const int32_t first = (here + numGroups - before) % numGroups;
    return {first, first + more};
  }
  if (!random.chance(0.4))
    return {0, numGroups - 1};
  const int32_t first = here - below(here + 1);
  return {first, here + below(numGroups - here)};
}

// Some more, used near a buffer that is forced in: they may gain by what others
// have left.
void Chain::takeNeighbours(int32_t low, int32_t high) {
  if (high < low)
    std::swap(low, high);
  low = std::max(0, low - 1);
  high = std::min(static_cast<int32_t>(steps.size()) - 1, high + 1);
  for (size_t n = 1 + random.below(3); n > 0; --n) {
    const int32_t movable =
        chooseUser(low + static_cast<int32_t>(random.below(high - low + 1)));
    if (!state.isTakenOut(movable))
      take(movable);
  }
}

// Gives one buffer a stay, and takes out who is in its way until there is room;
// those then get what is left.
void Chain::forceIn() {
  ruined.clear();
  choicesBefore.clear();
  const Step at = chooseStep();
  take(chooseUser(at));
  const int32_t seed = ruined[0];
  const Movable &movable = state.getMovables()[seed];
  const auto &own = stepsOf[seed];
  const int32_t numGroups = static_cast<int32_t>(own.size());
  const int32_t here = static_cast<int32_t>(
      std::lower_bound(own.begin(), own.end(), at) - own.begin());
  auto [first, last] = chooseSpan(movable, numGroups, here);
  if (random.chance(options.mutate))
    mutate(choices[seed], seed);
  const TierId tier = movable.tiers[random.below(movable.tiers.size())];
  constexpr int64_t leads[] = {0, 0, 1, 2, 4, 8};
  const int64_t lead = leads[random.below(std::size(leads))];
  const Step begin = uses.problem.buffers[movable.buffer].range.begin;
  const Step numSteps = uses.problem.numSteps();
  const auto findInTheWay = [&, &first = first, &last = last] {
    LiveRange range = {steps[own[first]] - lead,
                       steps[own[last % numGroups]] + 1 +
                           (last < numGroups ? 0 : numSteps)};
    if (!movable.goesAround)
      range.begin = std::max(begin, range.begin);
    else if (range.end - range.begin > numSteps)
      range = {0, numSteps};
    inTheWay = state.residents(tier, range);
  };
  findInTheWay();
  // So many would hardly make room all the time.
  constexpr size_t tooMany = 40;
  if (first < last && inTheWay.size() > tooMany) {
    first = last = here;
    findInTheWay();
  }
  constexpr size_t maxEjected = 12;
  for (size_t ejected = 0;; ++ejected) {
    if (state.insertStay(seed, tier, first, last, choices[seed]) ||
        inTheWay.empty() || ejected == maxEjected)
      break;
    const size_t next = random.below(inTheWay.size());
    take(inTheWay[next]);
    inTheWay[next] = inTheWay.back();
    inTheWay.pop_back();
  }
  if (random.chance(std::min(0.2, 0.05 * boldness)))
    takeNeighbours(own[first], own[last % numGroups]);
  insertAll(true);
}
