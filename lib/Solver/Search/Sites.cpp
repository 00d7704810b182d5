//===- Sites.cpp - Steps at which moves apply -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sites.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

Sites::Sites(const AccessIndex &uses, const SearchState &state)
    : state(state), ownSites(state.getMovables().size()) {
  const std::vector<Movable> &movables = state.getMovables();
  std::vector<std::vector<int32_t>> byStep(uses.problem.numSteps());
  for (size_t m = 0; m < movables.size(); ++m)
    for (const BufferUse &use : uses.byBuffer[movables[m].buffer])
      byStep[use.step].push_back(static_cast<int32_t>(m));
  for (size_t step = 0; step < byStep.size(); ++step) {
    if (byStep[step].empty())
      continue;
    for (int32_t movable : byStep[step])
      ownSites[movable].push_back(static_cast<SiteId>(steps.size()));
    steps.push_back(static_cast<Step>(step));
    siteMovables.push_back(std::move(byStep[step]));
  }
  weighMovables();
}

// Gives movables with large savings a higher probability.
void Sites::weighMovables() {
  Choices choices;
  choices.policy.valueOfFreeTime = 0.5;
  std::vector<double> savings;
  for (size_t m = 0; m < ownSites.size(); ++m)
    savings.push_back(state.savingOf(static_cast<int32_t>(m), choices));
  for (size_t i = 0; i < steps.size(); ++i) {
    std::vector<double> &chances = movableChances.emplace_back();
    double sum = 0;
    for (int32_t movable : siteMovables[i])
      chances.push_back(sum += savings[movable]);
    const double share = 0.05; // Share of the probability distributed evenly.
    for (size_t k = 0; k < chances.size(); ++k)
      chances[k] = (sum > 0 ? (1 - share) * chances[k] / sum : 0) +
                   share * static_cast<double>(k + 1) /
                       static_cast<double>(chances.size());
  }
}

double Sites::lifeOf(int32_t movable) const {
  const auto &own = ownSites[movable];
  return static_cast<double>(steps[own.back()] + 1 - steps[own.front()]);
}

SiteId Sites::chooseSite(const Region &region, Random &random) const {
  const size_t size = region.end - region.begin;
  size_t chosen = region.begin + random.below(size);
  if (random.chance(0.5))
    for (int i = 0; i < 2; ++i) {
      size_t other = region.begin + random.below(size);
      if (state.lossOf(steps[other]) > state.lossOf(steps[chosen]))
        chosen = other;
    }
  return static_cast<SiteId>(chosen);
}

int32_t Sites::chooseMovable(SiteId site, Random &random) const {
  const std::vector<int32_t> &here = siteMovables[site];
  const std::vector<double> &chances = movableChances[site];
  const size_t chosen =
      std::upper_bound(chances.begin(), chances.end(), random.uniform()) -
      chances.begin();
  return here[std::min(chosen, here.size() - 1)];
}

std::pair<SiteId, SiteId>
Sites::chooseRange(SiteId center, std::initializer_list<int64_t> radii,
                   Random &random) const {
  const int64_t last = static_cast<int64_t>(steps.size()) - 1;
  const int64_t radius = radii.begin()[random.below(radii.size())];
  return {static_cast<SiteId>(std::max<int64_t>(0, center - radius)),
          static_cast<SiteId>(std::min(last, center + radius))};
}

std::vector<Region> Sites::regions(size_t count, double firstShare) const {
  // A move gains at ops with a loss, but may have to free room or time
  // elsewhere; so every site gets some weight.
  constexpr double evenShare = 0.2;
  // Smaller regions hardly isolate moves: a move reaches 16 sites to either
  // side.
  constexpr size_t minSites = 64;
  double loss = 0;
  for (Step step : steps)
    loss += state.lossOf(step);
  const double even = 1 / static_cast<double>(steps.size());
  std::vector<Region> result;
  size_t begin = 0;
  double sum = 0;
  double next = firstShare / static_cast<double>(count);
  for (size_t i = 0; i < steps.size(); ++i) {
    const double part = loss > 0 ? state.lossOf(steps[i]) / loss : even;
    sum += evenShare * even + (1 - evenShare) * part;
    if (sum < next || i + 1 - begin < minSites)
      continue;
    result.push_back({begin, i + 1});
    begin = i + 1;
    while (next <= sum)
      next += 1 / static_cast<double>(count);
  }
  if (result.empty() || steps.size() - begin >= minSites)
    result.push_back({begin, steps.size()});
  result.back().end = steps.size();
  return result;
}
