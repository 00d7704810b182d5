//===- Fluid.cpp - Transfers that share channels and tiers ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Planning/Fluid.h"

using namespace memplace;
using namespace memplace::planning;

std::vector<Engine> planning::enginesOf(const Target &target) {
  std::vector<Engine> engines;
  int32_t numQueues = 0;
  for (const Channel &channel : target.channels) {
    const bool isByDeadline = channel.order == ChannelOrder::Deadline;
    engines.push_back(
        {channel.from, channel.to, 1 / secondsPerByte(channel.bytesPerSecond),
         secondsOf(channel.latencyPs),
         secondsPerByte(target.tiers[channel.from].readBytesPerSecond),
         secondsPerByte(target.tiers[channel.to].writeBytesPerSecond),
         isByDeadline ? numQueues : -1});
    numQueues += isByDeadline ? 1 : 0;
  }
  return engines;
}

FairShare::FairShare(const Target &target)
    : engines(enginesOf(target)), rates(engines.size()),
      tierLeft(target.tiers.size()), tierDemand(tierLeft.size()) {}

// Progressive filling.
void FairShare::fill(const double *left) {
  std::copy_n(left, tierLeft.size(), tierLeft.begin());
  while (!rising.empty()) {
    std::fill(tierDemand.begin(), tierDemand.end(), 0);
    double level = infinity;
    for (ChannelId c : rising) {
      tierDemand[engines[c].from] += engines[c].sourceCost;
      tierDemand[engines[c].to] += engines[c].destinationCost;
      level = std::min(level, engines[c].limit);
    }
    for (size_t m = 0; m < tierLeft.size(); ++m)
      if (tierDemand[m] > 0)
        level = std::min(level, tierLeft[m] / tierDemand[m]);
    const double reach = level * (1 + roundingFraction);
    auto isStopped = [&](ChannelId c) {
      const Engine &engine = engines[c];
      return engine.limit <= reach ||
             tierLeft[engine.from] <= reach * tierDemand[engine.from] ||
             tierLeft[engine.to] <= reach * tierDemand[engine.to];
    };
    const auto stopped =
        std::partition(rising.begin(), rising.end(),
                       [&](ChannelId c) { return !isStopped(c); });
    assert(stopped != rising.end() && "the lowest limit stops a channel");
    for (auto c = stopped; c != rising.end(); ++c)
      rates[*c] = level;
    for (auto c = stopped; c != rising.end(); ++c) {
      double &from = tierLeft[engines[*c].from];
      from = std::max(0.0, from - level * engines[*c].sourceCost);
      double &to = tierLeft[engines[*c].to];
      to = std::max(0.0, to - level * engines[*c].destinationCost);
    }
    rising.erase(stopped, rising.end());
  }
}
