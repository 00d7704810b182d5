//===- SearchState.cpp - A placement that search changes ------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchState.h"
#include "memplace/Simulator/Simulator.h"

#include <algorithm>
#include <cmath>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

static bool isSame(const BufferPlan &a, const BufferPlan &b) {
  auto sameStay = [](const Stay &x, const Stay &y) {
    return x.tier == y.tier && x.range == y.range && x.offset == y.offset &&
           x.reservedEnd == y.reservedEnd;
  };
  auto sameCopy = [](const Copy &x, const Copy &y) {
    return x.from == y.from && x.to == y.to && x.channel == y.channel &&
           x.start == y.start && x.done == y.done && x.part == y.part;
  };
  return a.serving == b.serving &&
         std::equal(a.stays.begin(), a.stays.end(), b.stays.begin(),
                    b.stays.end(), sameStay) &&
         std::equal(a.copies.begin(), a.copies.end(), b.copies.begin(),
                    b.copies.end(), sameCopy);
}

/// Seconds that \p op takes with each access in the fastest tier it allows.
static double leastSeconds(const Problem &problem, const Op &op) {
  std::vector<TierId> tiers;
  for (const Access &access : op.accesses) {
    const Buffer &buffer = problem.buffers[access.buffer];
    TierId best = problem.homeOf(buffer);
    for (TierId tier = best; tier-- > 0;)
      if (problem.mayBeIn(buffer, tier) &&
          mayServe(problem.target, access, tier) &&
          buffer.size <= problem.target.tiers[tier].capacity)
        best = tier;
    tiers.push_back(best);
  }
  return opDuration(problem.target, op, tiers);
}

/// Whether an invocation may leave it in a fast tier for the next one.
static bool mayGoAround(const Uses &uses, BufferId id) {
  const Buffer &buffer = uses.problem.buffers[id];
  const auto &groups = uses.groups[id];
  return uses.problem.isCyclic && buffer.liveIn &&
         buffer.range.end == uses.problem.numSteps() &&
         std::none_of(groups.begin(), groups.end(),
                      [](const AccessGroup &group) { return group.writes; });
}

SearchState::SearchState(const Uses &uses, const Placement &base)
    : uses(uses), problem(uses.problem), base(base.getPlans()), placement(base),
      simulator(uses) {
  placement.keepReservations();
  const BufferId numBuffers = static_cast<BufferId>(problem.buffers.size());
  for (BufferId id = 0; id < numBuffers; ++id) {
    const BufferPlan &plan = placement.planOf(id);
    for (const Copy &copy : plan.copies)
      simulator.add(id, copy);
    announce(id, plan, plan);
    const Buffer &buffer = problem.buffers[id];
    Movable movable = {id, {}, mayGoAround(uses, id)};
    for (TierId tier = 0; tier < plan.stays[0].tier; ++tier)
      if (problem.mayBeIn(buffer, tier) &&
          buffer.size <= problem.target.tiers[tier].capacity)
        movable.tiers.push_back(tier);
    movableOf.push_back(-1);
    if (movable.tiers.empty() || plan.serving.empty())
      continue;
    movableOf.back() = static_cast<int32_t>(movables.size());
    movables.push_back(std::move(movable));
  }
  isTaken.resize(movables.size());
  isFound.resize(movables.size());
  elapsed.assign(1, 0);
  for (Step step = 0; step < problem.numSteps(); ++step) {
    elapsed.push_back(elapsed.back() + placement.getTraffic().durationOf(step));
    leastCosts.push_back(leastSeconds(problem, problem.ops[step]) *
                         static_cast<double>(uses.trips[step]));
  }
  seconds = simulator.restart();
}

//===----------------------------------------------------------------------===//
// Decoding
//===----------------------------------------------------------------------===//

void SearchState::takeOut(int32_t movable) {
  if (isTaken[movable])
    return;
  isTaken[movable] = true;
  const BufferId id = movables[movable].buffer;
  saved.push_back({movable, placement.placedBuffer(id)});
  placement.takeOut(id, base[id]);
}

// Seconds a copy from the base takes if nothing disturbs it.
double SearchState::copySeconds(BufferId id, TierId tier) const {
  double result = 0;
  for (ChannelId channel :
       findRoute(problem, id, placement.planOf(id).stays[0].tier, tier))
    result += static_cast<double>(problem.buffers[id].size) /
              placement.getTraffic().rateOf(channel);
  return result;
}

