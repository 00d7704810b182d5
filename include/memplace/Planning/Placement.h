//===- Placement.h - A placement that grows by stays ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_PLACEMENT_H
#define MEMPLACE_PLANNING_PLACEMENT_H

#include "memplace/Planning/Arena.h"
#include "memplace/Planning/Plan.h"
#include "memplace/Planning/Traffic.h"

namespace memplace::planning {

/// A wish: serve consecutive access groups of a buffer from one tier.
struct StayRequest {
  BufferId buffer = 0;
  TierId tier = 0;
  int32_t firstGroup = 0;
  /// Inclusive. In a cyclic problem the groups count on into the next
  /// invocation. Up to `firstGroup` again: it is there all the time.
  int32_t lastGroup = 0;
  /// Where its transfers run: Uses::rootOf the buffer, or a loop inside of that
  /// around all of the groups (then once per trip).
  LoopId level = noLoop;
  /// Where it is left: none means at `level`; else a loop (or the program)
  /// around `level`. The stay then begins anew in each trip of `level`, lasts
  /// beyond the end of the loop and is evicted there once.
  std::optional<LoopId> exitLevel = {};
};

/// How a stay is timed and placed.
struct StayPolicy {
  /// Look for time to hide transfers in; otherwise all of them are blocking, or
  /// as short as the loops allow.
  bool hide = true;
  Arena::Fit fit = Arena::Fit::Best;
  /// Refuse a stay that saves less than this, seconds.
  double minSaving = 0;
  /// Seconds that count as saved per second by which a slower tier gets free
  /// for transfers.
  double valueOfFreeTime = 0;
  /// Seconds a stall counts for each second of it.
  double stallWeight = 1;
  /// How many times its own copy's duration ahead a prefetch may start.
  double maxLead = 1e30;
  /// A prefetch looks for time to hide so many times its bytes in.
  double hiddenShare = 1;
  /// In how many parts to prefetch, so that what others need sooner may come in
  /// between; fewer if a part would take less than the channel's latency.
  int64_t maxParts = 1;
  /// How many boundaries before it is awaited a prefetch starts, if there is
  /// room, whatever could hide it; 0 is a blocking one. None: see above.
  std::optional<int32_t> lead = {};
  /// Likewise for the hops before the last one, each by itself.
  std::optional<int32_t> leadOnTheWay = {};
  /// How many boundaries before its first use a prefetch is awaited, if there
  /// are so many; that gives a place on the way free sooner.
  int32_t awaitAhead = 0;
  /// After how many boundaries an evict is awaited. None: once it is hidden.
  std::optional<int32_t> evictSteps = {};
  /// How many boundaries later than it could an evict starts.
  int32_t evictDelay = 0;
  /// Whether copies on the way serve what reads while they are there.
  bool servesOnTheWay = false;
};

/// Time that a planned copy takes from others.
struct Reservation {
  ChannelId channel = 0;
  Step step = 0;
  double bytes = 0;
};

/// All that is decided for one buffer, to take it out and put it back.
struct PlacedBuffer {
  BufferPlan plan;
  std::vector<Reservation> reservations;
};

/// What became of a request.
struct StayOutcome {
  double saving = 0;     // Estimated seconds, stalls deducted.
  int32_t lastGroup = 0; // As in the request, which loops may widen.
};

/// Every buffer has a base for its whole life (see Plan.h); `addStay` then
/// moves accesses to other tiers. Each state is legal once all accesses are
/// served from an allowed tier. Copyable, so that a solver can go back.
class Placement {
public:
  explicit Placement(const Uses &uses);

  /// Puts the base of \p buffer into \p tier for its whole life, at the lowest
  /// free offset (none if the caller owns its place). False: no room.
  bool addBase(BufferId buffer, TierId tier);

  /// Serves the groups as asked if there is room, the rules allow it and it
  /// saves enough; otherwise changes nothing.
  std::optional<StayOutcome> addStay(const StayRequest &request,
                                     const StayPolicy &policy);

  /// From now on keeps in mind what each buffer's stays reserve, so that they
  /// can be taken out.
  void keepReservations() { reservations.resize(plans.size()); }
  /// What is decided for \p buffer. Needs `keepReservations`.
  PlacedBuffer placedBuffer(BufferId buffer) const {
    return {plans[buffer], reservations[buffer]};
  }
  /// Takes out all stays of \p buffer that are not in \p base, a plan that it
  /// had earlier.
  void takeOut(BufferId buffer, const BufferPlan &base);
  /// Puts back stays that were taken out; their places must be free.
  void putBack(BufferId buffer, const PlacedBuffer &placed);

  /// What is decided for a buffer, to go back to.
  struct Sizes {
    size_t stays = 0, copies = 0, reservations = 0;
  };
  Sizes sizesOf(BufferId buffer) const {
    return {plans[buffer].stays.size(), plans[buffer].copies.size(),
            reservations[buffer].size()};
  }
  /// Takes out what was added to \p buffer since it had \p sizes. Needs
  /// `keepReservations`.
  void removeSince(BufferId buffer, const Sizes &sizes);

  /// From now on keeps in mind what `addStay` and `removeSince` change, so that
  /// `rewind` can take it back to the last bit. Needs `keepReservations`;
  /// `takeOut` and `putBack` must not be called any more.
  void keepJournal() {
    isJournaled = true;
    traffic.keepJournal();
  }
  struct Moment {
    size_t changes = 0, traffic = 0;
  };
  Moment now() const { return {journal.size(), traffic.journalSize()}; }
  void rewind(const Moment &moment);

  /// Seconds that the ops would save if the groups were served from \p tier.
  /// \p lastGroup as in StayRequest.
  double savingOf(BufferId buffer, int32_t firstGroup, int32_t lastGroup,
                  TierId tier, double valueOfFreeTime) const;

  const std::vector<BufferPlan> &getPlans() const { return plans; }
  const Arena &getArena(TierId tier) const { return arenas[tier]; }
  const BufferPlan &planOf(BufferId buffer) const { return plans[buffer]; }
  const Traffic &getTraffic() const { return traffic; }
  /// Whether every access is served from a tier where it may be.
  bool isServedLegally(BufferId buffer, int32_t group) const;

private:
  friend class StayPlanner;

  /// What happened to a buffer.
  struct Change {
    BufferId buffer = 0;
    Sizes before;
    /// What `removeSince` removed; none: something was added.
    std::optional<PlacedBuffer> removed;
  };

  void serveByPlan(BufferId buffer, int32_t group);
  void noteCommit(BufferId buffer) {
    if (isJournaled)
      journal.push_back({buffer, sizesOf(buffer), std::nullopt});
  }
  void releaseSince(BufferId buffer, const Sizes &sizes);

  const Uses *uses;
  std::vector<BufferPlan> plans;
  // By buffer; empty if nobody asked for them.
  std::vector<std::vector<Reservation>> reservations;
  std::vector<Arena> arenas; // By tier.
  Traffic traffic;
  bool isJournaled = false;
  std::vector<Change> journal;
};

/// Channels of a shortest way from one tier to another through tiers that
/// \p buffer may be in and that can be written; empty if there is none.
std::vector<ChannelId> findRoute(const Problem &problem, BufferId buffer,
                                 TierId from, TierId to);

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_PLACEMENT_H
