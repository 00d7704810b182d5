//===- AdvanceStays.cpp - Earlier fills in loops --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first stays are placed before the others are known. When a stay was
// placed, other stays may have had the room for an early fill, so the program
// waits for the fill. That room may be free in the end.
//
//===----------------------------------------------------------------------===//

#include "AdvanceStays.h"

#include "IncrementalSimulator.h"
#include "RollingStays.h"
#include "StayEdits.h"

#include <algorithm>
#include <set>

using namespace memplace;
using namespace memplace::planning;

namespace {

class Advancer {
public:
  Advancer(const AccessIndex &uses, Placement &placement);
  void run();

private:
  std::vector<BufferId> listBuffers() const;
  std::set<LoopId> loopsOf(BufferId buffer) const;
  void advance(BufferId buffer);
  void roll(BufferId buffer, LoopId loop);
  bool isIn(LoopId loop, const StayRequest &request) const;
  bool addRolling(const RemovedStays &removed, LoopId loop, TierId tier);
  bool decide(const std::vector<RemovedStays> &before, bool isAdded);
  void announce(BufferId buffer, const BufferPlan &from, const BufferPlan &to);

  const AccessIndex &uses;
  const Problem &problem;
  Placement &placement;
  IncrementalSimulator simulator;
  double seconds = 0;
};

} // namespace

Advancer::Advancer(const AccessIndex &uses, Placement &placement)
    : uses(uses), problem(uses.problem), placement(placement), simulator(uses) {
  for (BufferId id = 0; id < static_cast<BufferId>(problem.buffers.size());
       ++id) {
    announce(id, {}, placement.planOf(id));
  }
  seconds = simulator.restart();
}

/// Tells the simulator about a new plan, which \p placement has already.
void Advancer::announce(BufferId buffer, const BufferPlan &from,
                        const BufferPlan &to) {
  for (const StayTransfer &transfer : from.transfers)
    simulator.remove(buffer, transfer);
  for (const StayTransfer &transfer : to.transfers)
    simulator.add(buffer, transfer);
  for (const BufferUse &use : uses.byBuffer[buffer])
    for (int32_t k : use.accesses)
      simulator.serve(use.step, k,
                      placement.getTraffic().servedFrom(use.step, k));
}

/// Returns the loops with fills of \p buffer.
std::set<LoopId> Advancer::loopsOf(BufferId buffer) const {
  std::set<LoopId> loops;
  for (const StayTransfer &transfer : placement.planOf(buffer).transfers)
    if (const LoopId loop = uses.loopOf(transfer.start);
        transfer.from == 0 && loop != noLoop && loop != uses.rootOf(buffer))
      loops.insert(loop);
  return loops;
}

/// Returns the buffers with fills in loops, longest transfers first.
std::vector<BufferId> Advancer::listBuffers() const {
  std::vector<std::pair<double, BufferId>> found;
  for (BufferId id = 0; id < static_cast<BufferId>(problem.buffers.size());
       ++id)
    if (!loopsOf(id).empty())
      found.push_back(
          {-secondsOfTransfers(uses, id, placement.planOf(id)), id});
  std::sort(found.begin(), found.end());
  std::vector<BufferId> buffers;
  for (auto [minusSeconds, id] : found)
    buffers.push_back(id);
  return buffers;
}

/// Decides on the new stays of the buffers in \p removed. Keeps them and
/// returns true if all were added (\p isAdded) and the makespan is less.
/// Otherwise restores the stays before.
bool Advancer::decide(const std::vector<RemovedStays> &removed, bool isAdded) {
  constexpr double minGain = 1e-9;
  std::vector<BufferPlan> rejected;
  if (isAdded) {
    for (const auto &[buffer, before, requests] : removed)
      announce(buffer, before.plan, placement.planOf(buffer));
    const double now = simulator.update();
    if (now < (1 - minGain) * seconds) {
      seconds = now;
      simulator.keep();
      return true;
    }
    for (const RemovedStays &one : removed)
      rejected.push_back(placement.planOf(one.buffer));
  }
  restoreStays(placement, removed);
  if (isAdded) {
    for (size_t i = 0; i < removed.size(); ++i)
      announce(removed[i].buffer, rejected[i], removed[i].before.plan);
    simulator.undo();
  }
  return false;
}

