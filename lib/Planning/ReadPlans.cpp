//===- ReadPlans.cpp - Plans from a solution ------------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inverse of Plan.cpp. All residencies in the tier of a buffer's backing copy
// become the backing copy, whatever their steps and offsets; all other
// residencies become stays. Backing copies keep their place of the given
// placement. A solution assembled again may differ in offsets of the home tier,
// but not in any time.
//===----------------------------------------------------------------------===//

#include "ReadPlans.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace memplace;
using namespace memplace::planning;

namespace {

/// Reads the plan of one buffer.
class PlanReader {
public:
  PlanReader(const AccessIndex &uses, const Solution &solution, BufferId buffer,
             const BufferPlan &base)
      : uses(uses), problem(uses.problem), solution(solution), buffer(buffer),
        plan(base) {}

  /// \p residencies and \p transfers of the buffer, by index.
  std::optional<BufferPlan> read(const std::vector<ResidencyId> &residencies,
                                 const std::vector<int32_t> &transfers) {
    for (ResidencyId id : residencies)
      if (!addStay(id))
        return std::nullopt;
    for (int32_t id : transfers)
      if (!addTransfer(solution.transfers[id]))
        return std::nullopt;
    if (leavesWhereFilled())
      return std::nullopt;
    for (size_t u = 0; u < plan.serving.size(); ++u)
      if (!serve(u))
        return std::nullopt;
    return std::move(plan);
  }

private:
  bool addStay(ResidencyId id) {
    const Residency &residency = solution.residencies[id];
    if (residency.tier == plan.stays[0].tier) {
      stayOf.push_back({id, 0});
      return true;
    }
    if (!residency.offset)
      return false;
    stayOf.push_back({id, static_cast<StayId>(plan.stays.size())});
    plan.stays.push_back({residency.tier, residency.range, residency.offset,
                          residency.range.end});
    return true;
  }

  StayId find(ResidencyId id) const {
    return std::lower_bound(stayOf.begin(), stayOf.end(),
                            std::pair(id, StayId(0)))
        ->second;
  }

  bool addTransfer(const Transfer &transfer) {
    StayTransfer added = {find(transfer.from), find(transfer.to),
                          transfer.channel, transfer.start, transfer.done};
    if (added.from == added.to)
      return false; // Between two places at home.
    if (added.isWrapped()) {
      added.tail = findTail(added);
      if (added.tail < 0 || added.from != 0)
        return false;
    }
    for (StayId id : {added.from, added.to})
      if (id != 0 && !added.isWrapped())
        plan.stays[id].reservedEnd =
            std::max(plan.stays[id].reservedEnd,
                     added.done + (added.start == added.done ? 1 : 0));
    plan.transfers.push_back(added);
    return true;
  }

  // Returns true if a transfer leaves the backing copy at a boundary at which
  // another one fills it.
  bool leavesWhereFilled() const {
    std::set<Step> fills;
    for (const StayTransfer &transfer : plan.transfers)
      if (transfer.to == 0)
        fills.insert(transfer.start);
    return std::any_of(plan.transfers.begin(), plan.transfers.end(),
                       [&](const StayTransfer &transfer) {
                         return transfer.from == 0 &&
                                fills.contains(transfer.start);
                       });
  }

  // Returns the stay filled by a wrapped transfer until the program ends.
  StayId findTail(const StayTransfer &transfer) const {
    const Stay &head = plan.stays[transfer.to];
    for (size_t i = 1; i < plan.stays.size(); ++i) {
      const Stay &stay = plan.stays[i];
      if (stay.tier == head.tier && stay.offset == head.offset &&
          stay.range.begin <= transfer.start &&
          stay.range.end == problem.numSteps())
        return static_cast<StayId>(i);
    }
    return -1;
  }

