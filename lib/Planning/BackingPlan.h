//===- BackingPlan.h - Whole-life placements to start from ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_BACKINGPLAN_H
#define MEMPLACE_LIB_PLANNING_BACKINGPLAN_H

#include "Placement.h"

namespace memplace::planning {

/// A placement with a backing copy of every buffer, or the reason why there is
/// none.
struct BackingResult {
  std::optional<Placement> placement;
  bool isInfeasible = false; // Proven: no placement is legal.
  std::string message;
  std::optional<Step> failedStep = {}; // The op of `message`, if any.
  /// Value of `first` for similar problems; see `buildBasePlacement`.
  size_t firstAttempt = 0;
};

/// Gives every buffer a backing copy for its whole life. Live-in, live-out and
/// external buffers are at home. All others are inner buffers. An inner buffer
/// is in the first tier with room. Tiers that may serve all of its accesses
/// come first; among equal tiers, home comes first, then the slowest. Accesses
/// that the backing copy may not serve get stays. Tries a few packing orders.
BackingResult buildHomePlacement(const AccessIndex &uses);

/// Like `buildHomePlacement`, but inner buffers are in the fastest tier with
/// room. For each policy of forced stays in turn, tries all packing orders in
/// this way, then all orders as `buildHomePlacement` does.
BackingResult buildFastestPlacement(const AccessIndex &uses);

/// Like `buildHomePlacement`, but after each policy of forced stays also tries
/// all packing orders with inner buffers in the fastest tier with room. So an
/// inner buffer may be off home although `buildHomePlacement` finds a
/// placement. \p first is 0, or `firstAttempt` of a similar problem. If no
/// packing order left room there, the search begins with the ways that come
/// after the packing orders, to save time.
BackingResult buildBasePlacement(const AccessIndex &uses, size_t first = 0);

/// Places every buffer at home, or in another allowed tier if home is full or
/// not allowed, for its whole life, without stays. Some accesses may then be
/// illegal. Returns nothing if every access is legal, or if there is no room.
std::optional<Placement> buildUnservedPlacement(const AccessIndex &uses);

/// Returns a note for the user: \p target has no channel from \p from to \p to,
/// with the \p consequence and the advice to add a channel.
std::string noteMissingChannel(const Target &target, TierId from, TierId to,
                               const std::string &consequence);

/// Returns a note for each tier before the default tier that no path of
/// channels from the default tier reaches: nothing is prefetched there.
std::vector<std::string> noteUnreachableTiers(const Target &target);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_BACKINGPLAN_H