/// Adds the stays of \p buffer again, now that all other stays are known.
void Advancer::advance(BufferId buffer) {
  if (std::optional<RemovedStays> removed =
          removeStays(uses, placement, buffer)) {
    const bool isAdded = addAllEarly(placement, removed->requests);
    decide({std::move(*removed)}, isAdded);
  }
}

/// Returns true if all accesses of \p request are in \p loop.
bool Advancer::isIn(LoopId loop, const StayRequest &request) const {
  const std::vector<BufferUse> &bufferUses = uses.byBuffer[request.buffer];
  const LiveRange body = uses.rangeOf(loop);
  return body.contains(bufferUses[request.firstUse].step) &&
         body.contains(bufferUses[request.lastUse].step);
}

/// Adds the stays of a removed buffer again, but in \p loop a rolling stay in
/// \p tier.
bool Advancer::addRolling(const RemovedStays &removed, LoopId loop,
                          TierId tier) {
  for (const StayRequest &request : removed.requests)
    if (!isIn(loop, request) && !addEarly(placement, request))
      return false;
  const std::optional<BufferPlan> plan =
      findRollingStay(uses, placement, removed.buffer, loop, tier);
  if (!plan)
    return false;
  placement.addToBase(removed.buffer, *plan);
  // A rolling stay serves only the first and the last accesses of a trip.
  const auto numUses = static_cast<int32_t>(plan->serving.size());
  for (int32_t use = 0; use < numUses; ++use)
    if (!placement.isServedLegally(removed.buffer, use))
      return false;
  return true;
}

/// Replaces the stays of \p buffer in \p loop by a rolling stay. If there is no
/// room, other stays in the loop move aside.
void Advancer::roll(BufferId buffer, LoopId loop) {
  std::optional<RemovedStays> rolled = removeStays(uses, placement, buffer);
  if (!rolled)
    return;
  const auto first = std::find_if(
      rolled->requests.begin(), rolled->requests.end(),
      [&](const StayRequest &request) { return isIn(loop, request); });
  if (first == rolled->requests.end() ||
      !mayRoll(uses, placement, buffer, loop, first->tier)) {
    placement.restore(buffer, rolled->before);
    return;
  }
  const TierId tier = first->tier;
  const bool isAdded = addRolling(*rolled, loop, tier);
  if (decide({*rolled}, isAdded) || isAdded)
    return;
  std::vector<RemovedStays> removed = {*removeStays(uses, placement, buffer)};
  for (BufferId other : buffersIn(uses, placement, tier, uses.rangeOf(loop)))
    if (std::optional<RemovedStays> one = removeStays(uses, placement, other))
      removed.push_back(std::move(*one));
  const bool areAdded =
      addRolling(removed.front(), loop, tier) &&
      std::all_of(removed.begin() + 1, removed.end(),
                  [&](const RemovedStays &one) {
                    return addAllEarly(placement, one.requests);
                  });
  decide(removed, areAdded);
}

void Advancer::run() {
  // Later changes make room for earlier ones; the last rounds gain little.
  constexpr int maxRounds = 4;
  constexpr double minGain = 1e-3;
  double before = infinity;
  for (int round = 0; round < maxRounds && seconds < (1 - minGain) * before;
       ++round) {
    before = seconds;
    for (BufferId buffer : listBuffers()) {
      advance(buffer);
      if (problem.isExternal(buffer))
        for (LoopId loop : loopsOf(buffer))
          roll(buffer, loop);
    }
  }
}

void memplace::planning::advanceStays(const AccessIndex &uses,
                                      Placement &placement) {
  if (!uses.problem.isCyclic)
    Advancer(uses, placement).run();
}
