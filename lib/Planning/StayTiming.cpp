//===- StayTiming.cpp - Times and place of a stay -------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second of three stages of `Placement::addStay`. The idea is to prefetch
// as late as the channel allows (see docs/guide/solvers.md). A fill is awaited
// where its contents are needed. Candidates for its start go backwards from
// there until the channel time left by ops (Traffic.h) hides all of its bytes
// and its latency. Candidates for the end of an evict go forward from the last
// write in the same way. The longest candidate with room is selected by
// bisection, since a longer transfer only needs more steps of the same bytes;
// fills have priority. Afterwards, intermediate copies are placed one by one,
// nearest to the stay first.
//
// The cost is the steps visited, at most maxWalkedSteps per channel, and a few
// look-ups of an offset. Never moves reservations of other buffers, nor
// optimises several hops together.
//
//===----------------------------------------------------------------------===//

#include "StayTiming.h"

#include <algorithm>
#include <cassert>

using namespace memplace;
using namespace memplace::planning;

/// Maximum steps of a transfer; bounds the time of a look-up. Far above the few
/// hundred steps beyond which a transfer is not worth its bytes.
static constexpr Step maxWalkedSteps = 2000;

namespace {

/// Selected candidates, and the offset.
struct Place {
  size_t fill = 0;
  size_t evict = 0;
  Offset offset = 0;
};

/// Computes one timing.
class TimingFinder {
public:
  TimingFinder(const AccessIndex &uses, const Occupancy &occupancy,
               const StayShape &shape, const StayPolicy &policy)
      : uses(uses), problem(uses.problem), arenas(occupancy.arenas),
        traffic(occupancy.traffic), shape(shape), policy(policy),
        data(problem.buffers[shape.buffer]),
        size(static_cast<double>(data.size)) {}

  std::optional<StayTiming> find() const;

private:
  Step previousStart(Step step, Step lowest) const;
  Step nextStart(Step step) const;
  Step awaitBy() const;
  template <typename HopsOn>
  std::vector<Hop> onBestChannel(ChannelId channel, const HopsOn &hopsOn) const;
  std::vector<Hop> fillHops(ChannelId channel, Step from, Step by,
                            std::optional<int32_t> lead) const;
  Step firstEvictStart(Step from) const;
  std::vector<Hop> evictHops(ChannelId channel, Step from) const;
  Lifetime wrappedLife(LiveRange range) const;
  Lifetime lifeWith(const Hop *fill, const Hop *evict) const;
  std::optional<Offset> findOffset(TierId tier, const Lifetime &life) const;
  std::optional<Place> findPlace(const std::vector<Hop> &fills,
                                 const std::vector<Hop> &evicts) const;
  Hop postponed(Hop evict) const;
  Hop startedLate(Hop evict) const;
  std::vector<Hop> relayFills(ChannelId channel, const Hop &next) const;
  std::optional<std::vector<Relay>> relaysBefore(const Hop &fill) const;
  std::optional<std::vector<Relay>> relaysAfter(const Hop &evict) const;
  double stallOf(const Hop &hop, LoopId level) const;
  double stallOf(const StayTiming &timing) const;

  Step stepIn(Step step) const {
    return shape.stepIn(step, problem.numSteps());
  }

  const AccessIndex &uses;
  const Problem &problem;
  const std::vector<Arena> &arenas; // By tier.
  const Traffic &traffic;
  const StayShape &shape;
  const StayPolicy &policy;
  const Buffer &data;
  const double size; // Bytes.
};

} // namespace

