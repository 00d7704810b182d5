//===- StallBound.h - Lower bound on stalls ---------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A *fill* (r, d) states that all bytes of a buffer must come into a tier by
// transfers issued at boundary r at the earliest and arrived before op d. The
// choices of the ops are given, and so is the time left of each tier.
//
// Claim. Consider the fills with i <= r and d <= j. For each tier m, the stalls
// at the boundaries i to j last at least
//   (time of m taken by the fills) - (time of m left by ops i..j-1),
// and for each set Q of channels that contains all possible channels of the
// fills, at least
//   (bytes - sum over ops i..j-1 of seconds * rate) / (rate in a stall),
// with the sum over Q of the rates of single channels as rate.
//
// Proof. All of these bytes flow between the first issue at boundary i and the
// last wait at boundary j. Every flow is limited by its channel and by the time
// left of its tiers, whatever other transfers are in flight, because max-min
// fair rates respect these limits.
//
// If Q is a single channel, the channel also waits for a latency per descriptor
// of the transfers, one after another. In the best case
// the latencies pass during the slowest ops, so the bytes of these ops are
// subtracted. On a channel by deadline latencies overlap, so only one latency
// passes before the first byte flows.
//
// Stalls of disjoint ranges of boundaries add up. A stall of range [i, j]
// counts with the trips of each loop [b, e) with b <= i and j < e, because the
// program then waits for a transfer started inside the loop:
//
// * At a boundary strictly inside the loop, this follows from R10.
// * At b = i, the fills flow only after the transfers of boundary b were
//   issued, and from then on the program waits only for these transfers.
// * At j = e, the program waits first for transfers with more trips. So before
//   the arrival of fills started in the loop, the program waits for nothing
//   else. Hence if starts are known, starts before e have ranges with b <= i
//   and j <= e.
//
// The bound is the best sum over disjoint ranges.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_STALLBOUND_H
#define MEMPLACE_LIB_SOLVER_EXACT_STALLBOUND_H

#include "ExactModel.h"

namespace memplace::solver::exact {

/// Lower bound on stalls, updated boundary by boundary.
class StallBound {
public:
  /// \p perChannel: some fills have a known channel.
  explicit StallBound(const Model &model, bool perChannel = false);

  /// Sets the choice of op \p step. Later ops may be unset.
  void setOp(Step step, const OpChoice &choice);
  /// Adds a fill of \p buffer into \p tier, due at the boundary of the next
  /// `update`. At least one channel must lead to the tier.
  void add(BufferId buffer, TierId tier, Step release) {
    change(buffer, model.channelsInto(buffer, tier), release, 1);
  }
  void remove(BufferId buffer, TierId tier, Step release) {
    change(buffer, model.channelsInto(buffer, tier), release, -1);
  }
  /// Adds a fill by one of \p channels (\p sign 1) or removes it (-1).
  /// \p isStart: the fill starts at exactly \p release.
  void change(BufferId buffer, ChannelSet channels, Step release, int sign,
              bool isStart = false);
  /// Computes the ranges with end \p end. Ops and fills up to this boundary
  /// must be set, and all earlier boundaries must have been updated.
  void update(Step end);
  /// Returns the seconds of stalls up to boundary \p end, all trips.
  double upTo(Step end) const { return least[end + 1]; }

private:
  /// Amounts by release: of all fills, and of fills with a known start there.
  struct Amounts {
    std::vector<double> all, started;
  };
  /// A set of channels, and the fills that only these channels could carry.
  struct Group {
    ChannelSet channels = 0;
    double stallRate = 0;      // Bytes per second.
    double latency = 0;        // If a single channel.
    bool isByDeadline = false; // If a single channel.
    std::vector<double> rates; // By op.
    Amounts bytes;
    /// Latencies of a single channel; else number of transfers.
    Amounts latencies;
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
  std::vector<double> least; // [boundary + 1]: stalls so far; [0] is 0.
  std::vector<std::pair<double, double>> slowest; // Rates and seconds, sorted.
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_STALLBOUND_H
