//===- StayPlanner.cpp - How to fill, hold and evict a stay -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StayPlanner.h"

#include <algorithm>

using namespace memplace;
using namespace memplace::solver;

StayPlanner::StayPlanner(Placement &placement, const StayRequest &request,
                         const StayPolicy &policy)
    : placement(placement), uses(*placement.uses), problem(uses.problem),
      policy(policy), buffer(request.buffer), tier(request.tier),
      level(request.level), data(problem.buffers[buffer]),
      plan(placement.plans[buffer]), groups(uses.groups[buffer]),
      first(request.firstGroup), last(request.lastGroup) {}

//===----------------------------------------------------------------------===//
// Shape
//===----------------------------------------------------------------------===//

bool StayPlanner::findShape() {
  if (tier == plan.stays[0].tier || !problem.mayBeIn(data, tier) ||
      data.size > problem.target.tiers[tier].capacity)
    return false;
  if (!widenToLoops() || !canServeGroups())
    return false;

  // If the first access of an empty buffer reads, each loop around it carries
  // the contents from there on (R10): keep them in one place.
  const LoopId root = uses.rootOf(buffer);
  if (level != root && !data.liveIn && groups[0].reads)
    if (LoopId outer = uses.childAt(root, groups[0].step);
        outer != noLoop && uses.rangeOf(outer).covers(cover))
      return false;

  needsFill = mustFill();
  if (needsFill && first == 0 && !data.liveIn)
    return false; // In its first trip a loop has nothing to fill from.
  needsEvict = isDirty && isNeededAfter();
  if (needsFill) {
    fillRoute = findRoute(problem, buffer, plan.stays[0].tier, tier);
    if (fillRoute.empty() || !findFillWindow())
      return false;
  }
  if (needsEvict) {
    evictRoute = findRoute(problem, buffer, tier, plan.stays[0].tier);
    return !evictRoute.empty() && findEvictWindow();
  }
  return true;
}

// Sets `cover`, and `first` and `last` to all groups in it.
bool StayPlanner::widenToLoops() {
  const LiveRange levelRange = uses.rangeOf(level);
  window = {std::max(levelRange.begin, data.range.begin),
            std::min(levelRange.end, data.range.end)};
  cover = {groups[first].step, groups[last].step + 1};
  if (!window.covers(cover))
    return false;
  if (LoopId child = uses.childAt(level, cover.begin); child != noLoop)
    cover.begin = uses.rangeOf(child).begin;
  if (LoopId child = uses.childAt(level, cover.end - 1); child != noLoop)
    cover.end = uses.rangeOf(child).end;
  if (!window.covers(cover))
    return false;
  while (first > 0 && groups[first - 1].step >= cover.begin)
    --first;
  while (last + 1 < static_cast<int32_t>(groups.size()) &&
         groups[last + 1].step < cover.end)
    ++last;
  return true;
}

// Whether all groups are still the base's and allowed here. Accesses that are
// not may stay with the base as long as it has the contents, too.
bool StayPlanner::canServeGroups() {
  bool mayServeAll = true;
  bool writes = false;
  for (int32_t g = first; g <= last; ++g) {
    if (!isFree(g))
      return false;
    writes |= definesContents(g);
    for (int32_t k : groups[g].accesses) {
      const Access &access = problem.ops[groups[g].step].accesses[k];
      if (mayServe(problem.target, access, tier))
        continue;
      mayServeAll = false;
      if (!mayServe(problem.target, access, plan.stays[0].tier))
        return false;
    }
  }
  isDirty = writes;
  return mayServeAll || (!writes && hasContentsBefore());
}

// The first access of a buffer that is not live-in makes its contents, in any
// mode (R6).
bool StayPlanner::definesContents(int32_t group) const {
  return groups[group].writes || (group == 0 && !data.liveIn);
}