std::optional<StayTiming> TimingFinder::find() const {
  std::optional<StayTiming> timing(std::in_place);
  timing->saving = traffic.savingOf(shape.buffer, shape.firstUse, shape.lastUse,
                                    shape.tier, policy.valueOfFreeTime);
  if (timing->saving < policy.minSaving)
    return std::nullopt;
  std::vector<Hop> fills, evicts;
  if (shape.fill) {
    fills = onBestChannel(shape.fill->route.back(), [&](ChannelId channel) {
      return fillHops(channel, shape.fill->earliest, awaitBy(), policy.lead);
    });
    if (fills.empty())
      return std::nullopt;
  }
  if (shape.evict) {
    evicts = onBestChannel(shape.evict->route.front(), [&](ChannelId channel) {
      return evictHops(channel, shape.evict->earliest);
    });
    if (evicts.empty())
      return std::nullopt;
  }
  const std::optional<Place> place = findPlace(fills, evicts);
  if (!place)
    return std::nullopt;
  timing->offset = place->offset;
  if (shape.fill) {
    timing->fill = fills[place->fill];
    std::optional<std::vector<Relay>> relays = relaysBefore(*timing->fill);
    if (!relays)
      return std::nullopt;
    timing->before = std::move(*relays);
  }
  if (shape.evict) {
    timing->evict = evicts[place->evict];
    if (!policy.evictSteps)
      timing->evict = postponed(*timing->evict);
    if (policy.evictsLate)
      timing->evict = startedLate(*timing->evict);
    std::optional<std::vector<Relay>> relays = relaysAfter(*timing->evict);
    if (!relays)
      return std::nullopt;
    timing->after = std::move(*relays);
  }
  timing->life = lifeWith(timing->fill ? &*timing->fill : nullptr,
                          timing->evict ? &*timing->evict : nullptr);
  timing->saving -= policy.stallWeight * stallOf(*timing);
  if (timing->saving < policy.minSaving)
    return std::nullopt;
  return timing;
}

// Returns the seconds of stall due to the hop in all trips of its level.
double TimingFinder::stallOf(const Hop &hop, LoopId level) const {
  double seconds = std::max(0.0, hop.missing) / traffic.rateOf(hop.channel);
  if (hop.isBlocking())
    seconds += traffic.latencyOf(hop.channel, shape.buffer);
  return seconds * static_cast<double>(uses.tripsOf(level));
}

double TimingFinder::stallOf(const StayTiming &timing) const {
  double seconds = 0;
  if (timing.fill)
    seconds += stallOf(*timing.fill, shape.level);
  if (timing.evict)
    seconds += stallOf(*timing.evict, shape.exitLevel);
  for (const Relay &relay : timing.before)
    seconds += stallOf(relay.hop, shape.level);
  for (const Relay &relay : timing.after)
    seconds += stallOf(relay.hop, shape.exitLevel);
  return seconds;
}

//===----------------------------------------------------------------------===//
// Candidates for a transfer
//===----------------------------------------------------------------------===//

// Returns the latest start at the stay's level at or before `step`, or lowest -
// 1.
Step TimingFinder::previousStart(Step step, Step lowest) const {
  while (step >= lowest && !uses.mayStartAt(shape.level, step))
    step = uses.rangeOf(uses.childAt(shape.level, step)).begin - 1;
  return std::max(step, lowest - 1);
}

// Returns the earliest start at the stay's exit level at or after `step`; past
// all steps if there is none.
Step TimingFinder::nextStart(Step step) const {
  while (step <= problem.numSteps() &&
         !uses.mayStartAt(shape.exitLevel, step)) {
    const LoopId child = step < shape.allowedSteps.end
                             ? uses.childAt(shape.exitLevel, step)
                             : noLoop;
    if (child == noLoop)
      return problem.numSteps() + 1;
    step = uses.rangeOf(child).end;
  }
  return step;
}

// Returns the boundary at which the fill is awaited.
Step TimingFinder::awaitBy() const {
  Step by = shape.cover.begin;
  if (shape.wrapsAround)
    return by;
  const Step earliest = shape.fill->earliest;
  for (int32_t left = policy.awaitAhead; left > 0; --left) {
    Step before = by - 1;
    while (before > earliest && !uses.mayBeAwaitedAt(shape.level, before))
      --before;
    if (before <= earliest)
      break;
    by = before;
  }
  return by;
}

