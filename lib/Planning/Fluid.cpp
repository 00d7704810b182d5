//===- Fluid.cpp - Transfers that share channels and tiers ----------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fluid.h"

using namespace memplace;
using namespace memplace::planning;

std::vector<ChannelModel> planning::channelModelsOf(const Target &target) {
  std::vector<ChannelModel> channelModels;
  int32_t numQueues = 0;
  for (const Channel &channel : target.channels) {
    const bool isByDeadline = channel.order == ChannelOrder::Deadline;
    channelModels.push_back(
        {channel.from, channel.to, 1 / secondsPerByte(channel.bytesPerSecond),
         secondsOf(channel.latencyPs),
         secondsPerByte(target.tiers[channel.from].readBytesPerSecond),
         secondsPerByte(target.tiers[channel.to].writeBytesPerSecond),
         isByDeadline ? numQueues : -1});
    numQueues += isByDeadline ? 1 : 0;
  }
  return channelModels;
}

FairShare::FairShare(const Target &target)
    : channelModels(channelModelsOf(target)), rates(channelModels.size()),
      tierLeft(target.tiers.size()), tierDemand(tierLeft.size()) {}

// Progressive filling.
void FairShare::fill(const double *left) {
  std::copy_n(left, tierLeft.size(), tierLeft.begin());
  while (!rising.empty()) {
    std::fill(tierDemand.begin(), tierDemand.end(), 0);
    double level = infinity;
    for (ChannelId c : rising) {
      tierDemand[channelModels[c].from] += channelModels[c].sourceCost;
      tierDemand[channelModels[c].to] += channelModels[c].destinationCost;
      level = std::min(level, channelModels[c].limit);
    }
    for (size_t m = 0; m < tierLeft.size(); ++m)
      if (tierDemand[m] > 0)
        level = std::min(level, tierLeft[m] / tierDemand[m]);
    const double reach = level * (1 + roundingFraction);
    auto isStopped = [&](ChannelId c) {
      const ChannelModel &channelModel = channelModels[c];
      return channelModel.limit <= reach ||
             tierLeft[channelModel.from] <=
                 reach * tierDemand[channelModel.from] ||
             tierLeft[channelModel.to] <= reach * tierDemand[channelModel.to];
    };
    const auto stopped =
        std::partition(rising.begin(), rising.end(),
                       [&](ChannelId c) { return !isStopped(c); });
    assert(stopped != rising.end() && "the lowest limit stops a channel");
    for (auto c = stopped; c != rising.end(); ++c)
      rates[*c] = level;
    for (auto c = stopped; c != rising.end(); ++c) {
      double &from = tierLeft[channelModels[*c].from];
      from = std::max(0.0, from - level * channelModels[*c].sourceCost);
      double &to = tierLeft[channelModels[*c].to];
      to = std::max(0.0, to - level * channelModels[*c].destinationCost);
    }
    rising.erase(stopped, rising.end());
  }
}
