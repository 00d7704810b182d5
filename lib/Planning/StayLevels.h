//===- StayLevels.h - Loops in which a stay is filled -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_STAYLEVELS_H
#define MEMPLACE_LIB_PLANNING_STAYLEVELS_H

#include "AccessIndex.h"

#include <optional>
#include <vector>

namespace memplace::planning {

/// Returns the possible levels of a stay of \p buffer for the uses
/// \p firstUse to \p lastUse: from the innermost loop around all of these
/// uses to the root.
std::vector<LoopId> levelsOf(const AccessIndex &uses, BufferId buffer,
                             int32_t firstUse, int32_t lastUse);

/// Levels at which a stay is filled and evicted; see StayRequest.
struct StayLevels {
  LoopId level = noLoop;
  std::optional<LoopId> exitLevel = {};
};

/// Like `levelsOf`, plus the stays that begin in a loop and outlast the loop.
/// In reverse order of preference: callers try the last element first. Levels
/// with few copies are preferred, and among these, levels with short stays.
std::vector<StayLevels> stayLevelsOf(const AccessIndex &uses, BufferId buffer,
                                     int32_t firstUse, int32_t lastUse);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_STAYLEVELS_H