// Selects, among the channels between the same tiers, the one that hides most,
// then the shortest transfer.
template <typename HopsOn>
std::vector<Hop> TimingFinder::onBestChannel(ChannelId channel,
                                             const HopsOn &hopsOn) const {
  const std::vector<Channel> &channels = problem.target.channels;
  const auto costOf = [](const std::vector<Hop> &hops) {
    if (hops.empty())
      return std::pair(infinity, Step(0));
    return std::pair(hops.back().missing, hops.back().done - hops.back().start);
  };
  std::vector<Hop> best = hopsOn(channel);
  for (size_t c = 0; c < channels.size(); ++c) {
    if (static_cast<ChannelId>(c) == channel ||
        channels[c].from != channels[channel].from ||
        channels[c].to != channels[channel].to)
      continue;
    std::vector<Hop> hops = hopsOn(static_cast<ChannelId>(c));
    if (costOf(hops) < costOf(best))
      best = std::move(hops);
  }
  return best;
}

// Returns fills on `channel` awaited at `by` that start at `from` or later,
// shortest first. The last one has `lead` boundaries, if given and possible;
// otherwise it hides `hiddenShare` of its bytes or exceeds `maxLead`.
std::vector<Hop> TimingFinder::fillHops(ChannelId channel, Step from, Step by,
                                        std::optional<int32_t> lead) const {
  std::vector<Hop> hops;
  if (by < from)
    return hops;
  const double latency = traffic.latencyOf(channel, shape.buffer);
  const double rate = traffic.rateOf(channel);
  const double longest = policy.maxLead * (size / rate + latency);
  if (stepIn(by) < problem.numSteps() &&
      uses.mayStartAt(shape.level, stepIn(by)))
    hops.push_back({channel, by, by, size});
  double missing = size;
  double ahead = 0; // Seconds.
  for (Step step = by - 1; step >= from; --step) {
    if (!hops.empty() && (!policy.hide || lead == 0))
      break;
    missing -= traffic.roomOf(channel, stepIn(step));
    ahead += traffic.durationOf(stepIn(step));
    if (!uses.mayStartAt(shape.level, stepIn(step)))
      continue;
    const double late = std::max(missing, (latency - ahead) * rate);
    hops.push_back({channel, step, by, std::max(0.0, late)});
    if (by - step > maxWalkedSteps)
      break;
    if (lead ? hops.size() > static_cast<size_t>(*lead)
             : late <= (1 - policy.hiddenShare) * size || ahead > longest)
      break;
  }
  return hops;
}

// Returns the first boundary for the start of an evict, postponed as requested.
Step TimingFinder::firstEvictStart(Step from) const {
  from = nextStart(from);
  for (int32_t i = 0; i < policy.evictDelay; ++i)
    if (const Step later = nextStart(from + 1);
        later <= shape.evict->latestBlocking)
      from = later;
  return from;
}

// Returns evicts on `channel` that all start at the first possible boundary
// from `from` on, shortest first. The last one has `evictSteps` boundaries, if
// given and possible; otherwise it hides all bytes.
std::vector<Hop> TimingFinder::evictHops(ChannelId channel, Step from) const {
  std::vector<Hop> hops;
  from = firstEvictStart(from);
  if (from > shape.evict->latest)
    return hops;
  const double latency = traffic.latencyOf(channel, shape.buffer);
  const double rate = traffic.rateOf(channel);
  if (from <= shape.evict->latestBlocking)
    hops.push_back({channel, from, from, size});
  double missing = size;
  double since = 0; // Seconds.
  for (Step step = from; step < shape.evict->latest; ++step) {
    if (!hops.empty() && (!policy.hide || policy.evictSteps == 0))
      break;
    missing -= traffic.roomOf(channel, step);
    since += traffic.durationOf(step);
    if (!uses.mayBeAwaitedAt(shape.exitLevel, step + 1))
      continue;
    const double late = std::max(missing, (latency - since) * rate);
    hops.push_back({channel, from, step + 1, std::max(0.0, late)});
    if (step - from > maxWalkedSteps)
      break;
    if (policy.evictSteps
            ? hops.size() > static_cast<size_t>(*policy.evictSteps)
            : late <= 0)
      break;
  }
  return hops;
}