bool StayPlanner::hasContentsBefore() const {
  return data.liveIn || first > 0 || level != uses.rootOf(buffer);
}

bool StayPlanner::mustFill() const {
  if (!hasContentsBefore())
    return false;
  if (groups[first].reads)
    return true;
  // A loop that may be skipped leaves the older contents to whoever comes next.
  bool isRead = isNeededAfter();
  for (int32_t g = first + 1; g <= last; ++g)
    isRead |= groups[g].reads;
  for (LoopId loop = uses.loopOf(groups[first].step);
       loop != noLoop && loop != level; loop = uses.parentOf(loop))
    if (isRead && uses.loops[loop].maySkip)
      return true;
  return false;
}

// Whether anybody may read after this stay what was written in it.
bool StayPlanner::isNeededAfter() const {
  const bool isInLoop = level != uses.rootOf(buffer);
  for (size_t g = last + 1; g < groups.size(); ++g) {
    if (isInLoop && groups[g].step >= window.end)
      return true;
    if (groups[g].reads)
      return true;
    bool surelyRuns = true;
    for (LoopId loop = uses.loopOf(groups[g].step);
         loop != noLoop && loop != level; loop = uses.parentOf(loop))
      surelyRuns &= !uses.loops[loop].maySkip;
    if (surelyRuns)
      return false;
  }
  return isInLoop || data.liveOut;
}

// The base has the contents from its last write, or from the last evict.
bool StayPlanner::findFillWindow() {
  fillFrom = window.begin;
  Step lastEvict = -1;
  for (const Copy &copy : plan.copies)
    if (copy.to == 0 && copy.start <= cover.begin) {
      fillFrom = std::max(fillFrom, copy.done + (copy.start == copy.done));
      lastEvict = std::max(lastEvict, copy.start);
    }
  int32_t writer = first - 1;
  while (writer >= 0 && !definesContents(writer))
    --writer;
  if (writer < 0)
    return true;
  const Step step = groups[writer].step;
  if (!isFree(writer))
    return lastEvict > step; // Else what was written there is not needed.
  if (step >= window.begin) {
    LoopId child = uses.childAt(level, step);
    fillFrom = std::max(fillFrom,
                        child == noLoop ? step + 1 : uses.rangeOf(child).end);
  }
  return true;
}

bool StayPlanner::findEvictWindow() {
  int32_t lastWrite = last;
  while (!definesContents(lastWrite))
    --lastWrite;
  LoopId child = uses.childAt(level, groups[lastWrite].step);
  evictFrom =
      child == noLoop ? groups[lastWrite].step + 1 : uses.rangeOf(child).end;

  evictBy = window.end;
  if (static_cast<size_t>(last) + 1 < groups.size() &&
      groups[last + 1].step < window.end) {
    Step next = groups[last + 1].step;
    LoopId nextChild = uses.childAt(level, next);
    evictBy = nextChild == noLoop ? next : uses.rangeOf(nextChild).begin;
  }
  // Copies that start after the last write fill later stays.
  blockingEvictBy = evictBy;
  for (const Copy &copy : plan.copies)
    if (copy.from == 0 && copy.start > groups[lastWrite].step) {
      evictBy = std::min(evictBy, copy.start);
      blockingEvictBy = std::min(blockingEvictBy, copy.start - 1);
    }
  return evictFrom <= evictBy;
}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

bool StayPlanner::findTiming() {
  saving =
      placement.savingOf(buffer, first, last, tier, policy.valueOfFreeTime);
  if (saving < policy.minSaving)
    return false;
  if (needsFill)
    fills = fillHops(fillRoute.back(), fillFrom, cover.begin);
  if (needsEvict)
    evicts = evictHops(evictRoute.front(), evictFrom, evictBy, blockingEvictBy);
  if ((needsFill && fills.empty()) || (needsEvict && evicts.empty()))
    return false;
  if (!findPlace())
    return false;
  if (needsEvict)
    postponeEvict();
  if (!findFillTransits() || !findEvictTransits())
    return false;

  double stall = 0;
  if (needsFill)
    stall += stallSeconds(fills[fill]);
  if (needsEvict)
    stall += stallSeconds(evicts[evict]);
  for (const Hop &hop : hopsBefore)
    stall += stallSeconds(hop);
  for (const Hop &hop : hopsAfter)
    stall += stallSeconds(hop);
  saving -= policy.stallWeight * stall;
  return saving >= policy.minSaving;
}