double SearchState::savingOf(int32_t movable, const Choices &choices) const {
  const BufferId id = movables[movable].buffer;
  return placement.savingOf(id, 0,
                            static_cast<int32_t>(uses.groups[id].size()) - 1,
                            movables[movable].tiers[0],
                            std::max(1e-6, choices.policy.valueOfFreeTime));
}

double SearchState::urgencyOf(int32_t movable, const Choices &choices) const {
  const BufferId id = movables[movable].buffer;
  return savingOf(movable, choices) /
         std::sqrt(static_cast<double>(problem.buffers[id].size));
}

// Seconds from a group to the next one, of the next invocation after the last.
double SearchState::gapAfter(BufferId id, int32_t group) const {
  const auto &groups = uses.groups[id];
  const int32_t numGroups = static_cast<int32_t>(groups.size());
  const double end = elapsed[groups[group % numGroups].step + 1];
  const double next = elapsed[groups[(group + 1) % numGroups].step];
  return next - end + ((group + 1) % numGroups == 0 ? elapsed.back() : 0);
}

void SearchState::insert(int32_t movable, const Choices &choices) {
  const BufferId id = movables[movable].buffer;
  const int32_t numGroups = static_cast<int32_t>(uses.groups[id].size());
  const bool goesAround = movables[movable].goesAround &&
                          choices.firstGroup == 0 &&
                          choices.lastGroup >= numGroups - 1;
  int32_t begin = goesAround ? choices.turn % numGroups : choices.firstGroup;
  int32_t end = goesAround ? begin + numGroups
                           : std::min(numGroups - 1, choices.lastGroup) + 1;
  const bool keepsAll = choices.maxKeep >= any;
  // A buffer with very many accesses gets short stays once long ones have
  // failed often enough, and not any number of them.
  int64_t work = 20000 + 64 * int64_t(numGroups);
  constexpr size_t maxCopies = 2000;
  for (TierId tier : movables[movable].tiers) {
    if (tier < choices.fastest)
      continue;
    if (goesAround && choices.staysAlways &&
        addStay(id, tier, begin, begin + numGroups, choices))
      return;
    const double maxGap =
        keepsAll ? any : choices.maxKeep * copySeconds(id, tier);
    for (int32_t first = begin; first < end;) {
      if (!isFree(id, first)) {
        ++first;
        continue;
      }
      if (placement.planOf(id).copies.size() > maxCopies)
        return;
      const int32_t limit = work > 0 ? end : std::min(end, first + 8);
      int32_t last = first;
      while (last + 1 < limit && isFree(id, last + 1) &&
             gapAfter(id, last) <= maxGap)
        ++last;
      work -= 2 * (last - first + 1);
      first = placeFrom(id, tier, first, last, choices) + 1;
    }
    if (choices.restMayMove && !goesAround) {
      begin = 0;
      end = numGroups;
    }
  }
}

bool SearchState::insertStay(int32_t movable, TierId tier, int32_t firstGroup,
                             int32_t lastGroup, const Choices &choices) {
  return addStay(movables[movable].buffer, tier, firstGroup, lastGroup, choices)
      .has_value();
}

// Whether there are enough bytes at each step from group to group.
bool SearchState::mayHaveRoom(BufferId id, TierId tier, int32_t first,
                              int32_t last) const {
  const auto &groups = uses.groups[id];
  const int32_t numGroups = static_cast<int32_t>(groups.size());
  const Arena &arena = placement.getArena(tier);
  const int64_t size = problem.buffers[id].size;
  if (last < numGroups)
    return arena.hasBytes({groups[first].step, groups[last].step + 1}, size);
  return arena.hasBytes({groups[first].step, problem.numSteps()}, size) &&
         arena.hasBytes({0, groups[last - numGroups].step + 1}, size);
}

// At the outermost level that works. Returns the last group that is settled.
// Groups may be those of the next invocation.
std::optional<int32_t> SearchState::addStay(BufferId id, TierId tier,
                                            int32_t first, int32_t last,
                                            const Choices &choices) {
  const int32_t numGroups = static_cast<int32_t>(uses.groups[id].size());
  if (first >= numGroups) {
    std::optional<int32_t> settled =
        addStay(id, tier, first - numGroups, last - numGroups, choices);
    if (settled)
      *settled += numGroups;
    return settled;
  }
  if (!mayHaveRoom(id, tier, first, last))
    return std::nullopt;
  std::vector<StayLevels> levels = {{uses.rootOf(id)}};
  if (last < numGroups && !uses.loops.empty())
    levels = stayLevelsOf(uses, id, first, last);
  if (choices.isInnermostFirst)
    std::reverse(levels.begin(), levels.end());
  for (size_t i = levels.size(); i-- > 0;)
    if (std::optional<StayOutcome> outcome = placement.addStay(
            {id, tier, first, last, levels[i].level, levels[i].exitLevel},
            choices.policy))
      return std::max(first, outcome->lastGroup);
  return std::nullopt;
}

