//===- StallBound.h - Stalls that no placement avoids -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A *fill* (r, d) says that all bytes of a buffer have to come into a tier by
// transfers that are issued at boundary r at the earliest and have arrived
// before op d. The ops are given, and with them what they leave of each tier.
//
// Claim: take the fills with i <= r and d <= j. Then the stalls at the
// boundaries i to j last at least, for each tier m,
//
//   (tier's time that the fills take) - sum over ops i..j-1 of the time left,
//
// and for each set Q of channels that contains all those which could carry the
// fills,
//
//   (bytes - sum over ops i..j-1 of seconds * rate) / (rate in a stall),
//
// rate being the sum over Q of what each channel could move alone. Proof: all
// of these bytes flow between the first issue at boundary i and the last wait
// at boundary j. No flow is faster than its channel and what is left of its
// tiers, whatever else is on its way: the rates of max-min fairness respect
// these limits. If Q is one channel, it waits for its latency once for each
// descriptor of the transfers (or more, if in parts), one after the other; at
// best that is while the slowest ops run, so that their bytes are taken off. If
// the channel serves by deadline, latencies pass together: one of them does
// before the first of the bytes flows.
//
// Stalls of disjoint ranges of boundaries add up. Those of range [i, j] count
// at least as often as each loop [b, e) with b <= i and j < e says: the program
// waits for something that started inside. If it waits at a boundary strictly
// inside, R10 says so. At b = i, the fills flow only after what started at b
// was issued, and from then on it waits for that only. Nor does it wait for
// anything else at j = e until fills have arrived that started in the loop, as
// it waits first for what started in more trips: so if starts are known, those
// before e have ranges with b <= i and j <= e. The best sum over disjoint
// ranges is a bound.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_STALLBOUND_H
#define MEMPLACE_LIB_SOLVER_EXACT_STALLBOUND_H

#include "ExactModel.h"

namespace memplace::solver::exact {

class StallBound {
public:
  /// \p perChannel: there are fills of which the channel is known.
  explicit StallBound(const Model &model, bool perChannel = false);

  /// Of op \p step. Later ones are not set yet.
  void setOp(Step step, const OpChoice &choice);
  /// A fill of \p buffer into \p tier, due at the boundary that `update` looks
  /// at next; there must be a channel.
  void add(BufferId buffer, TierId tier, Step release) {
    change(buffer, model.channelsInto(buffer, tier), release, 1);
  }
  void remove(BufferId buffer, TierId tier, Step release) {
    change(buffer, model.channelsInto(buffer, tier), release, -1);
  }
  /// Adds a fill by one of \p channels (sign 1), or takes it back (sign -1).
  /// \p isStart: it starts at \p release.
  void change(BufferId buffer, ChannelSet channels, Step release, int sign,
              bool isStart = false);
  /// Looks at the ranges that end at boundary \p end, up to which ops are set
  /// and fills are known. All before it must have been looked at.
  void update(Step end);
  /// Seconds of stalls up to boundary \p end, all trips.
  double upTo(Step end) const { return least[end + 1]; }

private:
  /// Numbers by release, of all fills and of those that start there.
  struct Amounts {
    std::vector<double> all, started;
  };
  /// Channels that share the fills which only they could carry.
  struct Group {
    ChannelSet channels = 0;
    double stallRate = 0;      // Bytes per second.
    double latency = 0;        // Of the only one.
    bool isByDeadline = false; // The only one is.
    std::vector<double> rates; // By op.
    Amounts bytes;
    Amounts latencies; // That the only one waits for; else of transfers.
  };
  void addGroup(ChannelSet channels);
  double rateOf(const Group &group, const double *left) const;
  void updateGroup(const Group &group, Step end, bool onlyStarted,
                   double &best);
  void updateTier(size_t tier, Step end, bool onlyStarted, double &best);
  double lost(double seconds);

  const Model &model;
  std::vector<Group> groups;
  std::vector<double> seconds;               // By op.
  std::vector<std::vector<double>> tierLeft; // [tier][op], seconds.
  std::vector<Amounts> tierNeeded;           // By tier: seconds.
  std::vector<double> least; // [boundary + 1]: up to there; [0] is 0.
  std::vector<std::pair<double, double>> slowest; // Rates and seconds, sorted.
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_STALLBOUND_H