  // All accesses of a use must have the same stay, except accesses not allowed
  // there.
  bool serve(size_t u) {
    const BufferUse &use = uses.byBuffer[buffer][u];
    const auto servedBy = [&](int32_t k) {
      return find(solution.served[use.step][k]);
    };
    StayId chosen = 0;
    for (int32_t k : use.accesses)
      chosen = std::max(chosen, servedBy(k));
    plan.serving[u] = chosen;
    return std::all_of(
        use.accesses.begin(), use.accesses.end(), [&](int32_t k) {
          const Access &access = problem.ops[use.step].accesses[k];
          return servedBy(k) == servingAccess(problem, plan, chosen, access);
        });
  }

  const AccessIndex &uses;
  const Problem &problem;
  const Solution &solution;
  const BufferId buffer;
  BufferPlan plan;
  std::vector<std::pair<ResidencyId, StayId>> stayOf; // Sorted.
};

} // namespace

/// Returns true if the places of all stays but the backing copy are free in
/// \p placement.
static bool isFree(const Placement &placement, const BufferPlan &plan,
                   int64_t size) {
  std::vector<Arena::Taken> taken;
  for (size_t i = 1; i < plan.stays.size(); ++i) {
    const Stay &stay = plan.stays[i];
    taken.clear();
    placement.getArena(stay.tier).findTaken(
        {stay.range.begin, stay.reservedEnd}, taken);
    for (const Arena::Taken &other : taken)
      if (other.begin < *stay.offset + size && *stay.offset < other.end)
        return false;
  }
  return true;
}

/// Returns the channel time reserved by the transfers of \p plan, from their
/// ends backwards, the same as `Placement::addStay` reserves for fills.
static std::vector<Reservation> reserve(const AccessIndex &uses,
                                        const Traffic &traffic,
                                        const BufferPlan &plan, int64_t size) {
  const Step numSteps = uses.problem.numSteps();
  std::vector<Reservation> reservations;
  for (const StayTransfer &transfer : plan.transfers) {
    auto bytes = static_cast<double>(size);
    const Step done = transfer.done + (transfer.isWrapped() ? numSteps : 0);
    for (Step i = done; i-- > transfer.start && bytes > 0;) {
      const Step step = i % numSteps;
      double room = traffic.roomOf(transfer.channel, step);
      for (const Reservation &own : reservations)
        if (own.channel == transfer.channel && own.step == step)
          room -= own.bytes;
      const double now = std::min(bytes, std::max(0.0, room));
      if (now > 0)
        reservations.push_back({transfer.channel, step, now});
      bytes -= now;
    }
  }
  return reservations;
}

Placement memplace::planning::readPlans(const AccessIndex &uses,
                                        const Placement &base,
                                        const Solution &solution) {
  const Problem &problem = uses.problem;
  Placement placement = base;
  placement.keepReservations();
  std::vector<std::vector<ResidencyId>> residencies(problem.buffers.size());
  std::vector<std::vector<int32_t>> transfers(problem.buffers.size());
  for (size_t i = 0; i < solution.residencies.size(); ++i)
    residencies[solution.residencies[i].buffer].push_back(
        static_cast<ResidencyId>(i));
  for (size_t i = 0; i < solution.transfers.size(); ++i)
    transfers[solution.residencies[solution.transfers[i].from].buffer]
        .push_back(static_cast<int32_t>(i));
  std::vector<BufferId> moved;
  for (BufferId b = 0; b < static_cast<BufferId>(problem.buffers.size()); ++b) {
    const BufferPlan &home = base.planOf(b);
    if (home.stays.size() != 1 || residencies[b].empty())
      continue;
    const std::optional<BufferPlan> plan =
        PlanReader(uses, solution, b, home).read(residencies[b], transfers[b]);
    if (!plan || plan->stays.size() == 1 ||
        !isFree(placement, *plan, problem.buffers[b].size))
      continue;
    placement.restore(b, {*plan, {}});
    moved.push_back(b);
  }
  // The final durations of the ops that hide copies are known only now.
  for (BufferId b : moved) {
    PlacedBuffer placed = placement.placedBuffer(b);
    placed.reservations = reserve(uses, placement.getTraffic(), placed.plan,
                                  problem.buffers[b].size);
    placement.removeSince(b, {.stays = 1});
    placement.restore(b, placed);
  }
  return placement;
}
