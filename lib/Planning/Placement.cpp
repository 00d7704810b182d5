//===- Placement.cpp - A placement that grows by stays ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps decisions consistent with their allocated bytes and reserved time. A
// stay is found in three stages, which take and return values: findShape
// (StayShape.h), findTiming (StayTiming.h) and commit (StayCommit.h). Changes
// to buffers can be reverted in any order, by `removeSince` and `restore`, and
// in reverse order by `rewind`, bit-exactly but more slowly.
//===----------------------------------------------------------------------===//

#include "Placement.h"

#include "StayCommit.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::planning;

Placement::Placement(const AccessIndex &uses)
    : uses(&uses), plans(uses.problem.buffers.size()), traffic(uses) {
  for (const Tier &tier : uses.problem.target.tiers)
    arenas.emplace_back(tier.capacity, uses.problem.numSteps());
}

bool Placement::addBackingCopy(BufferId buffer, TierId tier) {
  const Problem &problem = uses->problem;
  const Buffer &data = problem.buffers[buffer];
  Stay base = {tier, data.range, std::nullopt, data.range.end};
  if (!problem.isExternal(buffer)) {
    // A live-out home residency lasts through the program's end.
    base.reservedEnd += data.liveOut;
    LiveRange reserved = {data.range.begin, base.reservedEnd};
    base.offset =
        arenas[tier].find(reserved, data.size, problem.alignmentIn(data, tier),
                          Arena::Fit::First);
    if (!base.offset)
      return false;
    arenas[tier].take(reserved, *base.offset, data.size);
  }
  BufferPlan &plan = plans[buffer];
  plan.stays = {base};
  plan.serving.assign(uses->byBuffer[buffer].size(), 0);
  for (const BufferUse &use : uses->byBuffer[buffer])
    for (int32_t k : use.accesses)
      traffic.serve(use.step, k, tier);
  return true;
}

void Placement::addToBase(BufferId buffer, const BufferPlan &plan) {
  assert(!isJournaled && "not with a journal");
  const size_t numTransfers = plans[buffer].transfers.size();
  replace(buffer, plan);
  for (size_t i = numTransfers; i < plan.transfers.size(); ++i) {
    const StayTransfer &transfer = plan.transfers[i];
    auto bytes = static_cast<double>(uses->problem.buffers[buffer].size);
    for (Step step = transfer.done; step-- > transfer.start && bytes > 0;) {
      const double now =
          std::min(bytes, traffic.roomOf(transfer.channel, step));
      traffic.reserve(transfer.channel, step, now);
      if (!reservations.empty())
        reservations[buffer].push_back({transfer.channel, step, now});
      bytes -= now;
    }
  }
}

std::optional<StayOutcome> Placement::addStay(const StayRequest &request,
                                              const StayPolicy &policy) {
  const BufferId buffer = request.buffer;
  const std::optional<StayShape> shape =
      findShape(*uses, plans[buffer], request);
  if (!shape)
    return std::nullopt;
  const std::optional<StayTiming> timing =
      findTiming(*uses, {arenas, traffic}, *shape, policy);
  if (!timing)
    return std::nullopt;
  if (isJournaled)
    journal.push_back({buffer, sizesOf(buffer), std::nullopt});
  commit(*uses, *shape, *timing, policy,
         {plans[buffer], arenas, traffic,
          reservations.empty() ? nullptr : &reservations[buffer]});
  return StayOutcome{timing->saving, shape->lastUseInRequest()};
}

void Placement::serveByPlan(BufferId buffer, int32_t use) {
  const BufferPlan &plan = plans[buffer];
  const BufferUse &what = uses->byBuffer[buffer][use];
  for (int32_t k : what.accesses) {
    const Access &access = uses->problem.ops[what.step].accesses[k];
    StayId stay = servingAccess(uses->problem, plan, plan.serving[use], access);
    traffic.serve(what.step, k, plan.stays[stay].tier);
  }
}

void Placement::takeSince(BufferId buffer, size_t numStays) {
  const BufferPlan &plan = plans[buffer];
  const int64_t size = uses->problem.buffers[buffer].size;
  for (size_t i = numStays; i < plan.stays.size(); ++i) {
    const Stay &stay = plan.stays[i];
    arenas[stay.tier].take({stay.range.begin, stay.reservedEnd}, *stay.offset,
                           size, buffer);
  }
}

