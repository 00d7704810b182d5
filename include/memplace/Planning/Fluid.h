//===- Fluid.h - Transfers that share channels and tiers --------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How transfers move, as docs/reference/problem.md, section 4, says: the one
// model of it for all that plans. `IncrementalSimulator` and exact search
// differ in how they number transfers and go back in time, and leave the
// flowing to this. lib/Simulator has an implementation of its own, as the
// oracle of this one.
//
// Method: an event simulation of fluids. On each channel one transfer flows, or
// waits out its latency; between two events all rates are constant, and an
// event is that a latency is over or a transfer has arrived. Rates are max-min
// fair under the bandwidth of each channel and the fraction of each tier's time
// that ops leave, found by progressive filling (Bertsekas and Gallager 1992,
// "Data Networks", on max-min flow control): all rise together until a channel
// or a tier is full; those that it holds up stop, and the others rise on. With
// C channels and T tiers an event takes O(C * (C + T)).
//
// Units: seconds, bytes, and bytes per second; of a tier's time the fraction
// that is left to transfers, from 0 to 1.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_FLUID_H
#define MEMPLACE_PLANNING_FLUID_H

#include "memplace/Planning/DeadlineQueue.h"
#include "memplace/Planning/Numbers.h"

#include <cassert>

namespace memplace::planning {

/// A channel in numbers.
struct Engine {
  TierId from = 0, to = 0;
  double limit = 0;                           // Bytes per second.
  double latency = 0;                         // Seconds.
  double sourceCost = 0, destinationCost = 0; // Seconds for each byte.
  /// By deadline: its number among those channels. Else, first in, first out,
  /// -1.
  int32_t queue = -1;

  bool isByDeadline() const { return queue >= 0; }
  /// Bytes per second if it has \p left of the tiers' time for itself.
  double rate(const double *left) const {
    return std::min(
        {limit, left[from] / sourceCost, left[to] / destinationCost});
  }
};

/// Those of a target, by channel.
std::vector<Engine> enginesOf(const Target &target);

/// Max-min fair rates.
class FairShare {
public:
  explicit FairShare(const Target &target);

  const std::vector<Engine> &getEngines() const { return engines; }
  /// Sets the rates of the channels that \p isFlowing says flow, which have
  /// \p left of each tier's time.
  template <typename IsFlowing>
  void share(const double *left, IsFlowing isFlowing) {
    rising.clear();
    for (size_t c = 0; c < engines.size(); ++c)
      if (isFlowing(c))
        rising.push_back(static_cast<ChannelId>(c));
    if (rising.size() == 1)
      rates[rising[0]] = engines[rising[0]].rate(left);
    else
      fill(left);
  }
  /// Bytes per second, of a channel that flowed in the last `share`.
  double rateOf(size_t channel) const { return rates[channel]; }

private:
  void fill(const double *left);

  const std::vector<Engine> engines;
  std::vector<double> rates; // By channel.
  std::vector<double> tierLeft, tierDemand;
  std::vector<ChannelId> rising; // Channels that nothing holds up so far.
};

/// What all channels do at one time. A \p Position says, in the owner's own
/// way, which transfer is the head of a channel that is first in, first out.
template <typename Position> class Fluid {
public:
  /// What a channel does. One by deadline has its transfers in `inFlight`; here
  /// it says what flows, or, if nothing does, what will next.
  struct Lane {
    Position position = {};
    double latencyLeft = 0; // Seconds until the head flows.
    double bytesLeft = 0;   // Of the head, or of what flows.

    bool isIdle() const { return bytesLeft == 0 && latencyLeft == 0; }
    bool isFlowing() const { return bytesLeft > 0 && latencyLeft == 0; }
    bool operator==(const Lane &) const = default;
  };

  // Owners save both, and write them back to go back in time.
  std::vector<Lane> lanes;             // By channel.
  std::vector<DeadlineQueue> inFlight; // By Engine::queue.

  explicit Fluid(const Target &target)
      : lanes(target.channels.size()), fair(target) {
    for (const Engine &engine : engines())
      if (engine.isByDeadline())
        inFlight.emplace_back();
  }

  const std::vector<Engine> &engines() const { return fair.getEngines(); }
  const DeadlineQueue &queueOf(ChannelId channel) const {
    return inFlight[engines()[channel].queue];
  }

  /// A transfer of \p bytes by so many descriptors becomes the head of a
  /// channel that is first in, first out.
  void begin(ChannelId channel, double bytes, double descriptors) {
    lanes[channel].latencyLeft = engines()[channel].latency * descriptors;
    lanes[channel].bytesLeft = bytes;
  }
  /// Nothing is left on the channel.
  void rest(ChannelId channel) {
    lanes[channel].latencyLeft = 0;
    lanes[channel].bytesLeft = 0;
  }
  /// Issues a transfer on a channel by deadline.
  void issue(ChannelId channel, const Flight &flight) {
    inFlight[engines()[channel].queue].issue(flight,
                                             engines()[channel].latency);
    describe(channel);
  }

  /// Lets \p seconds pass, or less: until `owner.isOver()`, or until nothing is
  /// on its way. Transfers have \p left of each tier. When the head of a
  /// channel that is first in, first out, has arrived, `owner.arrived(channel)`
  /// calls `begin` for the next one, or `rest`; `owner.sizeOfHead(channel)`
  /// says how many bytes it had. Returns the seconds that have passed.
  template <typename Owner>
  double run(double seconds, const double *left, Owner owner) {
    double elapsed = 0;
    for (double remaining = seconds; remaining > 0 && !owner.isOver();) {
      if (areAllIdle())
        break;
      fair.share(left, [&](size_t c) { return lanes[c].isFlowing(); });
      const double next = secondsToEvent(remaining);
      assert(next < infinity && "a wait for what never arrives");
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
      if (engines()[c].isByDeadline())
        seconds =
            std::min(seconds, inFlight[engines()[c].queue].secondsToReady());
    }
    return seconds;
  }

  // No longer than to the next event.
  template <typename Owner> void pass(double seconds, Owner &owner) {
    for (size_t c = 0; c < lanes.size(); ++c) {
      Lane &lane = lanes[c];
      if (lane.isIdle())
        continue;
      const Engine &engine = engines()[c];
      const auto channel = static_cast<ChannelId>(c);
      if (engine.isByDeadline()) {
        inFlight[engine.queue].pass(seconds, fair.rateOf(c), engine.latency);
        describe(channel);
        continue;
      }
      if (lane.latencyLeft > 0) {
        lane.latencyLeft -= seconds;
        if (lane.latencyLeft <= engine.latency * roundingFraction)
          lane.latencyLeft = 0;
        continue;
      }
      lane.bytesLeft -= fair.rateOf(c) * seconds;
      if (lane.bytesLeft <= owner.sizeOfHead(channel) * roundingFraction)
        owner.arrived(channel);
    }
  }

  // Says in the lane what its queue does.
  void describe(ChannelId channel) {
    const DeadlineQueue &queue = inFlight[engines()[channel].queue];
    Lane &lane = lanes[channel];
    lane.latencyLeft =
        queue.isIdle() || queue.isFlowing() ? 0 : queue.secondsToReady();
    lane.bytesLeft = queue.isFlowing() ? queue.bytesLeft() : 0;
  }

  FairShare fair;
};

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_FLUID_H
