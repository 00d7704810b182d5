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

/// Rules for the place of an item among placed items with an overlap in time.
enum class FitRule {
  First, // The lowest sufficient gap.
  Best,  // The smallest sufficient gap; on top if there is none.
  /// Like `Best`; alignment padding at the start of a gap counts if the gap is
  /// the smallest so far, but not in comparisons with that smallest gap.
  BestLoose,
  OnTop, // Above all overlapping items.
};

/// Limits at which placement stops, with the remaining items at -1.
struct FitLimits {
  int64_t limit = infiniteOffset - 1; // Bytes: highest allowed end of an item.
  Budget *budget = nullptr;           // Stops once its time is over.
};

/// Checks the clock now and then.
class TimeLimitCheck {
public:
  explicit TimeLimitCheck(Budget *budget) : budget(budget) {}

  /// Call before each item.
  bool isTimedOut() {
    constexpr int32_t interval = 64;
    if (!budget || ++sinceLook < interval)
      return false;
    sinceLook = 0;
    return budget->isTimedOut();
  }

private:
  Budget *budget;
  int32_t sinceLook = 0;
};

/// Places the items one by one, fixed offsets first. Returns the offsets by
/// item, -1 for items without a place. Near-linear if long-lived items are
/// small or densely packed, as in `FreeSpace`.
std::vector<Offset> fitInOrder(const Items &items,
                               std::span<const int32_t> order, FitRule rule,
                               const FitLimits &limits);

/// Places each item at the start of the first slot without an overlap in time,
/// or on top of overlapping items in the first slot with enough room above, or
/// in a new slot of its size above all others. \p order must be largest first,
/// so the first item of a slot is its largest. No fixed offsets.
std::vector<Offset> shareSlots(const Items &items,
                               std::span<const int32_t> order,
                               const FitLimits &limits);

/// Like `shareSlots` in several banks: each item goes into the first of its
/// \p banks, by item, where it ends below the limit of the bank, by bank. Sets
/// \p packing; returns false if an item finds no room.
bool shareSlotsInBanks(const Items &items, std::span<const int32_t> order,
                       std::span<const std::vector<int32_t>> banks,
                       std::span<const int64_t> limits, Packing &packing);

} // namespace memplace::packing

#endif // MEMPLACE_LIB_PACKING_FIT_H
