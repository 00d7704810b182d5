//===- Placement.h - A placement that grows by stays ------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_PLACEMENT_H
#define MEMPLACE_LIB_PLANNING_PLACEMENT_H

#include "Arena.h"
#include "Plan.h"
#include "Route.h"
#include "StayRequest.h"
#include "Traffic.h"

namespace memplace::planning {

/// All decisions about a buffer, saved to remove and restore the buffer.
struct PlacedBuffer {
  BufferPlan plan;
  std::vector<Reservation> reservations;
};

/// A placement under construction. Every buffer has a backing copy for its
/// whole life (see Plan.h); `addStay` then moves accesses to other tiers. Each
/// state is legal once all accesses are served from an allowed tier. Copyable,
/// to let a solver go back.
class Placement {
public:
  explicit Placement(const AccessIndex &uses);

  /// Adds the backing copy of \p buffer to \p tier for its whole life at the
  /// lowest free offset; an external buffer gets no offset. Returns false if
  /// there is no room.
  bool addBackingCopy(BufferId buffer, TierId tier);

  /// Replaces the plan of \p buffer by \p plan, which contains all current
  /// stays and transfers. The new places must be free. Without
  /// `keepReservations`, the change cannot be undone.
  void addToBase(BufferId buffer, const BufferPlan &plan);

  /// Adds a stay for the requested uses, if there is room, the rules allow the
  /// stay, and the stay saves enough. Otherwise changes nothing and returns
  /// nothing.
  std::optional<StayOutcome> addStay(const StayRequest &request,
                                     const StayPolicy &policy);

  /// Removes the backing copy of \p buffer, its only stay; nothing can be added
  /// to the buffer afterwards. The change cannot be undone.
  void removeBackingCopy(BufferId buffer);

  /// Records the reservations of each buffer's stays from now on, which makes
  /// stays removable.
  void keepReservations() { reservations.resize(plans.size()); }
  /// Drops all recorded reservations; the present stays become permanent.
  void forgetReservations() { reservations.clear(); }
  /// Returns all decisions about \p buffer. Needs `keepReservations`.
  PlacedBuffer placedBuffer(BufferId buffer) const {
    return {plans[buffer], reservations[buffer]};
  }

  /// Sizes of a buffer's plan, to return to later.
  struct Sizes {
    size_t stays = 0, transfers = 0, reservations = 0;
  };
  Sizes sizesOf(BufferId buffer) const {
    return {plans[buffer].stays.size(), plans[buffer].transfers.size(),
            reservations[buffer].size()};
  }
  /// Removes all additions to \p buffer since the state described by \p sizes.
  /// Needs `keepReservations`.
  void removeSince(BufferId buffer, const Sizes &sizes);
  /// Restores removed stays, up to rounding; their places must be free. Needs
  /// `keepReservations`.
  void restore(BufferId buffer, const PlacedBuffer &placed);

  /// Records the changes by `addStay`, `removeSince` and `restore` from now on,
  /// for a bit-exact `rewind`. Includes `keepReservations`.
  void keepJournal();
  /// A state of the journal.
  struct Mark {
    size_t changes = 0, traffic = 0;
  };
  Mark mark() const { return {journal.size(), traffic.journalSize()}; }
  /// Reverts all changes since \p mark.
  void rewind(const Mark &mark);

  /// See Traffic::savingOf.
  double savingOf(BufferId buffer, int32_t firstUse, int32_t lastUse,
                  TierId tier, double valueOfFreeTime) const {
    return traffic.savingOf(buffer, firstUse, lastUse, tier, valueOfFreeTime);
  }

  const std::vector<BufferPlan> &getPlans() const { return plans; }
  const Arena &getArena(TierId tier) const { return arenas[tier]; }
  const BufferPlan &planOf(BufferId buffer) const { return plans[buffer]; }
  const Traffic &getTraffic() const { return traffic; }
  /// Returns true if every access of the use is served from an allowed tier.
  bool isServedLegally(BufferId buffer, int32_t use) const;

private:
  /// A change to a buffer's plan.
  struct Change {
    BufferId buffer = 0;
    /// Sizes of the part of the plan that the change has left as it was.
    Sizes common;
    /// Plan before `removeSince`; none if the change added stays.
    std::optional<PlacedBuffer> removed;
  };

  void serveByPlan(BufferId buffer, int32_t use);
  void replace(BufferId buffer, const BufferPlan &plan);
  void takeSince(BufferId buffer, size_t numStays);
  void releaseSince(BufferId buffer, size_t numStays);

  const AccessIndex *uses;
  std::vector<BufferPlan> plans;
  // By buffer; empty unless `keepReservations` was called.
  std::vector<std::vector<Reservation>> reservations;
  std::vector<Arena> arenas; // By tier.
  Traffic traffic;
  bool isJournaled = false;
  std::vector<Change> journal;
};

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_PLACEMENT_H