double StayPlanner::stallSeconds(const Hop &hop) const {
  double seconds =
      std::max(0.0, hop.missing) / placement.traffic.rateOf(hop.channel);
  if (hop.start == hop.done)
    seconds += 1e-12 * static_cast<double>(
                           problem.target.channels[hop.channel].latencyPs);
  return seconds * static_cast<double>(uses.tripsOf(level));
}

// The latest start at the stay's level that is at most `step`, or lowest - 1.
Step StayPlanner::previousStart(Step step, Step lowest) const {
  while (step >= lowest && !uses.isStartAt(level, step))
    step = uses.rangeOf(uses.childAt(level, step)).begin - 1;
  return std::max(step, lowest - 1);
}

// Candidates from the shortest to the first that is hidden fully.
std::vector<StayPlanner::Hop> StayPlanner::fillHops(ChannelId channel,
                                                    Step from, Step by) const {
  std::vector<Hop> hops;
  if (by < from)
    return hops;
  const double size = static_cast<double>(data.size);
  const double latency =
      1e-12 * static_cast<double>(problem.target.channels[channel].latencyPs);
  const double rate = placement.traffic.rateOf(channel);
  const double longest = policy.maxLead * (size / rate + latency);
  if (by < problem.numSteps() && uses.isStartAt(level, by))
    hops.push_back({channel, by, by, size});
  double missing = size;
  double lead = 0;
  for (Step step = by - 1; step >= from; --step) {
    if (!hops.empty() && !policy.hide)
      break;
    missing -= placement.traffic.roomOf(channel, step);
    lead += placement.traffic.durationOf(step);
    if (!uses.isStartAt(level, step))
      continue;
    double late = std::max(missing, (latency - lead) * rate);
    hops.push_back({channel, step, by, std::max(0.0, late)});
    if (late <= 0 || lead > longest)
      break;
  }
  return hops;
}

std::vector<StayPlanner::Hop> StayPlanner::evictHops(ChannelId channel,
                                                     Step from, Step by,
                                                     Step blockingBy) const {
  std::vector<Hop> hops;
  while (from <= by && !uses.isStartAt(level, from)) {
    LoopId child = from < problem.numSteps() && from < window.end
                       ? uses.childAt(level, from)
                       : noLoop;
    if (child == noLoop)
      return hops;
    from = uses.rangeOf(child).end;
  }
  if (from > by)
    return hops;
  const double size = static_cast<double>(data.size);
  const double latency =
      1e-12 * static_cast<double>(problem.target.channels[channel].latencyPs);
  const double rate = placement.traffic.rateOf(channel);
  if (from <= blockingBy)
    hops.push_back({channel, from, from, size});
  double missing = size;
  double lead = 0;
  for (Step step = from; step < by; ++step) {
    if (!hops.empty() && !policy.hide)
      break;
    missing -= placement.traffic.roomOf(channel, step);
    lead += placement.traffic.durationOf(step);
    if (!uses.isDoneAt(level, step + 1))
      continue;
    double late = std::max(missing, (latency - lead) * rate);
    hops.push_back({channel, from, step + 1, std::max(0.0, late)});
    if (late <= 0)
      break;
  }
  return hops;
}

LiveRange StayPlanner::rangeWith(size_t fill, size_t evict) const {
  LiveRange range = cover;
  if (needsFill)
    range.begin = std::min(range.begin, fills[fill].start);
  if (needsEvict)
    range.end = std::max(range.end, evicts[evict].done);
  return range;
}

