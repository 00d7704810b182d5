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
using namespace memplace::planning;

/// How many steps a transfer may take: bounds the time of a look-up.
static constexpr Step maxSteps = 2000;

StayPlanner::StayPlanner(Placement &placement, const StayRequest &request,
                         const StayPolicy &policy)
    : placement(placement), uses(*placement.uses), problem(uses.problem),
      policy(policy), buffer(request.buffer), tier(request.tier),
      level(request.level), exitLevel(request.exitLevel.value_or(level)),
      data(problem.buffers[buffer]), plan(placement.plans[buffer]),
      groups(uses.groups[buffer]),
      numGroups(static_cast<int32_t>(groups.size())), first(request.firstGroup),
      last(request.lastGroup) {}

//===----------------------------------------------------------------------===//
// Timing
//===----------------------------------------------------------------------===//

bool StayPlanner::findTiming() {
  saving =
      placement.savingOf(buffer, first, last, tier, policy.valueOfFreeTime);
  if (saving < policy.minSaving)
    return false;
  if (needsFill)
    fills = onBestChannel(fillRoute.back(), [&](ChannelId channel) {
      return fillHops(channel, fillFrom, awaitBy(), policy.lead);
    });
  if (needsEvict)
    evicts = onBestChannel(evictRoute.front(), [&](ChannelId channel) {
      return evictHops(channel, evictFrom, evictBy, blockingEvictBy);
    });
  if ((needsFill && fills.empty()) || (needsEvict && evicts.empty()))
    return false;
  if (!findPlace())
    return false;
  if (needsEvict && !policy.evictSteps)
    postponeEvict();
  if (!findFillTransits() || !findEvictTransits())
    return false;

  double stall = 0;
  if (needsFill)
    stall += stallSeconds(fills[fill], level);
  if (needsEvict)
    stall += stallSeconds(evicts[evict], exitLevel);
  for (const Hop &hop : hopsBefore)
    stall += stallSeconds(hop, level);
  for (const Hop &hop : hopsAfter)
    stall += stallSeconds(hop, exitLevel);
  saving -= policy.stallWeight * stall;
  return saving >= policy.minSaving;
}

double StayPlanner::stallSeconds(const Hop &hop, LoopId at) const {
  double seconds =
      std::max(0.0, hop.missing) / placement.traffic.rateOf(hop.channel);
  if (hop.start == hop.done)
    seconds += 1e-12 * static_cast<double>(
                           problem.target.channels[hop.channel].latencyPs);
  return seconds * static_cast<double>(uses.tripsOf(at));
}

// The latest start at the stay's level that is at most `step`, or lowest - 1.
Step StayPlanner::previousStart(Step step, Step lowest) const {
  while (step >= lowest && !uses.isStartAt(level, step))
    step = uses.rangeOf(uses.childAt(level, step)).begin - 1;
  return std::max(step, lowest - 1);
}

// The earliest start at the stay's exit level that is at least `step`; past all
// steps if there is none.
Step StayPlanner::nextStart(Step step) const {
  while (step <= problem.numSteps() && !uses.isStartAt(exitLevel, step)) {
    const LoopId child =
        step < window.end ? uses.childAt(exitLevel, step) : noLoop;
    if (child == noLoop)
      return problem.numSteps() + 1;
    step = uses.rangeOf(child).end;
  }
  return step;
}

// The boundary at which the fill is awaited.
Step StayPlanner::awaitBy() const {
  Step by = cover.begin;
  if (goesAround)
    return by;
  for (int32_t left = policy.awaitAhead; left > 0; --left) {
    Step before = by - 1;
    while (before > fillFrom && !uses.isDoneAt(level, before))
      --before;
    if (before <= fillFrom)
      break;
    by = before;
  }
  return by;
}

// Of the channels between the same tiers, the one that hides most, and then in
// the shortest time.
std::vector<StayPlanner::Hop> StayPlanner::onBestChannel(
    ChannelId channel,
    const std::function<std::vector<Hop>(ChannelId)> &hopsOn) const {
  const std::vector<Channel> &channels = problem.target.channels;
  std::vector<Hop> best = hopsOn(channel);
  for (size_t c = 0; c < channels.size(); ++c) {
    if (static_cast<ChannelId>(c) == channel ||
        channels[c].from != channels[channel].from ||
        channels[c].to != channels[channel].to)
      continue;
    std::vector<Hop> hops = hopsOn(static_cast<ChannelId>(c));
    auto cost = [](const std::vector<Hop> &list) {
      if (list.empty())
        return std::pair(1e300, Step(0));
      return std::pair(list.back().missing,
                       list.back().done - list.back().start);
    };
    if (cost(hops) < cost(best))
      best = std::move(hops);
  }
  return best;
}