//===----------------------------------------------------------------------===//
// A place
//===----------------------------------------------------------------------===//

// Returns the steps of a stay in an invocation, and of its head in the next. A
// stay continued in the next invocation lasts through the end of the program;
// so does a permanent stay.
Lifetime TimingFinder::wrappedLife(LiveRange range) const {
  const Step numSteps = problem.numSteps();
  LiveRange head = {0, 0};
  if (range.begin >= numSteps) {
    range = {range.begin - numSteps, range.end - numSteps};
  } else {
    assert(range.end >= numSteps && "it reaches the end of the program");
    head = {0, range.end - numSteps};
    range.end = numSteps + 1;
  }
  return {{range.begin, std::min(range.end, numSteps)}, range.end, head};
}

// A blocking evict holds its source through the step of its wait.
Lifetime TimingFinder::lifeWith(const Hop *fill, const Hop *evict) const {
  LiveRange range = shape.cover;
  if (fill)
    range.begin = std::min(range.begin, fill->start);
  if (evict)
    range.end = std::max(range.end, evict->done);
  if (shape.wrapsAround)
    return wrappedLife(range);
  Step reservedEnd = range.end;
  if (evict && evict->isBlocking())
    reservedEnd = std::max(reservedEnd, evict->done + 1);
  return {range, reservedEnd};
}

std::optional<Offset> TimingFinder::findOffset(TierId tier,
                                               const Lifetime &life) const {
  return arenas[tier].find({life.range.begin, life.reservedEnd}, data.size,
                           problem.alignmentIn(data, tier), policy.fit,
                           life.head,
                           tier == shape.tier ? policy.offset : std::nullopt);
}

