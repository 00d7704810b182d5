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

Fluid::Fluid(const Model &model)
    : model(model), lanes(model.engines.size()), queues(lanes.size()),
      numberByDeadline(lanes.size()), rates(lanes.size()),
      tierLeft(model.numTiers), tierDemand(model.numTiers) {
  for (size_t c = 0; c < lanes.size(); ++c) {
    numberByDeadline[c] = inFlight.size();
    if (model.engines[c].isByDeadline)
      inFlight.emplace_back();
  }
}

// Says in the lane what its queue does.
void Fluid::describe(size_t channel) {
  const DeadlineQueue &queue = inFlight[numberByDeadline[channel]];
  Lane &lane = lanes[channel];
  lane.latencyLeft =
      queue.isIdle() || queue.isFlowing() ? 0 : queue.secondsToReady();
  lane.bytesLeft = queue.isFlowing() ? queue.bytesLeft() : 0;
}

void Fluid::beginHead(size_t channel) {
  Lane &lane = lanes[channel];
  lane.latencyLeft = model.engines[channel].latency;
  lane.bytesLeft = queues[channel][lane.head];
}

Flow Fluid::issue(ChannelId channel, double bytes, Step deadline) {
  Lane &lane = lanes[channel];
  if (model.engines[channel].isByDeadline) {
    Flight flight = flightOf({channel, lane.size++, deadline});
    flight.size = flight.bytesLeft = bytes;
    queues[channel].push_back(bytes);
    inFlight[numberByDeadline[channel]].issue(flight,
                                              model.engines[channel].latency);
    describe(channel);
    return {channel, lane.size - 1, deadline};
  }
  queues[channel].push_back(bytes);
  const bool wasIdle = lane.isIdle();
  ++lane.size;
  if (wasIdle)
    beginHead(channel);
  return {channel, lane.size - 1, 0};
}

void Fluid::restore(const State &before) {
  std::copy(before.lanes.begin(), before.lanes.end(), lanes.begin());
  inFlight = before.inFlight;
  for (size_t c = 0; c < lanes.size(); ++c)
    queues[c].resize(lanes[c].size);
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
    if (model.engines[c].isByDeadline) {
      lane.head += inFlight[numberByDeadline[c]].pass(seconds, rates[c],
                                                      model.engines[c].latency);
      describe(c);
      continue;
    }
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
      if (model.engines[c].isByDeadline)
        next = std::min(next, inFlight[numberByDeadline[c]].secondsToReady());
    }
    if (isIdle)
      break;
    elapsed += next;
    move(next);
  }
  return elapsed;
}
