//===- Fluid.h - Transfers that share channels and tiers --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Model of how transfers move (docs/reference/problem.md, section 4), shared by
// all planning code. `IncrementalSimulator` and exact search differ in how they
// number transfers and go back in time; both leave the flow to this class.
// lib/Simulator has an independent implementation, which serves as the oracle.
//
// Method: an event-driven fluid simulation. On each channel a single transfer
// flows, or waits for its latency to end. All rates are constant between two
// events; an event is the end of a latency or the arrival of a transfer. Rates
// are max-min fair under the bandwidth of each channel and the fraction of each
// tier's time left by ops. Progressive filling (Bertsekas and Gallager 1992,
// "Data Networks", on max-min flow control) finds the rates: all rates rise
// together until a channel or a tier is saturated; the channels limited there
// stop, and the remaining rates rise further. With C channels and T tiers an
// event takes O(C * (C + T)).
//
// Units: seconds, bytes, and bytes per second; a tier's time is given as the
// fraction left to transfers, from 0 to 1.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_FLUID_H
#define MEMPLACE_LIB_PLANNING_FLUID_H

#include "DeadlineQueue.h"
#include "Numbers.h"

#include <cassert>

namespace memplace::planning {

/// Parameters of a channel.
struct ChannelModel {
  TierId from = 0, to = 0;
  double limit = 0;                           // Bytes per second.
  double latency = 0;                         // Seconds.
  double sourceCost = 0, destinationCost = 0; // Seconds per byte.
  /// Index among the channels with service by deadline; -1 for first in, first
  /// out.
  int32_t queue = -1;

  bool isByDeadline() const { return queue >= 0; }
  /// Returns the rate, in bytes per second, of a channel with no competitor for
  /// the fractions \p left of the tiers' time.
  double rate(const double *left) const {
    return std::min(
        {limit, left[from] / sourceCost, left[to] / destinationCost});
  }
};

/// Returns the parameters of all channels of a target.
std::vector<ChannelModel> channelModelsOf(const Target &target);

/// Max-min fair rates.
class FairShare {
public:
  explicit FairShare(const Target &target);

  const std::vector<ChannelModel> &getChannelModels() const {
    return channelModels;
  }
  /// Sets the rates of all channels for which \p isFlowing returns true. \p
  /// left is the fraction of time by tier.
  template <typename IsFlowing>
  void share(const double *left, IsFlowing isFlowing) {
    rising.clear();
    for (size_t c = 0; c < channelModels.size(); ++c)
      if (isFlowing(c))
        rising.push_back(static_cast<ChannelId>(c));
    if (rising.size() == 1)
      rates[rising[0]] = channelModels[rising[0]].rate(left);
    else
      fill(left);
  }
  /// Returns the rate, in bytes per second, of a channel flowing in the last
  /// `share`.
  double rateOf(size_t channel) const { return rates[channel]; }

private:
  void fill(const double *left);

