//===- FlowState.h - Transfers in flight, with backtracking -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_FLOWSTATE_H
#define MEMPLACE_LIB_SOLVER_EXACT_FLOWSTATE_H

#include "ExactModel.h"

namespace memplace::solver::exact {

/// A transfer in flight: number `position` on its channel.
struct Flow {
  ChannelId channel = 0;
  int32_t position = 0;
  Step deadline = 0; // Only on channels by deadline.
};

/// Size of a transfer.
struct Load {
  double bytes = 0;
  double latencies = 1; // Latencies before the first byte.
};

/// Transfers issued one by one, with time passing in between. Wraps the fluid
/// model of Planning, with transfers numbered by channel. `save` and `restore`
/// support backtracking.
class FlowState {
public:
  explicit FlowState(const Model &model)
      : model(model), fluid(model.problem.target),
        queues(model.channelModels.size()), numIssued(queues.size()) {}

  /// The position of a FIFO channel is its number of arrived transfers.
  using Channels = Fluid<int32_t>;
  /// State of all channels at one time.
  struct State {
    std::vector<Channels::Lane> lanes;
    std::vector<DeadlineQueue> inFlight;
    std::vector<int32_t> numIssued;
  };

  /// Issues a transfer. \p deadline is the step of `done`; only channels by
  /// deadline use it.
  Flow issue(ChannelId channel, const Load &load, Step deadline);
  bool hasArrived(Flow flow) const {
    return model.channelModels[flow.channel].isByDeadline()
               ? !fluid.queueOf(flow.channel).contains(flightOf(flow))
               : laneOf(flow.channel).position > flow.position;
  }
  /// Sets \p latency and \p bytes to the remainders of a transfer on a channel
  /// by deadline. The transfer must not have arrived.
  void findLeft(Flow flow, double &latency, double &bytes) const {
    (void)fluid.queueOf(flow.channel).find(flightOf(flow), latency, bytes);
  }
  /// Advances the time by \p seconds; transfers have the fraction \p left of
  /// each tier.
  void advance(double seconds, const std::vector<double> &left) {
    fluid.run(seconds, left.data(), Heads{*this, nullptr});
  }
  /// Waits for the arrival of \p flow. Returns the seconds waited.
  double await(Flow flow) {
    return fluid.run(infinity, model.wholeTiers.data(), Heads{*this, &flow});
  }

  const Channels::Lane &laneOf(ChannelId channel) const {
    return fluid.lanes[channel];
  }
  State save() const { return {fluid.lanes, fluid.inFlight, numIssued}; }
  void restore(const State &before);

private:
  /// Callbacks of `Fluid::run`.
  struct Heads {
    FlowState &flows;
    const Flow *awaited; // Null: run for a given time.

    bool isOver() const { return awaited && flows.hasArrived(*awaited); }
    double sizeOfHead(ChannelId channel) const {
      return flows.queues[channel][flows.laneOf(channel).position].bytes;
    }
    void arrived(ChannelId channel) const {
      ++flows.fluid.lanes[channel].position;
      flows.beginNext(channel);
    }
  };

  static InFlightTransfer flightOf(Flow flow) {
    return {flow.deadline, flow.position};
  }
  void beginNext(ChannelId channel);

  const Model &model;
  Channels fluid;
  std::vector<std::vector<Load>> queues; // By channel and position.
  std::vector<int32_t> numIssued;        // By channel.
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_FLOWSTATE_H
