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
#include "memplace/Planning/Route.h"
#include "memplace/Planning/StayRequest.h"
#include "memplace/Planning/Traffic.h"

namespace memplace::planning {

/// All that is decided for one buffer, to take it out and put it back.
struct PlacedBuffer {
  BufferPlan plan;
  std::vector<Reservation> reservations;
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

  /// Makes \p plan, which has more stays and copies than the plan of \p buffer,
  /// its plan; their places must be free. For good: nobody takes them out.
  void addToBase(BufferId buffer, const BufferPlan &plan);

  /// Serves the groups as asked if there is room, the rules allow it and it
  /// saves enough; otherwise changes nothing.
  std::optional<StayOutcome> addStay(const StayRequest &request,
                                     const StayPolicy &policy);

  /// From now on keeps in mind what each buffer's stays reserve, so that they
  /// can be taken out.
  void keepReservations() { reservations.resize(plans.size()); }
  /// What is there stays for good.
  void forgetReservations() { reservations.clear(); }
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

  /// See Traffic.
  double savingOf(BufferId buffer, int32_t firstGroup, int32_t lastGroup,
                  TierId tier, double valueOfFreeTime) const {
    return traffic.savingOf(buffer, firstGroup, lastGroup, tier,
                            valueOfFreeTime);
  }

  const std::vector<BufferPlan> &getPlans() const { return plans; }
  const Arena &getArena(TierId tier) const { return arenas[tier]; }
  const BufferPlan &planOf(BufferId buffer) const { return plans[buffer]; }
  const Traffic &getTraffic() const { return traffic; }
  /// Whether every access is served from a tier where it may be.
  bool isServedLegally(BufferId buffer, int32_t group) const;

private:
  /// What happened to a buffer.
  struct Change {
    BufferId buffer = 0;
    Sizes before;
    /// What `removeSince` removed; none: something was added.
    std::optional<PlacedBuffer> removed;
  };

  void serveByPlan(BufferId buffer, int32_t group);
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

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_PLACEMENT_H
