//===- FastStays.cpp - Plans that fill the fastest tier -------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For ops many times slower with operands at home, nearly all operands must be
// in fast memory; the question is which buffers to move out temporarily. A
// choice of stays by individual savings fails here: all stays save much, and
// the first stays take the room of all others.
//
//===----------------------------------------------------------------------===//

#include "FastStays.h"

#include "StayLevels.h"

#include <algorithm>
#include <numeric>

using namespace memplace;
using namespace memplace::planning;

static constexpr TierId fastest = 0;

/// Number of stays shorter than the longest to try before the stay of a single
/// use. Bounds the time for buffers with thousands of uses.
static constexpr int32_t maxShorterStays = 64;

static bool mayUseFastest(const Problem &problem, const Access &access) {
  return mayServe(problem.target, access, fastest) &&
         problem.mayBeIn(problem.buffers[access.buffer], fastest);
}

/// Returns the problem in which accesses allow only the fastest tier, wherever
/// allowed. Ops then have their final durations, and plans know how much of a
/// copy is hidden.
static Problem narrow(const Problem &problem) {
  Problem result = problem;
  for (Op &op : result.ops)
    for (Access &access : op.accesses)
      if (mayUseFastest(problem, access))
        access.tiers = {fastest};
  return result;
}

/// Returns the buffers by falling priority: least key first.
static std::vector<BufferId> ordered(const std::vector<double> &keys) {
  std::vector<BufferId> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](BufferId a, BufferId b) {
    return std::pair(keys[a], a) < std::pair(keys[b], b);
  });
  return order;
}

namespace {

class FastPlacer {
public:
  /// \p homes: backing tiers by buffer. \p onlyForced: accesses allowed from
  /// \p homes stay there.
  FastPlacer(const AccessIndex &uses, std::vector<TierId> homes,
             const FastOrder &order, bool onlyForced)
      : uses(uses), problem(uses.problem), homes(std::move(homes)),
        order(order), onlyForced(onlyForced),
        capacity(order.room *
                 static_cast<double>(problem.target.tiers[fastest].capacity)),
        placement(uses), load(problem.ops.size()), missing(problem.ops.size()) {
    policy.minSaving = -infinity;
    placement.keepReservations();
    for (BufferId id = 0; id < static_cast<BufferId>(problem.buffers.size());
         ++id)
      for (int32_t u = 0; u < static_cast<int32_t>(uses.byBuffer[id].size());
           ++u)
        if (mayUseFastest(id, u))
          missing[uses.byBuffer[id][u].step] +=
              static_cast<double>(problem.buffers[id].size);
  }

  /// Returns false if a buffer does not fit in its backing tier.
  bool addBackingCopies();
  /// Returns false if some access of the buffer remains illegal. Later buffers
  /// only take more room, so they cannot make it legal.
  bool addStays(BufferId buffer);
  /// Call last: nothing can be added afterwards.
  Placement takePlacement() { return std::move(placement); }

private:
  bool isServedByFastest(BufferId buffer, int32_t use) const;
  bool mayUseFastest(BufferId buffer, int32_t use) const;
  bool isUsedAt(BufferId buffer, Step step) const;
  bool leavesRoom(BufferId buffer, LiveRange steps) const;
  void take(BufferId buffer, int32_t first, int32_t last, LiveRange steps);
  bool addStay(BufferId buffer, int32_t first, int32_t last);
  LiveRange rangeSince(BufferId buffer, const Placement::Sizes &before) const;
  void addLongestStay(BufferId buffer, int32_t first);

  const AccessIndex &uses;
  const Problem &problem;
  const std::vector<TierId> homes;
  const FastOrder &order;
  const bool onlyForced;
  const double capacity; // Of the fastest tier, bytes.
  Placement placement;
  StayPolicy policy;
  // By step, bytes: allocated, and needed but not allocated yet.
  std::vector<double> load, missing;
};

} // namespace

bool FastPlacer::addBackingCopies() {
  std::vector<double> keys;
  for (size_t b = 0; b < problem.buffers.size(); ++b) {
    const auto size = static_cast<double>(problem.buffers[b].size);
    keys.push_back(order.largestFirst ? -size : order.keys[b] / size);
  }
  const std::vector<BufferId> byKey = ordered(keys);
  return std::all_of(byKey.begin(), byKey.end(), [&](BufferId id) {
    const Buffer &buffer = problem.buffers[id];
    const bool isOwn =
        !buffer.liveIn && !buffer.liveOut && !problem.isExternal(buffer);
    if (isOwn && problem.mayBeIn(buffer, fastest) &&
        leavesRoom(id, buffer.range) && placement.addBackingCopy(id, fastest)) {
      take(id, 0, static_cast<int32_t>(uses.byBuffer[id].size()) - 1,
           buffer.range);
      return true;
    }
    return placement.addBackingCopy(id, homes[id]);
  });
}

bool FastPlacer::isServedByFastest(BufferId buffer, int32_t use) const {
  const BufferPlan &plan = placement.planOf(buffer);
  return plan.stays[plan.serving[use]].tier == fastest;
}

bool FastPlacer::mayUseFastest(BufferId buffer, int32_t use) const {
  const BufferUse &accesses = uses.byBuffer[buffer][use];
  return std::any_of(
      accesses.accesses.begin(), accesses.accesses.end(), [&](int32_t k) {
        const Access &access = problem.ops[accesses.step].accesses[k];
        return ::mayUseFastest(problem, access) &&
               !(onlyForced && mayServe(problem.target, access, homes[buffer]));
      });
}

bool FastPlacer::isUsedAt(BufferId buffer, Step step) const {
  const std::vector<BufferUse> &bufferUses = uses.byBuffer[buffer];
  const auto use = bufferUses.begin() + uses.firstUseSince(buffer, step);
  return use != bufferUses.end() && use->step == step;
}