const std::vector<int32_t> &SearchState::residents(TierId tier,
                                                   LiveRange range) {
  owners.clear();
  const Arena &arena = placement.getArena(tier);
  const Step numSteps = problem.numSteps();
  if (range.begin < 0)
    arena.findOwners({range.begin + numSteps, numSteps}, owners);
  if (range.end > numSteps)
    arena.findOwners({0, range.end - numSteps}, owners);
  arena.findOwners(
      {std::max<Step>(0, range.begin), std::min(range.end, numSteps)}, owners);
  found.clear();
  for (BufferId owner : owners) {
    const int32_t movable = owner < 0 ? -1 : movableOf[owner];
    if (movable < 0 || isFound[movable])
      continue;
    isFound[movable] = true;
    found.push_back(movable);
  }
  for (int32_t movable : found)
    isFound[movable] = false;
  return found;
}

// Returns the last group that is settled.
int32_t SearchState::placeFrom(BufferId id, TierId tier, int32_t first,
                               int32_t last, const Choices &choices) {
  for (int32_t length = last - first + 1; length > 0;
       length = length > 8 ? length / 2 : length - 1)
    if (std::optional<int32_t> settled =
            addStay(id, tier, first, first + length - 1, choices))
      return *settled;
  return first;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

// Tells the simulator what has changed of a buffer.
void SearchState::announce(BufferId id, const BufferPlan &from,
                           const BufferPlan &to) {
  for (size_t i = base[id].copies.size(); i < from.copies.size(); ++i)
    simulator.remove(id, from.copies[i]);
  for (size_t i = base[id].copies.size(); i < to.copies.size(); ++i)
    simulator.add(id, to.copies[i]);
  for (const AccessGroup &group : uses.groups[id])
    for (int32_t k : group.accesses)
      simulator.serve(group.step, k,
                      placement.getTraffic().servedFrom(group.step, k));
}

bool SearchState::hasChanged() const {
  return std::any_of(saved.begin(), saved.end(), [&](const Saved &old) {
    return !isSame(old.placed.plan,
                   placement.planOf(movables[old.movable].buffer));
  });
}

double SearchState::evaluate() {
  secondsBefore = seconds;
  isEvaluated = true;
  for (const Saved &old : saved) {
    const BufferId id = movables[old.movable].buffer;
    const BufferPlan &plan = placement.planOf(id);
    if (!isSame(old.placed.plan, plan))
      announce(id, old.placed.plan, plan);
  }
  seconds = simulator.update();
  return seconds;
}

void SearchState::keep() {
  simulator.keep();
  isEvaluated = false;
  kept.clear();
  for (const Saved &old : saved) {
    isTaken[old.movable] = false;
    const BufferId id = movables[old.movable].buffer;
    if (!isSame(old.placed.plan, placement.planOf(id)))
      kept.push_back(old.movable);
  }
  saved.clear();
}

void SearchState::undo() {
  std::vector<BufferPlan> plans;
  for (const Saved &old : saved) {
    const BufferId id = movables[old.movable].buffer;
    plans.push_back(placement.planOf(id));
    placement.takeOut(id, base[id]);
  }
  for (size_t i = 0; i < saved.size(); ++i) {
    const Saved &old = saved[i];
    const BufferId id = movables[old.movable].buffer;
    placement.putBack(id, old.placed);
    if (isEvaluated && !isSame(plans[i], old.placed.plan))
      announce(id, plans[i], old.placed.plan);
    isTaken[old.movable] = false;
  }
  saved.clear();
  if (!isEvaluated)
    return;
  simulator.undo();
  seconds = secondsBefore;
  isEvaluated = false;
}

void SearchState::load(const std::vector<PlacedBuffer> &placed) {
  std::vector<int32_t> changed;
  for (size_t m = 0; m < movables.size(); ++m)
    if (!isSame(placement.planOf(movables[m].buffer), placed[m].plan))
      takeOut(static_cast<int32_t>(m));
  for (const Saved &old : saved) {
    const BufferId id = movables[old.movable].buffer;
    placement.putBack(id, placed[old.movable]);
    announce(id, old.placed.plan, placed[old.movable].plan);
    isTaken[old.movable] = false;
  }
  saved.clear();
  seconds = simulator.restart();
}
