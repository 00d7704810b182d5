//===- Pattern.cpp - A stretch as a model for its repetitions -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pattern.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

namespace {

/// Service of one use of a movable.
struct Service {
  TierId tier = -1;      // -1: by the backing copy.
  bool isLinked = false; // By the stay of the previous use.
  std::optional<Offset> offset;
  std::optional<int32_t> lead;
  std::optional<int32_t> evictSteps;
};

/// Services of a movable used by several repetitions.
struct SharedUse {
  std::vector<Service> before, after; // By use.
  /// By use: true if the previous use, once changed, is linked to
  /// this use; none: the previous use is unchanged.
  std::vector<std::optional<bool>> linkBefore;
};

class PatternFinder {
public:
  PatternFinder(const AccessIndex &uses, const SearchState &state,
                const Sites &sites, const Repeats &repeats)
      : uses(uses), state(state), sites(sites), repeats(repeats) {}

  void repeatTurn(const Repetition &repetition, SiteId turn);
  Pattern take();

private:
  const Movable &movableOf(int32_t id) const { return state.getMovables()[id]; }
  SharedUse &sharedUseOf(int32_t id);
  size_t useAt(int32_t id, SiteId site) const;
  void copyService(int32_t id, SiteId from, SiteId to);
  bool areAlike(int32_t a, int32_t b) const {
    return uses.byBuffer[movableOf(a).buffer].size() ==
           uses.byBuffer[movableOf(b).buffer].size();
  }
  void addStays(int32_t id, const std::vector<Service> &services,
                std::vector<PatternStay> &stays) const;

  const AccessIndex &uses;
  const SearchState &state;
  const Sites &sites;
  const Repeats &repeats;
  std::map<int32_t, SharedUse> shared; // By movable.
  // By movable: its model in the stretch.
  std::map<int32_t, int32_t> counterparts;
};

} // namespace

static std::vector<Service> servicesOf(const BufferPlan &plan) {
  std::vector<Service> services(plan.serving.size());
  for (size_t u = 0; u < services.size(); ++u) {
    const StayId stay = plan.serving[u];
    if (stay == 0)
      continue;
    Service &service = services[u];
    service.tier = plan.stays[stay].tier;
    service.offset = plan.stays[stay].offset;
    service.isLinked = u > 0 && plan.serving[u - 1] == stay;
    for (const StayTransfer &transfer : plan.transfers) {
      if (transfer.to == stay && transfer.from == 0)
        service.lead = transfer.done - transfer.start;
      if (transfer.from == stay && transfer.to == 0)
        service.evictSteps = transfer.done - transfer.start;
    }
  }
  return services;
}

SharedUse &PatternFinder::sharedUseOf(int32_t id) {
  const auto [found, isNew] = shared.try_emplace(id);
  SharedUse &use = found->second;
  if (isNew) {
    use.before = servicesOf(state.placed(id).plan);
    use.after = use.before;
    use.linkBefore.resize(use.before.size());
  }
  return use;
}

size_t PatternFinder::useAt(int32_t id, SiteId site) const {
  const std::vector<SiteId> &own = sites.sitesOf(id);
  return std::lower_bound(own.begin(), own.end(), site) - own.begin();
}

void PatternFinder::copyService(int32_t id, SiteId from, SiteId to) {
  SharedUse &use = sharedUseOf(id);
  const size_t source = useAt(id, from), target = useAt(id, to);
  const bool isLinked =
      use.linkBefore[target].value_or(use.after[target].isLinked);
  use.after[target] = use.before[source];
  use.after[target].isLinked |= isLinked;
  if (target + 1 == use.after.size())
    return;
  const bool isNextLinked =
      source + 1 < use.before.size() && use.before[source + 1].isLinked;
  use.linkBefore[target + 1] = isNextLinked;
  use.after[target + 1].isLinked |= isNextLinked;
}

void PatternFinder::repeatTurn(const Repetition &repetition, SiteId turn) {
  const SiteId shift = turn * repetition.period;
  const SiteId end = repetition.begin + repetition.period;
  for (SiteId site = repetition.begin; site < end; ++site) {
    if (!repeats.isRepeatedAt(site, shift))
      continue;
    const std::vector<int32_t> &own = repeats.movablesByAccess(site);
    const std::vector<int32_t> &others = repeats.movablesByAccess(site + shift);
    for (size_t k = 0; k < own.size(); ++k)
      if (own[k] < 0 || others[k] < 0)
        continue;
      else if (own[k] != others[k] && areAlike(own[k], others[k]))
        counterparts.try_emplace(others[k], own[k]);
      else if (own[k] == others[k] && !movableOf(own[k]).wrapsAround)
        copyService(own[k], site, site + shift);
  }
}

void PatternFinder::addStays(int32_t id, const std::vector<Service> &services,
                             std::vector<PatternStay> &stays) const {
  for (size_t u = 0; u < services.size(); ++u) {
    const Service &service = services[u];
    const auto use = static_cast<int32_t>(u);
    if (service.tier < 0)
      continue;
    if (service.isLinked && u > 0 && services[u - 1].tier == service.tier) {
      stays.back().lastUse = use;
      stays.back().evictSteps = service.evictSteps;
      continue;
    }
    stays.push_back({id, service.tier, use, use, service.offset,
                     service.isLinked ? std::nullopt : service.lead,
                     service.evictSteps});
  }
}

Pattern PatternFinder::take() {
  Pattern pattern;
  for (const auto &[id, use] : shared) {
    pattern.shared.push_back(id);
    addStays(id, use.after, pattern.stays);
  }
  const auto keyOf = [&](const PatternStay &stay) {
    return std::tuple(
        -uses.problem.buffers[movableOf(stay.movable).buffer].size,
        sites.sitesOf(stay.movable)[stay.firstUse], stay.movable);
  };
  std::sort(pattern.stays.begin(), pattern.stays.end(),
            [&](const PatternStay &a, const PatternStay &b) {
              return keyOf(a) < keyOf(b);
            });
  // A movable of the stretch itself remains unchanged.
  for (const auto &[to, from] : counterparts)
    if (!counterparts.contains(from) && !shared.contains(to))
      pattern.counterparts.push_back({from, to});
  return pattern;
}

Pattern solver::search::findPattern(const AccessIndex &uses,
                                    const SearchState &state,
                                    const Sites &sites, const Repeats &repeats,
                                    const Repetition &repetition) {
  PatternFinder finder(uses, state, sites, repeats);
  for (SiteId turn = repetition.firstTurn; turn <= repetition.lastTurn; ++turn)
    if (turn != 0)
      finder.repeatTurn(repetition, turn);
  return finder.take();
}