/// Returns true if all operands needed at \p steps still fit next to \p buffer.
bool FastPlacer::leavesRoom(BufferId buffer, LiveRange steps) const {
  const auto size = static_cast<double>(problem.buffers[buffer].size);
  for (Step step = steps.begin; step < steps.end; ++step)
    if (load[step] + missing[step] + size > capacity && !isUsedAt(buffer, step))
      return false;
  return true;
}

void FastPlacer::take(BufferId buffer, int32_t first, int32_t last,
                      LiveRange steps) {
  const auto size = static_cast<double>(problem.buffers[buffer].size);
  for (Step step = steps.begin; step < steps.end; ++step)
    load[step] += size;
  for (int32_t u = first; u <= last; ++u)
    if (mayUseFastest(buffer, u))
      missing[uses.byBuffer[buffer][u].step] -= size;
}

bool FastPlacer::addStay(BufferId buffer, int32_t first, int32_t last) {
  const LiveRange steps = {uses.byBuffer[buffer][first].step,
                           uses.byBuffer[buffer][last].step + 1};
  if (!leavesRoom(buffer, steps))
    return false;
  for (LoopId level : levelsOf(uses, buffer, first, last))
    for (double lead : {infinity, 1.0, 0.0}) {
      policy.hide = lead > 0;
      policy.maxLead = lead;
      const Placement::Sizes before = placement.sizesOf(buffer);
      if (!placement.addStay({buffer, fastest, first, last, level}, policy))
        continue;
      // Copies may need room at other steps.
      const LiveRange range = rangeSince(buffer, before);
      if (lead > 0 && !leavesRoom(buffer, range)) {
        placement.removeSince(buffer, before);
        continue;
      }
      take(buffer, first, last, range);
      return true;
    }
  return false;
}

/// Returns the steps of the added stays in the fastest tier.
LiveRange FastPlacer::rangeSince(BufferId buffer,
                                 const Placement::Sizes &before) const {
  const std::vector<Stay> &stays = placement.planOf(buffer).stays;
  LiveRange range = {problem.numSteps(), 0};
  for (size_t i = before.stays; i < stays.size(); ++i)
    if (stays[i].tier == fastest)
      range = {std::min(range.begin, stays[i].range.begin),
               std::max(range.end,
                        std::min(stays[i].reservedEnd, problem.numSteps()))};
  return range;
}

/// Adds the longest possible stay for use \p first and later uses.
void FastPlacer::addLongestStay(BufferId buffer, int32_t first) {
  const auto numUses = static_cast<int32_t>(uses.byBuffer[buffer].size());
  int32_t last = first;
  while (last + 1 < numUses && !isServedByFastest(buffer, last + 1) &&
         mayUseFastest(buffer, last + 1))
    ++last;
  for (int32_t tries = 0; last > first && tries < maxShorterStays; ++tries)
    if (addStay(buffer, first, last--))
      return;
  addStay(buffer, first, first);
}

bool FastPlacer::addStays(BufferId buffer) {
  const auto numUses = static_cast<int32_t>(uses.byBuffer[buffer].size());
  for (int32_t use = 0; use < numUses; ++use)
    if (!isServedByFastest(buffer, use) && mayUseFastest(buffer, use))
      addLongestStay(buffer, use);
  for (int32_t use = 0; use < numUses; ++use)
    if (!placement.isServedLegally(buffer, use))
      return false;
  return true;
}

/// Returns true if each access is served from an allowed tier.
static bool isServedLegally(const Problem &problem, const Solution &solution) {
  for (size_t step = 0; step < problem.ops.size(); ++step)
    for (size_t k = 0; k < problem.ops[step].accesses.size(); ++k) {
      const ResidencyId id = solution.served[step][k];
      if (!mayServe(problem.target, problem.ops[step].accesses[k],
                    solution.residencies[id].tier))
        return false;
    }
  return true;
}

std::vector<double> memplace::planning::livesOf(const AccessIndex &uses) {
  std::vector<double> lives;
  for (const auto &bufferUses : uses.byBuffer)
    lives.push_back(bufferUses.empty()
                        ? 0
                        : static_cast<double>(bufferUses.back().step + 1 -
                                              bufferUses.front().step));
  return lives;
}

FastPlans::FastPlans(const AccessIndex &whole, const Placement &base)
    : problem(whole.problem), narrowed(narrow(problem)), uses(narrowed) {
  for (const BufferPlan &plan : base.getPlans())
    homes.push_back(plan.stays[0].tier);
}

std::optional<Solution>
FastPlans::place(const FastOrder &order,
                 const std::function<bool()> &shouldContinue) const {
  FastPlacer placer(uses, homes, order, /*onlyForced=*/false);
  if (!placer.addBackingCopies())
    return std::nullopt;
  for (BufferId buffer : ordered(order.keys)) {
    if (!shouldContinue())
      break;
    placer.addStays(buffer);
  }
  Solution solution = assemble(uses, placer.takePlacement().getPlans());
  if (!isServedLegally(problem, solution))
    return std::nullopt;
  return solution;
}

std::optional<Placement>
memplace::planning::placeForced(const AccessIndex &uses,
                                const std::vector<TierId> &homes,
                                const FastOrder &order) {
  FastPlacer placer(uses, homes, order, /*onlyForced=*/true);
  if (!placer.addBackingCopies())
    return std::nullopt;
  for (BufferId buffer : ordered(order.keys))
    if (!placer.addStays(buffer))
      return std::nullopt;
  Placement placement = placer.takePlacement();
  if (!isServedLegally(uses.problem, assemble(uses, placement.getPlans())))
    return std::nullopt;
  return placement;
}
