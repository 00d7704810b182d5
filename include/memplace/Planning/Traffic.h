//===- Traffic.h - What ops leave to transfers ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_TRAFFIC_H
#define MEMPLACE_PLANNING_TRAFFIC_H

#include "memplace/Planning/Numbers.h"
#include "memplace/Planning/Uses.h"

namespace memplace::planning {

/// Time that a planned copy takes from others.
struct Reservation {
  ChannelId channel = 0;
  Step step = 0;
  double bytes = 0;
};

/// An optimistic model of the simulator: which tier serves each access, how
/// long each op takes then, and how many bytes each channel can still move
/// while it runs. It knows neither queues nor stalls. Loop bodies count once,
/// as in the simulator.
class Traffic {
public:
  explicit Traffic(const Uses &uses);

  /// Says that access \p access of op \p step is now served from \p tier.
  void serve(Step step, int32_t access, TierId tier);
  TierId servedFrom(Step step, int32_t access) const {
    return tiers[firstAccess[step] + access];
  }

  double durationOf(Step step) const { return durations[step]; }
  /// Bytes that \p channel can still move while op \p step runs.
  double roomOf(ChannelId channel, Step step) const;
  /// Plans to move \p bytes on \p channel while op \p step runs.
  void reserve(ChannelId channel, Step step, double bytes);
  /// Bytes per second if nothing else runs.
  double rateOf(ChannelId channel) const;

  /// Seconds until what a transfer of \p buffer moves begins to flow.
  double latencyOf(ChannelId channel, BufferId buffer) const;

  /// Seconds by which op \p step gets shorter if the accesses of \p group are
  /// served from \p tier instead; \p freed is by how much more of the tiers'
  /// time it then leaves to transfers.
  double savingOf(const AccessGroup &group, TierId tier, double &freed) const;
  /// Seconds that the ops would save, in all trips, if the groups of \p buffer
  /// were served from \p tier; \p lastGroup as in StayRequest. Time that it
  /// leaves to transfers counts \p valueOfFreeTime per second.
  double savingOf(BufferId buffer, int32_t firstGroup, int32_t lastGroup,
                  TierId tier, double valueOfFreeTime) const;

  /// From now on keeps in mind what `serve` and `reserve` change, so that
  /// `rewind` can take it back to the last bit.
  void keepJournal() { isJournaled = true; }
  size_t journalSize() const { return journal.size(); }
  /// Goes back to when the journal had \p size entries.
  void rewind(size_t size);

private:
  /// What was somewhere before it changed.
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
  /// \p memory: seconds by tier.
  double duration(Step step, const double *memory) const;
  /// By tier, of op \p step.
  const double *memoryAt(Step step) const {
    return (memory.empty() ? busy : memory).data() + step * numTiers;
  }

  const Uses *uses;
  size_t numTiers;
  std::vector<size_t> firstAccess;
  std::vector<TierId> tiers;
  std::vector<double> busy;        // [steps, tiers], seconds, by ops.
  std::vector<double> memory;      // Likewise, memory time; empty: the same.
  std::vector<double> durations;   // [steps]
  std::vector<double> tierUsed;    // [steps, tiers], seconds, by transfers.
  std::vector<double> channelUsed; // [steps, channels], seconds.
  bool isJournaled = false;
  std::vector<Entry> journal;
};

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_TRAFFIC_H
