//===- BufferPrices.cpp - Buffers' side of the price bound ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The buffers' half of the Lagrangian relaxation (PriceBound.h): dynamic
// programming from the last use of a buffer to its first. The state is the set
// of copies, with four states per tier, so 4^T states per use for T tiers. The
// resulting tables hold the least cost of the remaining uses, from any use and
// state on; a partial timetable needs nothing else. A fill may start more than
// 40 boundaries before its use; the part of the fill before this window is
// free, so the result remains a lower bound.
//
//===----------------------------------------------------------------------===//

#include "BufferPrices.h"

#include <algorithm>
#include <bit>
#include <cassert>

using namespace memplace;
using namespace memplace::solver::exact;

BufferPrices::BufferPrices(const Pricing &pricing)
    : stages(pricing.model.problem.buffers.size()), pricing(pricing),
      numTiers(pricing.numTiers),
      numChannels(pricing.model.channelModels.size()),
      numStates(size_t(1) << 2 * numTiers), values(stages.size()),
      afters(stages.size()),
      heldSums(stages.size() * numTiers * (pricing.model.numSteps + 2)),
      flowPrices(numChannels * pricing.numSlots),
      latencyPrices(numChannels * pricing.numSlots), firstFill(stages.size()),
      isOut(pricing.makeList().served.size()),
      costs{std::vector<double>(size_t(1) << numTiers),
            std::vector<double>(numTiers), std::vector<Fill>(numTiers)} {
  assert(2 * numTiers <= 32 && "a state has two bits a tier");
  const Model &model = pricing.model;
  std::vector<bool> hasContents(stages.size());
  std::vector<Step> since(stages.size());
  for (size_t b = 0; b < stages.size(); ++b)
    hasContents[b] = model.problem.buffers[b].liveIn;
  for (Step step = 0; step <= model.numSteps; ++step)
    for (size_t k = 0; k < model.units[step].size(); ++k) {
      const AccessUnit &unit = model.units[step][k];
      std::vector<Stage> &of = stages[unit.buffer];
      if (of.empty() || of.back().step != step)
        of.push_back({step,
                      since[unit.buffer],
                      !unit.reads || !hasContents[unit.buffer],
                      unit.writes,
                      {}});
      of.back().units.push_back(k);
      if (unit.writes || !hasContents[unit.buffer])
        since[unit.buffer] = step + 1;
      hasContents[unit.buffer] = true;
    }
  size_t next = 0;
  for (size_t b = 0; b < stages.size(); ++b) {
    values[b].resize((stages[b].size() + 1) * numStates);
    afters[b].resize(stages[b].size() * numStates);
    for (size_t k = 0; k < stages[b].size(); ++k) {
      firstFill[b].push_back(next);
      next +=
          (stages[b][k].step - firstStart(static_cast<BufferId>(b), k) + 1) *
          numChannels;
    }
  }
  fills.resize(next);
  flows.resize(next);
}

BufferState BufferPrices::firstState(BufferId buffer) const {
  if (!pricing.model.problem.buffers[buffer].liveIn)
    return 0;
  return with(0, pricing.model.problem.homeOf(buffer), Held::Kept);
}

//===----------------------------------------------------------------------===//
// Fills.
//===----------------------------------------------------------------------===//

void BufferPrices::updateFlows(const PriceList &prices) {
  for (size_t c = 0; c < numChannels; ++c) {
    const ChannelModel &channelModel = pricing.model.channelModels[c];
    for (size_t slot = 0; slot < pricing.numSlots; ++slot) {
      const double channel = prices.time[pricing.timeIndex(numTiers + c, slot)];
      // On a channel by deadline, latencies take no time of the channel.
      latencyPrices[c * pricing.numSlots + slot] =
          channelModel.isByDeadline() ? 0 : channel;
      flowPrices[c * pricing.numSlots + slot] =
          channel / channelModel.limit +
          prices.time[pricing.timeIndex(channelModel.from, slot)] *
              channelModel.sourceCost +
          prices.time[pricing.timeIndex(channelModel.to, slot)] *
              channelModel.destinationCost;
    }
  }
  const Step numSteps = pricing.model.numSteps;
  for (size_t place = 0; place < stages.size() * numTiers; ++place) {
    const double *held = &prices.held[place * (numSteps + 1)];
    double *sums = &heldSums[place * (numSteps + 2)];
    for (Step step = 0; step <= numSteps; ++step)
      sums[step + 1] = sums[step] + held[step];
  }
}

