//===- Route.cpp - Channels that lead to a tier ---------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Route.h"

using namespace memplace;
using namespace memplace::planning;

// Returns the fastest direct channel, the first of equal ones; -1: none.
static ChannelId directChannel(const Target &target, TierId from, TierId to) {
  ChannelId best = -1;
  for (size_t c = 0; c < target.channels.size(); ++c) {
    const Channel &channel = target.channels[c];
    if (channel.from == from && channel.to == to &&
        (best < 0 ||
         channel.bytesPerSecond > target.channels[best].bytesPerSecond))
      best = static_cast<ChannelId>(c);
  }
  return best;
}

std::vector<ChannelId> memplace::planning::findRoute(const Problem &problem,
                                                     BufferId buffer,
                                                     TierId from, TierId to) {
  const Target &target = problem.target;
  const Buffer &data = problem.buffers[buffer];
  const auto mayPass = [&](TierId tier) {
    return tier != from && !target.tiers[tier].isReadOnly() &&
           problem.mayBeIn(data, tier) &&
           data.size <= target.tiers[tier].capacity;
  };
  if (!mayPass(to))
    return {};
  // Most tiers are one hop away, and this runs for each stay tried.
  if (ChannelId channel = directChannel(target, from, to); channel >= 0)
    return {channel};
  // Breadth-first search, by the fastest of several channels between two tiers.
  std::vector<ChannelId> cameBy(target.tiers.size(), -1);
  std::vector<TierId> queue = {from};
  for (size_t i = 0; i < queue.size() && cameBy[to] < 0; ++i)
    for (size_t c = 0; c < target.channels.size(); ++c) {
      const Channel &channel = target.channels[c];
      if (channel.from != queue[i] || !mayPass(channel.to))
        continue;
      ChannelId &best = cameBy[channel.to];
      if (best < 0)
        queue.push_back(channel.to);
      else if (target.channels[best].from != channel.from ||
               target.channels[best].bytesPerSecond >= channel.bytesPerSecond)
        continue;
      best = static_cast<ChannelId>(c);
    }
  std::vector<ChannelId> route;
  for (TierId at = to; at != from && cameBy[at] >= 0;
       at = target.channels[cameBy[at]].from)
    route.insert(route.begin(), cameBy[at]);
  return route;
}
