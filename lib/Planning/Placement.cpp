//===- Placement.cpp - A placement that grows by stays ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Planning/Placement.h"

#include "StayPlanner.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::planning;

Placement::Placement(const Uses &uses)
    : uses(&uses), plans(uses.problem.buffers.size()), traffic(uses) {
  for (const Tier &tier : uses.problem.target.tiers)
    arenas.emplace_back(tier.capacity, uses.problem.numSteps());
}

bool Placement::addBase(BufferId buffer, TierId tier) {
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

std::optional<StayOutcome> Placement::addStay(const StayRequest &request,
                                              const StayPolicy &policy) {
  StayPlanner planner(*this, request, policy);
  if (!planner.findShape() || !planner.findTiming())
    return std::nullopt;
  planner.commit();
  return planner.outcome();
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
  traffic.rewind(moment.traffic);
  for (; journal.size() > moment.changes; journal.pop_back()) {
    Change &change = journal.back();
    BufferPlan &plan = plans[change.buffer];
    if (!change.removed) {
      releaseSince(change.buffer, change.before);
      // Only what the base served was given to another stay.
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

double Placement::savingOf(BufferId buffer, int32_t firstGroup,
                           int32_t lastGroup, TierId tier,
                           double valueOfFreeTime) const {
  double saving = 0;
  const std::vector<AccessGroup> &groups = uses->groups[buffer];
  const int32_t numGroups = static_cast<int32_t>(groups.size());
  for (int32_t g = firstGroup; g <= lastGroup; ++g) {
    const AccessGroup &group = groups[g < numGroups ? g : g - numGroups];
    double freed = 0;
    double seconds = traffic.savingOf(group, tier, freed);
    seconds += valueOfFreeTime * freed;
    saving += seconds * static_cast<double>(uses->trips[group.step]);
  }
  return saving;
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

std::vector<ChannelId> memplace::planning::findRoute(const Problem &problem,
                                                     BufferId buffer,
                                                     TierId from, TierId to) {
  // Breadth first; of several channels between two tiers the fastest.
  const Target &target = problem.target;
  const Buffer &data = problem.buffers[buffer];
  std::vector<ChannelId> cameBy(target.tiers.size(), -1);
  std::vector<TierId> queue = {from};
  for (size_t i = 0; i < queue.size() && cameBy[to] < 0; ++i)
    for (size_t c = 0; c < target.channels.size(); ++c) {
      const Channel &channel = target.channels[c];
      if (channel.from != queue[i] || channel.to == from ||
          target.tiers[channel.to].isReadOnly() ||
          !problem.mayBeIn(data, channel.to) ||
          data.size > target.tiers[channel.to].capacity)
        continue;
      ChannelId &way = cameBy[channel.to];
      if (way < 0)
        queue.push_back(channel.to);
      else if (target.channels[way].from != channel.from ||
               target.channels[way].bytesPerSecond >= channel.bytesPerSecond)
        continue;
      way = static_cast<ChannelId>(c);
    }
  std::vector<ChannelId> route;
  for (TierId at = to; at != from && cameBy[at] >= 0;
       at = target.channels[cameBy[at]].from)
    route.insert(route.begin(), cameBy[at]);
  return route;
}