  const std::vector<ChannelModel> channelModels;
  std::vector<double> rates; // By channel.
  std::vector<double> tierLeft, tierDemand;
  std::vector<ChannelId> rising; // Channels not stopped by a limit so far.
};

/// State of all channels at one time. A \p Position, chosen by the owner,
/// identifies the transfer at the head of a first-in, first-out channel.
template <typename Position> class Fluid {
public:
  /// State of one channel. If the channel serves by deadline, `inFlight` has
  /// its transfers, and the lane describes the flowing transfer or, if none
  /// flows, the next transfer to flow.
  struct Lane {
    Position position = {};
    double latencyLeft = 0; // Seconds until the head flows.
    double bytesLeft = 0;   // Of the head or the flowing transfer.

    bool isIdle() const { return bytesLeft == 0 && latencyLeft == 0; }
    bool isFlowing() const { return bytesLeft > 0 && latencyLeft == 0; }
    bool operator==(const Lane &) const = default;
  };

  // Owners save both fields and restore them to go back in time.
  std::vector<Lane> lanes;             // By channel.
  std::vector<DeadlineQueue> inFlight; // By ChannelModel::queue.

  explicit Fluid(const Target &target)
      : lanes(target.channels.size()), fair(target) {
    for (const ChannelModel &channelModel : channelModels())
      if (channelModel.isByDeadline())
        inFlight.emplace_back();
  }

  const std::vector<ChannelModel> &channelModels() const {
    return fair.getChannelModels();
  }
  const DeadlineQueue &queueOf(ChannelId channel) const {
    return inFlight[channelModels()[channel].queue];
  }

  /// Makes a transfer of \p bytes, split into \p descriptors, the head of a
  /// first-in, first-out channel.
  void begin(ChannelId channel, double bytes, double descriptors) {
    lanes[channel].latencyLeft = channelModels()[channel].latency * descriptors;
    lanes[channel].bytesLeft = bytes;
  }
  /// Makes a channel idle.
  void rest(ChannelId channel) {
    lanes[channel].latencyLeft = 0;
    lanes[channel].bytesLeft = 0;
  }
  /// Issues a transfer on a channel with service by deadline.
  void issue(ChannelId channel, const InFlightTransfer &flight) {
    inFlight[channelModels()[channel].queue].issue(
        flight, channelModels()[channel].latency);
    describe(channel);
  }

  /// Advances the time by \p seconds; stops earlier if `owner.isOver()` returns
  /// true or all channels are idle. \p left is the fraction of time left to
  /// transfers, by tier. After the head of a first-in, first-out channel has
  /// arrived, `owner.arrived(channel)` must call `begin` for the next transfer,
  /// or `rest`; `owner.sizeOfHead(channel)` returns the bytes of the old head.
  /// Returns the seconds elapsed.
  template <typename Owner>
  double run(double seconds, const double *left, Owner owner) {
    double elapsed = 0;
    for (double remaining = seconds; remaining > 0 && !owner.isOver();) {
      if (areAllIdle())
        break;
      fair.share(left, [&](size_t c) { return lanes[c].isFlowing(); });
      const double next = secondsToEvent(remaining);
      assert(next < infinity && "an awaited transfer has no rate");
      remaining -= next;
      elapsed += next;
      pass(next, owner);
    }
    return elapsed;
  }

private:
  bool areAllIdle() const {
    bool areIdle = true;
    for (const Lane &lane : lanes)
      areIdle &= lane.isIdle();
    return areIdle;
  }

  double secondsToEvent(double most) const {
    double seconds = most;
    for (size_t c = 0; c < lanes.size(); ++c) {
      const Lane &lane = lanes[c];
      if (lane.isIdle())
        continue;
      if (lane.latencyLeft > 0)
        seconds = std::min(seconds, lane.latencyLeft);
      else if (fair.rateOf(c) > 0)
        seconds = std::min(seconds, lane.bytesLeft / fair.rateOf(c));
      if (channelModels()[c].isByDeadline())
        seconds = std::min(seconds,
                           inFlight[channelModels()[c].queue].secondsToReady());
    }
    return seconds;
  }

  // Advances to the next event at most.
  template <typename Owner> void pass(double seconds, Owner &owner) {
    for (size_t c = 0; c < lanes.size(); ++c) {
      Lane &lane = lanes[c];
      if (lane.isIdle())
        continue;
      const ChannelModel &channelModel = channelModels()[c];
      const auto channel = static_cast<ChannelId>(c);
      if (channelModel.isByDeadline()) {
        inFlight[channelModel.queue].pass(seconds, fair.rateOf(c),
                                          channelModel.latency);
        describe(channel);
        continue;
      }
      if (lane.latencyLeft > 0) {
        lane.latencyLeft -= seconds;
        if (lane.latencyLeft <= channelModel.latency * roundingFraction)
          lane.latencyLeft = 0;
        continue;
      }
      lane.bytesLeft -= fair.rateOf(c) * seconds;
      if (lane.bytesLeft <= owner.sizeOfHead(channel) * roundingFraction)
        owner.arrived(channel);
    }
  }

  // Updates the lane from the state of its deadline queue.
  void describe(ChannelId channel) {
    const DeadlineQueue &queue = inFlight[channelModels()[channel].queue];
    Lane &lane = lanes[channel];
    lane.latencyLeft =
        queue.isIdle() || queue.isFlowing() ? 0 : queue.secondsToReady();
    lane.bytesLeft = queue.isFlowing() ? queue.bytesLeft() : 0;
  }

  FairShare fair;
};

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_FLUID_H