// Returns the largest number up to `high` for which `fits` returns true, by
// bisection. `fits` must return true for 0, and for every number below a number
// that fits.
template <typename Fits> static size_t largestThat(size_t high, Fits fits) {
  size_t low = 0;
  while (low < high) {
    const size_t middle = low + (high - low + 1) / 2;
    if (fits(middle))
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

// Finds the longest transfers with room; fills come first.
std::optional<Place>
TimingFinder::findPlace(const std::vector<Hop> &fills,
                        const std::vector<Hop> &evicts) const {
  const auto offsetWith = [&](size_t fill, size_t evict) {
    return findOffset(shape.tier,
                      lifeWith(fills.empty() ? nullptr : &fills[fill],
                               evicts.empty() ? nullptr : &evicts[evict]));
  };
  const size_t longestFill = fills.empty() ? 0 : fills.size() - 1;
  const size_t longestEvict = evicts.empty() ? 0 : evicts.size() - 1;
  if (std::optional<Offset> offset = offsetWith(longestFill, longestEvict))
    return Place{longestFill, longestEvict, *offset};
  if (!offsetWith(0, 0))
    return std::nullopt;
  Place place;
  place.fill = largestThat(
      longestFill, [&](size_t i) { return offsetWith(i, 0).has_value(); });
  place.evict = largestThat(longestEvict, [&](size_t i) {
    return offsetWith(place.fill, i).has_value();
  });
  // A blocking evict reserves a step that the next longer evict does not need,
  // so the search may have ended between the two.
  const std::optional<Offset> offset = offsetWith(place.fill, place.evict);
  if (!offset)
    return std::nullopt;
  place.offset = *offset;
  return place;
}

// Postpones the end of an evict: the contents stay anyway, so there is no need
// to wait earlier.
Hop TimingFinder::postponed(Hop evict) const {
  Step latest = std::min(shape.evict->latest, shape.cover.end);
  while (latest > evict.done && !uses.mayBeAwaitedAt(shape.exitLevel, latest))
    --latest;
  evict.done = std::max(evict.done, latest);
  return evict;
}

// Starts an evict later, to leave a tier's time to fills.
Hop TimingFinder::startedLate(Hop evict) const {
  const double latency = traffic.latencyOf(evict.channel, shape.buffer);
  double missing = size - evict.missing;
  double ahead = 0; // Seconds.
  for (Step step = evict.done - 1; step > evict.start; --step) {
    missing -= traffic.roomOf(evict.channel, step);
    ahead += traffic.durationOf(step);
    if (missing > 0 || ahead < latency ||
        !uses.mayStartAt(shape.exitLevel, step))
      continue;
    evict.start = step;
    break;
  }
  return evict;
}

//===----------------------------------------------------------------------===//
// Intermediate tiers
//===----------------------------------------------------------------------===//

// Returns candidates for a hop that feeds `next`. A copy that arrives during
// the stream's wait at a boundary can be copied on only at the next boundary.
std::vector<Hop> TimingFinder::relayFills(ChannelId channel,
                                          const Hop &next) const {
  const Step earliest = shape.fill->earliest;
  std::vector<Hop> hops =
      fillHops(channel, earliest, next.start, policy.leadOnTheWay);
  std::erase_if(hops, [](const Hop &hop) { return hop.isBlocking(); });
  if (hops.empty() || !policy.hide) {
    const Step before = previousStart(next.start - 1, earliest);
    if (before >= earliest)
      hops.insert(hops.begin(), {channel, before, before, size});
  }
  return hops;
}

// Places an intermediate copy for each hop, by the most hidden candidate with
// room. Returns nothing if a hop has no room.
std::optional<std::vector<Relay>>
TimingFinder::relaysBefore(const Hop &fill) const {
  std::vector<Relay> relays;
  const std::vector<ChannelId> &route = shape.fill->route;
  Hop next = fill;
  for (size_t h = route.size() - 1; h-- > 0;) {
    const TierId tier = problem.target.channels[route[h]].to;
    const std::vector<Hop> hops = relayFills(route[h], next);
    bool isFound = false;
    for (size_t i = hops.size(); i-- > 0 && !isFound;) {
      const Hop &hop = hops[i];
      const Step end =
          std::min(std::max(next.done, hop.done + 1), data.range.end);
      const Step left = next.done + next.isBlocking();
      const Lifetime life = {{hop.start, end}, std::max(left, end)};
      if (std::optional<Offset> offset = findOffset(tier, life)) {
        relays.push_back({tier, life, *offset, hop});
        isFound = true;
      }
    }
    if (!isFound)
      return std::nullopt;
    next = relays.back().hop;
  }
  return relays;
}

// Like `relaysBefore`, for the route of the evict.
std::optional<std::vector<Relay>>
TimingFinder::relaysAfter(const Hop &evict) const {
  std::vector<Relay> relays;
  const std::vector<ChannelId> &route = shape.evict->route;
  Hop previous = evict;
  for (size_t h = 1; h < route.size(); ++h) {
    const TierId tier = problem.target.channels[route[h]].from;
    const std::vector<Hop> hops =
        evictHops(route[h], previous.done + previous.isBlocking());
    bool isFound = false;
    for (size_t i = hops.size(); i-- > 0 && !isFound;) {
      const Hop &hop = hops[i];
      const Step end =
          std::min(std::max(hop.done, previous.done + 1), data.range.end);
      const Step left = hop.done + hop.isBlocking();
      const Lifetime life = {{previous.start, end}, std::max(end, left)};
      if (std::optional<Offset> offset = findOffset(tier, life)) {
        relays.push_back({tier, life, *offset, hop});
        isFound = true;
      }
    }
    if (!isFound)
      return std::nullopt;
    previous = relays.back().hop;
  }
  return relays;
}

std::optional<StayTiming> memplace::planning::findTiming(
    const AccessIndex &uses, const Occupancy &occupancy, const StayShape &shape,
    const StayPolicy &policy) {
  std::optional<StayTiming> timing =
      TimingFinder(uses, occupancy, shape, policy).find();
  assert((!timing || timing->fill.has_value() == shape.fill.has_value()) &&
         "a stay is filled as its shape says");
  assert((!timing || timing->evict.has_value() == shape.evict.has_value()) &&
         "a stay is evicted as its shape says");
  return timing;
}
