//===- Route.cpp - Which channels lead to a tier --------------------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "memplace/Planning/Route.h"

using namespace memplace;
using namespace memplace::planning;

std::vector<ChannelId> memplace::planning::findRoute(const Problem &problem,
                                                     BufferId buffer,
                                                     TierId from, TierId to) {
  // Breadth first; of several channels between two tiers the fastest.
  const Target &target = problem.target;
  const Buffer &data = problem.buffers[buffer];
  std::vector<ChannelId> cameBy(target.tiers.size(), -1);
  std::vector<TierId> queue = {from};
  for (size_t i = 0; i < queue.size() && cameBy[to] < 0; ++i)
    for (size_t c = 0; c < target.channels.size(); ++c) {
      const Channel &channel = target.channels[c];
      if (channel.from != queue[i] || channel.to == from ||
          target.tiers[channel.to].isReadOnly() ||
          !problem.mayBeIn(data, channel.to) ||
          data.size > target.tiers[channel.to].capacity)
        continue;
      ChannelId &way = cameBy[channel.to];
      if (way < 0)
        queue.push_back(channel.to);
      else if (target.channels[way].from != channel.from ||
               target.channels[way].bytesPerSecond >= channel.bytesPerSecond)
        continue;
      way = static_cast<ChannelId>(c);
    }
  std::vector<ChannelId> route;
  for (TierId at = to; at != from && cameBy[at] >= 0;
       at = target.channels[cameBy[at]].from)
    route.insert(route.begin(), cameBy[at]);
  return route;
}
