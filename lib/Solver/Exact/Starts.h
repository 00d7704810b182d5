//===- Starts.h - Which transfers start when --------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The second part of exact search. For one outline (Stays.h), tries for each
// fill at which boundary it starts, from which copy, and on which channel,
// perhaps by way of further tiers.
//
// A transfer is *idle* if the placement without it is legal and serves each
// access from the same tier, perhaps with other offsets and ranges. What is
// tried covers all placements without loops: take out idle transfers one by
// one until none is left. Every transfer that is left fills a stay of the
// placement's outline, or a copy that only serves as a source, a *relay*.
// Residencies are no longer than what they are for, which can only take less
// room; a `write` makes a new one. Copies that only move a buffer to
// another offset are left out, as offsets are looked for later, and so are
// parts.
//
// The bound of what is chosen (StallBound.h) is about the bytes of the fills
// only, so it holds with idle transfers and needless waits, too. A fill is due
// when something reads the copy or copies from it, at a boundary that R10
// allows for its start; when there is no room for its source at the op (R7);
// and when something is due that its channel, if first in, first out, was given
// later. The latter two
// need that fills move whole buffers, so the bounds here do not cover parts.
//
// But to time the fills exactly (Timing.h) is to do so without idle transfers,
// and those *can* help: one may keep a channel busy so that a transfer on
// another gets more of a tier. So `untried` has the least bound of what was
// timed and still may be better.
//
// To start sooner by one boundary makes no bound worse, if all else stays as it
// is: it widens the ranges that the fill counts in. It has to be possible, of
// course: with the same source, which must not be due sooner for it, with room
// that no other source needs, and without a loop that begins or ends there. So
// for bounds, only plots matter in which no fill could do that (`earlyOnly`).
// There, the order on channels is not counted: to be first may delay others.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_SOLVER_EXACT_STARTS_H
#define MEMPLACE_LIB_SOLVER_EXACT_STARTS_H

#include "Timing.h"

namespace memplace::solver::exact {

class StartSearch : public OutlineVisitor {
public:
  /// \p earlyOnly: leave out what starts later than it could, which is no
  /// matter for the bounds, and, if \p isMonotone, for nothing.
  StartSearch(const Model &model, NodeBudget &budget, Incumbent &incumbent,
              bool earlyOnly, bool isMonotone);

  bool visit(const Outline &outline, double bound,
             Occupancy &occupancy) override;

  /// A bound on placements with idle transfers, or for which no offsets were
  /// found. Infinite if nothing of them can be better.
  double untried() const { return leastUntried; }
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
  std::optional<TierId> sourceTier(const Copy &copy) const;
  bool isLoopBound(Step first, Step last) const;
  int64_t maxRoom(Step step, Step at, size_t to) const;
  bool isLate(Step step) const;
  bool couldStart(Step step, size_t to) const;
  bool mayLast(size_t copy, Step step, size_t to) const;
  bool staysFree(Step step, size_t copy, size_t to) const;
  bool isDue(Step step, const Move &move) const;
  void add(int32_t copy, ChannelSet channels, Step release, bool isStart);
  void removeTo(size_t number);
  double stallsAhead(Step from, size_t firstOpen);
  void leaf();
  bool isNewest(const Copy &copy, Step step) const;
  bool isOnTime(Step step) const;
  int32_t versionAt(BufferId buffer, Step step) const {
    return versions[buffer * (model.numSteps + 1) + step];
  }

  const Model &model;
  NodeBudget &budget;
  Incumbent &incumbent;
  TimingSearch timing;
  StallBound stalls;
  const bool earlyOnly;
  const bool isMonotone;
  bool isEarly = false;   // Leave out what starts later than it could.
  bool isProbing = false; // Only look whether something passes the bound.
  bool hasPassed = false;
  int64_t numTimed = 0; // Plots since one was better.
  Plot *plot = nullptr;
  /// What `stalls` has been told.
  struct Fill {
    BufferId buffer;
    ChannelSet channels;
    Step release;
    bool isStart;
  };
  std::vector<Fill> added;
  std::vector<std::pair<size_t, Step>> shortened; // Moves, `due` before.
  double opSeconds = 0;                           // All trips.
  std::vector<int32_t> versions; // [buffers, steps + 1]: writes before.
  double leastUntried = infinity;
};

} // namespace memplace::solver::exact

#endif // MEMPLACE_LIB_SOLVER_EXACT_STARTS_H
