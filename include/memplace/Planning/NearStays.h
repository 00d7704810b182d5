//===- NearStays.h - As much as can be in the fastest tier ------*- C++ -*-===//
//
// Part of memplace, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MEMPLACE_PLANNING_NEARSTAYS_H
#define MEMPLACE_PLANNING_NEARSTAYS_H

#include "memplace/Planning/Placement.h"

#include <functional>

namespace memplace::planning {

/// Which buffers get their place first.
struct NearOrder {
  /// By buffer: those with the least first.
  std::vector<double> keys;
  /// Of buffers that live there all the time, the largest first, which packs
  /// best; else by key for each of their bytes.
  bool largestFirst = false;
  /// Of the fastest tier, what may be planned; the rest is for gaps between
  /// places and for what is on its way.
  double room = 1;
};

/// By buffer: steps from the first access to the last one. With these keys what
/// lives shortest comes first.
std::vector<double> livesOf(const Uses &uses);

/// Placements in which the fastest tier serves each access that it may, as far
/// as there is room for it. First, buffers that nobody has before or after the
/// program live there all the time, as long as that leaves room for what each
/// op accesses; then the others get stays, each for as many accesses in a row
/// as likewise. What finds no place is served as in the base.
class NearPlans {
public:
  /// \p whole must live as long as this.
  NearPlans(const Uses &whole, const Placement &base);
  NearPlans(const NearPlans &) = delete;

  /// \p shouldContinue is asked before each buffer that gets stays; when it
  /// says no, the rest is served as in the base. None if not all buffers that
  /// the base has at home fit there, or an access finds no tier that may serve
  /// it.
  std::optional<Solution>
  place(const NearOrder &order,
        const std::function<bool()> &shouldContinue) const;

private:
  const Problem &problem;
  const Problem narrowed;    // What the fastest tier may serve it must.
  const Uses uses;           // Of that.
  std::vector<TierId> homes; // By buffer.
};

/// A placement in which the fastest tier serves, in the same way, those
/// accesses only that \p homes, by buffer, may not. None if that is not found.
std::optional<Placement> placeForced(const Uses &uses,
                                     const std::vector<TierId> &homes,
                                     const NearOrder &order);

} // namespace memplace::planning

#endif // MEMPLACE_PLANNING_NEARSTAYS_H