/// Visits later starts first, so that slots are added one by one.
void BufferPrices::updateFills(BufferId buffer, size_t stage) {
  const Model &model = pricing.model;
  const Stage &use = stages[buffer][stage];
  const auto size = static_cast<double>(model.problem.buffers[buffer].size);
  for (size_t c = 0; c < numChannels; ++c) {
    const ChannelModel &channelModel = model.channelModels[c];
    if (!(model.channelsInto(buffer, channelModel.to) >> c & 1))
      continue;
    const double *flow = &flowPrices[c * pricing.numSlots];
    const double *latency = &latencyPrices[c * pricing.numSlots];
    const double seconds = channelModel.latency *
                           model.latencies(buffer, static_cast<ChannelId>(c));
    double wait = flow[3 * use.step + 1];
    double minLatency = latency[3 * use.step + 1];
    double cheapest = impossibleCost;
    slots.clear();
    for (Step start = use.step; start >= firstStart(buffer, stage); --start) {
      if (start < use.step) {
        wait = std::min({wait, flow[3 * start + 1], flow[3 * start + 3]});
        minLatency = std::min({minLatency, latency[3 * start + 1],
                               latency[3 * start + 2], latency[3 * start + 3]});
        const std::pair slot(flow[3 * start + 2], size_t(start));
        slots.insert(std::upper_bound(slots.begin(), slots.end(), slot), slot);
      }
      double left = size;
      double cost = seconds * minLatency;
      for (const auto &[price, step] : slots) {
        if (price >= wait || left <= 0)
          break;
        const double bytes =
            std::min(left, pricing.maxBytes[c * (model.numSteps + 1) + step]);
        cost += bytes * price;
        left -= bytes;
      }
      cost += left * wait;
      const size_t index = fillIndex(buffer, stage, c, start);
      flows[index] = cost;
      cheapest = std::min(
          cheapest, cost + holdCost(buffer, channelModel.to, start, use.step));
      fills[index] = cheapest;
    }
  }
}

BufferPrices::Fill BufferPrices::fillOf(BufferId buffer, size_t stage,
                                        TierId tier, Step release) const {
  const Model &model = pricing.model;
  const Step first = firstStart(buffer, stage);
  const Step start = std::max(first, release);
  Fill fill;
  for (ChannelSet rest = model.channelsInto(buffer, tier); rest != 0;
       rest &= rest - 1) {
    const int c = std::countr_zero(rest);
    fill.cost = std::min(fill.cost, fills[fillIndex(buffer, stage, c, start)]);
    fill.sources |= uint32_t(1) << model.channelModels[c].from;
  }
  if (release < first)
    fill.cost = std::min(
        fill.cost, holdCost(buffer, tier, first, stages[buffer][stage].step));
  // With three tiers, only one route of two transfers exists.
  if (numTiers != 3 || !std::has_single_bit(fill.sources))
    return fill;
  fill.relay = static_cast<TierId>(std::countr_zero(fill.sources));
  if (stages[buffer][stage].since < first)
    return fill;
  fill.relayCost = impossibleCost;
  for (ChannelSet rest = model.channelsInto(buffer, *fill.relay); rest != 0;
       rest &= rest - 1)
    fill.relayCost = std::min(
        fill.relayCost,
        flows[fillIndex(buffer, stage, std::countr_zero(rest), first)]);
  return fill;
}

/// Returns the cost of \p fill of \p tier in \p state, and updates the state.
double BufferPrices::costOf(const Fill &fill, TierId tier, BufferState &state) {
  if (get(state, tier) == Held::OnTheWay)
    return 0;
  bool isReached = false;
  for (uint32_t rest = fill.sources; rest != 0; rest &= rest - 1)
    isReached |=
        get(state, static_cast<TierId>(std::countr_zero(rest))) != Held::No;
  if (isReached || !fill.relay)
    return fill.cost;
  state = with(state, *fill.relay, Held::OnTheWay);
  return fill.cost + fill.relayCost;
}

