//===- Starts.h - Exact search for starts of transfers ----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Second part of the exact search. For a partial timetable (Stays.h), tries for
// each fill all starts, sources and channels, also by way of further tiers.
//
// A transfer is *idle* if the placement without the transfer is legal and
// serves each access from the same tier, perhaps with other offsets and ranges.
// For programs without loops, the search covers all placements: remove idle
// transfers one by one until none is left. Each remaining transfer fills a stay
// of the placement's partial timetable, or a *relay*, a copy that serves only
// as a source. Residencies last no longer than their purpose requires, which
// can only save room; a `write` starts a new residency. Copies to another
// offset of the same tier are left out, since offsets are found later.
//
// The bound of a choice (StallBound.h) concerns only the bytes of the fills, so
// it also holds with idle transfers and needless waits. A fill is due in three
// cases: an op reads the copy or a transfer copies from it, at a boundary that
// R10 allows for its start; its source has no room at the op (R7); or a later
// transfer on the same FIFO channel is due.
//
// The exact timing (Timing.h) excludes idle transfers, and idle transfers *can*
// help: an idle transfer may keep a channel busy and so give a transfer on
// another channel more of a tier. So `untried` is the least bound of timed
// placements which may still be improved.
//
// Starting a fill one boundary earlier never worsens a bound if all else stays
// the same, because the fill counts in wider ranges. The earlier start must be
// possible: the source is the same and becomes due no sooner, no other source
// needs the room, and no loop begins or ends at this boundary. So for bounds,
// only timetables without such fills matter
// (`earlyOnly`). For this argument the order on channels does not count: an
// early transfer may delay others.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_STARTS_H
#define MEMPLACE_LIB_SOLVER_EXACT_STARTS_H

#include "ContentVersions.h"
#include "Timing.h"

namespace memplace::solver::exact {

/// Tries the starts of each partial timetable that it visits.
class StartSearch : public PartialTimetableVisitor {
public:
  /// \p earlyOnly leaves out fills with a possible earlier start. Such fills
  /// never matter for bounds, and if \p isMonotone is true, they do not matter
  /// at all.
  StartSearch(const Model &model, NodeBudget &budget, Incumbent &incumbent,
              bool earlyOnly, bool isMonotone);

  bool visit(const PartialTimetable &partial, double bound,
             Occupancy &occupancy) override;

  /// Returns a bound on placements with idle transfers or without offsets
  /// found; infinite if no such placement can be better.
  double untried() const { return minUntried; }
  bool isIncomplete() const { return timing.isIncomplete(); }

private:
  void boundary(Step step);
  void issue(Step step, size_t firstCopy);
  void fillCopy(Step step, size_t to, size_t nextCopy);
  bool start(Step step, size_t from, size_t to, ChannelId channel);
  void relay(Step step, size_t firstCopy);
  std::vector<std::pair<BufferId, TierId>> relayPlaces(Step step) const;
  bool mayRelay(BufferId buffer, int32_t version) const;
  void close(Step step);
  bool isDue(Step step, const PlannedTransfer &move) const;
  void add(int32_t copy, ChannelSet channels, Step release, bool isStart);
  void removeTo(size_t number);
  double stallsAhead(Step from, size_t firstOpen);
  void leaf();
  bool isOnTime(Step step) const;

  const Model &model;
  NodeBudget &budget;
  Incumbent &incumbent;
  TimingSearch timing;
  StallBound stalls;
  const bool earlyOnly;
  const bool isMonotone;
  const ContentVersions versions;
  bool isEarly = false;   // Leave out late starts.
  bool isProbing = false; // Stop at the first timetable that passes the bound.
  bool hasPassed = false;
  int64_t numTimed = 0; // Timetables since the last improvement.
  Timetable *timetable = nullptr;
  /// Fills currently in `stalls`.
  struct Fill {
    BufferId buffer;
    ChannelSet channels;
    Step release;
    bool isStart;
  };
  std::vector<Fill> added;
  std::vector<std::pair<size_t, Step>> shortened; // Transfers, previous `due`.
  double opSeconds = 0;                           // All trips.
  double minUntried = infinity;
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_STARTS_H