// A blocking evict holds its source through the step it is awaited at.
Step StayPlanner::reservedEndWith(size_t fill, size_t evict) const {
  Step end = rangeWith(fill, evict).end;
  if (needsEvict && evicts[evict].start == evicts[evict].done)
    end = std::max(end, evicts[evict].done + 1);
  return end;
}

std::optional<Offset> StayPlanner::findOffset(size_t fill, size_t evict) const {
  return placement.arenas[tier].find(
      {rangeWith(fill, evict).begin, reservedEndWith(fill, evict)}, data.size,
      problem.alignmentIn(data, tier), policy.fit);
}

// The longest transfers for which there is room; those to fill come first.
bool StayPlanner::findPlace() {
  const size_t longestFill = needsFill ? fills.size() - 1 : 0;
  const size_t longestEvict = needsEvict ? evicts.size() - 1 : 0;
  fill = longestFill;
  evict = longestEvict;
  std::optional<Offset> found = findOffset(fill, evict);
  if (!found) {
    if (!findOffset(0, 0))
      return false;
    auto longest = [](size_t most, auto &&fits) {
      size_t low = 0;
      while (low < most) {
        size_t middle = low + (most - low + 1) / 2;
        if (fits(middle))
          low = middle;
        else
          most = middle - 1;
      }
      return low;
    };
    fill = longest(longestFill,
                   [&](size_t i) { return findOffset(i, 0).has_value(); });
    evict = longest(longestEvict,
                    [&](size_t j) { return findOffset(fill, j).has_value(); });
    found = findOffset(fill, evict);
    // A blocking evict reserves a step that the next longer one does not need
    // to, so that the search may have ended between the two.
    if (!found)
      return false;
  }
  offset = *found;
  return true;
}

// The contents stay anyway: no need to wait for the evict before that ends.
void StayPlanner::postponeEvict() {
  Hop &hop = evicts[evict];
  Step latest = std::min(evictBy, cover.end);
  while (latest > hop.done && !uses.isDoneAt(level, latest))
    --latest;
  if (latest > hop.done)
    hop.done = latest;
}

//===----------------------------------------------------------------------===//
// Tiers on the way
//===----------------------------------------------------------------------===//

bool StayPlanner::addTransit(TierId at, LiveRange range, Step reservedEnd) {
  std::optional<Offset> place =
      placement.arenas[at].find({range.begin, reservedEnd}, data.size,
                                problem.alignmentIn(data, at), policy.fit);
  if (!place)
    return false;
  transits.push_back({at, range, *place, reservedEnd});
  return true;
}

bool StayPlanner::findFillTransits() {
  if (!needsFill)
    return true;
  Hop next = fills[fill];
  for (size_t h = fillRoute.size() - 1; h-- > 0;) {
    // A copy that arrives at a boundary while the stream waits there can be
    // copied on at the next one only.
    std::vector<Hop> options;
    for (const Hop &hop : fillHops(fillRoute[h], fillFrom, next.start))
      if (hop.start < hop.done)
        options.push_back(hop);
    if (options.empty() || !policy.hide) {
      Step before = previousStart(next.start - 1, fillFrom);
      if (before >= fillFrom)
        options.insert(options.begin(), {fillRoute[h], before, before,
                                         static_cast<double>(data.size)});
    }
    TierId at = problem.target.channels[fillRoute[h]].to;
    bool found = false;
    // The most hidden one that has room.
    for (size_t i = options.size(); i-- > 0 && !found;) {
      const Hop &hop = options[i];
      Step reserved = next.start == next.done ? next.done + 1 : next.done;
      Step end = std::max({next.done, hop.start + 1, hop.done + 1});
      end = std::min(end, data.range.end);
      reserved = std::max(reserved, end);
      if (addTransit(at, {hop.start, end}, reserved)) {
        hopsBefore.push_back(hop);
        next = hop;
        found = true;
      }
    }
    if (!found)
      return false;
  }
  return true;
}