double BufferPrices::fillCost(BufferId buffer, size_t stage, TierId tier,
                              Step release, BufferState &state) const {
  return costOf(fillOf(buffer, stage, tier, release), tier, state);
}

//===----------------------------------------------------------------------===//
// Paths through the uses.
//===----------------------------------------------------------------------===//

/// Returns the cost of serving each unit from the cheapest of \p tiers;
/// unpayable if some unit cannot be served.
double BufferPrices::servedCost(const PriceList &prices, const Stage &stage,
                                uint32_t tiers) const {
  double sum = 0;
  for (size_t k : stage.units) {
    double least = impossibleCost;
    for (TierId tier : pricing.model.units[stage.step][k].tiers)
      if (const size_t i = pricing.servedIndex(stage.step, k, tier);
          (tiers >> tier & 1) && !isOut[i])
        least = std::min(least, prices.served[i]);
    sum += least;
  }
  return sum;
}

void BufferPrices::updateCosts(BufferId buffer, size_t stage,
                               const PriceList &prices) {
  const Stage &use = stages[buffer][stage];
  for (uint32_t tiers = 1; tiers < costs.served.size(); ++tiers)
    costs.served[tiers] = servedCost(prices, use, tiers);
  for (size_t m = 0; m < numTiers; ++m) {
    const auto tier = static_cast<TierId>(m);
    costs.held[m] = holdCost(buffer, tier, use.step, use.step + 1);
    costs.fills[m] = fillOf(buffer, stage, tier, use.since);
  }
}

/// Returns the cheapest choice of copies to keep after the use, among the
/// copies marked `Kept`.
BufferPrices::Path BufferPrices::keepSome(BufferId buffer, size_t stage,
                                          BufferState state) const {
  const bool isLast = stage + 1 == stages[buffer].size();
  const Step begin = stages[buffer][stage].step + 1;
  const Step end = isLast ? begin : stages[buffer][stage + 1].step;
  uint32_t copies = 0;
  for (size_t m = 0; m < numTiers; ++m)
    if (get(state, static_cast<TierId>(m)) == Held::Kept)
      copies |= uint32_t(1) << m;
  Path best;
  if (isLast)
    return {0, 0, state};
  for (uint32_t kept = copies;; kept = (kept - 1) & copies) {
    Path path = {0, 0, state};
    for (size_t m = 0; m < numTiers; ++m) {
      const auto tier = static_cast<TierId>(m);
      if (kept >> m & 1)
        path.cost += holdCost(buffer, tier, begin, end);
      else if (copies >> m & 1)
        path.after = with(path.after, tier,
                          pricing.isHeldPriced(buffer, tier) ? Held::Before
                                                             : Held::Kept);
    }
    path.cost += rest(buffer, stage + 1, path.after);
    if (path.cost < best.cost)
      best = path;
    if (kept == 0)
      return best;
  }
}

/// Returns the cost of serving from exactly these \p tiers, with all serving
/// copies kept for now. Sets \p through to the other copies that could be kept.
BufferPrices::Path BufferPrices::servedBy(BufferId buffer, size_t stage,
                                          BufferState state, uint32_t tiers,
                                          uint32_t &through) const {
  const Stage &use = stages[buffer][stage];
  Path path = {costs.served[tiers], tiers, use.creates ? 0 : state};
  through = 0;
  for (size_t m = 0; m < numTiers && isPossible(path.cost); ++m) {
    const auto tier = static_cast<TierId>(m);
    const Held held = get(path.after, tier);
    if (!(tiers >> m & 1)) {
      if (held == Held::Kept && pricing.isHeldPriced(buffer, tier))
        through |= uint32_t(1) << m;
      continue;
    }
    if (!use.creates && held != Held::Kept)
      path.cost += costOf(costs.fills[m], tier, path.after);
    path.cost += costs.held[m];
    path.after = with(use.writes ? 0 : path.after, tier, Held::Kept);
  }
  if (use.writes)
    through = 0;
  return path;
}