// Candidates from the shortest to the first that is hidden fully.
std::vector<StayPlanner::Hop>
StayPlanner::fillHops(ChannelId channel, Step from, Step by,
                      std::optional<int32_t> wanted) const {
  std::vector<Hop> hops;
  if (by < from)
    return hops;
  const double size = static_cast<double>(data.size);
  const double latency =
      1e-12 * static_cast<double>(problem.target.channels[channel].latencyPs);
  const double rate = placement.traffic.rateOf(channel);
  const double longest = policy.maxLead * (size / rate + latency);
  if (stepIn(by) < problem.numSteps() && uses.isStartAt(level, stepIn(by)))
    hops.push_back({channel, by, by, size});
  double missing = size;
  double lead = 0;
  for (Step step = by - 1; step >= from; --step) {
    if (!hops.empty() && (!policy.hide || wanted == 0))
      break;
    missing -= placement.traffic.roomOf(channel, stepIn(step));
    lead += placement.traffic.durationOf(stepIn(step));
    if (!uses.isStartAt(level, stepIn(step)))
      continue;
    double late = std::max(missing, (latency - lead) * rate);
    hops.push_back({channel, step, by, std::max(0.0, late)});
    if (by - step > maxSteps)
      break;
    if (wanted ? hops.size() > static_cast<size_t>(*wanted)
               : late <= (1 - policy.hiddenShare) * size || lead > longest)
      break;
  }
  return hops;
}

std::vector<StayPlanner::Hop> StayPlanner::evictHops(ChannelId channel,
                                                     Step from, Step by,
                                                     Step blockingBy) const {
  std::vector<Hop> hops;
  from = nextStart(from);
  for (int32_t i = 0; i < policy.evictDelay; ++i)
    if (const Step later = nextStart(from + 1); later <= blockingBy)
      from = later;
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
    if (!hops.empty() && (!policy.hide || policy.evictSteps == 0))
      break;
    missing -= placement.traffic.roomOf(channel, step);
    lead += placement.traffic.durationOf(step);
    if (!uses.isDoneAt(exitLevel, step + 1))
      continue;
    double late = std::max(missing, (latency - lead) * rate);
    hops.push_back({channel, from, step + 1, std::max(0.0, late)});
    if (step - from > maxSteps)
      break;
    if (policy.evictSteps
            ? hops.size() > static_cast<size_t>(*policy.evictSteps)
            : late <= 0)
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
  LiveRange range = {rangeWith(fill, evict).begin,
                     reservedEndWith(fill, evict)};
  LiveRange head = {0, 0};
  if (goesAround) {
    auto [inThis, inNext] = splitAround(range);
    range = inThis;
    head = inNext;
  }
  return placement.arenas[tier].find(
      range, data.size, problem.alignmentIn(data, tier), policy.fit, head);
}

// What a stay takes in an invocation, and in the next one in its head. Where it
// goes on, it lasts through the end of the program.
std::pair<LiveRange, LiveRange>
StayPlanner::splitAround(LiveRange range) const {
  const Step numSteps = problem.numSteps();
  if (range.begin >= numSteps)
    return {{range.begin - numSteps, range.end - numSteps}, {0, 0}};
  if (range.end > numSteps)
    return {{range.begin, numSteps + 1}, {0, range.end - numSteps}};
  return {{range.begin, range.end + !needsFill}, {0, 0}};
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
  while (latest > hop.done && !uses.isDoneAt(exitLevel, latest))
    --latest;
  if (latest > hop.done)
    hop.done = latest;
}

//===----------------------------------------------------------------------===//
// Commit
//===----------------------------------------------------------------------===//

// Takes the time that the hop was planned with.
void StayPlanner::reserve(const Hop &hop, bool backward) {
  double bytes = static_cast<double>(data.size);
  for (Step i = hop.start; i < hop.done && bytes > 0; ++i) {
    const Step step = stepIn(backward ? hop.done - 1 - (i - hop.start) : i);
    double now = std::min(bytes, placement.traffic.roomOf(hop.channel, step));
    placement.traffic.reserve(hop.channel, step, now);
    if (!placement.reservations.empty() && now > 0)
      placement.reservations[buffer].push_back({hop.channel, step, now});
    bytes -= now;
  }
}

StayId StayPlanner::commitStay(TierId at, LiveRange range, Offset place,
                               Step reserved) {
  placement.arenas[at].take({range.begin, reserved}, place, data.size, buffer);
  plan.stays.push_back({at, range, place, reserved});
  return static_cast<StayId>(plan.stays.size() - 1);
}

void StayPlanner::serve(StayId stay, int32_t from, int32_t to) {
  for (int32_t g = from; g <= to; ++g) {
    plan.serving[g] = stay;
    for (int32_t k : groups[g].accesses) {
      const Access &access = problem.ops[groups[g].step].accesses[k];
      StayId server = servingAccess(problem, plan, stay, access);
      placement.traffic.serve(groups[g].step, k, plan.stays[server].tier);
    }
  }
}

