//===- StayEdits.h - Present stays as requests ------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers for steps that remove stays of a placement and add them again.
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_STAYEDITS_H
#define MEMPLACE_LIB_PLANNING_STAYEDITS_H

#include "Placement.h"

namespace memplace::planning {

/// Returns the seconds of \p transfer of \p buffer, alone on its channel, once.
double secondsOfTransfer(const Problem &problem, BufferId buffer,
                         const StayTransfer &transfer);

/// Returns the seconds of all transfers of \p plan, the plan of \p buffer, each
/// alone on its channel, in all trips.
double secondsOfTransfers(const AccessIndex &uses, BufferId buffer,
                          const BufferPlan &plan);

/// Returns the buffers with a stay besides the backing copy in \p tier during
/// \p steps, the largest first.
std::vector<BufferId> buffersIn(const AccessIndex &uses,
                                const Placement &placement, TierId tier,
                                LiveRange steps);

/// Returns requests for the stays of \p plan, the plan of \p buffer, in the
/// order of their first uses. Returns nothing if a stay is no single request,
/// e.g. a copy on the way to another tier.
std::optional<std::vector<StayRequest>>
requestsOf(const AccessIndex &uses, BufferId buffer, const BufferPlan &plan);

/// A buffer whose stays were removed.
struct RemovedStays {
  BufferId buffer = 0;
  PlacedBuffer before;
  std::vector<StayRequest> requests; // For the stays before.
};

/// Removes the stays of \p buffer. Returns nothing, and removes nothing, if
/// `requestsOf` has no requests for them, as for a rolling stay.
std::optional<RemovedStays> removeStays(const AccessIndex &uses,
                                        Placement &placement, BufferId buffer);

/// Replaces the present stays of all buffers in \p removed by those before.
void restoreStays(Placement &placement,
                  const std::vector<RemovedStays> &removed);

/// Adds a stay, with an early fill if there is room, else with a blocking one.
/// Returns false if there is no room.
bool addEarly(Placement &placement, const StayRequest &request);

/// Adds all stays; returns false at the first one without room.
bool addAllEarly(Placement &placement,
                 const std::vector<StayRequest> &requests);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_STAYEDITS_H
