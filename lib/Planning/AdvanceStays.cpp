//===- AdvanceStays.cpp - Earlier fills in loops --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A stay that must be found for an access, whatever it costs, is often filled
// just before the access, because other stays had the room for an early fill
// when the stay was placed. The other stays are shorter in the end.
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

/// A buffer whose stays were removed.
struct Removed {
  BufferId buffer = 0;
  PlacedBuffer before;
  std::vector<StayRequest> requests; // For the stays before.
};

class Advancer {
public:
  Advancer(const AccessIndex &uses, Placement &placement);
  void run();

private:
  std::vector<BufferId> listBuffers() const;
  std::set<LoopId> loopsOf(BufferId buffer) const;
  void advance(BufferId buffer);
  void roll(BufferId buffer, LoopId loop);
  bool addRolling(const Removed &removed, LoopId loop);
  std::optional<Removed> remove(BufferId buffer);
  bool decide(const std::vector<Removed> &before, bool isAdded);
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
    for (const BufferUse &use : uses.byBuffer[id])
      for (int32_t k : use.accesses)
        simulator.serve(use.step, k,
                        placement.getTraffic().servedFrom(use.step, k));
  }
  seconds = simulator.restart();
}

/// Tells the simulator about the transfers of a new plan.
void Advancer::announce(BufferId buffer, const BufferPlan &from,
                        const BufferPlan &to) {
  for (const StayTransfer &transfer : from.transfers)
    simulator.remove(buffer, transfer);
  for (const StayTransfer &transfer : to.transfers)
    simulator.add(buffer, transfer);
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

/// Removes the stays of \p buffer. Returns nothing, and removes nothing, if
/// they are no plain requests, as those of a rolling stay.
std::optional<Removed> Advancer::remove(BufferId buffer) {
  PlacedBuffer before = placement.placedBuffer(buffer);
  auto requests = requestsOf(uses, buffer, before.plan);
  if (!requests)
    return std::nullopt;
  placement.removeSince(buffer, {.stays = 1});
  return Removed{buffer, std::move(before), std::move(*requests)};
}

/// Keeps the new stays of the removed buffers and returns true if all of them
/// were added and the makespan is less. Otherwise restores the stays before.
bool Advancer::decide(const std::vector<Removed> &removed, bool isAdded) {
  constexpr double minGain = 1e-9;
  if (isAdded) {
    for (const auto &[buffer, before, requests] : removed)
      announce(buffer, before.plan, placement.planOf(buffer));
    const double now = simulator.update();
    if (now < (1 - minGain) * seconds) {
      seconds = now;
      simulator.keep();
      return true;
    }
    for (const auto &[buffer, before, requests] : removed)
      announce(buffer, placement.planOf(buffer), before.plan);
    simulator.undo();
  }
  for (const Removed &one : removed)
    placement.removeSince(one.buffer, {.stays = 1});
  for (const Removed &one : removed)
    placement.restore(one.buffer, one.before);
  return false;
}

/// Adds the stays of \p buffer again, now that all other stays are known.
void Advancer::advance(BufferId buffer) {
  if (std::optional<Removed> removed = remove(buffer)) {
    const bool isAdded = addAllEarly(placement, removed->requests);
    decide({std::move(*removed)}, isAdded);
  }
}

/// Adds the stays of a removed buffer again, but a rolling stay in \p loop.
bool Advancer::addRolling(const Removed &removed, LoopId loop) {
  const std::vector<BufferUse> &bufferUses = uses.byBuffer[removed.buffer];
  const LiveRange body = uses.rangeOf(loop);
  std::optional<TierId> tier;
  for (const StayRequest &request : removed.requests)
    if (body.contains(bufferUses[request.firstUse].step) &&
        body.contains(bufferUses[request.lastUse].step))
      tier = request.tier;
    else if (!addEarly(placement, request))
      return false;
  if (!tier)
    return false;
  const std::optional<BufferPlan> plan =
      findRollingStay(uses, placement, removed.buffer, loop, *tier);
  if (plan)
    placement.addToBase(removed.buffer, *plan);
  return plan.has_value();
}

/// Replaces the stays of \p buffer in \p loop by a rolling stay. If there is no
/// room, other stays in the loop move aside.
void Advancer::roll(BufferId buffer, LoopId loop) {
  std::optional<Removed> rolled = remove(buffer);
  if (!rolled)
    return;
  const bool isAdded = addRolling(*rolled, loop);
  if (decide({*rolled}, isAdded) || isAdded)
    return;
  std::vector<Removed> removed;
  removed.push_back(*remove(buffer));
  for (const StayRequest &request : rolled->requests)
    for (BufferId other :
         buffersIn(uses, placement, request.tier, uses.rangeOf(loop)))
      if (std::optional<Removed> one = remove(other))
        removed.push_back(std::move(*one));
  const bool areAdded =
      addRolling(removed.front(), loop) &&
      std::all_of(removed.begin() + 1, removed.end(), [&](const Removed &one) {
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
