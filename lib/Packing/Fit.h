//===- Fit.h - Placing items one by one -------------------------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PACKING_FIT_H
#define MEMPLACE_LIB_PACKING_FIT_H

#include "Budget.h"
#include "PackItems.h"

namespace memplace::packing {

/// Where an item goes among those that are placed and overlap it in time.
enum class FitRule {
  First, // The lowest gap that is large enough.
  Best,  // The smallest gap that is large enough, on top if there is none.
  /// Likewise; what a gap loses at its start to the alignment counts if it is
  /// the smallest so far, but not when it is compared with that.
  BestLoose,
  OnTop, // Above all of them.
};

/// When to stop placing items, and leave the rest at -1.
struct FitLimits {
  int64_t limit = unreachable - 1; // Bytes: an item would end above it.
  Budget *budget = nullptr;        // It is late.
};

/// Looks at the clock now and then.
class LateCheck {
public:
  explicit LateCheck(Budget *budget) : budget(budget) {}

  /// To be asked before each item.
  bool isLate() {
    constexpr int32_t interval = 64;
    if (!budget || ++sinceLook < interval)
      return false;
    sinceLook = 0;
    return budget->isLate();
  }

private:
  Budget *budget;
  int32_t sinceLook = 0;
};

/// Places the items one by one, those with fixed offsets first. Returns the
/// offsets by item, -1 for what got no place. Near-linear where what lives long
/// is small or packs densely, as in `FreeSpace`.
std::vector<Offset> fitInOrder(const Items &items,
                               std::span<const int32_t> order, FitRule rule,
                               const FitLimits &limits);

/// Each item goes to the start of the first slot that it could have alone, or
/// else on top of what it overlaps in the first slot with enough room above
/// that, or else to a new slot of its size above all others. \p order must be
/// largest first, so that a slot's first item is its largest. No fixed offsets.
std::vector<Offset> shareSlots(const Items &items,
                               std::span<const int32_t> order,
                               const FitLimits &limits);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_FIT_H
