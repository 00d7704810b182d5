//===- Fluid.cpp - Channels as fluids, with a way back --------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fluid.h"

#include <algorithm>
#include <limits>

using namespace memplace;
using namespace memplace::solver::exact;

// As in the simulator: what is left of a transfer that counts as rounding.
static constexpr double roundingFraction = 1e-12;

void Fluid::beginHead(size_t channel) {
  Lane &lane = lanes[channel];
  lane.latencyLeft = model.engines[channel].latency;
  lane.bytesLeft = queues[channel][lane.head];
}

Flow Fluid::issue(ChannelId channel, double bytes) {
  Lane &lane = lanes[channel];
  queues[channel].push_back(bytes);
  const bool wasIdle = lane.isIdle();
  ++lane.size;
  if (wasIdle)
    beginHead(channel);
  return {channel, lane.size - 1};
}

void Fluid::restore(const std::vector<Lane> &before) {
  std::copy(before.begin(), before.end(), lanes.begin());
  for (size_t c = 0; c < lanes.size(); ++c)
    queues[c].resize(lanes[c].size);
}

double Fluid::bytesLeft(ChannelId channel) const {
  const Lane &lane = lanes[channel];
  if (lane.isIdle())
    return 0;
  double bytes = lane.bytesLeft;
  for (int32_t i = lane.head + 1; i < lane.size; ++i)
    bytes += queues[channel][i];
  return bytes;
}

// Max-min fair rates by progressive filling.
void Fluid::shareTiers(const double *left) {
  rising.clear();
  for (size_t c = 0; c < lanes.size(); ++c)
    if (!lanes[c].isIdle() && lanes[c].latencyLeft == 0)
      rising.push_back(static_cast<ChannelId>(c));
  std::copy_n(left, tierLeft.size(), tierLeft.begin());
  while (!rising.empty()) {
    std::fill(tierDemand.begin(), tierDemand.end(), 0);
    double level = std::numeric_limits<double>::infinity();
    for (ChannelId c : rising) {
      const Engine &engine = model.engines[c];
      tierDemand[engine.from] += engine.sourceCost;
      tierDemand[engine.to] += engine.destinationCost;
      level = std::min(level, engine.limit);
    }
    for (size_t m = 0; m < tierLeft.size(); ++m)
      if (tierDemand[m] > 0)
        level = std::min(level, tierLeft[m] / tierDemand[m]);
    const double reach = level * (1 + roundingFraction);
    auto isStopped = [&](ChannelId c) {
      const Engine &engine = model.engines[c];
      return engine.limit <= reach ||
             tierLeft[engine.from] <= reach * tierDemand[engine.from] ||
             tierLeft[engine.to] <= reach * tierDemand[engine.to];
    };
    auto stopped = std::partition(rising.begin(), rising.end(),
                                  [&](ChannelId c) { return !isStopped(c); });
    for (auto c = stopped; c != rising.end(); ++c)
      rates[*c] = level;
    for (auto c = stopped; c != rising.end(); ++c) {
      const Engine &engine = model.engines[*c];
      tierLeft[engine.from] =
          std::max(0.0, tierLeft[engine.from] - level * engine.sourceCost);
      tierLeft[engine.to] =
          std::max(0.0, tierLeft[engine.to] - level * engine.destinationCost);
    }
    rising.erase(stopped, rising.end());
  }
}

// No longer than to the next event.
void Fluid::move(double seconds) {
  for (size_t c = 0; c < lanes.size(); ++c) {
    Lane &lane = lanes[c];
    if (lane.isIdle())
      continue;
    if (lane.latencyLeft > 0) {
      lane.latencyLeft -= seconds;
      if (lane.latencyLeft <= model.engines[c].latency * roundingFraction)
        lane.latencyLeft = 0;
      continue;
    }
    lane.bytesLeft -= rates[c] * seconds;
    if (lane.bytesLeft > queues[c][lane.head] * roundingFraction)
      continue;
    ++lane.head;
    if (!lane.isIdle())
      beginHead(c);
  }
}

double Fluid::run(double seconds, const double *left, const Flow *awaited) {
  double elapsed = 0;
  while (elapsed < seconds && !(awaited && hasArrived(*awaited))) {
    shareTiers(left);
    double next = seconds - elapsed;
    bool isIdle = true;
    for (size_t c = 0; c < lanes.size(); ++c) {
      const Lane &lane = lanes[c];
      if (lane.isIdle())
        continue;
      isIdle = false;
      if (lane.latencyLeft > 0)
        next = std::min(next, lane.latencyLeft);
      else if (rates[c] > 0)
        next = std::min(next, lane.bytesLeft / rates[c]);
    }
    if (isIdle)
      break;
    elapsed += next;
    move(next);
  }
  return elapsed;
}
