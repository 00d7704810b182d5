//===- SearchState.cpp - Current placement of a search chain --------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SearchState.h"
#include "memplace/Simulator/Simulator.h"

#include <algorithm>
#include <cassert>
#include <cmath>

using namespace memplace;
using namespace memplace::solver;
using namespace memplace::solver::search;

static bool isSame(const BufferPlan &a, const BufferPlan &b) {
  auto sameStay = [](const Stay &x, const Stay &y) {
    return x.tier == y.tier && x.range == y.range && x.offset == y.offset &&
           x.reservedEnd == y.reservedEnd;
  };
  auto sameTransfer = [](const StayTransfer &x, const StayTransfer &y) {
    return x.from == y.from && x.to == y.to && x.channel == y.channel &&
           x.start == y.start && x.done == y.done;
  };
  return a.serving == b.serving &&
         std::equal(a.stays.begin(), a.stays.end(), b.stays.begin(),
                    b.stays.end(), sameStay) &&
         std::equal(a.transfers.begin(), a.transfers.end(), b.transfers.begin(),
                    b.transfers.end(), sameTransfer);
}

/// Returns the seconds of \p op with each access in the fastest allowed tier.
static double minSeconds(const Problem &problem, const Op &op) {
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

SearchState::SearchState(const AccessIndex &uses, const Placement &base)
    : uses(uses), problem(uses.problem), placement(base), decoder(uses, base),
      simulator(uses) {
  placement.keepReservations();
  const BufferId numBuffers = static_cast<BufferId>(problem.buffers.size());
  for (BufferId id = 0; id < numBuffers; ++id) {
    baseSizes.push_back(placement.sizesOf(id));
    const BufferPlan &plan = placement.planOf(id);
    for (const StayTransfer &transfer : plan.transfers)
      simulator.add(id, transfer);
    announce(id, plan, plan);
    Movable movable = findTiers(id);
    movableOf.push_back(-1);
    if (movable.tiers.empty() || plan.serving.empty())
      continue;
    movableOf.back() = static_cast<int32_t>(movables.size());
    movables.push_back(std::move(movable));
  }
  findForced();
  wasRemoved.resize(movables.size());
  isFound.resize(movables.size());
  for (Step step = 0; step < problem.numSteps(); ++step)
    minCosts.push_back(minSeconds(problem, problem.ops[step]) *
                       static_cast<double>(uses.trips[step]));
  seconds = forced.empty() ? simulator.restart() : infinity;
}

Movable SearchState::findTiers(BufferId id) const {
  const Buffer &buffer = problem.buffers[id];
  const TierId base = placement.planOf(id).stays[0].tier;
  Movable movable = {id, {}, 0, uses.mayWrapAround(id)};
  const auto serves = [&](TierId tier, const Access &access) {
    return mayServe(problem.target, access, tier);
  };
  // Returns true if `tier` may serve an access that no earlier tier may serve.
  const auto isNeeded = [&](TierId tier) {
    for (const BufferUse &use : uses.byBuffer[id])
      for (int32_t k : use.accesses) {
        const Access &access = problem.ops[use.step].accesses[k];
        if (serves(tier, access) && !serves(base, access) &&
            std::none_of(movable.tiers.begin(), movable.tiers.end(),
                         [&](TierId other) { return serves(other, access); }))
          return true;
      }
    return false;
  };
  const auto numTiers = static_cast<TierId>(problem.target.tiers.size());
  for (TierId tier = 0; tier < numTiers; ++tier)
    if (tier != base && problem.mayBeIn(buffer, tier) &&
        buffer.size <= problem.target.tiers[tier].capacity &&
        (tier < base || isNeeded(tier)))
      movable.tiers.push_back(tier);
  movable.numFaster = static_cast<size_t>(
      std::lower_bound(movable.tiers.begin(), movable.tiers.end(), base) -
      movable.tiers.begin());
  return movable;
}

void SearchState::findForced() {
  for (size_t m = 0; m < movables.size(); ++m) {
    const BufferId id = movables[m].buffer;
    const auto numUses = static_cast<int32_t>(uses.byBuffer[id].size());
    for (int32_t use = 0; use < numUses; ++use)
      if (!placement.isServedLegally(id, use)) {
        forced.resize(movables.size());
        forced[m].push_back(use);
      }
  }
}

bool SearchState::isServed(int32_t movable) const {
  return forced.empty() ||
         std::all_of(
             forced[movable].begin(), forced[movable].end(), [&](int32_t use) {
               return placement.isServedLegally(movables[movable].buffer, use);
             });
}

//===----------------------------------------------------------------------===//
// Decoding.
//===----------------------------------------------------------------------===//

void SearchState::removeStays(int32_t movable) {
  if (wasRemoved[movable])
    return;
  wasRemoved[movable] = true;
  const BufferId id = movables[movable].buffer;
  saved.push_back({movable, placement.placedBuffer(id)});
  placement.removeSince(id, baseSizes[id]);
}

void SearchState::removeStaysAgain(int32_t movable) {
  assert(wasRemoved[movable] && "it was not removed");
  const BufferId id = movables[movable].buffer;
  placement.removeSince(id, baseSizes[id]);
}

double SearchState::savingOf(int32_t movable, const Choices &choices) const {
  const Movable &what = movables[movable];
  return decoder.savingOf(placement, what.buffer, what.tiers[0],
                          choices.policy);
}

double SearchState::urgencyOf(int32_t movable, const Choices &choices) const {
  const BufferId id = movables[movable].buffer;
  return savingOf(movable, choices) /
         std::sqrt(static_cast<double>(problem.buffers[id].size));
}

void SearchState::insert(int32_t movable, const Choices &choices) {
  const Movable &what = movables[movable];
  decoder.insert(placement, what.buffer,
                 std::span(what.tiers).first(what.numFaster), choices);
  if (forced.empty())
    return;
  for (int32_t use : forced[movable])
    for (TierId tier : what.tiers)
      if (placement.isServedLegally(what.buffer, use) ||
          insertStay(movable, tier, use, use, choices))
        break;
  if (what.numFaster < what.tiers.size())
    insertSlower(movable, choices);
}

// Serves accesses restricted to tiers slower than the base, at any cost, since
// the placement is illegal otherwise. Tries the longest stay first.
void SearchState::insertSlower(int32_t movable, Choices choices) {
  choices.policy.minSaving = -infinity;
  const Movable &what = movables[movable];
  const std::vector<int32_t> &forcedUses = forced[movable];
  const auto isServed = [&](int32_t use) {
    return placement.isServedLegally(what.buffer, use);
  };
  for (int32_t use : forcedUses)
    for (int32_t last : {forcedUses.back(), use})
      for (size_t i = what.numFaster; i < what.tiers.size(); ++i)
        if (isServed(use) ||
            insertStay(movable, what.tiers[i], use, last, choices))
          break;
}

bool SearchState::insertStay(int32_t movable, TierId tier, int32_t firstUse,
                             int32_t lastUse, const Choices &choices) {
  return decoder
      .insertStay(placement, movables[movable].buffer, tier, firstUse, lastUse,
                  choices)
      .has_value();
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

//===----------------------------------------------------------------------===//
// Evaluation of moves.
//===----------------------------------------------------------------------===//

// Informs the simulator about the change of a buffer.
void SearchState::announce(BufferId id, const BufferPlan &from,
                           const BufferPlan &to) {
  for (size_t i = baseSizes[id].transfers; i < from.transfers.size(); ++i)
    simulator.remove(id, from.transfers[i]);
  for (size_t i = baseSizes[id].transfers; i < to.transfers.size(); ++i)
    simulator.add(id, to.transfers[i]);
  for (const BufferUse &use : uses.byBuffer[id])
    for (int32_t k : use.accesses)
      simulator.serve(use.step, k,
                      placement.getTraffic().servedFrom(use.step, k));
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
  if (!std::all_of(saved.begin(), saved.end(),
                   [this](const Saved &old) { return isServed(old.movable); }))
    seconds = infinity;
  return seconds;
}

void SearchState::keep() {
  simulator.keep();
  isEvaluated = false;
  kept.clear();
  for (const Saved &old : saved) {
    wasRemoved[old.movable] = false;
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
    placement.removeSince(id, baseSizes[id]);
  }
  for (size_t i = 0; i < saved.size(); ++i) {
    const Saved &old = saved[i];
    const BufferId id = movables[old.movable].buffer;
    placement.restore(id, old.placed);
    if (isEvaluated && !isSame(plans[i], old.placed.plan))
      announce(id, plans[i], old.placed.plan);
    wasRemoved[old.movable] = false;
  }
  saved.clear();
  if (!isEvaluated)
    return;
  simulator.undo();
  seconds = secondsBefore;
  isEvaluated = false;
}

void SearchState::load(const std::vector<PlacedBuffer> &placed) {
  for (size_t m = 0; m < movables.size(); ++m)
    if (!isSame(placement.planOf(movables[m].buffer), placed[m].plan))
      removeStays(static_cast<int32_t>(m));
  for (const Saved &old : saved) {
    const BufferId id = movables[old.movable].buffer;
    placement.restore(id, placed[old.movable]);
    announce(id, old.placed.plan, placed[old.movable].plan);
    wasRemoved[old.movable] = false;
  }
  saved.clear();
  seconds = simulator.restart();
  for (size_t m = 0; m < forced.size(); ++m)
    if (!isServed(static_cast<int32_t>(m)))
      seconds = infinity;
}
