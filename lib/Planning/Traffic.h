//===- Traffic.h - Channel time that ops leave to transfers -----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_TRAFFIC_H
#define MEMPLACE_LIB_PLANNING_TRAFFIC_H

#include "AccessIndex.h"
#include "Numbers.h"

namespace memplace::planning {

/// Bytes of a planned copy moved by a channel during a step.
struct Reservation {
  ChannelId channel = 0;
  Step step = 0;
  double bytes = 0;
};

/// An optimistic model of the simulator: the serving tier of each access, the
/// duration of each op, and the bytes each channel can still move during each
/// op. The model has neither queues nor stalls. Loop bodies count once, as in
/// the simulator.
class Traffic {
public:
  explicit Traffic(const AccessIndex &uses);

  /// Serves access \p access of op \p step from \p tier from now on.
  void serve(Step step, int32_t access, TierId tier);
  TierId servedFrom(Step step, int32_t access) const {
    return tiers[firstAccess[step] + access];
  }

  double durationOf(Step step) const { return durations[step]; }
  /// Returns the bytes still movable on \p channel while op \p step runs.
  double roomOf(ChannelId channel, Step step) const;
  /// Reserves time to move \p bytes on \p channel while op \p step runs.
  void reserve(ChannelId channel, Step step, double bytes);
  /// Returns the bytes per second of an undisturbed transfer.
  double rateOf(ChannelId channel) const;

  /// Returns the latency of a transfer of \p buffer, in seconds.
  double latencyOf(ChannelId channel, BufferId buffer) const;

  /// Returns the seconds by which op \p step gets shorter if \p tier serves the
  /// use instead. Sets \p freed to the seconds of tier time released to
  /// transfers.
  double savingOf(const BufferUse &use, TierId tier, double &freed) const;
  /// Returns the seconds saved by ops, in all trips, if \p tier served the uses
  /// of \p buffer; \p lastUse as in StayRequest. Each second of tier time
  /// released to transfers counts \p valueOfFreeTime seconds.
  double savingOf(BufferId buffer, int32_t firstUse, int32_t lastUse,
                  TierId tier, double valueOfFreeTime) const;

  /// Records the changes of `serve` and `reserve` from now on, for a bit-exact
  /// `rewind`.
  void keepJournal() { isJournaled = true; }
  size_t journalSize() const { return journal.size(); }
  /// Reverts all changes since the journal had \p size entries.
  void rewind(size_t size);

private:
  /// A value before its change.
  struct Entry {
    enum class Where : uint8_t {
      Tier,
      Busy,
      Memory,
      Duration,
      TierUsed,
      ChannelUsed
    };
    Where where = Where::Tier;
    size_t index = 0;
    double value = 0; // Or a tier.
  };
  void note(Entry::Where where, size_t index, double value) {
    if (isJournaled)
      journal.push_back({where, index, value});
  }
  double busyOf(const Access &access, TierId tier) const;
  double memoryOf(const Access &access, TierId tier) const {
    return busyOf(access, tier) / access.efficiency;
  }
  /// Returns seconds; \p memory is in seconds by tier.
  double duration(Step step, const double *memory) const;
  /// Returns the memory time of op \p step by tier, in seconds.
  const double *memoryAt(Step step) const {
    return (memory.empty() ? busy : memory).data() + step * numTiers;
  }

  const AccessIndex *uses;
  size_t numTiers;
  std::vector<size_t> firstAccess;
  std::vector<TierId> tiers;
  std::vector<double> busy; // [steps, tiers], seconds, by ops.
  // Like `busy`, by efficiency; empty: same as `busy`.
  std::vector<double> memory;
  std::vector<double> durations;   // [steps]
  std::vector<double> tierUsed;    // [steps, tiers], seconds, by transfers.
  std::vector<double> channelUsed; // [steps, channels], seconds.
  bool isJournaled = false;
  std::vector<Entry> journal;
};

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_TRAFFIC_H
