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
// (StayShape.h), findTiming (StayTiming.h) and commit (StayCommit.h). There are
// two ways to go back: `takeOut` and `putBack` in any order, exact up to
// rounding, and a journal with a bit-exact `rewind`.
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
  plan.serving.assign(uses->groups[buffer].size(), 0);
  for (const AccessGroup &group : uses->groups[buffer])
    for (int32_t k : group.accesses)
      traffic.serve(group.step, k, tier);
  return true;
}

void Placement::addToBase(BufferId buffer, const BufferPlan &plan) {
  assert(reservations.empty() && !isJournaled && "it can't be undone");
  const int64_t size = uses->problem.buffers[buffer].size;
  for (size_t i = plans[buffer].stays.size(); i < plan.stays.size(); ++i)
    arenas[plan.stays[i].tier].take(
        {plan.stays[i].range.begin, plan.stays[i].reservedEnd},
        *plan.stays[i].offset, size, buffer);
  const size_t numCopies = plans[buffer].copies.size();
  const std::vector<StayId> before = plans[buffer].serving;
  plans[buffer] = plan;
  for (size_t g = 0; g < before.size(); ++g)
    if (before[g] != plan.serving[g])
      serveByPlan(buffer, static_cast<int32_t>(g));
  for (size_t i = numCopies; i < plan.copies.size(); ++i) {
    const Copy &copy = plan.copies[i];
    auto bytes = static_cast<double>(size);
    for (Step step = copy.done; step-- > copy.start && bytes > 0;) {
      const double now = std::min(bytes, traffic.roomOf(copy.channel, step));
      traffic.reserve(copy.channel, step, now);
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
  return StayOutcome{timing->saving, shape->settledGroup()};
}

void Placement::serveByPlan(BufferId buffer, int32_t group) {
  const BufferPlan &plan = plans[buffer];
  const AccessGroup &what = uses->groups[buffer][group];
  for (int32_t k : what.accesses) {
    const Access &access = uses->problem.ops[what.step].accesses[k];
    StayId stay =
        servingAccess(uses->problem, plan, plan.serving[group], access);
    traffic.serve(what.step, k, plan.stays[stay].tier);
  }
}

void Placement::takeOut(BufferId buffer, const BufferPlan &base) {
  assert(!reservations.empty() && !isJournaled &&
         "see keepReservations and keepJournal");
  BufferPlan &plan = plans[buffer];
  const int64_t size = uses->problem.buffers[buffer].size;
  for (size_t i = base.stays.size(); i < plan.stays.size(); ++i) {
    const Stay &stay = plan.stays[i];
    arenas[stay.tier].release({stay.range.begin, stay.reservedEnd},
                              *stay.offset, size);
  }
  plan.stays.resize(base.stays.size());
  plan.copies.resize(base.copies.size());
  for (size_t g = 0; g < plan.serving.size(); ++g)
    if (plan.serving[g] != base.serving[g]) {
      plan.serving[g] = base.serving[g];
      serveByPlan(buffer, static_cast<int32_t>(g));
    }
  for (const Reservation &time : reservations[buffer])
    traffic.reserve(time.channel, time.step, -time.bytes);
  reservations[buffer].clear();
}

void Placement::putBack(BufferId buffer, const PlacedBuffer &placed) {
  assert(!reservations.empty() && !isJournaled &&
         "see keepReservations and keepJournal");
  BufferPlan &plan = plans[buffer];
  const int64_t size = uses->problem.buffers[buffer].size;
  for (size_t i = plan.stays.size(); i < placed.plan.stays.size(); ++i) {
    const Stay &stay = placed.plan.stays[i];
    arenas[stay.tier].take({stay.range.begin, stay.reservedEnd}, *stay.offset,
                           size, buffer);
  }
  const std::vector<StayId> before = plan.serving;
  plan = placed.plan;
  for (size_t g = 0; g < before.size(); ++g)
    if (before[g] != plan.serving[g])
      serveByPlan(buffer, static_cast<int32_t>(g));
  reservations[buffer] = placed.reservations;
  for (const Reservation &time : placed.reservations)
    traffic.reserve(time.channel, time.step, time.bytes);
}

void Placement::releaseSince(BufferId buffer, const Sizes &sizes) {
  BufferPlan &plan = plans[buffer];
  const int64_t size = uses->problem.buffers[buffer].size;
  for (size_t i = sizes.stays; i < plan.stays.size(); ++i) {
    const Stay &stay = plan.stays[i];
    arenas[stay.tier].release({stay.range.begin, stay.reservedEnd},
                              *stay.offset, size);
  }
  plan.stays.resize(sizes.stays);
  plan.copies.resize(sizes.copies);
  reservations[buffer].resize(sizes.reservations);
}

void Placement::removeSince(BufferId buffer, const Sizes &sizes) {
  assert(!reservations.empty() && "see keepReservations");
  if (isJournaled)
    journal.push_back({buffer, sizes, placedBuffer(buffer)});
  BufferPlan &plan = plans[buffer];
  const std::vector<Reservation> &times = reservations[buffer];
  for (size_t i = sizes.reservations; i < times.size(); ++i)
    traffic.reserve(times[i].channel, times[i].step, -times[i].bytes);
  releaseSince(buffer, sizes);
  for (size_t g = 0; g < plan.serving.size(); ++g)
    if (static_cast<size_t>(plan.serving[g]) >= sizes.stays) {
      plan.serving[g] = 0;
      serveByPlan(buffer, static_cast<int32_t>(g));
    }
}

void Placement::rewind(const Moment &moment) {
  assert(isJournaled && moment.changes <= journal.size() &&
         "it goes back only");
  traffic.rewind(moment.traffic);
  for (; journal.size() > moment.changes; journal.pop_back()) {
    Change &change = journal.back();
    BufferPlan &plan = plans[change.buffer];
    if (!change.removed) {
      releaseSince(change.buffer, change.before);
      // The backing copy served all uses of the stay before.
      for (StayId &stay : plan.serving)
        if (static_cast<size_t>(stay) >= change.before.stays)
          stay = 0;
      continue;
    }
    plan = std::move(change.removed->plan);
    reservations[change.buffer] = std::move(change.removed->reservations);
    const int64_t size = uses->problem.buffers[change.buffer].size;
    for (size_t i = change.before.stays; i < plan.stays.size(); ++i) {
      const Stay &stay = plan.stays[i];
      arenas[stay.tier].take({stay.range.begin, stay.reservedEnd}, *stay.offset,
                             size, change.buffer);
    }
  }
}

bool Placement::isServedLegally(BufferId buffer, int32_t group) const {
  const Problem &problem = uses->problem;
  const BufferPlan &plan = plans[buffer];
  const AccessGroup &what = uses->groups[buffer][group];
  for (int32_t k : what.accesses) {
    const Access &access = problem.ops[what.step].accesses[k];
    StayId stay = servingAccess(problem, plan, plan.serving[group], access);
    if (!mayServe(problem.target, access, plan.stays[stay].tier))
      return false;
  }
  return true;
}