/// Returns the cheapest path from this use on; `costs` must belong to the use.
/// `Path::after` is the state directly after the use, with every copy `Kept`.
BufferPrices::Path BufferPrices::bestPath(BufferId buffer, size_t stage,
                                          BufferState state) const {
  const Stage &use = stages[buffer][stage];
  Path best;
  const uint32_t all = (uint32_t(1) << numTiers) - 1;
  for (uint32_t tiers = 1; tiers <= all; ++tiers) {
    if ((use.creates || use.writes) && !std::has_single_bit(tiers))
      continue;
    uint32_t through = 0;
    const Path served = servedBy(buffer, stage, state, tiers, through);
    if (!isPossible(served.cost))
      continue;
    for (uint32_t kept = through;; kept = (kept - 1) & through) {
      Path path = served;
      for (size_t m = 0; m < numTiers; ++m) {
        const auto tier = static_cast<TierId>(m);
        if (kept >> m & 1)
          path.cost += costs.held[m];
        else if (through >> m & 1)
          path.after = with(path.after, tier, Held::Before);
      }
      path.cost += afters[buffer][stage * numStates + path.after];
      if (path.cost < best.cost)
        best = path;
      if (kept == 0)
        break;
    }
  }
  return best;
}

double BufferPrices::update(const PriceList &prices) {
  updateFlows(prices);
  double sum = 0;
  magnitude = 0;
  for (size_t b = 0; b < stages.size(); ++b) {
    const auto id = static_cast<BufferId>(b);
    if (stages[b].empty())
      continue;
    for (size_t stage = stages[b].size(); stage-- > 0;) {
      updateFills(id, stage);
      updateCosts(id, stage, prices);
      double *after = &afters[b][stage * numStates];
      for (size_t state = 0; state < numStates; ++state)
        after[state] =
            keepSome(id, stage, static_cast<BufferState>(state)).cost;
      for (size_t state = 0; state < numStates; ++state)
        values[b][stage * numStates + state] =
            bestPath(id, stage, static_cast<BufferState>(state)).cost;
    }
    const double least = rest(id, 0, firstState(id));
    sum += least;
    magnitude += std::abs(least);
  }
  for (double price : prices.served)
    magnitude += 2 * std::abs(price);
  return sum;
}

//===----------------------------------------------------------------------===//
// Amounts taken by the cheapest paths.
//===----------------------------------------------------------------------===//

void BufferPrices::takeHold(BufferId buffer, TierId tier, Step begin, Step end,
                            PriceList &taken) const {
  if (pricing.isHeldPriced(buffer, tier))
    for (Step step = begin; step < end; ++step)
      taken.held[pricing.heldIndex(buffer, tier, step)] += 1;
}

void BufferPrices::takeFlow(BufferId buffer, size_t channel, Step begin,
                            Step end, PriceList &taken) const {
  const Model &model = pricing.model;
  const ChannelModel &channelModel = model.channelModels[channel];
  const double *flow = &flowPrices[channel * pricing.numSlots];
  const double *latency = &latencyPrices[channel * pricing.numSlots];
  size_t wait = 3 * end + 1;
  size_t late = wait;
  slots.clear();
  for (Step step = begin; step < end; ++step) {
    for (size_t slot : {3 * step + 1, 3 * step + 3})
      if (flow[slot] < flow[wait])
        wait = slot;
    for (size_t slot = 3 * step + 1; slot <= size_t(3 * step + 3); ++slot)
      if (latency[slot] < latency[late])
        late = slot;
    slots.emplace_back(flow[3 * step + 2], size_t(step));
  }
  std::sort(slots.begin(), slots.end());
  auto move = [&](size_t slot, double bytes) {
    taken.time[pricing.timeIndex(numTiers + channel, slot)] +=
        bytes / channelModel.limit;
    taken.time[pricing.timeIndex(channelModel.from, slot)] +=
        bytes * channelModel.sourceCost;
    taken.time[pricing.timeIndex(channelModel.to, slot)] +=
        bytes * channelModel.destinationCost;
  };
  auto left = static_cast<double>(model.problem.buffers[buffer].size);
  for (const auto &[price, step] : slots) {
    if (price >= flow[wait] || left <= 0)
      break;
    const double bytes =
        std::min(left, pricing.maxBytes[channel * (model.numSteps + 1) + step]);
    move(3 * step + 2, bytes);
    left -= bytes;
  }
  move(wait, left);
  if (!channelModel.isByDeadline())
    taken.time[pricing.timeIndex(numTiers + channel, late)] +=
        channelModel.latency *
        model.latencies(buffer, static_cast<ChannelId>(channel));
}

