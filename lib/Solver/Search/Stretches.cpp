//===- Stretches.cpp - Changes of some ops in a row ----------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Changes of a chain that decode all that some ops in a row use: anew, without
// one large buffer, or as it is in a repetition of these ops.
//
//===----------------------------------------------------------------------===//

#include "Chain.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

/// A window takes out no more, so that a change takes no longer.
static constexpr size_t maxRuined = 200;

/// So many residents make room for one stay of a repetition at most.
static constexpr int maxEjected = 6;

// Takes out all that is used from one site to another.
void Chain::takeWindow(SiteId low, SiteId high) {
  for (SiteId site = low; site <= high && ruined.size() < maxRuined; ++site)
    for (int32_t movable : sites.usersAt(site))
      if (!state.isTakenOut(movable) && ruined.size() < maxRuined)
        take(movable);
}

// Decodes what was taken out, but for the first `count`, in the order of
// urgency, blurred by noise.
void Chain::insertAllBut(size_t count, double lifePower, double noise) {
  order.clear();
  for (size_t i = count; i < ruined.size(); ++i)
    order.push_back({-urgencyOf(ruined[i], lifePower) *
                         std::exp(noise * (2 * random.uniform() - 1)),
                     ruined[i]});
  std::sort(order.begin(), order.end());
  for (auto [urgency, movable] : order)
    state.insert(movable, choices[movable]);
}

// Decodes all that is used in some ops in a row anew, mostly with the choices
// of one pass. Those that changes have left there were good for what was around
// them then.
void Chain::recreateWindow() {
  beginChange();
  const SiteId center = sites.chooseSite(region, random);
  const auto [low, high] = sites.chooseRange(center, {1, 2, 4, 8, 16}, random);
  takeWindow(low, high);
  const Variant variant = variantAt(random.below(numVariants()));
  if (random.chance(0.75))
    for (int32_t movable : ruined)
      choices[movable] = variant.choices;
  if (random.chance(options.mutate))
    mutate(ruined[random.below(ruined.size())]);
  insertAllBut(0, variant.lifePower, random.uniform());
}

// One that is in a tier during the range, rather one that takes much room
// there; -1: there is none.
int32_t Chain::chooseLarge(LiveRange range) {
  const size_t numTiers = uses.problem.target.tiers.size();
  const auto tier =
      static_cast<TierId>(numTiers > 2 ? random.below(numTiers - 1) : 0);
  inTheWay = state.residents(tier, range);
  int32_t large = -1;
  constexpr int draws = 4;
  for (int i = 0; i < draws && !inTheWay.empty(); ++i) {
    const int32_t other = inTheWay[random.below(inTheWay.size())];
    if (large < 0 || sizeOf(other) > sizeOf(large))
      large = other;
  }
  return large;
}

// One that takes much room leaves during some ops in a row, and others that are
// used there get it. Each of these gains little, so that no single one is worth
// to make it leave, and it comes first in each order of decoding.
void Chain::giveWay() {
  beginChange();
  const SiteId center = sites.chooseSite(region, random);
  const auto [low, high] = sites.chooseRange(center, {1, 2, 4, 8, 16}, random);
  const int32_t large =
      chooseLarge({sites.stepOf(low), sites.stepOf(high) + 1});
  if (large < 0)
    return recreateWindow();
  take(large);
  takeWindow(low, high);
  const std::vector<SiteId> &own = sites.sitesOf(large);
  Choices before = choices[large];
  before.restMayMove = false;
  Choices after = before;
  before.lastGroup = static_cast<int32_t>(
      std::lower_bound(own.begin(), own.end(), low) - own.begin() - 1);
  after.firstGroup = static_cast<int32_t>(
      std::upper_bound(own.begin(), own.end(), high) - own.begin());
  if (before.lastGroup >= before.firstGroup)
    state.insert(large, before);
  // Coming back takes a transfer that others may need more.
  if (after.firstGroup < static_cast<int32_t>(own.size()) && random.chance(0.5))
    state.insert(large, after);
  insertAllBut(1, 0, random.uniform());
}

// A stay that serves what one of the plan serves, with transfers as long, in
// place of who is in the way.
void Chain::follow(int32_t id, const BufferPlan &plan, StayId stay) {
  const auto &serving = plan.serving;
  const auto first = std::find(serving.begin(), serving.end(), stay);
  if (first == serving.end())
    return; // It is on the way to another tier.
  const auto begin = static_cast<int32_t>(first - serving.begin());
  const auto end = static_cast<int32_t>(
      serving.rend() - std::find(serving.rbegin(), serving.rend(), stay) - 1);
  Choices own = choices[id];
  for (const Copy &copy : plan.copies)
    if (copy.isWrapped())
      continue;
    else if (copy.to == stay && copy.from == 0)
      own.policy.lead = copy.done - copy.start;
    else if (copy.from == stay && copy.to == 0)
      own.policy.evictSteps = copy.done - copy.start;
  const TierId tier = plan.stays[stay].tier;
  const LiveRange range =
      rangeOf(id, {begin, end}, own.policy.lead.value_or(0));
  for (int ejected = 0; !state.insertStay(id, tier, begin, end, own);
       ++ejected) {
    inTheWay = state.residents(tier, range);
    std::erase_if(inTheWay, [&](int32_t other) {
      return std::find(ruined.begin(), ruined.end(), other) != ruined.end();
    });
    if (inTheWay.empty() || ejected == maxEjected)
      return;
    take(inTheWay[random.below(inTheWay.size())]);
  }
}

// Places what some ops in a row use like what a repetition of these ops uses,
// and takes out who is in the way; those then get what is left. What is good
// in one layer of a network is so in others, and each finds it by itself late.
void Chain::repeat() {
  beginChange();
  const SiteId at = sites.chooseSite(region, random);
  const std::vector<SiteId> &likes = repeats.sitesLike(at);
  const SiteId from = likes[random.below(likes.size())];
  const auto [low, high] = sites.chooseRange(from, {2, 4, 8, 16, 32}, random);
  std::vector<Counterpart> pairs = repeats.counterparts(low, high, at - from);
  if (pairs.empty())
    return recreateWindow();
  // What is large finds room only while there is most of it.
  std::sort(pairs.begin(), pairs.end(),
            [&](const Counterpart &a, const Counterpart &b) {
              return std::pair(-sizeOf(a.to), a.to) <
                     std::pair(-sizeOf(b.to), b.to);
            });
  std::vector<std::pair<BufferPlan, Choices>> patterns; // As it is now.
  for (const Counterpart &pair : pairs)
    patterns.push_back({state.placed(pair.from).plan, choices[pair.from]});
  for (size_t i = 0; i < pairs.size(); ++i) {
    take(pairs[i].to);
    choices[pairs[i].to] = patterns[i].second;
  }
  for (size_t i = 0; i < pairs.size(); ++i)
    for (size_t stay = 1; stay < patterns[i].first.stays.size(); ++stay)
      follow(pairs[i].to, patterns[i].first, static_cast<StayId>(stay));
  insertAll(false);
}
