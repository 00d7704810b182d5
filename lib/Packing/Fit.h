//===- Fit.h - Placing items one by one -------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_FIT_H
#define MEMPLACE_LIB_PACKING_FIT_H

#include "Items.h"

namespace memplace::packing {

/// Where an item goes among those that are placed and overlap it in time.
enum class FitRule {
  First, // The lowest gap that is large enough.
  Best,  // The smallest gap that is large enough, on top if there is none.
  OnTop, // Above all of them.
};

/// Places the items one by one, those with fixed offsets first. Takes time
/// quadratic in the number of items, so not for many: see `isAffordable`.
/// Returns the offsets by item, -1 for what got no place below \p limit; stops
/// there.
std::vector<Offset> fitInOrder(const Items &items,
                               std::span<const int32_t> order, FitRule rule,
                               int64_t limit);

/// Items share whole slots: each takes the first slot, largest first, that no
/// overlapping item is in, and slots lie one above the other. \p order must be
/// largest first, so that a slot's first item is its largest. No fixed offsets.
std::vector<Offset> shareSlots(const Items &items,
                               std::span<const int32_t> order, int64_t limit);

/// At most about 0.3 s.
inline bool isAffordable(const Items &items) { return items.numItems <= 20000; }

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_FIT_H
