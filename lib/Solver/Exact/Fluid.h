//===- Fluid.h - Channels as fluids, with a way back ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_FLUID_H
#define MEMPLACE_LIB_SOLVER_EXACT_FLUID_H

#include "Model.h"
#include "memplace/Planning/DeadlineQueue.h"

namespace memplace::solver::exact {

/// One channel at one time.
struct Lane {
  int32_t head = 0;       // How many have arrived.
  int32_t size = 0;       // How many were issued.
  double latencyLeft = 0; // By deadline: 0 if anything flows.
  double bytesLeft = 0;   // Of the head, or of what flows.

  bool isIdle() const { return head == size; }
};

/// A transfer on its way: number `position` on its channel.
struct Flow {
  ChannelId channel = 0;
  int32_t position = 0;
  Step deadline = 0; // By deadline only.
};

/// The transfers of docs/reference/problem.md, section 4, with the arithmetic
/// of the simulator. `getLanes` and `restore` go back in time.
class Fluid {
public:
  explicit Fluid(const Model &model);

  /// What all channels do at one time.
  struct State {
    std::vector<Lane> lanes;
    std::vector<DeadlineQueue> inFlight;
  };

  /// \p deadline: the step of `done`, for a channel by deadline.
  Flow issue(ChannelId channel, double bytes, Step deadline);
  bool hasArrived(Flow flow) const {
    return model.engines[flow.channel].isByDeadline
               ? !queueOf(flow.channel).contains(flightOf(flow))
               : lanes[flow.channel].head > flow.position;
  }
  /// What is left of a transfer on a channel by deadline, which has not
  /// arrived.
  void findLeft(Flow flow, double &latency, double &bytes) const {
    (void)queueOf(flow.channel).find(flightOf(flow), latency, bytes);
  }
  /// Lets \p seconds pass in which transfers have \p left of each tier.
  void advance(double seconds, const std::vector<double> &left) {
    run(seconds, left.data(), nullptr);
  }
  /// Waits until \p flow has arrived. Returns the seconds that takes.
  double await(Flow flow) { return run(1e300, model.wholeTiers.data(), &flow); }

  const std::vector<Lane> &getLanes() const { return lanes; }
  State save() const { return {lanes, inFlight}; }
  void restore(const State &before);

private:
  const DeadlineQueue &queueOf(ChannelId channel) const {
    return inFlight[numberByDeadline[channel]];
  }
  static Flight flightOf(Flow flow) { return {flow.deadline, flow.position}; }
  void describe(size_t channel);
  double run(double seconds, const double *left, const Flow *awaited);
  void shareTiers(const double *left);
  void move(double seconds);
  void beginHead(size_t channel);

  const Model &model;
  std::vector<Lane> lanes;
  std::vector<std::vector<double>> queues; // Bytes, by channel and position.
  std::vector<size_t> numberByDeadline;    // By channel: in `inFlight`.
  std::vector<DeadlineQueue> inFlight;
  std::vector<double> rates; // By channel.
  std::vector<double> tierLeft, tierDemand;
  std::vector<ChannelId> rising;
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_FLUID_H
