//===- Arenas.h - Several memories, in order of preference ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_ARENAS_H
#define MEMPLACE_LIB_PACKING_ARENAS_H

#include "PackPart.h"

namespace memplace::packing {

/// Packs some items within \p capacity (`infiniteOffset`: minimises the peak).
/// The peak is `infiniteOffset` if no packing was found; a peak above the
/// capacity is possible. A bound above the capacity proves infeasibility.
PartResult packItems(const Items &items, int64_t capacity, Budget &budget);

/// Buffers packed into the same arena: a single buffer, or a group.
struct ArenaUnit {
  std::vector<int32_t> buffers;
  std::vector<int32_t> allowedArenas; // In order of preference.
  int64_t size = 0;                   // Bytes of the largest.
  double area = 0;                    // Bytes times steps.
};

/// Returns the units of \p problem, in order of their first buffers.
std::vector<ArenaUnit> makeUnits(const PackingProblem &problem);

/// Returns the items of the units \p chosen; sets \p buffers to their buffers.
Items itemsOf(const PackingProblem &problem, std::span<const ArenaUnit> units,
              std::span<const size_t> chosen, std::vector<int32_t> &buffers);

/// Writes the places of \p buffers with items at \p offsets.
void putInArena(const Items &items, std::span<const Offset> offsets,
                std::span<const int32_t> buffers, int32_t arena,
                Packing &packing);

/// Packs a problem with several arenas: each buffer goes to its preferred arena
/// as long as there is room, then to the next. Runs `ArenaSearch` afterwards if
/// there are few choices.
PackResult packArenas(const PackingProblem &problem, Budget &budget);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_ARENAS_H