void Placement::releaseSince(BufferId buffer, size_t numStays) {
  std::vector<Stay> &stays = plans[buffer].stays;
  const int64_t size = uses->problem.buffers[buffer].size;
  for (size_t i = numStays; i < stays.size(); ++i)
    arenas[stays[i].tier].release({stays[i].range.begin, stays[i].reservedEnd},
                                  *stays[i].offset, size);
  stays.resize(numStays);
}

// Replaces the plan by a superset of its stays.
void Placement::replace(BufferId buffer, const BufferPlan &plan) {
  const size_t numStays = plans[buffer].stays.size();
  const std::vector<StayId> before = plans[buffer].serving;
  plans[buffer] = plan;
  takeSince(buffer, numStays);
  for (size_t u = 0; u < before.size(); ++u)
    if (before[u] != plan.serving[u])
      serveByPlan(buffer, static_cast<int32_t>(u));
}

void Placement::removeBackingCopy(BufferId buffer) {
  assert(plans[buffer].stays.size() == 1 && "the buffer has stays");
  releaseSince(buffer, 0);
}

void Placement::keepJournal() {
  isJournaled = true;
  traffic.keepJournal();
  keepReservations();
}

void Placement::removeSince(BufferId buffer, const Sizes &sizes) {
  assert(!reservations.empty() && "see keepReservations");
  if (isJournaled)
    journal.push_back({buffer, sizes, placedBuffer(buffer)});
  BufferPlan &plan = plans[buffer];
  const std::vector<Reservation> &times = reservations[buffer];
  for (size_t i = sizes.reservations; i < times.size(); ++i)
    traffic.reserve(times[i].channel, times[i].step, -times[i].bytes);
  releaseSince(buffer, sizes.stays);
  plan.transfers.resize(sizes.transfers);
  reservations[buffer].resize(sizes.reservations);
  for (size_t u = 0; u < plan.serving.size(); ++u)
    if (static_cast<size_t>(plan.serving[u]) >= sizes.stays) {
      plan.serving[u] = 0;
      serveByPlan(buffer, static_cast<int32_t>(u));
    }
}

void Placement::restore(BufferId buffer, const PlacedBuffer &placed) {
  assert(!reservations.empty() && "see keepReservations");
  if (isJournaled)
    journal.push_back({buffer, sizesOf(buffer), std::nullopt});
  replace(buffer, placed.plan);
  for (size_t i = reservations[buffer].size(); i < placed.reservations.size();
       ++i) {
    const Reservation &time = placed.reservations[i];
    traffic.reserve(time.channel, time.step, time.bytes);
  }
  reservations[buffer] = placed.reservations;
}

void Placement::rewind(const Mark &mark) {
  assert(isJournaled && mark.changes <= journal.size() &&
         "the mark is newer than the journal");
  traffic.rewind(mark.traffic);
  for (; journal.size() > mark.changes; journal.pop_back()) {
    Change &change = journal.back();
    BufferPlan &plan = plans[change.buffer];
    if (!change.removed) {
      releaseSince(change.buffer, change.common.stays);
      plan.transfers.resize(change.common.transfers);
      reservations[change.buffer].resize(change.common.reservations);
      // The backing copy served all uses of the stays before.
      for (StayId &stay : plan.serving)
        if (static_cast<size_t>(stay) >= change.common.stays)
          stay = 0;
      continue;
    }
    plan = std::move(change.removed->plan);
    reservations[change.buffer] = std::move(change.removed->reservations);
    takeSince(change.buffer, change.common.stays);
  }
}

bool Placement::isServedLegally(BufferId buffer, int32_t use) const {
  const Problem &problem = uses->problem;
  const BufferPlan &plan = plans[buffer];
  const BufferUse &what = uses->byBuffer[buffer][use];
  for (int32_t k : what.accesses) {
    const Access &access = problem.ops[what.step].accesses[k];
    StayId stay = servingAccess(problem, plan, plan.serving[use], access);
    if (!mayServe(problem.target, access, plan.stays[stay].tier))
      return false;
  }
  return true;
}