bool StayPlanner::findEvictTransits() {
  if (!needsEvict)
    return true;
  Hop previous = evicts[evict];
  for (size_t h = 1; h < evictRoute.size(); ++h) {
    Step from = previous.done + (previous.start == previous.done);
    std::vector<Hop> options =
        evictHops(evictRoute[h], from, evictBy, blockingEvictBy);
    TierId at = problem.target.channels[evictRoute[h]].from;
    bool found = false;
    for (size_t i = options.size(); i-- > 0 && !found;) {
      const Hop &hop = options[i];
      Step end = std::max({hop.done, previous.start + 1, previous.done + 1});
      if (end > data.range.end)
        end = std::max(hop.done, previous.start + 1);
      if (end > data.range.end)
        continue;
      Step reserved =
          std::max(end, hop.start == hop.done ? hop.done + 1 : hop.done);
      if (addTransit(at, {previous.start, end}, reserved)) {
        hopsAfter.push_back(hop);
        previous = hop;
        found = true;
      }
    }
    if (!found)
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Commit
//===----------------------------------------------------------------------===//

// Takes the time that the hop was planned with.
void StayPlanner::reserve(const Hop &hop, bool backward) {
  double bytes = static_cast<double>(data.size);
  for (Step i = hop.start; i < hop.done && bytes > 0; ++i) {
    Step step = backward ? hop.done - 1 - (i - hop.start) : i;
    double now = std::min(bytes, placement.traffic.roomOf(hop.channel, step));
    placement.traffic.reserve(hop.channel, step, now);
    bytes -= now;
  }
}

void StayPlanner::commit() {
  auto addStay = [&](TierId at, LiveRange range, Offset place, Step reserved) {
    placement.arenas[at].take({range.begin, reserved}, place, data.size);
    plan.stays.push_back({at, range, place, reserved});
    return static_cast<StayId>(plan.stays.size() - 1);
  };
  auto addCopy = [&](StayId from, StayId to, const Hop &hop, bool backward) {
    plan.copies.push_back({from, to, hop.channel, hop.start, hop.done});
    reserve(hop, backward);
  };

  const StayId stay = addStay(tier, rangeWith(fill, evict), offset,
                              reservedEndWith(fill, evict));
  std::vector<StayId> onTheWay;
  for (const Transit &transit : transits)
    onTheWay.push_back(addStay(transit.tier, transit.range, transit.offset,
                               transit.reservedEnd));
  // Serve first: a shorter op leaves other time to transfers.
  for (int32_t g = first; g <= last; ++g) {
    plan.serving[g] = stay;
    for (int32_t k : groups[g].accesses) {
      const Access &access = problem.ops[groups[g].step].accesses[k];
      StayId server = servingAccess(problem, plan, stay, access);
      placement.traffic.serve(groups[g].step, k, plan.stays[server].tier);
    }
  }
  StayId next = stay;
  if (needsFill) {
    for (size_t h = 0; h <= hopsBefore.size(); ++h) {
      const Hop &hop = h == 0 ? fills[fill] : hopsBefore[h - 1];
      StayId source = h == hopsBefore.size() ? 0 : onTheWay[h];
      addCopy(source, next, hop, /*backward=*/true);
      next = source;
    }
  }
  StayId previous = stay;
  if (needsEvict) {
    for (size_t h = 0; h <= hopsAfter.size(); ++h) {
      const Hop &hop = h == 0 ? evicts[evict] : hopsAfter[h - 1];
      StayId destination =
          h == hopsAfter.size() ? 0 : onTheWay[hopsBefore.size() + h];
      addCopy(previous, destination, hop, /*backward=*/false);
      previous = destination;
    }
  }
}
