//===- FlowState.cpp - Transfers in flight, with backtracking -------------===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowState.h"

using namespace memplace;
using namespace memplace::solver::exact;

Flow FlowState::issue(ChannelId channel, const Load &load, Step deadline) {
  const int32_t position = numIssued[channel]++;
  if (model.channelModels[channel].isByDeadline()) {
    const Flow flow = {channel, position, deadline};
    InFlightTransfer flight = flightOf(flow);
    flight.size = flight.bytesLeft = load.bytes;
    fluid.issue(channel, flight);
    return flow;
  }
  queues[channel].push_back(load);
  if (laneOf(channel).position == position) // Was idle.
    beginNext(channel);
  return {channel, position, 0};
}

void FlowState::beginNext(ChannelId channel) {
  const int32_t head = laneOf(channel).position;
  if (head < numIssued[channel])
    fluid.begin(channel, queues[channel][head].bytes,
                queues[channel][head].latencies);
  else
    fluid.rest(channel);
}

void FlowState::restore(const State &before) {
  std::copy(before.lanes.begin(), before.lanes.end(), fluid.lanes.begin());
  fluid.inFlight = before.inFlight;
  std::copy(before.numIssued.begin(), before.numIssued.end(),
            numIssued.begin());
  for (size_t c = 0; c < queues.size(); ++c)
    if (!model.channelModels[c].isByDeadline())
      queues[c].resize(numIssued[c]);
}
