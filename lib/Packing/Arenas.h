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

/// Packs some items within \p capacity (`unreachable`: minimises the peak).
/// The peak is `unreachable` if nothing at all was found; it may be above the
/// capacity. A bound above the capacity proves that there is no packing.
PartResult packItems(const Items &items, int64_t capacity, Budget &budget);

/// Buffers that go to an arena together: one, or a group.
struct ArenaUnit {
  std::vector<int32_t> buffers;
  std::vector<int32_t> wanted; // Arenas, most wanted first.
  int64_t size = 0;            // Bytes of the largest.
  double area = 0;             // Bytes times steps.
};

/// The units of \p problem, in order of their first buffers.
std::vector<ArenaUnit> makeUnits(const PackingProblem &problem);

/// The items of the units \p chosen; sets \p buffers to their buffers.
Items itemsOf(const PackingProblem &problem, std::span<const ArenaUnit> units,
              std::span<const size_t> chosen, std::vector<int32_t> &buffers);

/// Writes where \p buffers are, whose items are at \p offsets.
void putInArena(const Items &items, std::span<const Offset> offsets,
                std::span<const int32_t> buffers, int32_t arena,
                Packing &packing);

/// Packs a problem with several arenas: everything goes to the arena it wants
/// most as far as there is room, what is left over to the next one; then, if
/// few choices are left, by `ArenaSearch`.
PackResult packArenas(const PackingProblem &problem, Budget &budget);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_ARENAS_H
