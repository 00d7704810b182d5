//===- FastStays.h - Plans that fill the fastest tier -----------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_LIB_PLANNING_FASTSTAYS_H
#define MEMPLACE_LIB_PLANNING_FASTSTAYS_H

#include "Placement.h"

#include <functional>

namespace memplace::planning {

/// Order in which buffers get a place in the fastest tier.
struct FastOrder {
  /// By buffer; the least key comes first.
  std::vector<double> keys;
  /// Places the largest buffers first among the permanent residents of the
  /// fastest tier, which packs best; otherwise the order is by key per byte.
  bool largestFirst = false;
  /// Fraction of the fastest tier available to plans; the remainder is for
  /// fragmentation and transfers in flight.
  double room = 1;
};

/// Returns by buffer the steps from the first access to the last. As keys,
/// these lengths put the shortest-lived buffers first.
std::vector<double> livesOf(const AccessIndex &uses);

/// Placements in which the fastest tier serves as many accesses as there is
/// room for. First, buffers that are neither live-in nor live-out live there
/// all the time, as long as the operands of each op still fit. Then the other
/// buffers get stays, each for as many consecutive accesses as fit. Remaining
/// accesses are served from the backing copy.
class FastPlans {
public:
  /// \p base gives the backing tiers. \p whole must outlive this object.
  FastPlans(const AccessIndex &whole, const Placement &base);
  FastPlans(const FastPlans &) = delete;

  /// Builds a placement. Calls \p shouldContinue before each buffer with stays;
  /// once it returns false, the remaining buffers are served from their backing
  /// copies. Returns nothing if the buffers do not all fit in their backing
  /// tiers, or if some access is left to a tier that may not serve it, e.g.
  /// after \p shouldContinue returned false.
  std::optional<Solution>
  place(const FastOrder &order,
        const std::function<bool()> &shouldContinue) const;

private:
  const Problem &problem;
  const Problem narrowed;    // The problem in which accesses allow only the
                             // fastest tier, wherever allowed.
  const AccessIndex uses;    // Of `narrowed`.
  std::vector<TierId> homes; // By buffer.
};

/// Builds a placement in the same way, but only accesses that the backing tier
/// in \p homes (by buffer) may not serve get stays. The placement records
/// reservations. Returns nothing if no legal placement is found.
std::optional<Placement> placeForced(const AccessIndex &uses,
                                     const std::vector<TierId> &homes,
                                     const FastOrder &order);

} // namespace memplace::planning

#endif // MEMPLACE_LIB_PLANNING_FASTSTAYS_H
