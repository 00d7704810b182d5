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

namespace memplace::solver::exact {

/// One channel at one time.
struct Lane {
  int32_t head = 0; // How many have arrived.
  int32_t size = 0; // How many were issued.
  double latencyLeft = 0;
  double bytesLeft = 0; // Of the head.

  bool isIdle() const { return head == size; }
};

/// A transfer on its way: number `position` on its channel.
struct Flow {
  ChannelId channel = 0;
  int32_t position = 0;
};

/// The transfers of docs/problem.md, section 4, with the arithmetic of the
/// simulator. `getLanes` and `restore` go back in time.
class Fluid {
public:
  explicit Fluid(const Model &model)
      : model(model), lanes(model.engines.size()), queues(lanes.size()),
        rates(lanes.size()), tierLeft(model.numTiers),
        tierDemand(model.numTiers) {}

  Flow issue(ChannelId channel, double bytes);
  bool hasArrived(Flow flow) const {
    return lanes[flow.channel].head > flow.position;
  }
  /// Lets \p seconds pass in which transfers have \p left of each tier.
  void advance(double seconds, const std::vector<double> &left) {
    run(seconds, left.data(), nullptr);
  }
  /// Waits until \p flow has arrived. Returns the seconds that takes.
  double await(Flow flow) { return run(1e300, model.wholeTiers.data(), &flow); }

  const std::vector<Lane> &getLanes() const { return lanes; }
  void restore(const std::vector<Lane> &before);
  /// Bytes that channel \p channel has still to move.
  double bytesLeft(ChannelId channel) const;

private:
  double run(double seconds, const double *left, const Flow *awaited);
  void shareTiers(const double *left);
  void move(double seconds);
  void beginHead(size_t channel);

  const Model &model;
  std::vector<Lane> lanes;
  std::vector<std::vector<double>> queues; // Bytes, by channel and position.
  std::vector<double> rates;               // By channel.
  std::vector<double> tierLeft, tierDemand;
  std::vector<ChannelId> rising;
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_FLUID_H
