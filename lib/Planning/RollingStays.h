//===- RollingStays.h - Stays that continue in the next trip ----*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_ROLLINGSTAYS_H
#define MEMPLACE_LIB_PLANNING_ROLLINGSTAYS_H

#include "Placement.h"

namespace memplace::planning {

/// Gives a fixed place in a faster tier to external buffers that get new
/// contents at home in each trip of a loop, e.g. to moving windows. The
/// contents with which a trip starts are already at this place when the
/// previous trip ends. Buffers with the largest saving per byte come first, as
/// long as there is room. The stays become part of the returned base placement.
/// Returns nothing if there is no such stay.
///
/// In contrast, a stay of Placement::addStay covers a whole loop or lies within
/// one trip.
std::optional<Placement> withRollingStays(const AccessIndex &uses,
                                          const Placement &base);

/// Returns the plan of \p buffer with a rolling stay in \p tier in the trips of
/// \p loop. Returns nothing if `mayRoll` is false or if there is no room. Uses
/// between the first and the last move of a trip stay at home.
std::optional<BufferPlan> findRollingStay(const AccessIndex &uses,
                                          const Placement &placement,
                                          BufferId buffer, LoopId loop,
                                          TierId tier);

/// Returns true if the accesses of \p buffer in \p loop allow a rolling stay in
/// \p tier, and no other stay serves them or the move before the loop.
bool mayRoll(const AccessIndex &uses, const Placement &placement,
             BufferId buffer, LoopId loop, TierId tier);

/// Returns true if \p solution contains a stay of \p rolling that
/// `withRollingStays` added to \p base.
bool hasRollingStays(const Placement &base, const Placement &rolling,
                     const Solution &solution);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_ROLLINGSTAYS_H
