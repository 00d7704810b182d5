//===- FlowState.h - Transfers on their way, with a way back ----*- C++ -*-===//
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

/// A transfer on its way: number `position` on its channel.
struct Flow {
  ChannelId channel = 0;
  int32_t position = 0;
  Step deadline = 0; // By deadline only.
};

/// What a transfer moves.
struct Load {
  double bytes = 0;
  double latencies = 1; // That it waits for first.
};

/// Transfers that are issued one by one, with time between: the fluid model of
/// Planning, numbered by channel. `save` and `restore` go back in time.
class FlowState {
public:
  explicit FlowState(const Model &model)
      : model(model), fluid(model.problem.target), queues(model.engines.size()),
        numIssued(queues.size()) {}

  /// How many have arrived, of a channel that is first in, first out.
  using Channels = Fluid<int32_t>;
  /// What all channels do at one time.
  struct State {
    std::vector<Channels::Lane> lanes;
    std::vector<DeadlineQueue> inFlight;
    std::vector<int32_t> numIssued;
  };

  /// \p deadline: the step of `done`, for a channel by deadline.
  Flow issue(ChannelId channel, const Load &load, Step deadline);
  bool hasArrived(Flow flow) const {
    return model.engines[flow.channel].isByDeadline()
               ? !fluid.queueOf(flow.channel).contains(flightOf(flow))
               : laneOf(flow.channel).position > flow.position;
  }
  /// What is left of a transfer on a channel by deadline, which has not
  /// arrived.
  void findLeft(Flow flow, double &latency, double &bytes) const {
    (void)fluid.queueOf(flow.channel).find(flightOf(flow), latency, bytes);
  }
  /// Lets \p seconds pass in which transfers have \p left of each tier.
  void advance(double seconds, const std::vector<double> &left) {
    fluid.run(seconds, left.data(), Heads{*this, nullptr});
  }
  /// Waits until \p flow has arrived. Returns the seconds that takes.
  double await(Flow flow) {
    return fluid.run(infinity, model.wholeTiers.data(), Heads{*this, &flow});
  }

  const Channels::Lane &laneOf(ChannelId channel) const {
    return fluid.lanes[channel];
  }
  State save() const { return {fluid.lanes, fluid.inFlight, numIssued}; }
  void restore(const State &before);

private:
  /// What `Fluid::run` asks of us.
  struct Heads {
    FlowState &flows;
    const Flow *awaited; // None: the time is given.

    bool isOver() const { return awaited && flows.hasArrived(*awaited); }
    double sizeOfHead(ChannelId channel) const {
      return flows.queues[channel][flows.laneOf(channel).position].bytes;
    }
    void arrived(ChannelId channel) const {
      ++flows.fluid.lanes[channel].position;
      flows.beginNext(channel);
    }
  };

  static Flight flightOf(Flow flow) { return {flow.deadline, flow.position}; }
  void beginNext(ChannelId channel);

  const Model &model;
  Channels fluid;
  std::vector<std::vector<Load>> queues; // By channel and position.
  std::vector<int32_t> numIssued;        // By channel.
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_FLOWSTATE_H
