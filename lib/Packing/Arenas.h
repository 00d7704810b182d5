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

/// Packs a problem with several arenas: everything goes to the arena it wants
/// most as far as there is room, what is left over to the next one.
PackResult packArenas(const PackingProblem &problem, Budget &budget);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_ARENAS_H