// One residency, or one from the fill to the end of the program and one from
// its start on.
void StayPlanner::commitAround() {
  const Step numSteps = problem.numSteps();
  auto [range, head] = splitAround(rangeWith(fill, evict));
  StayId stay = commitStay(tier, {range.begin, std::min(range.end, numSteps)},
                           offset, range.end);
  StayId next = stay;
  if (head.begin < head.end) {
    next = commitStay(tier, head, offset, head.end);
    serve(stay, std::min(first, numGroups), std::min(last, numGroups - 1));
    serve(next, std::max(first, numGroups) - numGroups, last - numGroups);
  } else {
    serve(stay, groupIn(first), groupIn(last));
  }
  if (!needsFill)
    return;
  const Hop &hop = fills[fill];
  const bool isAwaitedInNext = hop.done >= numSteps && head.begin < head.end;
  addFill({.from = 0,
           .to = isAwaitedInNext ? next : stay,
           .channel = hop.channel,
           .tail = isAwaitedInNext ? stay : -1},
          hop);
  reserve(hop, /*backward=*/true);
}

// The copy of `hop`, or parts of it, each of which starts as late as it can.
void StayPlanner::addFill(const Copy &whole, const Hop &hop) {
  auto add = [&](Step start, std::optional<Part> part) {
    Copy copy = whole;
    copy.start = stepIn(start);
    copy.done = stepIn(hop.done);
    copy.part = part;
    if (!copy.isWrapped())
      copy.tail = -1;
    plan.copies.push_back(copy);
  };
  const Channel &channel = problem.target.channels[hop.channel];
  const double latency = 1e-12 * static_cast<double>(channel.latencyPs);
  const double least = latency * placement.traffic.rateOf(hop.channel);
  int64_t numParts = std::min(policy.maxParts, data.size);
  if (static_cast<double>(data.size) < static_cast<double>(numParts) * least)
    numParts = static_cast<int64_t>(static_cast<double>(data.size) / least);
  if (numParts < 2 || hop.start == hop.done)
    return add(hop.start, std::nullopt);

  const int64_t size = data.size / numParts; // The last one has the rest, too.
  std::vector<Step> starts(numParts, hop.start);
  double room = 0;
  int64_t part = numParts - 1;
  for (Step step = hop.done - 1; step > hop.start && part > 0; --step) {
    room += placement.traffic.roomOf(hop.channel, stepIn(step));
    if (!uses.isStartAt(level, stepIn(step)))
      continue;
    while (part > 0 && room >= policy.hiddenShare *
                                   static_cast<double>(data.size - part * size))
      starts[part--] = step;
  }
  for (int64_t i = 0; i < numParts; ++i)
    add(starts[i],
        Part{i * size, i + 1 < numParts ? size : data.size - i * size});
}

// A copy on the way has the contents from its arrival on.
void StayPlanner::serveOnTheWay(StayId stay, const Hop &arrival) {
  const Stay &copy = plan.stays[stay];
  for (int32_t g = 0; g < numGroups; ++g) {
    const AccessGroup &group = groups[g];
    if (group.step >= copy.range.end)
      break;
    if (group.step < arrival.done || !isFree(g) || definesContents(g) ||
        uses.loopOf(group.step) != level)
      continue;
    double freed = 0;
    if (placement.traffic.savingOf(group, copy.tier, freed) > 0)
      serve(stay, g, g);
  }
}

void StayPlanner::commit() {
  placement.noteCommit(buffer);
  if (goesAround)
    return commitAround();
  auto addCopy = [&](StayId from, StayId to, const Hop &hop, bool backward) {
    plan.copies.push_back({from, to, hop.channel, hop.start, hop.done});
    reserve(hop, backward);
  };

  const StayId stay = commitStay(tier, rangeWith(fill, evict), offset,
                                 reservedEndWith(fill, evict));
  std::vector<StayId> onTheWay;
  for (const Transit &transit : transits)
    onTheWay.push_back(commitStay(transit.tier, transit.range, transit.offset,
                                  transit.reservedEnd));
  // Serve first: a shorter op leaves other time to transfers.
  serve(stay, first, last);
  StayId next = stay;
  if (needsFill) {
    for (size_t h = 0; h <= hopsBefore.size(); ++h) {
      const Hop &hop = h == 0 ? fills[fill] : hopsBefore[h - 1];
      StayId source = h == hopsBefore.size() ? 0 : onTheWay[h];
      if (hopsBefore.empty()) {
        addFill({.to = next, .channel = hop.channel}, hop);
        reserve(hop, /*backward=*/true);
      } else {
        addCopy(source, next, hop, /*backward=*/true);
      }
      next = source;
    }
    if (policy.servesOnTheWay)
      for (size_t h = 0; h < hopsBefore.size(); ++h)
        serveOnTheWay(onTheWay[h], hopsBefore[h]);
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
