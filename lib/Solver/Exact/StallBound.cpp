//===- StallBound.cpp - Lower bound on stalls -----------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StallBound.h"

#include <algorithm>
#include <bit>

using namespace memplace;
using namespace memplace::solver::exact;

StallBound::StallBound(const Model &model, bool perChannel)
    : model(model), seconds(model.numSteps),
      tierLeft(model.numTiers, std::vector<double>(model.numSteps)),
      tierNeeded(model.numTiers), least(model.numSteps + 2) {
  for (Amounts &amounts : tierNeeded)
    amounts.all = amounts.started = std::vector<double>(model.numSteps + 1);
  for (size_t b = 0; b < model.problem.buffers.size(); ++b)
    for (size_t m = 0; m < model.numTiers; ++m)
      addGroup(
          model.channelsInto(static_cast<BufferId>(b), static_cast<TierId>(m)));
  for (size_t c = 0; perChannel && c < model.channelModels.size(); ++c)
    addGroup(ChannelSet(1) << c);
}

void StallBound::addGroup(ChannelSet channels) {
  const bool isKnown =
      std::any_of(groups.begin(), groups.end(),
                  [&](const Group &g) { return g.channels == channels; });
  if (channels == 0 || isKnown)
    return;
  Group group;
  group.channels = channels;
  group.stallRate = rateOf(group, model.wholeTiers.data());
  if (std::has_single_bit(channels)) {
    const ChannelModel &channelModel =
        model.channelModels[std::countr_zero(channels)];
    group.latency = channelModel.latency;
    group.isByDeadline = channelModel.isByDeadline();
  }
  group.rates.resize(model.numSteps);
  for (Amounts *amounts : {&group.bytes, &group.latencies})
    amounts->all = amounts->started = std::vector<double>(model.numSteps + 1);
  groups.push_back(std::move(group));
}

double StallBound::rateOf(const Group &group, const double *left) const {
  double rate = 0;
  for (size_t c = 0; c < model.channelModels.size(); ++c)
    if (group.channels >> c & 1)
      rate += model.channelModels[c].rate(left);
  return rate;
}

void StallBound::setOp(Step step, const OpChoice &choice) {
  seconds[step] = choice.seconds;
  for (size_t m = 0; m < model.numTiers; ++m)
    tierLeft[m][step] = choice.seconds * choice.left[m];
  for (Group &group : groups)
    group.rates[step] =
        choice.seconds > 0 ? rateOf(group, choice.left.data()) : 0;
}

void StallBound::change(BufferId buffer, ChannelSet set, Step release, int sign,
                        bool isStart) {
  auto change = [&](Amounts &amounts, double by) {
    amounts.all[release] += by;
    if (isStart)
      amounts.started[release] += by;
  };
  const double bytes =
      sign * static_cast<double>(model.problem.buffers[buffer].size);
  for (Group &group : groups)
    if ((set & ~group.channels) == 0) {
      change(group.bytes, bytes);
      const bool isOne = std::has_single_bit(group.channels);
      change(group.latencies,
             isOne ? sign * model.latencies(buffer,
                                            std::countr_zero(group.channels))
                   : sign);
    }
  for (size_t m = 0; m < model.numTiers; ++m) {
    double cost = impossibleCost;
    for (size_t c = 0; c < model.channelModels.size(); ++c) {
      if (!(set >> c & 1))
        continue;
      const ChannelModel &channelModel = model.channelModels[c];
      cost = std::min(cost, (channelModel.from == static_cast<TierId>(m)
                                 ? channelModel.sourceCost
                                 : 0.0) +
                                (channelModel.to == static_cast<TierId>(m)
                                     ? channelModel.destinationCost
                                     : 0.0));
    }
    change(tierNeeded[m], cost * bytes);
  }
}

void StallBound::update(Step end) {
  double best = least[end];
  const bool isLoopEnd =
      model.minTrips(end - 1, end, true) > model.minTrips(end - 1, end, false);
  for (bool onlyStarted : {false, true}) {
    if (onlyStarted && !isLoopEnd)
      continue;
    for (const Group &group : groups)
      updateGroup(group, end, onlyStarted, best);
    for (size_t m = 0; m < model.numTiers; ++m)
      updateTier(m, end, onlyStarted, best);
  }
  least[end + 1] = best;
}

void StallBound::updateTier(size_t tier, Step end, bool onlyStarted,
                            double &best) {
  const Amounts &amounts = tierNeeded[tier];
  const std::vector<double> &needed =
      onlyStarted ? amounts.started : amounts.all;
  double missing = onlyStarted ? 0 : needed[end];
  for (Step begin = end; begin >= 0; --begin) {
    if (begin < end)
      missing += needed[begin] - tierLeft[tier][begin];
    if (missing > 0)
      best =
          std::max(best, least[begin] +
                             model.minTrips(begin, end, onlyStarted) * missing);
  }
}

// Returns the bytes that could flow during \p latency seconds of the slowest
// ops.
double StallBound::lost(double latency) {
  double bytes = 0;
  for (const auto &[rate, time] : slowest) {
    const double part = std::min(time, latency);
    bytes += rate * part;
    latency -= part;
    if (latency <= 0)
      break;
  }
  return bytes;
}

void StallBound::updateGroup(const Group &group, Step end, bool onlyStarted,
                             double &best) {
  const std::vector<double> &bytes =
      onlyStarted ? group.bytes.started : group.bytes.all;
  const std::vector<double> &count =
      onlyStarted ? group.latencies.started : group.latencies.all;
  double missing = 0; // Bytes.
  double time = 0;    // Seconds of the ops.
  double latencies = 0;
  slowest.clear();
  for (Step begin = end; begin >= 0; --begin) {
    if (begin < end) {
      missing -= seconds[begin] * group.rates[begin];
      time += seconds[begin];
      if (group.latency > 0) {
        const std::pair op(group.rates[begin], seconds[begin]);
        slowest.insert(std::upper_bound(slowest.begin(), slowest.end(), op),
                       op);
      }
    }
    if (begin < end || !onlyStarted) {
      missing += bytes[begin];
      latencies += count[begin];
    }
    if (latencies == 0) // No transfers.
      continue;
    double stall = missing / group.stallRate;
    if (group.latency > 0) {
      const double latency =
          group.latency * (group.isByDeadline ? 1 : latencies);
      stall += lost(latency) / group.stallRate + std::max(0.0, latency - time);
    }
    if (stall > 0)
      best = std::max(
          best, least[begin] + model.minTrips(begin, end, onlyStarted) * stall);
  }
}
