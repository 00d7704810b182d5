//===- BasePlan.h - Whole-life placements to improve on ---------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_BASEPLAN_H
#define MEMPLACE_PLANNING_BASEPLAN_H

#include "memplace/Planning/Placement.h"

namespace memplace::planning {

/// In which order buffers get their place.
enum class BaseOrder {
  SizeFirst,
  AreaFirst,
  BeginFirst,
  FitFirst, // By size, but first what is too large for all tiers but one.
};

/// A placement with a base for every buffer, or why there is none.
struct BaseResult {
  std::optional<Placement> placement;
  bool isInfeasible = false; // Proven: no placement is legal.
  std::string message;
};

/// Puts every buffer into its home tier for its whole life, and moves those
/// accesses elsewhere (by transfers) that may not be served from there. A
/// buffer that neither starts nor ends with contents and can't be at home lives
/// in another tier. Tries a few packing orders.
BaseResult buildHomePlacement(const Uses &uses);

/// Likewise, but buffers without a place at home live in the fastest tier that
/// has room; if that does not fit, as above.
BaseResult buildFastestPlacement(const Uses &uses);

/// With every buffer at home if that fits, else like `buildFastestPlacement`.
BaseResult buildBasePlacement(const Uses &uses);

/// Where some accesses may not be served from home: every buffer at home, or
/// where it can be if not there, for its whole life, and no stays, which is not
/// legal by itself. None if all accesses may be served so, or there is no room.
std::optional<Placement> buildUnservedPlacement(const Uses &uses);

/// A note that \p target has no channel from \p from to \p to, so that
/// \p consequence, and the way out.
std::string noteMissingChannel(const Target &target, TierId from, TierId to,
                               const std::string &consequence);

/// For each tier before the default one that no channels lead to from there,
/// however many: that nothing is prefetched to it, and the way out.
std::vector<std::string> noteUnreachableTiers(const Target &target);

/// Levels at which a stay of \p buffer with groups from \p firstGroup to
/// \p lastGroup can be, from the innermost loop around them to the root.
std::vector<LoopId> levelsOf(const Uses &uses, BufferId buffer,
                             int32_t firstGroup, int32_t lastGroup);

/// Where a stay is filled and where it is left, see StayRequest.
struct StayLevels {
  LoopId level = noLoop;
  std::optional<LoopId> exitLevel = {};
};

/// Likewise, with the stays that begin in a loop and outlast it. From the last
/// resort to what to try first: few copies, then short stays.
std::vector<StayLevels> stayLevelsOf(const Uses &uses, BufferId buffer,
                                     int32_t firstGroup, int32_t lastGroup);

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_BASEPLAN_H