void BufferPrices::takeFill(BufferId buffer, size_t stage, TierId tier,
                            BufferState &state, PriceList &taken) const {
  const Model &model = pricing.model;
  if (get(state, tier) == Held::OnTheWay)
    return;
  const Step first = firstStart(buffer, stage);
  const Step end = stages[buffer][stage].step;
  auto takeCheapest = [&](TierId to, bool isHeld) {
    double best = impossibleCost;
    size_t channel = 0;
    Step begin = end;
    for (ChannelSet rest = model.channelsInto(buffer, to); rest != 0;
         rest &= rest - 1)
      for (Step start = end; start >= first; --start) {
        const auto c = static_cast<size_t>(std::countr_zero(rest));
        const double cost = flows[fillIndex(buffer, stage, c, start)] +
                            (isHeld ? holdCost(buffer, to, start, end) : 0.0);
        if (cost >= best)
          continue;
        best = cost;
        channel = c;
        begin = start;
      }
    if (!isPossible(best))
      return; // No fill is payable, e.g. without a channel to the tier.
    takeFlow(buffer, channel, begin, end, taken);
    if (isHeld)
      takeHold(buffer, to, begin, end, taken);
  };
  if (stages[buffer][stage].since < first)
    return; // The fill counts as started before the window.
  const BufferState before = state;
  (void)fillCost(buffer, stage, tier, first, state);
  takeCheapest(tier, /*isHeld=*/true);
  for (size_t m = 0; m < numTiers; ++m)
    if (get(state, static_cast<TierId>(m)) !=
        get(before, static_cast<TierId>(m)))
      takeCheapest(static_cast<TierId>(m), /*isHeld=*/false);
}

/// Serves each unit from the cheapest tier of the path.
void BufferPrices::takeServed(const Stage &use, const Path &path,
                              const PriceList &prices, PriceList &taken) const {
  for (size_t unit : use.units) {
    size_t index = 0;
    double least = impossibleCost;
    for (TierId tier : pricing.model.units[use.step][unit].tiers) {
      const size_t i = pricing.servedIndex(use.step, unit, tier);
      if ((path.tiers >> tier & 1) && !isOut[i] && prices.served[i] < least) {
        least = prices.served[i];
        index = i;
      }
    }
    taken.served[index] += 1;
  }
}

/// Adds fills and holds of a use.
void BufferPrices::takeUse(BufferId buffer, size_t stage, const Path &path,
                           BufferState state, PriceList &taken) const {
  const Stage &use = stages[buffer][stage];
  BufferState now = use.creates ? 0 : state;
  for (size_t m = 0; m < numTiers; ++m) {
    const auto tier = static_cast<TierId>(m);
    const bool serves = path.tiers >> m & 1;
    if (serves && !use.creates && get(now, tier) != Held::Kept)
      takeFill(buffer, stage, tier, now, taken);
    if (serves)
      now = with(now, tier, Held::Kept);
    if (serves || (get(path.after, tier) == Held::Kept))
      takeHold(buffer, tier, use.step, use.step + 1, taken);
  }
}

void BufferPrices::addTaken(const PriceList &prices, PriceList &taken) {
  for (size_t b = 0; b < stages.size(); ++b) {
    const auto id = static_cast<BufferId>(b);
    BufferState state = firstState(id);
    for (size_t k = 0; k < stages[b].size(); ++k) {
      const Stage &use = stages[b][k];
      updateCosts(id, k, prices);
      const Path path = bestPath(id, k, state);
      if (!isPossible(path.cost))
        break;
      takeServed(use, path, prices, taken);
      takeUse(id, k, path, state, taken);
      const Path kept = keepSome(id, k, path.after);
      if (k + 1 < stages[b].size())
        for (size_t m = 0; m < numTiers; ++m)
          if (get(kept.after, static_cast<TierId>(m)) == Held::Kept)
            takeHold(id, static_cast<TierId>(m), use.step + 1,
                     stages[b][k + 1].step, taken);
      state = kept.after;
    }
  }
}
